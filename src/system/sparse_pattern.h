// SparsePattern: where a sparse matrix may be nonzero, row by row with sorted columns. The values are a plain array in
// the same order, so one pattern serves many evaluations and nothing is searched while running.
#pragma once

#include <vector>

#include "invar/core/types.h"

namespace invar {

struct SparsePattern {
  int rows = 0;
  int cols = 0;
  std::vector<int> start;     // rows + 1
  std::vector<int> index;     // column of each entry
  std::vector<int> diagonal;  // positions of (i, i); empty where the pattern is not square or leaves one out

  int nonzeros() const { return static_cast<int>(index.size()); }
  // Position of (i, j) in the value array, or -1.
  int position(int i, int j) const;
};

// Collects (i, j) pairs, repeated ones merged.
class PatternBuilder {
 public:
  PatternBuilder(int rows, int cols) : cols_(cols), columns_(rows) {}
  void add(int i, int j) { columns_[i].push_back(j); }
  SparsePattern build();

 private:
  int cols_;
  std::vector<std::vector<int>> columns_;
};

// y += A x and y += A^T x for values in a pattern.
void add_product(const SparsePattern& pattern, const Vector& values, Vec x, VecOut y);
void add_transpose_product(const SparsePattern& pattern, const Vector& values, Vec x, VecOut y);

}  // namespace invar
