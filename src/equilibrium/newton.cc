#include "invar/equilibrium/newton.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "invar/core/max_abs.h"
#include "invar/equilibrium/curvature.h"
#include "invar/equilibrium/force_noise.h"
#include "invar/solve/constrained_solver.h"

namespace invar {

namespace {

constexpr double kAssembled = 1e-10;  // of constraints, relative to the size of the model
// Steps are cut to this share of the size of the model and of a unit of angle.
constexpr double kLongestStep = 1.5;
// Once the balance holds to the tolerance: iterations at most, and how far they may go. In a neutral direction they would
// drift.
constexpr int kPolishing = 8;
constexpr double kPolishingWay = 1e-2;
constexpr double kNoPlace = 1e-11;  // steps below are rounding
constexpr int kSetAside = 5;        // a balance is taken back at most so often

// The stiffness in held directions, as a part of that of the others: each iteration leaves this part of an error.
constexpr double kHeldPart = 1e-3;

// A negative curvature counts from this part of the frequency of the forces on; less is rounding in a neutral direction.
constexpr double kIndefinite = 1e-7;

// The best iterate, with the counts of the last one.
Status take(const EquilibriumIterate& best, EquilibriumIterate& x) {
  const EquilibriumIterate last = x;
  x = best;
  x.iterations = last.iterations;
  x.factorizations = last.factorizations;
  x.indefinite = last.indefinite;
  return {};
}

double rayleigh_quotient(const SparsePattern& pattern, const Vector& K, const Vector& W, const Vector& x) {
  Vector Kx = Vector::Zero(x.size()), Wx = Kx;
  add_product(pattern, K, x, Kx);
  add_product(pattern, W, x, Wx);
  return x.dot(Kx) / x.dot(Wx);
}

}  // namespace

void note_residual(const EquilibriumProblem& problem, const EquilibriumEval& eval, EquilibriumIterate& x) {
  x.residual = max_abs(eval.r);
  x.force_scale = eval.force_scale;
  x.relative = problem.relative_residual(eval.r, eval);
  x.violation = max_abs(eval.Phi) / std::max(1.0, problem.length());
}

bool is_balanced(const EquilibriumProblem&, const EquilibriumIterate& x, double tolerance) {
  return x.relative <= tolerance && x.violation <= kAssembled;
}

std::string describe_residual(const EquilibriumProblem& problem, Vec q, Vec lambda, double factor) {
  EquilibriumEval eval;
  problem.eval(q, lambda, factor, kBalance, eval);
  const Layout& layout = problem.system().layout();
  int at = 0;
  const double residual = eval.r.cwiseAbs().maxCoeff(&at);
  std::string text = fmt::format("residual {:.2g} of forces up to {:.2g}, largest in {}", residual, eval.force_scale,
                                 layout.coordinate_name(at));
  int row = 0;
  if (eval.Phi.size() && eval.Phi.cwiseAbs().maxCoeff(&row) > kAssembled * problem.length())
    text += fmt::format("; constraint \"{}\" violated by {:.2g}", layout.row(row).full_name(), eval.Phi[row]);
  return text;
}

void estimate_multipliers(const EquilibriumProblem& problem, double factor, EquilibriumIterate& x) {
  const AssembledSystem& system = problem.system();
  const auto kkt = make_kkt_solver(system, KktForm::kReduced, Pivots::kGeneral);
  const Vector W = calc_invertible_mass(system, 1e-2);
  EquilibriumEval eval;
  Vector eps, a, l, da, dl, r_f, r_c;
  x.lambda.setZero(system.rows());
  problem.eval(x.q, x.lambda, factor, kBalance, eval);
  calc_regularization(system, W, eval.G, kRegularization, eps);
  ++x.factorizations;
  if (!kkt->factor(W, eval.G, eval.G, eps)) return;
  a.setZero(x.q.size());
  l.setZero(system.rows());
  for (int k = 0; k < 3; ++k) {  // refined, because of the regularization
    r_f = eval.f;
    add_product(system.K_pattern(), W, a, r_f);
    add_transpose_product(system.G_pattern(), eval.G, l, r_f);
    r_c.setZero(system.rows());
    add_product(system.G_pattern(), eval.G, a, r_c);
    kkt->solve(r_f, r_c, da, dl);
    a += da;
    l += dl;
  }
  if (l.allFinite()) x.lambda = l;
}

double calc_force_frequency(const EquilibriumProblem& problem, const EquilibriumEval& eval, const Vector& W) {
  const SparsePattern& K = problem.system().K_pattern();
  double fastest = 0, heaviest = 0;
  for (int i = 0; i < K.rows; ++i) heaviest = std::max(heaviest, W[K.position(i, i)]);
  for (int i = 0; i < K.rows; ++i)
    fastest = std::max(fastest, std::abs(eval.f[i]) / std::max(W[K.position(i, i)], 1e-6 * heaviest));
  return std::max(fastest / problem.length(), 1e-6);
}

EquilibriumNewton::EquilibriumNewton(const EquilibriumProblem& problem)
    : problem_(problem), kkt_(make_kkt_solver(problem.system(), KktForm::kReduced, Pivots::kGeneral)) {}

Status EquilibriumNewton::solve(double factor, const NewtonOptions& options, EquilibriumIterate& x) {
  const AssembledSystem& system = problem_.system();
  bool has_step = false;
  Vector W;
  double held_stiffness = 0;  // over mass [1/s^2]
  double force_frequency = -1;
  // Of the last step, the one before, and the one that led to the best iterate.
  double measure = 1e300, last_measure = 1e300, best_measure = 1e300;
  int polished = 0, set_aside_count = 0;
  EquilibriumIterate best, set_aside;  // the latter: balanced, but a load along a soft direction moves it on
  const auto end = [&](Status status) {
    if (best.q.size() > 0) return take(best, x);
    return set_aside.q.size() > 0 ? take(set_aside, x) : status;
  };
  for (int iteration = 0;; ++iteration) {
    problem_.eval(x.q, x.lambda, factor, kBalance | kTangentMatrix, eval_);
    note_residual(problem_, eval_, x);
    if (options.progress) options.progress(x.iterations, x.residual);
    if (!std::isfinite(x.residual + x.violation)) return end({StatusCode::kNotFinite, "in the balance of forces"});
    const bool balanced = is_balanced(problem_, x, options.tolerance);
    // Once balanced, a few more iterations go down to rounding, as long as the steps become shorter. Along soft directions the
    // residual does not show what is left, and a step there may raise it in stiff ones for a moment.
    const bool stays = best.q.size() == 0 || problem_.step_measure(x.q - best.q) < kPolishingWay;
    if (balanced && stays && (best.q.size() == 0 || measure < best_measure)) {
      best = x;
      best_measure = measure;
    }
    if (best.q.size() > 0) {
      const bool stalls = polished >= 1 && !(measure < 0.5 * last_measure);
      if (!stays || stalls || polished++ >= kPolishing || x.residual == 0 || measure < 1e-13) return take(best, x);
    }
    last_measure = measure;
    if (iteration >= options.max_iterations)
      return end({StatusCode::kNotConverged, fmt::format("after {} iterations: {}", iteration,
                                                         describe_residual(problem_, x.q, x.lambda, factor))});
    if (has_step) problem_.add_stress_update(dq_, eval_.K);
    calc_regularization(system, eval_.K, eval_.G, kRegularization, eps_);
    ++x.iterations;
    ++x.factorizations;
    // Something holds the neutral directions: little beside the stiffness that the step has met, which the first try shows.
    if (options.held_directions && held_stiffness > 0) eval_.K += held_stiffness * W;
    if (!kkt_->factor(eval_.K, eval_.G, eval_.G, eps_))
      return end({StatusCode::kSingular, "in the equations of equilibrium"});
    if (options.watch_curvature && !x.indefinite && best.q.size() == 0) {
      if (W.size() == 0) W = calc_invertible_mass(system, 1e-2);
      if (force_frequency < 0) force_frequency = calc_force_frequency(problem_, eval_, W);
      const double lowest = estimate_lowest_curvature(system, *kkt_, W, dq_);
      x.indefinite = lowest < -kIndefinite * force_frequency;
    }
    kkt_->solve(eval_.r, eval_.Phi, dq_, dl_);
    if (options.held_directions) {
      dq_ -= *options.held_directions * (options.held_forms->transpose() * dq_);
      if (held_stiffness == 0) {
        W = calc_invertible_mass(system, 1e-3);
        held_stiffness = kHeldPart * rayleigh_quotient(system.K_pattern(), eval_.K, W, dq_);
        if (!(held_stiffness > 0)) return {StatusCode::kSingular, "in the equations of equilibrium"};
        eval_.K += held_stiffness * W;
        if (!kkt_->factor(eval_.K, eval_.G, eval_.G, eps_))
          return {StatusCode::kSingular, "in the equations of equilibrium"};
        kkt_->solve(eval_.r, eval_.Phi, dq_, dl_);
        dq_ -= *options.held_directions * (options.held_forms->transpose() * dq_);
      }
    }
    measure = problem_.step_measure(dq_);
    if (best.q.size() > 0 && !(measure < kPolishingWay && measure < std::max(best_measure, kNoPlace))) {
      // In a neutral direction the force along such a step is rounding; else the balance held only because the place moves
      // far under a small load.
      const bool counts = std::isfinite(measure) && !options.held_directions && set_aside_count++ < kSetAside &&
                          std::abs(eval_.r.dot(dq_)) > calc_force_noise(problem_, x.q, x.lambda, factor, dq_);
      if (counts) {
        set_aside = best;
        best = {};
        best_measure = 1e300;
        polished = 0;
      } else if (!(measure < kPolishingWay)) {
        return take(best, x);
      }
    }
    if (!std::isfinite(measure)) return end({StatusCode::kSingular, "in the equations of equilibrium"});
    if (measure > 1e6) return end({StatusCode::kNotConverged, "the iteration runs away"});
    const double share = std::min(1.0, kLongestStep / std::max(measure, 1e-300));
    dq_ *= share;
    x.q += dq_;
    x.lambda += share * dl_;
    has_step = true;
  }
}

}  // namespace invar
