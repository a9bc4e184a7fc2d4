// Jacobi functions by the arithmetic-geometric mean, integrals by Carlson's duplication, see elliptic.h.
#include "oracles/elliptic.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace invar::oracles {

Jacobi jacobi(Real u, Real m, Real m1) {
  if (!(m >= 0) || !(m1 >= 0)) throw std::invalid_argument("oracles::jacobi: m outside [0, 1]");
  Jacobi r;
  if (m1 == 0) {  // separatrix: hyperbolic functions
    r = {2 * std::atan(std::tanh(u / 2)), std::tanh(u), 1 / std::cosh(u), 1 / std::cosh(u)};
    return r;
  }
  constexpr int kMax = 24;  // convergence is quadratic; 24 suffices for m1 down to the smallest long double
  std::array<Real, kMax> ratio{};
  Real a = 1, b = std::sqrt(m1), c = std::sqrt(m), phi = u;
  int n = 0;
  while (c > std::numeric_limits<Real>::epsilon() * a / 4 && n + 1 < kMax) {
    const Real next = (a + b) / 2;
    c = c * c / (4 * next);  // = (a - b) / 2 without cancellation
    b = std::sqrt(a * b);
    a = next;
    ratio[++n] = c / a;
  }
  phi = std::ldexp(a * u, n);
  for (; n > 0; --n) phi = (phi + std::asin(ratio[n] * std::sin(phi))) / 2;
  r.am = phi;
  r.sn = std::sin(phi);
  r.cn = std::cos(phi);
  r.dn = std::sqrt(m1 + m * r.cn * r.cn);  // unlike 1 - m sn^2 free of cancellation near m = 1
  return r;
}

Real carlson_rf(Real x, Real y, Real z) {
  for (int i = 0; i < 200; ++i) {
    const Real mean = (x + y + z) / 3;
    const Real dx = 1 - x / mean, dy = 1 - y / mean, dz = 1 - z / mean;
    // The series below is cut at sixth order: 2e-4^6 is far below the rounding of long double.
    if (std::max({std::fabs(dx), std::fabs(dy), std::fabs(dz)}) < 2e-4L) {
      const Real e2 = dx * dy - dz * dz, e3 = dx * dy * dz;
      return (1 - e2 / 10 + e3 / 14 + e2 * e2 / 24 - 3 * e2 * e3 / 44) / std::sqrt(mean);
    }
    const Real lambda = std::sqrt(x * y) + std::sqrt(y * z) + std::sqrt(z * x);
    x = (x + lambda) / 4;
    y = (y + lambda) / 4;
    z = (z + lambda) / 4;
  }
  throw std::invalid_argument("oracles::carlson_rf: arguments must be non-negative, at most one zero");
}

Real elliptic_k(Real m, Real m1) {
  if (!(m >= 0) || !(m1 > 0)) throw std::invalid_argument("oracles::elliptic_k: m outside [0, 1)");
  return carlson_rf(0, m1, 1);
}

Real elliptic_f(Real phi, Real m, Real m1) {
  const Real turns = std::round(phi / kPi);
  const Real rest = phi - turns * kPi;
  const Real s = std::sin(rest), c = std::cos(rest);
  const Real inner = s * carlson_rf(c * c, m1 + m * c * c, 1);
  return turns == 0 ? inner : inner + 2 * turns * elliptic_k(m, m1);
}

}  // namespace invar::oracles
