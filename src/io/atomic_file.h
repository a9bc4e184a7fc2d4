// A file that appears under its name only when it is complete: everything is written to a temporary name in the same
// folder, and commit() renames it, so a run that fails leaves an existing file as it was. Without commit() (also after an
// exception) the temporary file is removed. There is no fsync: this guards against our failures, not against power cuts.
//
// A name that exists and is no regular file (/dev/stdout, a pipe) is written directly.
// All errors are ModelError with the path and what to do, found when the file is opened, before anything is computed.
#pragma once

#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>

namespace invar {

// The name without the writing, for libraries that open files themselves.
class PendingFile {
 public:
  explicit PendingFile(const std::string& path);
  ~PendingFile();
  PendingFile(const PendingFile&) = delete;
  PendingFile& operator=(const PendingFile&) = delete;

  const std::string& path() const { return path_; }            // as asked for
  const std::string& temporary() const { return temporary_; }  // where to write; exists and is empty
  // Moves the file to its name, replacing an older one. The file must be closed.
  void commit();

 private:
  void forget();

  std::string path_, target_, temporary_;
  bool pending_ = true;
  int slot_ = -1;  // of the names that a signal removes
};

class AtomicFile {
 public:
  explicit AtomicFile(const std::string& path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  const std::string& path() const { return pending_.path(); }
  void write(std::string_view text);
  // Writes all that is buffered and closes the file; a full disk shows here at the latest.
  void complete();
  // Completes the file and moves it to its name. Where several files belong together, complete them all first: then a failure
  // leaves all older ones as they were.
  void commit();

 private:
  [[noreturn]] void fail(int error);

  PendingFile pending_;
  std::FILE* file_ = nullptr;
};

// From now on a signal that ends the program (SIGINT, SIGTERM, SIGHUP) removes temporary files first. For programs; a library
// leaves the signals alone.
void remove_pending_files_at_signals();

// All of a small file at once.
void write_file_atomically(const std::string& path, std::string_view text);

// Where a chain of symbolic links ends, also if nothing is there.
std::filesystem::path follow_links(const std::filesystem::path& path);

// The error of this path as users see it: "results/a.csv: cannot be written: ...; hint".
[[noreturn]] void fail_writing(const std::string& path, const std::string& reason, const std::string& hint = "");

}  // namespace invar
