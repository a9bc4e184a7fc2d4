// Adaptive Gauss-Kronrod quadrature with 7 and 15 points (nodes and weights of QUADPACK's qk15).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace invar {

namespace gauss_kronrod {

// Positive nodes of the 15-point rule; every second one, from index 1 on, belongs to the 7-point Gauss rule.
inline constexpr std::array<double, 8> kNodes = {
    0.991455371120812639206854697526329, 0.949107912342758524526189684047851,
    0.864864423359769072789712788640926, 0.741531185599394439863864773280788,
    0.586087235467691130294144691693259, 0.405845151377397166906606412076961,
    0.207784955007898467600689403773245, 0.0};
inline constexpr std::array<double, 8> kWeights = {
    0.022935322010529224963732008058970, 0.063092092629978553290700663189204, 0.104790010322250183839876322541518,
    0.140653259715525918745189590510238, 0.169004726639267902826583426598550, 0.190350578064785409913256402421014,
    0.204432940075298892414161999234649, 0.209482141084727828012999174891714};
inline constexpr std::array<double, 4> kGaussWeights = {
    0.129484966168869693270611432679082, 0.279705391489276667901467771423780, 0.381830050505118944950369775488975,
    0.417959183673469387755102040816327};

struct Estimate {
  double integral;   // 15 points
  double error;      // difference to 7 points
  double magnitude;  // integral of |f|: rounding is relative to this
};

template <class F>
Estimate estimate(const F& f, double a, double b) {
  const double half = 0.5 * (b - a);
  const double middle = a + half;
  const double centre = f(middle);
  double kronrod = kWeights[7] * centre;
  double gauss = kGaussWeights[3] * centre;
  double magnitude = kWeights[7] * std::abs(centre);
  for (std::size_t i = 0; i < 7; ++i) {
    const double left = f(middle - half * kNodes[i]);
    const double right = f(middle + half * kNodes[i]);
    kronrod += kWeights[i] * (left + right);
    magnitude += kWeights[i] * (std::abs(left) + std::abs(right));
    if (i % 2 == 1) gauss += kGaussWeights[i / 2] * (left + right);
  }
  return {kronrod * half, std::abs((kronrod - gauss) * half), magnitude * std::abs(half)};
}

template <class F>
double refine(const F& f, double a, double b, const Estimate& whole, double tolerance, int depth, int& budget) {
  if (!(whole.error > tolerance) || depth == 0 || budget <= 0) return whole.integral;
  budget -= 2;
  const double middle = a + 0.5 * (b - a);
  const Estimate left = estimate(f, a, middle);
  const Estimate right = estimate(f, middle, b);
  return refine(f, a, middle, left, tolerance, depth - 1, budget) +
         refine(f, middle, b, right, tolerance, depth - 1, budget);
}

}  // namespace gauss_kronrod

template <class F>
double integrate(const F& f, double a, double b) {
  if (a == b) return 0.0;
  const auto whole = gauss_kronrod::estimate(f, a, b);
  // The 7-point error bounds the 15-point one with a wide margin, so a tolerance above rounding still ends at rounding.
  // A jump halves its interval at each level; 60 levels and 4000 intervals bound the work for anything not smooth.
  const double tolerance = 20.0 * std::numeric_limits<double>::epsilon() * whole.magnitude;
  int budget = 4000;
  return gauss_kronrod::refine(f, a, b, whole, tolerance, 60, budget);
}

}  // namespace invar
