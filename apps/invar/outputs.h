// The files a run writes, opened before anything is computed, so that a wrong path costs no time. They appear under
// their names only when they are finished.
#pragma once

#include <memory>

#include "invar/io/atomic_file.h"
#include "invar/io/table_writer.h"
#include "invar/simulate/run_request.h"

namespace invar::app {

struct Outputs {
  std::unique_ptr<TableWriter> table;       // null without --out
  std::unique_ptr<AtomicFile> certificate;  // null without --certificate
  std::unique_ptr<AtomicFile> report;       // null without --report
};

// Throws ModelError for paths that cannot be written, that are given twice, or that are the model itself.
Outputs open_outputs(const RunRequest& request);

}  // namespace invar::app
