// What a tyre does besides its radial spring: lateral force, aligning moment, longitudinal force, and the part (W1) of
// the normal force that is no gradient. All act at the point of contact in the plane of the wheel.
//
// With the center c, its velocity u, the axis a of the wheel, its angular velocity w, and the normal n of the road,
//
//   (Y1)  e_x = a x n / |a x n| (forwards),  e_y = n x e_x,  spoke s = e_x x a
//   (Y2)  alpha = atan(u.e_y / V),  camber = atan(n.a / n.s),  V = sqrt((u.e_x)^2 + v_0^2)
//   (Y3)  slip = (w.a r - u.e_x) / V,   F_x = mu N tanh(C slip / mu) - f_r N u.e_x / V
//   (Y4)  contact point c - r s,  r = distance / (n.s);   force (W1) + F_x e_x + F_y e_y and moment M_z n there
//
// v_0 keeps the angles defined at standstill: there forces fade in proportion to the velocity, and the thrust of camber
// with (u.e_x / V)^2: a car that stands is pushed by nothing. Moment M about c acts on
// the frame as Q_di = 1/2 M x d_i. Load N = k nu (1 + c delta_dot)_+ as in forces/wheel_spring.h.
#pragma once

#include <memory>
#include <optional>

#include "invar/forces/calspan.h"
#include "invar/forces/wheel_contact.h"
#include "invar/terms/force.h"

namespace invar {

struct TyreConstants {
  double stiffness = 0, damping = 0;
  std::optional<CalspanCoefficients> calspan;
  double friction = 0, slip_stiffness = 0, rolling_resistance = 0;
  double low_speed = 0.1;
  double spin = 0;  // angular velocity about the axis besides that of the body
};

// The numbers behind the channels.
struct TyreState {
  double load = 0, slip_angle = 0, camber = 0, slip = 0, F_x = 0, F_y = 0, M_z = 0;
  Vector3 contact = Vector3::Zero();
};

class TyreForce final : public Force {
 public:
  // p and n: center and axis of the wheel in the axes of its frame.
  TyreForce(std::shared_ptr<const WheelRoad> wheel, TyreConstants params, const Vector3& p, const Vector3& n)
      : wheel_(std::move(wheel)), params_(params), p_(p), n_(n) {}
  WorkAccount account() const override { return WorkAccount::kApplied; }
  void add_Q(const At& at, VecOut Q) const override;
  void add_Q_q(const At& at, MatOut K) const override;
  void add_Q_v(const At& at, MatOut C) const override;
  void add_Q_q_and_Q_v(const At& at, MatOut K, MatOut C) const override;
  void add_Q_tangent(const At& at, double by_q, double by_v, MatOut K) const override;
  TyreState calc_state(Vec q, Vec v) const;

 private:
  struct Derivatives;
  bool calc_derivatives(Vec q, Vec v, Derivatives& out) const;
  void add_tangent_at(const Derivatives& x, Vec q, Vec v, double by_q, double by_v, MatOut K) const;

  std::shared_ptr<const WheelRoad> wheel_;
  TyreConstants params_;
  Vector3 p_, n_;
};

}  // namespace invar
