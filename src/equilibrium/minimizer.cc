#include "invar/equilibrium/minimizer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "invar/core/max_abs.h"
#include "invar/solve/constrained_solver.h"

namespace invar {

namespace {

constexpr double kTrusted = 0.35;  // longest step, in the measure of the problem
constexpr int kReturns = 12;

}  // namespace

EquilibriumMinimizer::EquilibriumMinimizer(const EquilibriumProblem& problem)
    : problem_(problem),
      kkt_(make_kkt_solver(problem.system(), KktForm::kReduced, Pivots::kGeneral)),
      W_(calc_invertible_mass(problem.system(), 1e-2)),
      zero_(Vector::Zero(problem.system().coordinates())) {}

// Chord iteration with the factors of the last step.
bool EquilibriumMinimizer::return_to_constraints(double factor, Vector& q, double allowed) {
  double last = 1e300;
  const Vector start = q;
  for (int k = 0; k < kReturns; ++k) {
    problem_.eval(q, lambda_, factor, kResidualOnly, trial_);
    const double violation = max_abs(trial_.Phi);
    if (!std::isfinite(violation) || problem_.step_measure(q - start) > allowed) return false;
    if (violation <= 1e-13 * std::max(1.0, problem_.length())) return true;
    if (violation > 0.9 * last) return violation <= 1e-10 * std::max(1.0, problem_.length());
    last = violation;
    kkt_->solve(zero_, trial_.Phi, c_q_, c_l_);
    q += c_q_;
  }
  return last <= 1e-10 * std::max(1.0, problem_.length());
}

Status EquilibriumMinimizer::solve(double factor, const NewtonOptions& options, EquilibriumIterate& x, double near) {
  const AssembledSystem& system = problem_.system();
  const SparsePattern& pattern = system.K_pattern();
  lambda_ = Vector::Zero(system.rows());
  double mu = -1;
  int failures = 0;
  const int max_iterations = 10 * options.max_iterations;
  for (int iteration = 0; iteration < max_iterations; ++iteration) {
    problem_.eval(x.q, x.lambda, factor, kBalance | kTangentMatrix | kPotential, eval_);
    note_residual(problem_, eval_, x);
    if (options.progress) options.progress(x.iterations, x.residual);
    if (!std::isfinite(x.residual + eval_.V)) return {StatusCode::kNotFinite, "in the balance of forces"};
    if (x.violation < 1e-9 && x.relative <= near) return {};
    if (mu < 0) mu = calc_force_frequency(problem_, eval_, W_);
    for (;; mu *= 4) {
      if (++failures > 200 || !(mu < 1e30))
        return {StatusCode::kNotConverged,
                fmt::format("no way down was found: {}", describe_residual(problem_, x.q, x.lambda, factor))};
      A_ = eval_.K + mu * W_;
      calc_regularization(system, A_, eval_.G, kRegularization, eps_);
      ++x.factorizations;
      if (!kkt_->factor(A_, eval_.G, eval_.G, eps_)) continue;
      kkt_->solve(eval_.r, eval_.Phi, dq_, dl_);
      const double measure = problem_.step_measure(dq_);
      if (!std::isfinite(measure) || measure > kTrusted) continue;
      work_ = zero_;
      add_product(pattern, A_, dq_, work_);
      const double curvature = dq_.dot(work_);
      if (x.violation < 1e-9 && !(curvature > 0)) continue;
      q_new_ = x.q + dq_;
      if (!return_to_constraints(factor, q_new_, 2 * kTrusted)) {
        if (x.violation < 1e-9 || mu < 1e6 * calc_force_frequency(problem_, eval_, W_)) continue;
        return {StatusCode::kNotConverged, "the constraints cannot be satisfied near this configuration"};
      }
      problem_.eval(q_new_, lambda_, factor, kPotential, trial_);
      // Fall of the energy, and what the quadratic model promised.
      const Vector step = q_new_ - x.q;
      const double change = trial_.V - eval_.V - 0.5 * (eval_.Q + trial_.Q).dot(step);
      work_ = zero_;
      add_product(pattern, eval_.K, dq_, work_);
      const double promised = eval_.r.dot(dq_) + 0.5 * dq_.dot(work_);
      const double rounding = 1e-13 * (std::abs(eval_.V) + std::abs(eval_.f.dot(x.q)));
      if (!std::isfinite(change)) continue;
      const bool was_off = x.violation >= 1e-9;  // the first step only finds the constraints
      if (!was_off && std::abs(promised) > rounding) {
        const double ratio = change / promised;
        if (!(promised < 0) || !(ratio > 0.02)) continue;
        if (ratio > 0.6) mu *= ratio > 0.85 && ratio < 1.2 ? 0.1 : 0.4;
        if (ratio < 0.25) mu *= 2;
      } else if (!was_off) {
        mu *= 0.1;
      }
      break;
    }
    mu = std::max(mu, 1e-12);
    failures = 0;
    ++x.iterations;
    x.q = q_new_;
    x.lambda += dl_;
  }
  return {StatusCode::kNotConverged, fmt::format("after {} steps downhill: {}", max_iterations,
                                                 describe_residual(problem_, x.q, x.lambda, factor))};
}

}  // namespace invar
