// Shape functions of a beam element: Lagrange polynomials on 2 to 4 equidistant nodes over xi in [-1, 1], and the
// Gauss rules that go with them. Strains take the reduced rule (one point less than nodes), which keeps slender elements
// from locking and has no spurious modes: 6 (nodes - 1) strains for as many deformations. Mass takes the full rule.
#pragma once

#include <span>

namespace invar {

inline constexpr int kMaxBeamNodes = 4;

struct GaussPoint {
  double xi, weight;
};

// 1 to 6 points on [-1, 1], exact for polynomials of degree 2 points - 1.
std::span<const GaussPoint> gauss_rule(int points);

struct BeamShape {
  double N[kMaxBeamNodes] = {};   // values
  double dN[kMaxBeamNodes] = {};  // derivatives with respect to xi
};

BeamShape calc_beam_shape(int nodes, double xi);

}  // namespace invar
