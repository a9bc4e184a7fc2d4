// LocalMatrix: work matrix of a term, sized at run time up to kMaxLocal x kMaxLocal. Its numbers lie in blocks that each thread
// keeps for reuse: no allocation in a step, and no 74 kB on the stack for each matrix. For local variables: a block goes
// back to the thread that ends the life of the matrix.
#pragma once

#include <new>

#include "invar/core/types.h"

namespace invar {

namespace local_matrix {

// Blocks of this thread that are not in use, as a list: the first bytes of each point to the next one.
inline constinit thread_local void* free_blocks = nullptr;

double* make_block();

inline double* take_block() {
  void* block = free_blocks;
  if (!block) return make_block();
  free_blocks = *static_cast<void**>(block);
  return static_cast<double*>(block);
}

inline void give_back(double* block) {
  *static_cast<void**>(static_cast<void*>(block)) = free_blocks;
  free_blocks = block;
}

}  // namespace local_matrix

class LocalMatrix : public Eigen::Map<Matrix> {
  using Base = Eigen::Map<Matrix>;

 public:
  LocalMatrix() : Base(local_matrix::take_block(), 0, 0) {}
  LocalMatrix(Eigen::Index rows, Eigen::Index cols) : Base(local_matrix::take_block(), rows, cols) {}
  LocalMatrix(const LocalMatrix& x) : LocalMatrix(x.rows(), x.cols()) { Base::operator=(x); }
  template <class Derived>
  LocalMatrix(const Eigen::MatrixBase<Derived>& x) : LocalMatrix(x.rows(), x.cols()) {  // NOLINT: as Eigen's matrices
    this->noalias() = x.derived();
  }
  ~LocalMatrix() { local_matrix::give_back(data()); }

  LocalMatrix& operator=(const LocalMatrix& x) {
    resize(x.rows(), x.cols());
    Base::operator=(x);
    return *this;
  }
  template <class Derived>
  LocalMatrix& operator=(const Eigen::MatrixBase<Derived>& x) {
    resize(x.rows(), x.cols());
    Base::operator=(x.derived());
    return *this;
  }

  void resize(Eigen::Index rows, Eigen::Index cols) {
    eigen_assert(rows <= kMaxLocal && cols <= kMaxLocal);
    double* block = data();
    new (static_cast<Base*>(this)) Base(block, rows, cols);
  }
  void setZero() { Base::setZero(); }
  void setZero(Eigen::Index rows, Eigen::Index cols) {
    resize(rows, cols);
    Base::setZero();
  }
};

}  // namespace invar
