// The terms of a thin disc rolling on a plane N . x = height. a is its axis (unit, fixed in the body), c = a . N,
// s = sqrt(1 - c^2) the sine of the tilt, x_C its center, u = (N - c a)/s points in the disc away from the contact.
#pragma once

#include "invar/core/local_matrix.h"
#include "invar/discrete/quadratic_map.h"
#include "invar/parts/marker.h"
#include "invar/terms/constraint.h"
#include "invar/terms/pfaffian.h"

namespace invar {

// Contact of the rim:
//   (N4)  Phi = N . x_C - height - R s(c)
//   (N5)  s1 - s0 = -(c0 + c1)/(s0 + s1) (c1 - c0), so the chord of s is exact and (D2) holds.
//         s1' - s0' = k (c1' - c0') - (c_m' + k s_m')/s_m (c1 - c0), k = -c_m/s_m, likewise (D3).
// A disc that lies flat (s = 0) touches everywhere; derivatives are bounded there instead of infinite.
class DiscHeight final : public Constraint {
 public:
  DiscHeight(const Layout& layout, const Marker& center, const AffineVector& axis, const Vector3& N, double height,
             double radius);
  const std::vector<int>& nodes() const { return map_.nodes(); }

  int rows() const override { return 1; }
  bool rheonomic() const override { return false; }
  void add_Phi(const At& at, VecOut Phi) const override;
  void add_Phi_q(const At& at, MatOut J) const override;
  void add_Phi_t(const At&, VecOut) const override {}
  void add_bias(const At& at, VecOut bias) const override;
  void add_Phi_qq(const At& at, Vec lambda, MatOut K) const override;
  void add_Phi_q_bar(const Across& pair, MatOut J) const override;
  void add_Phi_t_bar(const Across&, VecOut) const override {}
  void add_Phi_q_bar_tangent(const Across& pair, Vec lambda, MatOut K) const override;
  void add_psi_bar(const Across& pair, Vec v0, Vec v1, MatOut psi_q_bar, VecOut psi_t_bar) const override;

 private:
  Vector2 calc_e(Vec q) const;  // N . x_C - height, and c
  LocalMatrix calc_J(Vec q) const;
  QuadraticMap map_;
  double R_;
};

// No slip of the material point at the contact, whose body components are p_j - R u_j with p that of the center:
//   (N6)  t_i . [ r' + sum_j (p_j - R u_j) d_j' ] = 0,   u_j = (n_j - c a_j)/s,  n_j = N . d_j,  c = sum a_j n_j
class DiscSlip final : public Pfaffian {
 public:
  DiscSlip(const Vector3& p, const Vector3& a, const Vector3& N, const Vector3& t1, const Vector3& t2, double radius)
      : p_(p), a_(a), N_(N), t_{t1, t2}, R_(radius) {}

  int rows() const override { return 2; }
  bool rheonomic() const override { return false; }
  void add_A(const At& at, MatOut A) const override;
  void add_a(const At&, VecOut) const override {}
  void add_mean_a(double, double, const At&, VecOut) const override {}
  void add_velocity_residual_q(const At& at, MatOut J) const override;
  void add_force_q(const At& at, Vec lambda, MatOut K) const override;
  void add_bias(const At& at, VecOut bias) const override;

  // Body components u_j of u.
  Vector3 calc_u(Vec q) const;

 private:
  struct Tilt {
    Vector3 n, u;
    double c, s;
  };
  Tilt calc_tilt(Vec q) const;
  // Part of du_j/dn_k = delta_jk / s + slope_j a_k that comes from c.
  Vector3 calc_slope(const Tilt& tilt) const { return -a_ / tilt.s + tilt.c / (tilt.s * tilt.s) * tilt.u; }

  Vector3 p_, a_, N_, t_[2];
  double R_;
};

}  // namespace invar
