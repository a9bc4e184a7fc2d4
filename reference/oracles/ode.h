// High-precision initial value problems ydot = f(t, y) for reference solutions, in long double. Two unrelated methods:
//   kGauss          Gauss-Legendre collocation of order 20, fixed-point iteration (ode_gauss.cc). No rounding is
//                   amplified, so the error of a run is a few units of 1e-19 a step: the default.
//   kExtrapolation  Gragg-Bulirsch-Stoer (ode_extrapolation.cc): explicit, no iteration to converge, but about 100
//                   times more rounding. For damped problems and as a cross-check.
#pragma once

#include <functional>
#include <vector>

#include "oracles/real.h"

namespace invar::oracles {

using Rhs = std::function<void(Real t, const VecX& y, VecX& ydot)>;

enum class OdeMethod { kGauss, kExtrapolation };

struct OdeOptions {
  OdeMethod method = OdeMethod::kGauss;
  /// Allowed local error of a step, relative to the largest size a component has had so far.
  Real tolerance = 1e-17L;
  Real first_step = 1e-2L;
  /// Multiplies every step the controller proposes; 0.5 gives the "half step" run of a self-check.
  Real step_factor = 1;
};

/// The solution through (t0, y0), evaluated at any t >= t0. Steps are chosen independently of the times asked for, so
/// at(t) gives the same bits whatever was asked before. Not for use by several threads at once: steps are cached.
class Trajectory {
 public:
  Trajectory(Rhs f, Real t0, VecX y0, OdeOptions options = {});

  /// Throws std::invalid_argument for t < t0, std::runtime_error when the step size collapses or y is not finite.
  VecX at(Real t) const;

  /// Accepted steps up to now.
  int steps() const { return static_cast<int>(nodes_.size()) - 1; }

 private:
  struct Node {
    Real t;
    VecX y;
    VecX carry;  // low-order part of y lost when the increment was added (compensated summation)
  };

  // Fill the increment over a step h and return the estimated error over the allowed one; infinite when it failed.
  Real try_step(const Node& from, Real h, VecX& increment) const;
  Real try_gauss(const Node& from, Real h, VecX& increment) const;
  Real try_extrapolation(const Node& from, Real h, VecX& increment) const;
  Real relative_size(const VecX& error, const VecX& y1) const;
  void advance() const;

  Rhs f_;
  OdeOptions options_;
  mutable std::vector<Node> nodes_;
  mutable VecX largest_;
  mutable Real h_;
};

/// y(t1) for ydot = f(t, y), y(t0) = y0.
VecX integrate(const Rhs& f, Real t0, const VecX& y0, Real t1, const OdeOptions& options = {});

/// Largest component difference between the default run and the run with all steps halved, at t1.
Real halving_defect(const Rhs& f, Real t0, const VecX& y0, Real t1, OdeOptions options = {});

}  // namespace invar::oracles
