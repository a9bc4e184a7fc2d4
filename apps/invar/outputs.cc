#include "outputs.h"

namespace invar::app {

namespace {

using Flag = std::pair<const char*, const std::optional<std::string>*>;

void check_paths(std::initializer_list<Flag> flags, const InputFileLog& inputs) {
  std::vector<OutputFile> files;
  for (const auto& [flag, path] : flags)
    if (*path) files.push_back({flag, **path});
  check_outputs(files, inputs.files);
}

std::unique_ptr<AtomicFile> open_file(const std::optional<std::string>& path) {
  return path ? std::make_unique<AtomicFile>(*path) : nullptr;
}

}  // namespace

Outputs open_outputs(const RunRequest& request, const InputFileLog& inputs) {
  check_paths({{"--out", &request.out},
               {"--certificate", &request.certificate},
               {"--report", &request.report},
               {"--checkpoint", &request.checkpoint}},
              inputs);
  Outputs outputs;
  if (request.out) outputs.table = make_table_writer(*request.out);
  outputs.certificate = open_file(request.certificate);
  outputs.report = open_file(request.report);
  return outputs;
}

void Outputs::finish(const std::string& certificate_json, const std::string& page) {
  if (certificate) certificate->write(certificate_json), certificate->complete();
  if (report) report->write(page), report->complete();
  // A run that failed before its first instant has no table; an older one stays.
  if (table && !table->names().empty()) table->finish(certificate_json);
  if (certificate) certificate->commit();
  if (report) report->commit();
}

TextOutputs open_text_outputs(const std::optional<std::string>& out, const std::optional<std::string>& report,
                              const InputFileLog& inputs) {
  check_paths({{"--out", &out}, {"--report", &report}}, inputs);
  return {open_file(out), open_file(report)};
}

void TextOutputs::finish(const std::string& text, const std::string& page) {
  if (out) out->write(text), out->complete();
  if (report) report->write(page), report->complete();
  if (out) out->commit();
  if (report) report->commit();
}

}  // namespace invar::app
