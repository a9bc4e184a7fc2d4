#include "invar/audit/invariant_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "invar/solve/acceleration.h"

namespace invar {

namespace {
// A rate is a sum of terms of both signs; what rounding and the solution for accelerations leave of them.
constexpr double kVanishes = 1e-8;
}  // namespace

void InvariantWatch::start(const State& s) {
  if (system_.invariants() == 0) return;
  drift_.setZero(system_.invariants());
  scale_ = drift_;
  first_.resize(0);
  see(s);
}

void InvariantWatch::see(const State& s) {
  if (system_.invariants() == 0) return;
  system_.eval_invariants(s, eval_);
  if (first_.size() == 0) first_ = eval_.value;
  drift_ = drift_.cwiseMax((eval_.value - first_).cwiseAbs());
  for (int i = 0; i < scale_.size(); ++i)
    scale_[i] = std::max({scale_[i], std::abs(eval_.value[i]), eval_.I_v.row(i).cwiseAbs().dot(s.v.cwiseAbs())});
}

int InvariantWatch::worst() const {
  int worst = -1;
  double largest = -1;
  for (int i = 0; i < drift_.size(); ++i) {
    const double relative = drift_[i] / std::max(scale_[i], 1e-300);
    if (relative > largest) largest = relative, worst = i;
  }
  return worst;
}

double InvariantWatch::relative_drift() const {
  const int i = worst();
  return i < 0 ? 0 : drift_[i] / std::max(scale_[i], 1e-300);
}

std::string find_not_conserved(const MechanicalSystem& system, const State& start, int& index) {
  if (system.invariants() == 0) return "";
  AccelerationSolver solver(system);
  InvariantEval eval;
  Vector a, lambda;
  const int n = system.coordinates();
  for (const bool other : {false, true}) {
    Vector v = start.v;
    const double speed = std::max(1.0, v.size() ? v.cwiseAbs().maxCoeff() : 0.0);
    if (other)
      for (int i = 0; i < n; ++i) v[i] += speed * (std::fmod(0.6180339887498949 * (i + 1), 1.0) - 0.5);
    if (!solver.project_velocity(start, v) || !solver.solve(At(start).with_v(v), a, lambda)) return "";
    system.eval_invariants({start.t, start.q, v}, eval);
    for (index = 0; index < system.invariants(); ++index) {
      const double rate = eval.rate_t[index] + eval.I_q.row(index).dot(v) + eval.I_v.row(index).dot(a);
      const double terms = std::abs(eval.rate_t[index]) + eval.I_q.row(index).cwiseAbs().dot(v.cwiseAbs()) +
                           eval.I_v.row(index).cwiseAbs().dot(a.cwiseAbs());
      if (std::abs(rate) > kVanishes * terms)
        return fmt::format("is not conserved by this model: {} its rate is {:.3g} per second, of terms up to {:.3g}",
                           other ? "with other velocities at the start" : "at the start", rate, terms);
    }
  }
  return "";
}

}  // namespace invar
