#include "outputs.h"

#include <fmt/format.h>

#include <filesystem>

namespace invar::app {

namespace {

namespace fs = std::filesystem;

bool same_file(const std::string& a, const std::string& b) {
  std::error_code error;
  // Of files that need not exist yet; two devices (/dev/null) may be the same.
  return fs::weakly_canonical(a, error) == fs::weakly_canonical(b, error) && !fs::is_character_file(a, error);
}

}  // namespace

Outputs open_outputs(const RunRequest& request) {
  const std::pair<const char*, const std::optional<std::string>*> files[] = {
      {"--out", &request.out}, {"--certificate", &request.certificate}, {"--report", &request.report}};
  for (std::size_t i = 0; i < std::size(files); ++i) {
    const auto& [name, path] = files[i];
    if (!*path) continue;
    if (same_file(**path, request.model)) fail_writing(**path, "it is the model file", "choose another name");
    for (std::size_t k = 0; k < i; ++k) {
      const auto& [earlier, other] = files[k];
      if (*other && same_file(**path, **other))
        fail_writing(**path, fmt::format("{} and {} name the same file", earlier, name), "choose two names");
    }
  }
  Outputs outputs;
  if (request.out) outputs.table = make_table_writer(*request.out);
  if (request.certificate) outputs.certificate = std::make_unique<AtomicFile>(*request.certificate);
  if (request.report) outputs.report = std::make_unique<AtomicFile>(*request.report);
  return outputs;
}

}  // namespace invar::app
