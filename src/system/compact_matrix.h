// A sparse matrix without the entries that are zero: the mass matrix shares the pattern of the stiffness, of which it
// fills a small part only.
#pragma once

#include "invar/system/sparse_pattern.h"

namespace invar {

class CompactMatrix {
 public:
  CompactMatrix() = default;
  CompactMatrix(const SparsePattern& pattern, const Vector& values) {
    std::vector<double> kept;
    pattern_.rows = pattern.rows;
    pattern_.cols = pattern.cols;
    pattern_.start.push_back(0);
    for (int i = 0; i < pattern.rows; ++i) {
      for (int k = pattern.start[i]; k < pattern.start[i + 1]; ++k) {
        if (values[k] == 0) continue;
        pattern_.index.push_back(pattern.index[k]);
        kept.push_back(values[k]);
      }
      pattern_.start.push_back(static_cast<int>(pattern_.index.size()));
    }
    values_ = Eigen::Map<const Vector>(kept.data(), static_cast<Eigen::Index>(kept.size()));
  }
  bool empty() const { return pattern_.rows == 0; }
  // y += A x
  void add_product_to(Vec x, VecOut y) const { add_product(pattern_, values_, x, y); }
  // x . A x
  double calc_form(Vec x) const {
    double form = 0;
    for (int i = 0; i < pattern_.rows; ++i) {
      double sum = 0;
      for (int k = pattern_.start[i]; k < pattern_.start[i + 1]; ++k) sum += values_[k] * x[pattern_.index[k]];
      form += x[i] * sum;
    }
    return form;
  }

 private:
  SparsePattern pattern_;
  Vector values_;
};

}  // namespace invar
