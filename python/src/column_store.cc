#include "column_store.h"

#include <stdexcept>

namespace invar::python {

bool ColumnStore::keep_state(const std::vector<std::string>& coordinate_names) {
  coordinates_ = coordinate_names;
  return true;
}

void ColumnStore::state(Vec q, Vec v) {
  q_.insert(q_.end(), q.data(), q.data() + q.size());
  v_.insert(v_.end(), v.data(), v.data() + v.size());
}

void ColumnStore::do_row(std::span<const double> values) {
  numbers_.insert(numbers_.end(), values.begin(), values.end());
}

void ColumnStore::write_to(TableWriter& other) const {
  const bool with_state = !coordinates_.empty() && other.keep_state(coordinates_);
  other.begin(names(), units());
  const std::size_t width = columns(), size = coordinates_.size();
  for (std::size_t i = 0; i < static_cast<std::size_t>(rows()); ++i) {
    const Status status = other.row({numbers_.data() + i * width, width});
    if (!status.ok()) throw std::runtime_error(status.message());
    const auto n = static_cast<Eigen::Index>(size);
    if (with_state)
      other.state(Eigen::Map<const Vector>(q_.data() + i * size, n), Eigen::Map<const Vector>(v_.data() + i * size, n));
  }
}

}  // namespace invar::python
