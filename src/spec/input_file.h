// Text that a model is made of: the model file itself and the tables it names. All of it is read here, so that every input
// has the same limits, and so that outputs can be kept away from inputs.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "invar/core/error.h"

namespace invar {

// No table or model comes near: a table of this size has some three million points.
inline constexpr std::size_t kMaxInputBytes = 64u << 20;

// A file that was read. The numbers stay the same whatever name or link leads to it.
struct InputFile {
  std::string what;  // "the model file", "a table of the model"
  std::string path;
  dev_t device = 0;
  ino_t inode = 0;
  std::string text = {};   // of the model file
  std::uint64_t hash = 0;  // of its text
};

// While it lives, collects the files that its thread reads. The innermost one counts.
class InputFileLog {
 public:
  InputFileLog();
  ~InputFileLog();
  InputFileLog(const InputFileLog&) = delete;
  InputFileLog& operator=(const InputFileLog&) = delete;

  std::vector<InputFile> files;

 private:
  InputFileLog* outer_;
};

// Both read a whole file as UTF-8 text without its byte order mark, and throw ModelError for other codings, for bytes that are
// no text and beyond kMaxInputBytes.
//
// The model may come from a pipe. Messages name the file alone.
std::string read_model_input(const std::string& path);
// A table must be a file: a pipe may never end. A file that cannot be read is reported at `where`, the place in the model
// that names it; what is wrong inside of it is reported with its own lines.
std::string read_table_input(const std::string& path, const SourceLocation& where, const std::string& subject);

}  // namespace invar
