#include "invar/equilibrium/static_solver.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "invar/equilibrium/departure.h"
#include "invar/equilibrium/force_noise.h"
#include "invar/equilibrium/rest_search.h"
#include "invar/solve/initial_conditions.h"

namespace invar {

namespace {

constexpr int kCuts = 10;            // a load step is divided in two at most so often
constexpr double kNear = 0.35;       // in the measure of the problem
constexpr double kSame = 1e-6;       // likewise: the start itself
constexpr int kPathStability = 150;  // stability is found at every point of a path up to so many freedoms

class StaticSolver {
 public:
  StaticSolver(EquilibriumProblem& problem, const StaticOptions& options)
      : problem_(problem), options_(options), search_(problem, options) {}

  StaticReport solve(const State& start) {
    EquilibriumIterate x;
    report_.status = begin_equilibrium(problem_, start, x);
    if (!report_.status.ok()) return report_;
    if (options_.load_steps > 1) {
      follow_loads(x, options_.load_steps);
    } else {
      in_one_go(x);
    }
    report_.left_unstable = search_.left_unstable;
    return report_;
  }

 private:
  void in_one_go(const EquilibriumIterate& start) {
    EquilibriumIterate x = start;
    estimate_multipliers(problem_, 1, x);
    NewtonOptions options = search_.newton_options(1);
    options.watch_curvature = true;
    report_.method = "newton";
    Status status = search_.solve_newton(1, options, x);
    FoundEquilibrium newton;
    if (status.ok()) {
      newton = {x, find_stability(problem_, x.q, x.lambda)};
      const bool unstable = newton.stability.kind == Stability::kUnstable;
      const double way = problem_.step_measure(x.q - start.q);
      // Gyroscopic forces may hold a spin that the potential alone does not: one near the start is taken as it is.
      const bool spins = !problem_.spin().is_zero();
      // Steps across a region of negative curvature may have gone to the other side of an unstable equilibrium.
      if (options_.accept_unstable || (unstable ? way < kNear && spins : !x.indefinite || spins)) {
        search_.hold_neutral(start, newton.stability, newton.x);
        accept(newton.x, 1, newton.stability);
        return;
      }
      if (unstable && way < kSame) {  // the start itself is an unstable equilibrium
        ++search_.left_unstable;
        leave_unstable(problem_, newton.stability, 1, start.q, start.q, x);
      } else {
        restart_from(start, x);
      }
    } else {
      restart_from(start, x);
    }
    settle(start, x, newton);
  }

  // Not by Newton's method alone: downhill from x, or with growing loads, whatever ends where the model comes to rest.
  void settle(const EquilibriumIterate& start, EquilibriumIterate& x, FoundEquilibrium newton) {
    report_.method = "descent";
    FoundEquilibrium down;
    const bool from_start = (x.q - start.q).isZero(0);
    const Status status = search_.descend(1, x, down);
    if (down.is_settled()) {
      // Loads of several times the first critical one may lead to the branch of a higher one; growing, they do not.
      FoundEquilibrium grown;
      if (from_start && search_.met_several() && search_.grow(start, x, grown)) down = grown;
      accept(down.x, 1, down.stability);
      return;
    }
    if (newton.is_settled()) {
      report_.method = "newton";
      search_.hold_neutral(start, newton.stability, newton.x);
      accept(newton.x, 1, newton.stability);
      return;
    }
    if (problem_.loads().empty() || search_.interrupted()) {
      accept_or_fail(down, newton, status, x);
      return;
    }
    // Loads that are too much at once. If they cannot grow at all, the way down tells more.
    follow_loads(start, 8);
    const bool arrived = report_.status.ok();
    if (arrived && report_.point.stability.kind != Stability::kUnstable) return;
    if (arrived) {
      FoundEquilibrium other;
      EquilibriumIterate from = start;
      from.q = report_.point.q;
      from.lambda = report_.point.lambda;
      leave_unstable(problem_, report_.point.stability, 1, start.q, start.q, from);
      if (search_.descend(1, from, other).ok() && other.is_settled()) {
        report_.method = "descent";
        accept(other.x, 1, other.stability);
      }
      return;
    }
    if (report_.path.size() <= 1) accept_or_fail(down, newton, status, x);
  }

  // What is left: an equilibrium that is unstable, by descent or by Newton's method, or none.
  void accept_or_fail(const FoundEquilibrium& down, const FoundEquilibrium& newton, const Status& status,
                      const EquilibriumIterate& x) {
    if (search_.interrupted()) {
      fail(status, x, 1);
    } else if (down.x.q.size() > 0) {
      accept(down.x, 1, down.stability);
    } else if (newton.x.q.size() > 0) {
      report_.method = "newton";
      search_.left_unstable = std::max(search_.left_unstable, 1);
      accept(newton.x, 1, newton.stability);
    } else {
      fail(status, x, 1);
    }
  }

