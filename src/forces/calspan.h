// The Calspan tyre model as the IAVSD benchmark uses it ([Frik1993]): lateral force and aligning moment from the load,
// the slip angle alpha and the camber. f is the friction coefficient, a_bar the normalized slip.
//
//   (C1)  f = SN (B1 N + B3 + B4 N^2)
//   (C2)  D = A1 N (N - A2) - A0 A2 for N <= A2, else -A0 A2;   alpha_g = -A2 A3 (A4 - N') N' / (A4 D) camber,  N' = min(N, A2)
//   (C3)  a_bar = D / (A2 f N) (alpha + alpha_g),   g = a - a|a|/3 + a^3/27 up to |a| = 3, then +-1
//   (C4)  F_y = f N g,   M_z = (AF1 N + AF2 |F_y|) F_y
//
// (C1) falls with the load and would change its sign at 26 kN; it is held at a twentieth of its value without load.
#pragma once

#include <algorithm>

#include "invar/math/dual.h"

namespace invar {

struct CalspanCoefficients {
  double A0 = 0, A1 = 0, A2 = 0, A3 = 0, A4 = 0;
  double B1 = 0, B3 = 0, B4 = 0, SN = 1;
  double AF1 = 0, AF2 = 0;
};

template <class T>
struct CalspanForces {
  T F_y{}, M_z{};
};

template <class T>
CalspanForces<T> calc_calspan(const CalspanCoefficients& k, const T& N, const T& alpha, const T& camber) {
  using std::abs;
  const double load = value_of(N);
  if (!(load > 0)) return {};
  T f = k.SN * (k.B1 * N + k.B3 + k.B4 * N * N);
  if (const double least = 0.05 * k.SN * k.B3; value_of(f) < least) f = T(least);
  const bool light = load <= k.A2;
  const T D = light ? T(k.A1 * N * (N - k.A2) - k.A0 * k.A2) : T(-k.A0 * k.A2);
  const T N_g = light ? N : T(k.A2);
  const T alpha_g = -k.A2 * k.A3 * (k.A4 - N_g) * N_g / (k.A4 * D) * camber;
  // f N g with a = A / (f N): small loads divide nothing by zero.
  const T A = D / k.A2 * (alpha + alpha_g), full = f * N;
  CalspanForces<T> out;
  if (std::abs(value_of(A)) < 3 * value_of(full)) {
    const T a = A / full;
    out.F_y = A * (1.0 - abs(a) / 3.0 + a * a / 27.0);
  } else {
    out.F_y = value_of(A) < 0 ? -full : full;
  }
  out.M_z = (k.AF1 * N + k.AF2 * abs(out.F_y)) * out.F_y;
  return out;
}

}  // namespace invar
