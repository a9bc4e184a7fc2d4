#include "invar/io/atomic_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>

#include "invar/core/error.h"

namespace invar {

namespace fs = std::filesystem;

void fail_writing(const std::string& path, const std::string& reason, const std::string& hint) {
  throw ModelError({path.empty() ? "(empty name)" : path, 0, 0}, "", "cannot be written: " + reason, hint);
}

fs::path follow_links(const fs::path& path) {
  constexpr int kMaxLinks = 40;  // as the kernel
  fs::path at = path;
  std::error_code error;
  for (int i = 0; i < kMaxLinks && fs::is_symlink(fs::symlink_status(at, error)); ++i) {
    const fs::path next = fs::read_symlink(at, error);
    if (error) break;
    at = next.is_absolute() ? next : at.parent_path() / next;
  }
  return at;
}

namespace {

// Names of temporary files, for the handler of signals: it may neither allocate nor lock. More files at a time than slots
// are merely not removed.
constexpr int kSlots = 256;
std::atomic<const char*> g_pending[kSlots];

int remember_pending(const char* name) {
  for (int i = 0; i < kSlots; ++i) {
    const char* none = nullptr;
    if (g_pending[i].compare_exchange_strong(none, name)) return i;
  }
  return -1;
}

extern "C" void remove_pending_files(int signal) {
  for (auto& slot : g_pending)
    if (const char* name = slot.load()) unlink(name);
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void check_folder(const std::string& path, const fs::path& folder) {
  std::error_code error;
  const fs::file_status status = fs::status(folder, error);
  if (!fs::exists(status)) {
    fail_writing(path, fmt::format("the folder \"{}\" does not exist", folder.string()),
                 fmt::format("create it first: mkdir -p {}", folder.string()));
  }
  if (!fs::is_directory(status)) fail_writing(path, fmt::format("\"{}\" is not a folder", folder.string()));
}

}  // namespace

PendingFile::PendingFile(const std::string& path) : path_(path) {
  if (path.empty()) fail_writing(path, "it has no name", "give a file name");
  std::error_code error;
  // Pipes and devices are written as they are. Asked before links are followed by name: in a pipeline /dev/stdout leads to
  // "pipe:[4711]", which is no file.
  const fs::file_status given = fs::status(path, error);
  const bool stream = fs::exists(given) && !fs::is_regular_file(given) && !fs::is_directory(given);
  const fs::path target = stream ? fs::path(path) : follow_links(path);  // a renaming replaces the file, not the link
  target_ = target.string();
  const fs::file_status status = fs::status(target, error);
  if (fs::is_directory(status)) fail_writing(path, "it is a folder", "give the name of a file in it");
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    temporary_ = target_;
    pending_ = false;
    return;
  }
  const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
  check_folder(path, folder);
  if (!target.has_filename()) fail_writing(path, "it is the name of a folder", "give the name of a file in it");
  // A rename does not ask whether the old file may be changed.
  if (fs::exists(status) && access(target_.c_str(), W_OK) != 0) {
    fail_writing(path, std::strerror(errno), "the existing file is kept; choose another name");
  }

  static std::atomic<int> counter{0};
  temporary_ = (folder / fmt::format(".{}.{}-{}.part", target.filename().string(), getpid(), counter++)).string();
  const int file = open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file < 0) fail_writing(path, std::strerror(errno), "choose a folder you may write to");
  if (struct stat old; fs::exists(status) && stat(target_.c_str(), &old) == 0) {
    [[maybe_unused]] const int kept = fchmod(file, old.st_mode & 0777);  // a nicety; failing changes nothing
  }
  close(file);
  slot_ = remember_pending(temporary_.c_str());
}

PendingFile::~PendingFile() {
  forget();
  if (pending_) unlink(temporary_.c_str());
}

void PendingFile::forget() {
  if (slot_ >= 0) g_pending[slot_] = nullptr;
  slot_ = -1;
}

void PendingFile::commit() {
  if (!pending_) return;
  if (std::rename(temporary_.c_str(), target_.c_str()) != 0) fail_writing(path_, std::strerror(errno));
  forget();
  pending_ = false;
}

AtomicFile::AtomicFile(const std::string& path) : pending_(path) {
  file_ = std::fopen(pending_.temporary().c_str(), "we");
  if (file_ == nullptr) fail(errno);
}

AtomicFile::~AtomicFile() {
  if (file_ != nullptr) std::fclose(file_);
}

void AtomicFile::fail(int error) {
  fail_writing(path(), std::strerror(error), error == ENOSPC ? "free some space or write elsewhere" : "");
}

void AtomicFile::write(std::string_view text) {
  if (file_ == nullptr) throw std::logic_error("AtomicFile::write after complete");
  if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) fail(errno);
}

void AtomicFile::complete() {
  if (file_ == nullptr) return;
  std::FILE* file = file_;
  file_ = nullptr;
  if (std::fclose(file) != 0) fail(errno);
}

void AtomicFile::commit() {
  complete();
  pending_.commit();
}

void remove_pending_files_at_signals() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction old = {};
    sigaction(signal, nullptr, &old);
    if (old.sa_handler == SIG_DFL) std::signal(signal, remove_pending_files);
  }
}

void write_file_atomically(const std::string& path, std::string_view text) {
  AtomicFile file(path);
  file.write(text);
  file.commit();
}

}  // namespace invar
