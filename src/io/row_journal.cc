#include "invar/io/row_journal.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "invar/core/error.h"
#include "invar/io/atomic_file.h"

namespace invar {

JournaledTable::JournaledTable(TableWriter& table, const std::string& path, std::optional<KeptRows> resumed)
    : table_(table), path_(path), resumed_(std::move(resumed)) {
  file_ = std::fopen(path.c_str(), resumed_ ? "r+be" : "w+be");
  if (!file_ && resumed_)
    throw ModelError({path, 0, 0}, "", std::string("cannot be read: ") + std::strerror(errno),
                     "it holds the rows that belong to the checkpoint");
  if (!file_) fail_writing(path, std::strerror(errno));
}

JournaledTable::~JournaledTable() {
  if (file_) std::fclose(file_);
}

std::string JournaledTable::sync() {
  if (std::fflush(file_) != 0 || fsync(fileno(file_)) != 0)
    fail_writing(path_, std::strerror(errno), errno == ENOSPC ? "free some space or write elsewhere" : "");
  return fmt::format("{:016x}", hash_);
}

bool JournaledTable::keep_state(const std::vector<std::string>& coordinate_names) {
  if (!table_.keep_state(coordinate_names)) return false;
  coordinates_ = coordinate_names.size();
  return true;
}

void JournaledTable::do_begin() {
  table_.begin(names(), units());
  if (resumed_) replay();
}

void JournaledTable::do_row(std::span<const double> values) {
  [[maybe_unused]] const Status checked = table_.row(values);  // by the caller, too
  if (!replaying_) write(values.data(), values.size());
}

void JournaledTable::state(Vec q, Vec v) {
  table_.state(q, v);
  if (coordinates_ == 0 || replaying_) return;
  write(q.data(), coordinates_);
  write(v.data(), coordinates_);
}

void JournaledTable::see(const double* numbers, std::size_t count) {
  hash_ = calc_hash({reinterpret_cast<const char*>(numbers), count * sizeof(double)}, hash_);
}

void JournaledTable::write(const double* numbers, std::size_t count) {
  see(numbers, count);
  if (std::fwrite(numbers, sizeof(double), count, file_) != count)
    fail_writing(path_, std::strerror(errno), errno == ENOSPC ? "free some space or write elsewhere" : "");
}

void JournaledTable::replay() {
  const auto width = names().size();
  std::vector<double> numbers(width + 2 * coordinates_);
  replaying_ = true;
  for (long long i = 0; i < resumed_->count; ++i) {
    if (std::fread(numbers.data(), sizeof(double), numbers.size(), file_) != numbers.size())
      throw ModelError({path_, 0, 0}, "", "has fewer rows than belong to the checkpoint");
    see(numbers.data(), numbers.size());
    if (const Status status = row({numbers.data(), width}); !status.ok())
      throw ModelError({path_, 0, 0}, "", "is damaged: " + status.detail);
    const auto n = static_cast<Eigen::Index>(coordinates_);
    if (n > 0) state(Vector::Map(numbers.data() + width, n), Vector::Map(numbers.data() + width + n, n));
  }
  replaying_ = false;
  if (fmt::format("{:016x}", hash_) != resumed_->hash)
    throw ModelError({path_, 0, 0}, "", "is damaged: its rows are not those that belong to the checkpoint");
  // What came after the checkpoint is computed again.
  const long place = std::ftell(file_);
  if (place < 0 || ftruncate(fileno(file_), place) != 0 || std::fseek(file_, place, SEEK_SET) != 0)
    fail_writing(path_, std::strerror(errno));
}

}  // namespace invar
