#include "shipped_models.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "commands.h"

namespace invar::app {

namespace fs = std::filesystem;

namespace {

fs::path models_folder() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  const fs::path installed = (program.parent_path() / INVAR_MODELS_FROM_BIN).lexically_normal();
  return !error && fs::is_directory(installed, error) ? installed : fs::path(INVAR_MODELS);
}

}  // namespace

std::vector<std::string> shipped_models() {
  std::vector<std::string> found;
  std::error_code error;
  const fs::path folder = models_folder();
  for (const auto& entry : fs::directory_iterator(folder, error))
    if (entry.path().extension() == ".yaml") found.push_back(fs::proximate(entry.path(), error).string());
  if (found.empty()) throw UsageError(fmt::format("there are no models in {}; name model files", folder.string()));
  std::sort(found.begin(), found.end());
  return found;
}

std::string find_model(const std::string& name) {
  std::error_code error;
  if (name.find_first_of("./") != std::string::npos || fs::exists(name, error)) return name;
  const fs::path shipped = models_folder() / (name + ".yaml");
  return fs::exists(shipped, error) ? fs::proximate(shipped, error).string() : name;
}

std::vector<std::string> find_models(std::vector<std::string> names) {
  for (std::string& name : names) name = find_model(name);
  return names;
}

}  // namespace invar::app
