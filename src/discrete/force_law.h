// ForceLaw: generalized forces sigma(t, e, e_dot) that act on a few invariants e and do not derive from an energy.
// Composed with a QuadraticMap it becomes a Force (discrete/invariant_force.h).
//
// Across a step e_dot is (e1 - e0)/h, so that the work sigma_bar . (e1 - e0) of a damper is negative whatever the step.
#pragma once

#include <memory>

#include "invar/core/types.h"
#include "invar/functions/function1d.h"
#include "invar/terms/force.h"

namespace invar {

class ForceLaw {
 public:
  virtual ~ForceLaw() = default;
  virtual WorkAccount account() const = 0;

  virtual void add_sigma(double t, Vec e, Vec e_dot, VecOut sigma) const = 0;
  virtual void add_sigma_e(double t, Vec e, Vec e_dot, MatOut K) const = 0;
  virtual void add_sigma_e_dot(double t, Vec e, Vec e_dot, MatOut C) const = 0;

  // Two-point value and its derivative with respect to e1; the defaults are the mid-point values.
  virtual void add_sigma_bar(double t0, Vec e0, double t1, Vec e1, VecOut sigma) const;
  virtual void add_sigma_bar_tangent(double t0, Vec e0, double t1, Vec e1, MatOut K) const;
};

// sigma = -C e_dot with a symmetric positive semidefinite C.
class ViscousLaw final : public ForceLaw {
 public:
  explicit ViscousLaw(Matrix C) : C_(std::move(C)) {}
  WorkAccount account() const override { return WorkAccount::kDissipated; }
  void add_sigma(double, Vec, Vec e_dot, VecOut sigma) const override { sigma -= C_ * e_dot; }
  void add_sigma_e(double, Vec, Vec, MatOut) const override {}
  void add_sigma_e_dot(double, Vec, Vec, MatOut C) const override { C -= C_; }

 private:
  Matrix C_;
};

// sigma = -f(e_dot) of one invariant.
class RateLaw final : public ForceLaw {
 public:
  explicit RateLaw(FunctionPtr f) : f_(std::move(f)) {}
  WorkAccount account() const override { return WorkAccount::kDissipated; }
  void add_sigma(double, Vec, Vec e_dot, VecOut sigma) const override { sigma[0] -= f_->value(e_dot[0]); }
  void add_sigma_e(double, Vec, Vec, MatOut) const override {}
  void add_sigma_e_dot(double, Vec, Vec e_dot, MatOut C) const override { C(0, 0) -= f_->derivative(e_dot[0]); }

 private:
  FunctionPtr f_;
};

// sigma = f(t) - droop e_dot, one function a row: applied forces and motors. Over a step the mean of f counts.
class TimeLaw final : public ForceLaw {
 public:
  explicit TimeLaw(std::vector<FunctionPtr> f, double droop = 0) : f_(std::move(f)), droop_(droop) {}
  WorkAccount account() const override { return WorkAccount::kApplied; }
  void add_sigma(double t, Vec, Vec e_dot, VecOut sigma) const override {
    for (size_t i = 0; i < f_.size(); ++i) sigma[i] += f_[i]->value(t) - droop_ * e_dot[i];
  }
  void add_sigma_e(double, Vec, Vec, MatOut) const override {}
  void add_sigma_e_dot(double, Vec, Vec, MatOut C) const override { C.diagonal().array() -= droop_; }
  void add_sigma_bar(double t0, Vec e0, double t1, Vec e1, VecOut sigma) const override {
    for (size_t i = 0; i < f_.size(); ++i)
      sigma[i] += mean_value(*f_[i], t0, t1) - droop_ * (e1[i] - e0[i]) / (t1 - t0);
  }

 private:
  std::vector<FunctionPtr> f_;
  double droop_;
};

// A damper along the line between two points, written on s = l^2 (see discrete/length_law.h): tension f(l_dot),
//   (S4)  sigma = -f(l_dot) / (2 l),  l_dot = s_dot / (2 l);   sigma_bar = -f((l1 - l0)/h) / (l0 + l1).
class LengthRateLaw final : public ForceLaw {
 public:
  explicit LengthRateLaw(FunctionPtr f) : f_(std::move(f)) {}
  WorkAccount account() const override { return WorkAccount::kDissipated; }
  void add_sigma(double t, Vec e, Vec e_dot, VecOut sigma) const override;
  void add_sigma_e(double t, Vec e, Vec e_dot, MatOut K) const override;
  void add_sigma_e_dot(double t, Vec e, Vec e_dot, MatOut C) const override;
  void add_sigma_bar(double t0, Vec e0, double t1, Vec e1, VecOut sigma) const override;
  void add_sigma_bar_tangent(double t0, Vec e0, double t1, Vec e1, MatOut K) const override;

 private:
  FunctionPtr f_;
};

}  // namespace invar
