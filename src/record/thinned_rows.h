// Rows of numbers for a run of unknown length: when they become too many, every second one is dropped and from then on
// half as many are taken. Columns of peaks (errors, iterations) hold the largest value since the row before, so that no
// peak is lost.
#pragma once

#include <algorithm>
#include <vector>

#include "invar/core/archive.h"

namespace invar {

template <class Number>
class ThinnedRows {
 public:
  ThinnedRows(int columns, long long limit, std::vector<int> peaks = {})
      : columns_(columns), limit_(std::max(limit, 2LL) / 2 * 2), peaks_(std::move(peaks)) {}

  // Asked once for each instant, in order: is it to be kept?
  bool is_due() { return count_++ % stride_ == 0; }
  // The row of the instant; its peaks are those since the row before. thin() follows unless it is the last.
  void add(double t, const Number* row) {
    t_.push_back(t);
    values_.insert(values_.end(), row, row + columns_);
  }
  void thin() {
    if (rows() > limit_) halve();
  }

  long long rows() const { return static_cast<long long>(t_.size()); }
  long long stride() const { return stride_; }
  double last_time() const { return t_.empty() ? -1e300 : t_.back(); }
  std::vector<double>& t() { return t_; }
  std::vector<Number>& values() { return values_; }
  void archive(Archive& a) {
    a("count", count_);
    a("stride", stride_);
    a("t", t_);
    a("values", values_);
  }

 private:
  void halve() {
    // Rows 0, 2, 4, ... stay; each takes over the peaks of the one before it. Their number is odd here, so the last stays.
    long long kept = 0;
    for (long long i = 0; i < rows(); ++i) {
      Number* row = values_.data() + i * columns_;
      if (i % 2 == 1) {
        for (const int k : peaks_) row[columns_ + k] = std::max(row[columns_ + k], row[k]);
        continue;
      }
      std::copy(row, row + columns_, values_.data() + kept * columns_);
      t_[kept++] = t_[i];
    }
    t_.resize(kept);
    values_.resize(kept * columns_);
    stride_ *= 2;
  }

  int columns_;
  long long limit_;
  std::vector<int> peaks_;
  long long count_ = 0, stride_ = 1;
  std::vector<double> t_;
  std::vector<Number> values_;
};

}  // namespace invar
