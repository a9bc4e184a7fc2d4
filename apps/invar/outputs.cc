#include "outputs.h"

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
  for (const auto* path : {&request.out, &request.certificate}) {
    if (*path && same_file(**path, request.model)) {
      fail_writing(**path, "it is the model file", "choose another name");
    }
  }
  if (request.out && request.certificate && same_file(*request.out, *request.certificate)) {
    fail_writing(*request.out, "--out and --certificate name the same file", "choose two names");
  }
  Outputs outputs;
  if (request.out) outputs.table = make_table_writer(*request.out);
  if (request.certificate) outputs.certificate = std::make_unique<AtomicFile>(*request.certificate);
  return outputs;
}

}  // namespace invar::app
