#include "invar/simulate/system_transition.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "invar/core/error.h"

namespace invar {

namespace {

constexpr double kSide = 8 * 2.2e-16;  // of t: rounding of instants
// A difference of the sides below this part of their size is that of a smooth function.
constexpr double kLeastRateJump = 1e-9;
// Residual of a row that is switched on, above which the instant would have to move the parts: ten times what assembly leaves.
constexpr double kPositionFits = 1e-8;

}  // namespace

double SystemTransition::calc_energy(const State& s) {
  system_.eval(s, no_lambda_, kEnergy, eval_);
  return eval_.T + eval_.U;
}

// g is the residual of rates at rest.
void SystemTransition::read_side(const State& s, double t, ImpulseSide& side) {
  try {
    system_.eval({t, s.q, rest_, s.z, s.inputs.u}, no_lambda_, kVelocity, eval_);
  } catch (const ModelError&) {  // a table that begins or ends here
    system_.eval({s.t, s.q, rest_, s.z, s.inputs.u}, no_lambda_, kVelocity, eval_);
  }
  side.G = eval_.G;
  side.g = eval_.Phi_dot;
  side.active.resize(static_cast<std::size_t>(system_.rows()));
  for (int r = 0; r < system_.rows(); ++r) side.active[r] = system_.is_active(r, s.inputs.u);
}

// False if the rows are the same on both sides.
bool SystemTransition::read_rows(const State& before, const State& after) {
  const double aside = system_.rheonomic() ? kSide * std::max(std::abs(before.t), 1e-3) : 0;
  read_side(before, before.t - aside, problem_.before);
  read_side(after, after.t + aside, problem_.after);
  ImpulseSide &a = problem_.before, &b = problem_.after;
  if (a.active != b.active) return true;
  const auto jumps = [](const Vector& x, const Vector& y) {
    const double size =
        std::max(x.size() > 0 ? x.cwiseAbs().maxCoeff() : 0, y.size() > 0 ? y.cwiseAbs().maxCoeff() : 0);
    return x.size() > 0 && (x - y).cwiseAbs().maxCoeff() > kLeastRateJump * size;
  };
  return jumps(a.g, b.g) || jumps(a.G, b.G);
}

void SystemTransition::apply(const State& before, State& after, TransitionReport& report) {
  report.t = after.t;
  rest_.setZero(system_.coordinates());
  no_lambda_.setZero(system_.rows());
  report.work_events = calc_energy(after) - calc_energy(before);
  if (system_.rows() == 0) return;
  const bool set = before.v != after.v || before.q != after.q;
  if (!read_rows(before, after) && !set) return;
  if (system_.has_nonlinear_rows()) {
    report.status = {StatusCode::kModelError,
                     "an impulse is not determined where velocity constraints are not linear in the velocities"};
    return;
  }
  report.rows_changed = problem_.before.active != problem_.after.active;
  system_.eval(after, no_lambda_, kPosition, eval_);
  for (int r = 0; r < system_.rows(); ++r)
    if (problem_.after.active[r] && !problem_.before.active[r] && std::abs(eval_.Phi[r]) > kPositionFits) {
      report.status = {
          StatusCode::kModelError,
          fmt::format("\"{}\" cannot be switched on here: the parts are {:.2g} away from where it holds them",
                      system_.layout().row(r).owner, std::abs(eval_.Phi[r]))};
      return;
    }
  solver_.solve(after, problem_, after.v, solved_);
  report.status = solved_.status;
  report.work_applied += solved_.work_applied;
  report.dissipated_numerical += solved_.dissipated_numerical;
  report.dissipated_events += solved_.dissipated_events;
  report.drive_work = solved_.drive_work;
  report.impulse = solved_.impulse;
}

}  // namespace invar
