// GapLaw: the gap g of two surfaces as a function of a few invariants e of their bodies (discrete/quadratic_map.h), with an exact
// chord between two values of them,
//
//   (G1)  g_bar(e0, e1) . (e1 - e0) = g(e1) - g(e0),     g_bar(e0, e1) = g_bar(e1, e0)
//
//   surfaces               invariants                              gap
//   ball, plane            f.(x - p)                               e - R
//   ball, ball             d.d                                     sqrt(e) - R
//   ball, segment          d.d, d.f, f.f                           sqrt(s) - R,  s = min over w of |d - w f|^2
//   segment, segment       d.d, d.f_A, d.f_B, f_A.f_B, f.f of both  sqrt(s) - R,  s = min over u, w of |d + u f_A - w f_B|^2
//
// Cylinders are segments without ends. Inside a bore the gap is R - sqrt(s). For fixed parameters (u, w) of the closest points s
// is affine in e with the gradient s_e(u, w). Across a step, with the closest points w0 of e0 and w1 of e1, minimality gives
//
//   (G2)  E1 = s(e1, w0) - s(e1, w1) >= 0,   E0 = s(e0, w1) - s(e0, w0) >= 0
//   (G3)  s_bar = (1 - beta) s_e(w0) + beta s_e(w1),   beta = E1/(E0 + E1),   g_bar = s_bar/(l0 + l1),   l = sqrt(s)
//
// exact for any motion, also where an end takes over: a mean of two honest gradients.
#pragma once

#include <memory>

#include "invar/core/types.h"

namespace invar {

class GapLaw {
 public:
  virtual ~GapLaw() = default;
  virtual double g(Vec e) const = 0;
  virtual void add_g_e(Vec e, VecOut out) const = 0;
  virtual void add_g_ee(Vec e, double weight, MatOut out) const = 0;
  virtual void add_g_bar(Vec e0, Vec e1, VecOut out) const = 0;
  // weight * d g_bar / d e1
  virtual void add_g_bar_tangent(Vec e0, Vec e1, double weight, MatOut out) const = 0;
  // Whether the gap is defined: a squared length is not negative.
  virtual bool admits(Vec) const { return true; }
};

using GapLawPtr = std::shared_ptr<const GapLaw>;

// e - radius.
GapLawPtr make_plane_gap(double radius);
// sign (sqrt(e) - radius); sign = -1 inside.
GapLawPtr make_ball_gap(double radius, bool inside = false);
// A segment with w from `low` to `high` along its unit axis; infinite ends are allowed.
GapLawPtr make_segment_gap(double radius, double low, double high, bool inside = false);
GapLawPtr make_two_segments_gap(double radius, double low_A, double high_A, double low_B, double high_B);

}  // namespace invar
