// The radial spring of a wheel that never pulls, and its damping, as laws of the three coordinates e of the center.
//
//   (W2)  W = k/2 delta_+^2,   delta = delta(e),   f = k delta_+
//   (W3)  dW_bar = f_bar delta_bar,   f_bar = mean of f between delta0 and delta1,
//         delta_bar = quotients of differences along x and along z, each the mean over both ways round the rectangle
//         from e0 to e1 ([ItohAbe1988], made symmetric)
//   (W4)  damping: f max(-1, c delta_dot) more, so that the total f max(0, 1 + c delta_dot) never pulls
//
// delta_bar . (e1 - e0) = delta1 - delta0 whatever the road; no component exceeds the largest slope of delta, also where
// the road has corners; and on a level road there is none along the road. Across a step delta_dot = (delta1 - delta0)/h,
// and damping only takes energy out.
#pragma once

#include "invar/discrete/energy_law.h"
#include "invar/discrete/force_law.h"
#include "invar/forces/wheel_contact.h"

namespace invar {

class WheelSpring final : public EnergyLaw {
 public:
  WheelSpring(std::shared_ptr<const WheelRoad> wheel, double stiffness) : wheel_(std::move(wheel)), k_(stiffness) {}
  double W(Vec e) const override;
  void add_dW(Vec e, VecOut g) const override;
  void add_ddW(Vec e, MatOut K) const override;
  void add_dW_bar(Vec e0, Vec e1, VecOut g) const override;
  void add_dW_bar_tangent(Vec e0, Vec e1, MatOut K) const override;

 private:
  std::shared_ptr<const WheelRoad> wheel_;
  double k_;
};

class WheelDamper final : public ForceLaw {
 public:
  WheelDamper(std::shared_ptr<const WheelRoad> wheel, double stiffness, double damping)
      : wheel_(std::move(wheel)), k_(stiffness), c_(damping) {}
  WorkAccount account() const override { return WorkAccount::kDissipated; }
  void add_sigma(double t, Vec e, Vec e_dot, VecOut sigma) const override;
  void add_sigma_e(double t, Vec e, Vec e_dot, MatOut K) const override;
  void add_sigma_e_dot(double t, Vec e, Vec e_dot, MatOut C) const override;
  void add_sigma_bar(double t0, Vec e0, double t1, Vec e1, VecOut sigma) const override;
  void add_sigma_bar_tangent(double t0, Vec e0, double t1, Vec e1, MatOut K) const override;

 private:
  std::shared_ptr<const WheelRoad> wheel_;
  double k_, c_;
};

}  // namespace invar
