// Inertia: the constant mass matrix that a body contributes on its own nodes. T = 1/2 v^T M v.
#pragma once

#include "invar/core/types.h"

namespace invar {

class Inertia {
 public:
  virtual ~Inertia() = default;
  virtual void add_M(MatOut M) const = 0;
};

// Any constant local matrix.
class ConstantInertia final : public Inertia {
 public:
  explicit ConstantInertia(Matrix M) : M_(std::move(M)) {}
  void add_M(MatOut M) const override { M += M_; }

 private:
  Matrix M_;
};

}  // namespace invar
