#include "invar/io/checkpoint_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "invar/core/error.h"
#include "invar/core/hash.h"
#include "invar/core/version.h"
#include "invar/io/atomic_file.h"

namespace invar {

namespace {

constexpr std::string_view kMagic = "invar checkpoint 1\n";

// Flushes a file, or a folder after a renaming in it, to the disk.
void sync_to_disk(const std::string& path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  const bool failed = fsync(file) != 0 && errno != EINVAL && errno != EROFS;
  const int error = errno;
  close(file);
  if (failed) fail_writing(path, std::strerror(error));
}

[[noreturn]] void refuse(const std::string& path, const std::string& rule, const std::string& hint = "") {
  throw ModelError({path, 0, 0}, "", rule, hint);
}

// Bytes as text of fixed length, so that the header stays readable.
std::string hash_text(std::string_view bytes) { return fmt::format("{:016x}", calc_hash(bytes)); }

}  // namespace

void Checkpoint::archive(Archive& a) {
  a("arguments", arguments);
  a("folder", folder);
  a("input_paths", input_paths);
  a("input_hashes", input_hashes);
  a("notes", notes);
  a("t", t);
  a("rows", rows);
  a("rows_hash", rows_hash);
  a("run", run);
}

void write_checkpoint(const std::string& path, Checkpoint& checkpoint) {
  Archive archive;
  checkpoint.archive(archive);
  const std::string& bytes = archive.bytes();
  PendingFile pending(path);
  {
    std::ofstream file(pending.temporary(), std::ios::binary);
    file << kMagic << version() << '\n' << hash_text(bytes) << ' ' << bytes.size() << '\n' << bytes;
    file.close();
    if (!file) fail_writing(path, std::strerror(errno), errno == ENOSPC ? "free some space or write elsewhere" : "");
  }
  sync_to_disk(pending.temporary());
  pending.commit();
  const std::filesystem::path folder = follow_links(path).parent_path();
  sync_to_disk(folder.empty() ? "." : folder.string());
}

bool is_checkpoint(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string start(kMagic.size(), '\0');
  file.read(start.data(), static_cast<std::streamsize>(start.size()));
  return file && start == kMagic;
}

Checkpoint read_checkpoint(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) refuse(path, fmt::format("cannot be read: {}", std::strerror(errno)), "give the file of `checkpoint`");
  std::ostringstream text;
  text << file.rdbuf();
  const std::string all = text.str();
  if (!all.starts_with(kMagic)) refuse(path, "is no checkpoint of invar", "give the file of `checkpoint`");
  std::istringstream header(all.substr(kMagic.size(), 200));
  Checkpoint checkpoint;
  std::string hash;
  std::size_t size = 0;
  std::getline(header, checkpoint.program);
  if (checkpoint.program != version())
    refuse(path, fmt::format("was written by invar {}, this is invar {}", checkpoint.program, version()),
           "resume it with the program that wrote it, or run the model anew");
  header >> hash >> size;
  const std::size_t start = all.find('\n', kMagic.size() + checkpoint.program.size() + 1);
  const std::string damaged = "is damaged: its checksum does not fit its content";
  if (!header || start == std::string::npos || all.size() - start - 1 != size) refuse(path, damaged);
  Archive archive(all.substr(start + 1));
  if (hash_text(archive.bytes()) != hash) refuse(path, damaged);
  try {
    checkpoint.archive(archive);
    archive.finish();
  } catch (const ArchiveError& error) {
    refuse(path, fmt::format("does not fit this program: {}", error.what()));
  }
  return checkpoint;
}

}  // namespace invar
