// Archive: what lasts from one step to the next, written and read by the same function of each class,
//
//   void archive(Archive& a) { a("carry", carry_); a("count", count_); }
//
// so that nothing can be written and not read. The bytes are those of memory: what is read back is the same to the last bit.
// Every entry carries its name and kind. A file that does not fit the program is refused by name (ArchiveError), never
// misread. Files of a run add a header and a checksum (io/checkpoint_file.h).
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "invar/core/state.h"
#include "invar/core/types.h"

namespace invar {

class ArchiveError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Archive {
 public:
  // To be written; `bytes()` are the result.
  Archive() = default;
  // To be read from the bytes of another one.
  explicit Archive(std::string bytes) : bytes_(std::move(bytes)), reading_(true) {}

  bool reading() const { return reading_; }
  const std::string& bytes() const { return bytes_; }
  // Throws ArchiveError unless all has been read.
  void finish() const;

  void operator()(std::string_view name, double& x) { plain(name, 'd', &x, sizeof x); }
  void operator()(std::string_view name, int& x) { plain(name, 'i', &x, sizeof x); }
  void operator()(std::string_view name, long long& x) { plain(name, 'l', &x, sizeof x); }
  void operator()(std::string_view name, bool& x);
  void operator()(std::string_view name, std::string& x);
  void operator()(std::string_view name, Vector& x);
  void operator()(std::string_view name, Vector3& x) { plain(name, '3', x.data(), 3 * sizeof(double)); }
  void operator()(std::string_view name, Matrix& x);
  void operator()(std::string_view name, std::vector<double>& x);
  void operator()(std::string_view name, std::vector<float>& x);
  void operator()(std::string_view name, std::vector<int>& x);
  void operator()(std::string_view name, std::vector<bool>& x);
  void operator()(std::string_view name, std::vector<char>& x);
  void operator()(std::string_view name, State& s);

  template <class E>
  requires std::is_enum_v<E>
  void operator()(std::string_view name, E& x) {
    int number = static_cast<int>(x);
    (*this)(name, number);
    x = static_cast<E>(number);
  }

  // Anything with a function archive(Archive&).
  template <class T>
  requires requires(T& x, Archive& a) { x.archive(a); }
  void operator()(std::string_view name, T& x) {
    mark(name);
    x.archive(*this);
  }

  template <class T>
  void operator()(std::string_view name, std::optional<T>& x) {
    bool is_there = x.has_value();
    (*this)(name, is_there);
    if (!is_there) {
      x.reset();
      return;
    }
    if (!x) x.emplace();
    (*this)("value", *x);
  }

  template <class T>
  void operator()(std::string_view name, std::vector<T>& all) {
    all.resize(size(name, all.size()));
    for (T& x : all) (*this)("item", x);
  }

  template <class T, std::size_t N>
  void operator()(std::string_view name, T (&all)[N]) {
    mark(name);
    for (T& x : all) (*this)("item", x);
  }

 private:
  void header(std::string_view name, char kind);
  void mark(std::string_view name) { header(name, '{'); }
  void plain(std::string_view name, char kind, void* data, std::size_t bytes);
  // The number of items that follow: `count`, or what was written.
  std::size_t size(std::string_view name, std::size_t count);
  void raw(void* data, std::size_t bytes);
  template <class Numbers>
  void numbers(std::string_view name, Numbers& x);

  std::string bytes_;
  std::size_t place_ = 0;
  bool reading_ = false;
};

}  // namespace invar
