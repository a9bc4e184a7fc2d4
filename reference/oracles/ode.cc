// Step size control, dense evaluation and self-check of the reference integrator, see ode.h.
#include "oracles/ode.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace invar::oracles {

Trajectory::Trajectory(Rhs f, Real t0, VecX y0, OdeOptions options)
    : f_(std::move(f)), options_(options), largest_(y0.cwiseAbs()), h_(options.first_step) {
  const VecX zero = VecX::Zero(y0.size());
  nodes_.push_back({t0, std::move(y0), zero});
}

Real Trajectory::try_step(const Node& from, Real h, VecX& increment) const {
  return options_.method == OdeMethod::kGauss ? try_gauss(from, h, increment) : try_extrapolation(from, h, increment);
}

// Largest component of an error relative to the size of y; small components are measured against the large ones.
Real Trajectory::relative_size(const VecX& error, const VecX& y1) const {
  const Real floor = largest_.maxCoeff() * 1e-2L + 1e-30L;
  Real ratio = 0;
  for (Eigen::Index i = 0; i < error.size(); ++i) {
    const Real e = std::fabs(error(i)) / std::max({largest_(i), std::fabs(y1(i)), floor});
    if (!std::isfinite(e)) return HUGE_VALL;
    ratio = std::max(ratio, e);
  }
  return ratio;
}

void Trajectory::advance() const {
  const Node& from = nodes_.back();
  VecX increment;
  for (int attempt = 0; attempt < 60; ++attempt) {
    const Real end = from.t + h_ * options_.step_factor,
               h = end - from.t;  // exact, so that no time is lost to rounding
    const Real ratio = try_step(from, h, increment);
    // Both methods estimate with the coefficient of h^10 or higher; 1/10 is the cautious exponent.
    const Real change = std::isfinite(ratio) ? 0.9L * std::pow(std::max(ratio, 1e-12L), -0.1L) : 0.3L;
    h_ *= std::clamp(change, 0.1L, 2.0L);
    if (ratio > 1) continue;
    Node next{end, VecX(), VecX()};
    const VecX add = increment + from.carry;
    next.y = from.y + add;
    next.carry = add - (next.y - from.y);
    largest_ = largest_.cwiseMax(next.y.cwiseAbs());
    nodes_.push_back(std::move(next));
    return;
  }
  throw std::runtime_error("oracles::Trajectory: step size collapsed; the right-hand side is not smooth there");
}

VecX Trajectory::at(Real t) const {
  if (!(t >= nodes_.front().t)) throw std::invalid_argument("oracles::Trajectory: time before the start");
  constexpr std::size_t kMaxSteps = 4'000'000;  // a solution that runs into a pole takes ever smaller steps
  while (nodes_.back().t < t) {
    const Real before = nodes_.back().t;
    advance();
    if (nodes_.size() > kMaxSteps || nodes_.back().t == before)
      throw std::runtime_error("oracles::Trajectory: the solution does not reach the time asked for");
  }
  auto after = std::upper_bound(nodes_.begin(), nodes_.end(), t, [](Real x, const Node& node) { return x < node.t; });
  const Node& from = *std::prev(after);
  if (from.t == t) return from.y;
  VecX increment;
  try_step(from, t - from.t, increment);  // shorter than the accepted step, hence at least as accurate
  return from.y + (increment + from.carry);
}

VecX integrate(const Rhs& f, Real t0, const VecX& y0, Real t1, const OdeOptions& options) {
  return Trajectory(f, t0, y0, options).at(t1);
}

Real halving_defect(const Rhs& f, Real t0, const VecX& y0, Real t1, OdeOptions options) {
  const VecX full = integrate(f, t0, y0, t1, options);
  options.step_factor /= 2;
  return (integrate(f, t0, y0, t1, options) - full).cwiseAbs().maxCoeff();
}

}  // namespace invar::oracles
