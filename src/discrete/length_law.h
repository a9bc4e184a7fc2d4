// Energy laws of a squared length s = |x_B - x_A|^2, quadratic in the slots while the length l = sqrt(s) is not.
//
// With F(l) the tension, W(s) the integral of F from the rest length to l:
//   (S1)  dW/ds = F(l) / (2 l)
//   (S2)  dW_bar = F_bar(l0, l1) / (l0 + l1),   F_bar = [W1 - W0] / (l1 - l0),   because s1 - s0 = (l1 - l0)(l1 + l0)
// so (E1) of energy_law.h holds without a quotient of small differences. At length zero the direction of the force is
// undefined: the singular part is left out there, a finite limit (F(0) = 0) is kept.
#pragma once

#include <algorithm>
#include <cmath>

#include "invar/discrete/energy_law.h"
#include "invar/functions/function1d.h"

namespace invar {

// Shorter than this counts as zero; the cube of it still is a normal number.
inline constexpr double kZeroLength = 1e-100;

// Rounding may leave a squared length slightly negative.
inline double calc_length(double s) { return s > 0 ? std::sqrt(s) : 0.0; }

// F = preload + k (l - rest), closed form.
class LinearLengthLaw final : public EnergyLaw {
 public:
  LinearLengthLaw(double stiffness, double rest, double preload) : k_(stiffness), rest_(rest), preload_(preload) {}
  bool admits(Vec e) const override { return is_linear() || e[0] > 0; }
  bool is_linear() const override { return singular() == 0; }  // in the squared length
  double W(Vec e) const override {
    const double x = calc_length(e[0]) - rest_;
    return (preload_ + 0.5 * k_ * x) * x;
  }
  void add_dW(Vec e, VecOut g) const override { add_dW_bar(e, e, g); }
  void add_ddW(Vec e, MatOut K) const override {
    const double l = calc_length(e[0]);
    if (l > kZeroLength) K(0, 0) -= singular() / (4 * l * l * l);
  }
  void add_dW_bar(Vec e0, Vec e1, VecOut g) const override {
    const double sum = calc_length(e0[0]) + calc_length(e1[0]);
    g[0] += 0.5 * k_;
    if (sum > 2 * kZeroLength) g[0] += singular() / sum;
  }
  void add_dW_bar_tangent(Vec e0, Vec e1, MatOut K) const override {
    const double l1 = calc_length(e1[0]), sum = calc_length(e0[0]) + l1;
    if (l1 > kZeroLength) K(0, 0) -= singular() / (2 * l1 * sum * sum);
  }

 private:
  // F = k l + singular: only this part has no limit of F / l.
  double singular() const { return preload_ - k_ * rest_; }
  double k_, rest_, preload_;
};

// F = f(l - rest) for any function f of the elongation.
class LengthLaw final : public EnergyLaw {
 public:
  LengthLaw(FunctionPtr f, double rest) : f_(std::move(f)), rest_(rest) {}
  bool admits(Vec e) const override { return e[0] > 0; }
  double W(Vec e) const override { return f_->antiderivative(calc_length(e[0]) - rest_); }
  void add_dW(Vec e, VecOut g) const override {
    const double l = calc_length(e[0]);
    if (l > kZeroLength) {
      g[0] += f_->value(l - rest_) / (2 * l);
    } else {
      g[0] += limit();
    }
  }
  void add_ddW(Vec e, MatOut K) const override {
    const double l = calc_length(e[0]), x = l - rest_;
    if (l > kZeroLength) K(0, 0) += (f_->derivative(x) - f_->value(x) / l) / (4 * l * l);
  }
  void add_dW_bar(Vec e0, Vec e1, VecOut g) const override {  // (S2)
    const double l0 = calc_length(e0[0]), l1 = calc_length(e1[0]);
    if (l0 + l1 > 2 * kZeroLength) {
      g[0] += mean_value(*f_, l0 - rest_, l1 - rest_) / (l0 + l1);
    } else {
      g[0] += limit();
    }
  }
  void add_dW_bar_tangent(Vec e0, Vec e1, MatOut K) const override {
    const double l0 = calc_length(e0[0]), l1 = calc_length(e1[0]), sum = l0 + l1;
    if (!(l1 > kZeroLength)) return;
    const double mean = mean_value(*f_, l0 - rest_, l1 - rest_), mean_d1 = mean_value_db(*f_, l0 - rest_, l1 - rest_);
    K(0, 0) += (mean_d1 - mean / sum) / (2 * l1 * sum);
  }

 private:
  double limit() const { return f_->value(-rest_) == 0 ? 0.5 * f_->derivative(-rest_) : 0.0; }
  FunctionPtr f_;
  double rest_;
};

// W = -strength / l: attraction of two points.
//   (S3)  dW_bar = strength / [ l0 l1 (l0 + l1) ]
class InverseLengthLaw final : public EnergyLaw {
 public:
  explicit InverseLengthLaw(double strength) : c_(strength) {}
  bool admits(Vec e) const override { return e[0] > 0; }
  double W(Vec e) const override { return -c_ / length(e); }
  void add_dW(Vec e, VecOut g) const override { add_dW_bar(e, e, g); }
  void add_ddW(Vec e, MatOut K) const override {
    const double l = length(e);
    K(0, 0) -= 0.75 * c_ / (l * l) / (l * l) / l;
  }
  void add_dW_bar(Vec e0, Vec e1, VecOut g) const override {
    const double l0 = length(e0), l1 = length(e1);
    g[0] += c_ / l0 / l1 / (l0 + l1);
  }
  void add_dW_bar_tangent(Vec e0, Vec e1, MatOut K) const override {
    const double l0 = length(e0), l1 = length(e1), sum = l0 + l1;
    K(0, 0) -= 0.5 * c_ * (2 * l1 + l0) / l1 / (l1 * l1 * sum) / sum / l0;
  }

 private:
  // A collision is a true singularity; the floor keeps numbers finite so that the step fails in an orderly way.
  static double length(Vec e) { return std::max(calc_length(e[0]), 1e-50); }
  double c_;
};

}  // namespace invar