  void follow_loads(EquilibriumIterate x, int steps) {
    report_.method = "newton";
    double factor = 0, step = 1.0 / steps;
    int cuts = 0;
    EquilibriumIterate zero = x;
    // Without loads first: springs may be strained as given.
    estimate_multipliers(problem_, 0, zero);
    Status status = search_.solve_newton(0, search_.newton_options(0), zero);
    if (status.ok()) {
      x = zero;
      note_point(x, 0, stability_on_path(x, 0));
    }
    while (factor < 1) {
      if (search_.interrupted()) {
        fail({StatusCode::kInterrupted, ""}, x, factor);
        return;
      }
      // The last step ends on 1 exactly.
      const double next = factor + step > 1 - 1e-9 ? 1 : factor + step;
      EquilibriumIterate trial = x;
      status = search_.solve_newton(next, search_.newton_options(next), trial);
      x.iterations = trial.iterations;
      x.factorizations = trial.factorizations;
      if (status.ok()) {
        StabilityReport stability = stability_on_path(trial, next);
        const bool leaves = leaves_path(stability);
        if (leaves && report_.unstable_from < 0) report_.unstable_from = next;
        // A load that grows slowly takes the model from the last point to where it comes to rest.
        FoundEquilibrium beside;
        if (leaves) may_leave_ = search_.descend(next, x, beside).ok() && beside.is_settled();
        if (beside.is_settled()) {
          trial = beside.x;
          stability = beside.stability;
          report_.method = "descent";
        }
        x = trial;
        factor = next;
        step = std::min(1.0 / steps, 2 * step);
        note_point(x, factor, stability);
        continue;
      }
      if (++cuts, step < std::ldexp(1.0, -kCuts) / steps) break;
      step *= 0.5;
    }
    report_.cuts = cuts;
    if (factor < 1) {
      // A limit point: beyond it lies another branch, which descent finds.
      EquilibriumIterate far = x;
      report_.method = "descent";
      FoundEquilibrium down;
      if (!options_.accept_unstable && search_.descend(1, far, down).ok()) {
        accept(down.x, 1, down.stability);
        return;
      }
      status.detail = fmt::format("load factor {:.6g} reached: {}", factor, status.detail);
      fail(status, x, factor);
      return;
    }
    StabilityReport stability = report_.path.back().stability;
    if (stability.kind == Stability::kUnknown) stability = find_stability(problem_, x.q, x.lambda);
    report_.path.pop_back();
    if (leaves_path(stability)) {  // on a path too large to judge every point
      if (report_.unstable_from < 0) report_.unstable_from = 1;
      ++search_.left_unstable;
      EquilibriumIterate from = x;
      FoundEquilibrium beside;
      leave_unstable(problem_, stability, 1, x.q, x.q, from);
      if (search_.descend(1, from, beside).ok() && beside.is_settled()) {
        report_.method = "descent";
        accept(beside.x, 1, beside.stability);
        return;
      }
    }
    accept(x, 1, stability);
  }

  // Gyroscopic forces may hold a spin that the potential alone does not; a moment that keeps its axis has no way downhill.
  bool leaves_path(const StabilityReport& stability) const {
    return !stability.circulatory && stability.kind == Stability::kUnstable && may_leave_ &&
           !options_.accept_unstable && problem_.spin().is_zero();
  }

  bool is_small() const { return problem_.system().coordinates() - problem_.system().rows() <= kPathStability; }
  StabilityReport stability_on_path(const EquilibriumIterate& x, double factor) const {
    if (!is_small()) return {};
    return find_stability(problem_, x.q, x.lambda, factor);
  }

  void note_point(const EquilibriumIterate& x, double factor, const StabilityReport& stability) {
    report_.path.push_back({factor, x.q, x.lambda, x.residual, x.iterations, stability});
  }

  void accept(const EquilibriumIterate& x, double factor, const StabilityReport& stability) {
    report_.status = {};
    note_point(x, factor, stability);
    finish_report(problem_, x, factor, report_);
    report_.point.stability = stability;
    if (stability.kind != Stability::kStable || stability.direction.size() != x.q.size()) return;
    const Vector noise = calc_place_noise(problem_, x.q, x.lambda, factor, stability.direction);
    report_.place_noise = problem_.step_measure(noise);
    if (report_.place_noise > 0)
      noise.cwiseQuotient(problem_.limits()).cwiseAbs().maxCoeff(&report_.softest_coordinate);
  }

  void fail(const Status& status, const EquilibriumIterate& x, double factor) {
    report_.status = status;
    finish_report(problem_, x, factor, report_);
  }

  EquilibriumProblem& problem_;
  const StaticOptions& options_;
  RestSearch search_;
  StaticReport report_;
  bool may_leave_ = true;  // a load path that became unstable; not once that has failed
};

}  // namespace

Status begin_equilibrium(EquilibriumProblem& problem, const State& start, EquilibriumIterate& x) {
  State s = start;
  s.t = problem.t0();
  s.v.setZero(s.q.size());
  const InitialConditionsReport assembled = assemble_positions(problem.system(), s);
  if (!assembled.status.ok()) return assembled.status;
  problem.set_length(s.q);
  x.q = s.q;
  x.lambda.setZero(problem.system().rows());
  return {};
}

void finish_report(const EquilibriumProblem& problem, const EquilibriumIterate& x, double factor,
                   StaticReport& report) {
  EquilibriumEval eval;
  problem.eval(x.q, x.lambda, factor, kBalance | kPotential, eval);
  EquilibriumIterate y = x;
  note_residual(problem, eval, y);
  report.point = {factor, x.q, x.lambda, y.residual, x.iterations, {}};
  report.force_scale = y.force_scale;
  report.violation = eval.Phi.size() ? eval.Phi.cwiseAbs().maxCoeff() : 0;
  report.V = eval.V - factor * problem.spin().calc_potential(problem.system(), x.q);
  report.iterations = x.iterations;
  report.factorizations = x.factorizations;
}

StaticReport solve_static(EquilibriumProblem& problem, const State& start, const StaticOptions& options) {
  return StaticSolver(problem, options).solve(start);
}

}  // namespace invar
