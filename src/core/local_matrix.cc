#include "invar/core/local_matrix.h"

#include <memory>
#include <vector>

namespace invar::local_matrix {

namespace {

struct alignas(64) Block {
  double numbers[kMaxLocal * kMaxLocal];
};

}  // namespace

// Blocks live as long as their thread.
double* make_block() {
  static thread_local std::vector<std::unique_ptr<Block>> all;
  all.push_back(std::unique_ptr<Block>(new Block));  // numbers are not set
  return all.back()->numbers;
}

}  // namespace invar::local_matrix
