// A report page of configurations that follow each other without a run: a load path, a mode shape as it swings.
#pragma once

#include "invar/io/packed_report.h"
#include "invar/model/model.h"
#include "invar/parts/snapshot.h"

namespace invar {

// One row and one frame for each snapshot, at the instants Snapshot::t. The head is left open.
PackedReport pack_snapshots(const Model& model, const std::vector<Snapshot>& snapshots);

}  // namespace invar
