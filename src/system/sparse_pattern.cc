#include "invar/system/sparse_pattern.h"

#include <algorithm>

namespace invar {

int SparsePattern::position(int i, int j) const {
  const auto begin = index.begin() + start[i], end = index.begin() + start[i + 1];
  const auto found = std::lower_bound(begin, end, j);
  return found != end && *found == j ? static_cast<int>(found - index.begin()) : -1;
}

SparsePattern PatternBuilder::build() {
  SparsePattern pattern;
  pattern.rows = static_cast<int>(columns_.size());
  pattern.cols = cols_;
  pattern.start.reserve(columns_.size() + 1);
  pattern.start.push_back(0);
  for (auto& row : columns_) {
    std::sort(row.begin(), row.end());
    row.erase(std::unique(row.begin(), row.end()), row.end());
    pattern.index.insert(pattern.index.end(), row.begin(), row.end());
    pattern.start.push_back(static_cast<int>(pattern.index.size()));
  }
  for (int i = 0; i < pattern.rows && pattern.rows == cols_; ++i) pattern.diagonal.push_back(pattern.position(i, i));
  if (std::find(pattern.diagonal.begin(), pattern.diagonal.end(), -1) != pattern.diagonal.end())
    pattern.diagonal.clear();
  return pattern;
}

void add_product(const SparsePattern& pattern, const Vector& values, Vec x, VecOut y) {
  const int *start = pattern.start.data(), *index = pattern.index.data();
  const double *a = values.data(), *from = x.data();
  double* to = y.data();
  int k = 0;
  for (int i = 0; i < pattern.rows; ++i) {
    double sum = 0;
    for (const int end = start[i + 1]; k < end; ++k) sum += a[k] * from[index[k]];
    to[i] += sum;
  }
}

void add_transpose_product(const SparsePattern& pattern, const Vector& values, Vec x, VecOut y) {
  const int *start = pattern.start.data(), *index = pattern.index.data();
  const double *a = values.data(), *from = x.data();
  double* to = y.data();
  int k = 0;
  for (int i = 0; i < pattern.rows; ++i) {
    const double xi = from[i];
    for (const int end = start[i + 1]; k < end; ++k) to[index[k]] += a[k] * xi;
  }
}

}  // namespace invar
