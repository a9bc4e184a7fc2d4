// EnergyLaw: an energy W(e) of a few invariants e, with a discrete derivative between two values
//   (E1)  dW_bar(e0, e1) . (e1 - e0) = W(e1) - W(e0),     dW_bar(e0, e1) = dW_bar(e1, e0).
// Composed with a QuadraticMap it becomes a Potential that keeps energy and, because the invariants do not change under
// rigid motion, momentum (discrete/invariant_potential.h).
#pragma once

#include <memory>

#include "invar/core/types.h"

namespace invar {

class EnergyLaw {
 public:
  virtual ~EnergyLaw() = default;
  virtual double W(Vec e) const = 0;
  virtual void add_dW(Vec e, VecOut g) const = 0;
  virtual void add_ddW(Vec e, MatOut K) const = 0;
  virtual void add_dW_bar(Vec e0, Vec e1, VecOut g) const = 0;
  virtual void add_dW_bar_tangent(Vec e0, Vec e1, MatOut K) const = 0;  // with respect to e1
  // The positive semidefinite part of W'', for numerical dissipation (terms/path_stress.h).
  virtual void add_positive_ddW(Vec e, MatOut K) const;
  // Whether W is defined at e; the stage strain of a path may lie where no strain can be.
  virtual bool admits(Vec) const { return true; }
  virtual bool is_linear() const { return false; }
};

// W = c . e, e.g. gravity.
class LinearLaw final : public EnergyLaw {
 public:
  explicit LinearLaw(Vector c) : c_(std::move(c)) {}
  double W(Vec e) const override { return c_.dot(e); }
  void add_dW(Vec, VecOut g) const override { g += c_; }
  void add_ddW(Vec, MatOut) const override {}
  void add_dW_bar(Vec, Vec, VecOut g) const override { g += c_; }
  void add_dW_bar_tangent(Vec, Vec, MatOut) const override {}
  bool is_linear() const override { return true; }

 private:
  Vector c_;
};

// W = 1/2 (e - e_ref)^T C (e - e_ref) with symmetric C, e.g. a bushing; exact with the mean of e.
class QuadraticLaw final : public EnergyLaw {
 public:
  QuadraticLaw(Matrix C, Vector reference);
  double W(Vec e) const override { return 0.5 * (e - reference_).dot(C_ * (e - reference_)); }
  void add_dW(Vec e, VecOut g) const override { g += C_ * (e - reference_); }
  void add_ddW(Vec, MatOut K) const override { K += C_; }
  void add_positive_ddW(Vec, MatOut K) const override { K += positive_; }
  void add_dW_bar(Vec e0, Vec e1, VecOut g) const override { g += C_ * (0.5 * (e0 + e1) - reference_); }
  void add_dW_bar_tangent(Vec, Vec, MatOut K) const override { K += 0.5 * C_; }

 private:
  Matrix C_, positive_;
  Vector reference_;
};

}  // namespace invar
