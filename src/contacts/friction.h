// Dry friction of a contact: a bristle of stiffness s0 with a damper s1 in parallel, both inside the friction cone. The limit is
//
//   (F1)  lim = mu(v) N,   mu(v) = mu + (mu_static - mu) exp(-(v/v_s)^2)
//
// Over a step with the slip ds, c = s0 + s1/h and the displacement z0 of the bristle, the return map
//
//   (F2)  f_tr = P (s0 z0 + c ds),   f = f_tr or lim f_tr/|f_tr|,   z1 = (f + s1/h z0)/c
//
// (P takes the part along the surfaces) makes |f| <= lim exactly, sticks without creep, and takes out
//
//   (F3)  D = f . ds - s0/2 (|z1|^2 - |z0|^2) >= 0
//
// whatever N, mu and h. As a differential equation (h -> 0; methods that evaluate at points):
//
//   (F4)  f = cone(P (s0 z + s1 u)),   z' = (f - s0 z)/s1,   D' = f . u - s0 z . z' >= |f - s0 z|^2/s1
//
// An open contact has lim = 0: the bristle relaxes and its energy is dissipated.
#pragma once

#include <cmath>

#include "invar/math/dual.h"

namespace invar {

struct FrictionLaw {
  double mu = 0, mu_static = 0, stribeck_speed = 0;  // no Stribeck effect if the speed is zero
  double stiffness = 0, damping = 0;                 // s0 [N/m], s1 [N s/m]
  double viscous = 0;                                // more force, as a part of N for each m/s [s/m]
};

template <class T>
struct FrictionForce {
  Triple<T> f;  // inside the cone
  bool slips = false;
};

// (F2), (F4): `trial` is f_tr, v2 the squared speed.
template <class T>
FrictionForce<T> limit_friction(const FrictionLaw& law, const Triple<T>& trial, const T& v2, const T& N) {
  using std::exp;
  using std::sqrt;
  T mu(law.mu);
  if (law.stribeck_speed > 0)
    mu = mu + (law.mu_static - law.mu) * exp((-1 / (law.stribeck_speed * law.stribeck_speed)) * v2);
  const T limit = mu * N, squared = dot(trial, trial);
  if (value_of(squared) <= value_of(limit) * value_of(limit)) return {trial, false};
  return {(limit / sqrt(squared)) * trial, true};
}

}  // namespace invar
