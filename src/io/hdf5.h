// Tables as HDF5: each channel a 1-D dataset under its own name ("crank.position.x", no groups made of the dots) with the
// attribute `unit`; the certificate as the text attribute `certificate` of the root; on request the full state as 2-D
// datasets state/q and state/v (row = instant) with the attribute `coordinates`, the names of the columns. The group
// `report` holds what a report page shows (io/hdf5_report.h).
#pragma once

#include "invar/io/table_writer.h"

namespace invar {

std::unique_ptr<TableWriter> make_hdf5_writer(const std::string& path);
Table read_hdf5(const std::string& path);

}  // namespace invar
