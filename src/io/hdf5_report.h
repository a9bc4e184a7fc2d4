// The group `report` of HDF5 results: attributes `head` (text) and `steps`, datasets t, values, frame_t, frames.
#pragma once

#include "invar/io/hdf5_handle.h"
#include "invar/io/packed_report.h"

namespace invar {

bool write_packed_report(hid_t file, const PackedReport& report);

}  // namespace invar
