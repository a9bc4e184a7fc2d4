#include "invar/spec/input_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>

#include "invar/core/hash.h"

namespace invar {

namespace {

thread_local InputFileLog* t_log = nullptr;

// A descriptor that is closed at the end.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return number_; }

 private:
  int number_;
};

const char* kind_of(mode_t mode) {
  if (S_ISDIR(mode)) return "a folder";
  if (S_ISFIFO(mode)) return "a pipe";
  if (S_ISSOCK(mode)) return "a socket";
  return "a device";
}

// At most one byte beyond the limit. False at an error of reading.
bool read_all(int file, std::string& text) {
  std::string buffer(1u << 16, '\0');
  while (text.size() <= kMaxInputBytes) {
    const ssize_t count = read(file, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    if (count == 0) break;
    text.append(buffer, 0, static_cast<std::size_t>(count));
  }
  return true;
}

int line_at(std::string_view text, std::size_t byte) {
  return 1 + static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(byte), '\n'));
}

// Removes the byte order mark; refuses what is no text in UTF-8 or ASCII.
void decode(std::string& text, const std::string& path) {
  using namespace std::string_view_literals;
  if (text.starts_with("\xEF\xBB\xBF"sv)) text.erase(0, 3);
  if (text.starts_with("\xFF\xFE"sv) || text.starts_with("\xFE\xFF"sv))
    throw ModelError({path, 1, 1}, "", "is text in UTF-16 or UTF-32", "save it as UTF-8");
  const std::size_t zero = text.find('\0');
  if (zero == std::string::npos) return;
  // Text of Latin letters in UTF-16 without a mark has every second byte zero.
  const bool wide = zero < 2 && text.size() > 3 && text[zero + 2] == '\0';
  throw ModelError({path, line_at(text, zero), 1}, "",
                   fmt::format("is not a text file: byte {} is zero{}", zero + 1, wide ? ", as in UTF-16" : ""),
                   wide ? "save it as UTF-8" : "give a text file");
}

std::string limit_text() { return fmt::format("is larger than {} MB", kMaxInputBytes >> 20); }

}  // namespace

InputFileLog::InputFileLog() : outer_(t_log) { t_log = this; }
InputFileLog::~InputFileLog() { t_log = outer_; }

std::string read_model_input(const std::string& path) {
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat info = {};
  if (file.get() < 0 || fstat(file.get(), &info) != 0) {
    const int error = errno;
    throw ModelError({path, 0, 0}, "", error == ENOENT ? "no such file" : "cannot be read",
                     error == ENOENT ? "check the name and the current directory" : std::strerror(error));
  }
  if (S_ISDIR(info.st_mode))
    throw ModelError({path, 0, 0}, "", "is a directory, not a model file", "give the name of a YAML file");
  std::string text;
  if (!read_all(file.get(), text)) throw ModelError({path, 0, 0}, "", "cannot be read", std::strerror(errno));
  if (text.size() > kMaxInputBytes)
    throw ModelError({path, 0, 0}, "", limit_text(), "use repeat for entries that are alike");
  decode(text, path);
  if (t_log) t_log->files.push_back({"the model file", path, info.st_dev, info.st_ino, text, calc_hash(text)});
  return text;
}

std::string read_table_input(const std::string& path, const SourceLocation& where, const std::string& subject) {
  const std::string what = fmt::format("{} = {}", subject, path);
  // Without O_NONBLOCK a pipe that nobody writes to would stop the program here.
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  struct stat info = {};
  if (file.get() < 0 || fstat(file.get(), &info) != 0)
    throw ModelError(where, what, fmt::format("cannot be read: {}", std::strerror(errno)),
                     "the name is relative to the folder of the model file");
  if (!S_ISREG(info.st_mode))
    throw ModelError(where, what, fmt::format("cannot be read: it is {}, not a file", kind_of(info.st_mode)),
                     "give the name of a text file");
  // Known before it is read: it may be too large for that.
  InputFile* logged = nullptr;
  if (t_log) logged = &t_log->files.emplace_back(InputFile{"a table of the model", path, info.st_dev, info.st_ino});
  std::string text;
  if (info.st_size > static_cast<off_t>(kMaxInputBytes))
    throw ModelError(where, what, limit_text(), "keep fewer points, or cut the table into pieces");
  if (!read_all(file.get(), text))
    throw ModelError(where, what, fmt::format("cannot be read: {}", std::strerror(errno)));
  if (text.size() > kMaxInputBytes)
    throw ModelError(where, what, limit_text(), "keep fewer points, or cut the table into pieces");
  decode(text, path);
  if (logged) logged->hash = calc_hash(text);
  return text;
}

}  // namespace invar
