#include "invar/core/archive.h"

#include <fmt/format.h>

#include <cstdint>
#include <cstring>

namespace invar {

void Archive::raw(void* data, std::size_t bytes) {
  if (!reading_) {
    bytes_.append(static_cast<const char*>(data), bytes);
    return;
  }
  if (bytes > bytes_.size() - place_) throw ArchiveError("it ends too early");
  if (bytes > 0) std::memcpy(data, bytes_.data() + place_, bytes);
  place_ += bytes;
}

void Archive::header(std::string_view name, char kind) {
  if (!reading_) {
    bytes_.push_back(kind);
    bytes_.push_back(static_cast<char>(name.size()));
    bytes_.append(name);
    return;
  }
  const std::size_t left = bytes_.size() - place_;
  const std::size_t length = left < 2 ? 0 : static_cast<unsigned char>(bytes_[place_ + 1]);
  const std::string_view found =
      left < 2 + length ? std::string_view() : std::string_view(bytes_).substr(place_ + 2, length);
  if (left < 2 + length || bytes_[place_] != kind || found != name)
    throw ArchiveError(fmt::format("\"{}\" was expected where \"{}\" is", name, found));
  place_ += 2 + length;
}

void Archive::plain(std::string_view name, char kind, void* data, std::size_t bytes) {
  header(name, kind);
  raw(data, bytes);
}

std::size_t Archive::size(std::string_view name, std::size_t count) {
  header(name, '[');
  std::uint64_t number = count;
  raw(&number, sizeof number);
  // Each item takes a byte at least: a wrong number must not take all memory.
  if (reading_ && number > bytes_.size() - place_)
    throw ArchiveError(fmt::format("\"{}\" has a size that cannot be", name));
  return number;
}

template <class Numbers>
void Archive::numbers(std::string_view name, Numbers& x) {
  x.resize(size(name, static_cast<std::size_t>(x.size())));
  raw(x.data(), static_cast<std::size_t>(x.size()) * sizeof(*x.data()));
}

void Archive::operator()(std::string_view name, bool& x) {
  char byte = x ? 1 : 0;
  plain(name, 'b', &byte, 1);
  x = byte != 0;
}

void Archive::operator()(std::string_view name, std::string& x) { numbers(name, x); }
void Archive::operator()(std::string_view name, std::vector<double>& x) { numbers(name, x); }
void Archive::operator()(std::string_view name, std::vector<float>& x) { numbers(name, x); }
void Archive::operator()(std::string_view name, std::vector<int>& x) { numbers(name, x); }
void Archive::operator()(std::string_view name, std::vector<char>& x) { numbers(name, x); }
void Archive::operator()(std::string_view name, Vector& x) { numbers(name, x); }

void Archive::operator()(std::string_view name, std::vector<bool>& x) {
  std::vector<char> bytes(x.begin(), x.end());
  numbers(name, bytes);
  x.assign(bytes.begin(), bytes.end());
}

void Archive::operator()(std::string_view name, Matrix& x) {
  long long rows = x.rows(), columns = x.cols();
  (*this)(name, rows);
  Vector values = Vector::Map(x.data(), x.size());
  (*this)("columns", columns);
  (*this)("values", values);
  if (!reading_) return;
  if (rows < 0 || columns < 0 || rows * columns != values.size())
    throw ArchiveError(fmt::format("\"{}\" has a size that cannot be", name));
  x = Matrix::Map(values.data(), rows, columns);
}

void Archive::operator()(std::string_view name, State& s) {
  mark(name);
  (*this)("t", s.t);
  (*this)("q", s.q);
  (*this)("v", s.v);
  (*this)("z", s.z);
  (*this)("u", s.inputs.u);
}

void Archive::finish() const {
  if (reading_ && place_ != bytes_.size()) throw ArchiveError("there is more in it than can be read");
}

}  // namespace invar
