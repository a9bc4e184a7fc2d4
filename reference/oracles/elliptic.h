// Elliptic integrals and Jacobi elliptic functions in long double (Abramowitz & Stegun 16.4, 17.6; Carlson 1995).
// Parameter m = k^2. Functions also take m1 = 1 - m, because near a separatrix the caller knows m1 better than 1 - m.
#pragma once

#include "oracles/real.h"

namespace invar::oracles {

struct Jacobi {
  Real am;  ///< amplitude, not reduced: grows by pi every 2 K
  Real sn, cn, dn;
};

/// Jacobi functions of u for 0 <= m <= 1.
Jacobi jacobi(Real u, Real m, Real m1);
inline Jacobi jacobi(Real u, Real m) { return jacobi(u, m, 1 - m); }

/// Carlson's symmetric integral of the first kind.
Real carlson_rf(Real x, Real y, Real z);

/// Complete integral K(m), m1 > 0.
Real elliptic_k(Real m, Real m1);

/// Incomplete integral F(phi | m) for any phi, the inverse of am.
Real elliptic_f(Real phi, Real m, Real m1);

}  // namespace invar::oracles
