#include "invar/io/output_check.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <filesystem>
#include <optional>

#include "invar/io/atomic_file.h"

namespace invar {

namespace {

namespace fs = std::filesystem;

// What a name leads to. Of a file that exists, its numbers; of one that does not exist yet, those of its folder and its name
// there.
struct FileIdentity {
  dev_t device = 0;
  ino_t inode = 0;
  std::string new_name;
  bool operator==(const FileIdentity&) const = default;
};

// Nothing for devices: what is written to them overwrites nothing.
std::optional<FileIdentity> identify(const std::string& path) {
  struct stat info = {};
  if (stat(path.c_str(), &info) == 0) {
    if (S_ISCHR(info.st_mode)) return std::nullopt;
    return FileIdentity{info.st_dev, info.st_ino, ""};
  }
  const fs::path target = follow_links(path);
  const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
  if (stat(folder.c_str(), &info) != 0) return FileIdentity{0, 0, target.lexically_normal().string()};
  return FileIdentity{info.st_dev, info.st_ino, target.filename().string()};
}

}  // namespace

void check_outputs(const std::vector<OutputFile>& outputs, const std::vector<InputFile>& inputs) {
  std::vector<std::optional<FileIdentity>> seen;
  for (const OutputFile& output : outputs) {
    const auto identity = identify(output.path);
    seen.push_back(identity);
    if (!identity) continue;
    for (const InputFile& input : inputs)
      if (*identity == FileIdentity{input.device, input.inode, ""})
        fail_writing(output.path,
                     input.path == output.path ? fmt::format("it is {}", input.what)
                                               : fmt::format("it is {}, {}", input.what, input.path),
                     "choose another name");
    for (std::size_t i = 0; i + 1 < seen.size(); ++i)
      if (seen[i] == identity) {
        const OutputFile& other = outputs[i];
        fail_writing(output.path,
                     output.flag != other.flag ? fmt::format("{} and {} name the same file", other.flag, output.flag)
                                               : fmt::format("it is the same file as {}", other.path),
                     "choose two names");
      }
  }
}

InputFile find_input(const std::string& what, const std::string& path) {
  struct stat info = {};
  if (stat(path.c_str(), &info) != 0) return {what, path, 0, 0};
  return {what, path, info.st_dev, info.st_ino};
}

}  // namespace invar
