// The files a command writes, opened before anything is computed, so that a wrong path costs no time. They appear under
// their names all together, once the last of them is complete.
#pragma once

#include <memory>
#include <optional>

#include "invar/io/atomic_file.h"
#include "invar/io/output_check.h"
#include "invar/io/table_writer.h"
#include "run_request.h"

namespace invar::app {

struct Outputs {
  std::unique_ptr<TableWriter> table;       // null without --out
  std::unique_ptr<AtomicFile> certificate;  // null without --certificate
  std::unique_ptr<AtomicFile> report;       // null without --report

  // Writes what each file still lacks, then moves all of them to their names.
  void finish(const std::string& certificate_json, const std::string& page);
};

// Throws ModelError for paths that cannot be written, that are given twice, or that the model is read from.
Outputs open_outputs(const RunRequest& request, const InputFileLog& inputs);

// Two files of text, of commands whose --out is no table over time.
struct TextOutputs {
  std::unique_ptr<AtomicFile> out, report;
  void finish(const std::string& text, const std::string& page);
};
TextOutputs open_text_outputs(const std::optional<std::string>& out, const std::optional<std::string>& report,
                              const InputFileLog& inputs);

}  // namespace invar::app
