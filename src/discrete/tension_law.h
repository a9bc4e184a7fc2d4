// Energy law of a rope: tension k (l - rest) where it is longer than its rest length, none where it is slack,
//   W = k/2 <x>^2,  x = l - rest,  <x> = max(x, 0),
// as a function of the squared length s = l^2, like the laws of length_law.h: dW_bar = F_bar / (l0 + l1) with the mean
//   (S5)  F_bar = k (x0 + x1)/2 taut,   0 slack,   k x_+^2 / (2 (x_+ - x_-)) where it changes within the step.
#pragma once

#include "invar/discrete/length_law.h"

namespace invar {

class TensionLaw final : public EnergyLaw {
 public:
  TensionLaw(double stiffness, double rest) : k_(stiffness), rest_(rest) {}
  bool admits(Vec e) const override { return e[0] > 0; }
  double W(Vec e) const override {
    const double x = calc_length(e[0]) - rest_;
    return x > 0 ? 0.5 * k_ * x * x : 0.0;
  }
  void add_dW(Vec e, VecOut g) const override { add_dW_bar(e, e, g); }
  void add_ddW(Vec e, MatOut K) const override {
    const double l = calc_length(e[0]);
    if (l > rest_) K(0, 0) += k_ * rest_ / (4 * l * l * l);
  }
  void add_dW_bar(Vec e0, Vec e1, VecOut g) const override {
    const double l0 = calc_length(e0[0]), l1 = calc_length(e1[0]);
    if (l0 + l1 > 0) g[0] += mean(l0 - rest_, l1 - rest_) / (l0 + l1);
  }
  void add_dW_bar_tangent(Vec e0, Vec e1, MatOut K) const override {
    const double l0 = calc_length(e0[0]), l1 = calc_length(e1[0]), sum = l0 + l1;
    if (!(l1 > kZeroLength)) return;
    K(0, 0) += (mean_d1(l0 - rest_, l1 - rest_) - mean(l0 - rest_, l1 - rest_) / sum) / (2 * l1 * sum);
  }

 private:
  double mean(double a, double b) const {
    if (a <= 0 && b <= 0) return 0;
    if (a > 0 && b > 0) return 0.5 * k_ * (a + b);
    const double taut = std::max(a, b), slack = std::min(a, b);
    return 0.5 * k_ * taut * taut / (taut - slack);
  }
  double mean_d1(double a, double b) const {
    if (a <= 0 && b <= 0) return 0;
    if (a > 0 && b > 0) return 0.5 * k_;
    const double taut = std::max(a, b), part = taut / (taut - std::min(a, b));
    return b > 0 ? k_ * part * (1 - 0.5 * part) : 0.5 * k_ * part * part;
  }
  double k_, rest_;
};

}  // namespace invar
