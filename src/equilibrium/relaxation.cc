#include "invar/equilibrium/relaxation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "invar/core/max_abs.h"
#include "invar/equilibrium/curvature.h"
#include "invar/equilibrium/force_noise.h"
#include "invar/solve/constrained_solver.h"

namespace invar {

namespace {

constexpr double kLongestRelaxation = 0.35;  // of a step, in the measure of the problem
constexpr double kLonger = 1.5;              // it grows by this where it has kept so many steps short
constexpr int kLimitedSteps = 12;
constexpr int kInnerIterations = 14;     // of a step; beams take 6 to 8
constexpr double kInnerAccuracy = 1e-3;  // of a step, relative to its length: the next one takes up what is left
constexpr double kInnerRounding = 1e-9;  // of a correction, in the measure of the problem
constexpr int kRejections = 40;          // in a row
constexpr int kNotConvex = 4;            // of these for this reason
constexpr int kBalancedRejections = 6;   // the same where the balance holds
constexpr double kOnConstraints = 1e-9;
constexpr double kSettled = 1e-5;       // last step, in the measure of the problem; Newton's method goes on from here
constexpr double kNegativePart = 1e-3;  // a curvature counts as negative from this part of mu on
constexpr double kAboveNegative = 1.2;  // mu over the most negative curvature: a step grows to six times the one before

}  // namespace

EquilibriumRelaxation::EquilibriumRelaxation(const EquilibriumProblem& problem)
    : problem_(problem),
      kkt_(make_kkt_solver(problem.system(), KktForm::kReduced, Pivots::kGeneral)),
      W_(calc_invertible_mass(problem.system(), 1e-2)) {}

bool EquilibriumRelaxation::step(double factor, const NewtonOptions& options, double mu, EquilibriumIterate& x) {
  const AssembledSystem& system = problem_.system();
  const SparsePattern& pattern = system.K_pattern();
  EquilibriumIterate y = x;
  double V0 = 0, last = 1e300;
  Vector Q0;
  bool done = false, stalls = false;
  for (inner_ = 0;; ++inner_) {
    problem_.eval(y.q, y.lambda, factor, kBalance | kTangentMatrix | kPotential, eval_);
    note_residual(problem_, eval_, y);
    if (!std::isfinite(y.residual + y.violation + eval_.V)) return false;
    if (inner_ == 0) {
      V0 = eval_.V;
      Q0 = eval_.Q;
    }
    residual_ = eval_.r;
    const Vector way = y.q - x.q;
    Vector Ww = Vector::Zero(way.size());
    add_product(pattern, W_, way, Ww);
    residual_ += mu * Ww;
    // Along a soft direction the balance holds before the step is solved: on while the corrections become shorter.
    const bool solved = inner_ > 0 && problem_.relative_residual(residual_, eval_) <= 0.1 * options.tolerance;
    done = done || (solved && (stalls || last < kInnerRounding));
    if (done && y.violation <= 1e-2 * kOnConstraints) break;
    if (inner_ >= kInnerIterations) return false;
    if (inner_ > 0) problem_.add_stress_update(dq_, eval_.K);
    A_ = eval_.K + mu * W_;
    calc_regularization(system, A_, eval_.G, kRegularization, eps_);
    ++x.factorizations;
    if (!kkt_->factor(A_, eval_.G, eval_.G, eps_)) return false;
    if (inner_ == 0 && !knows_curvature_ && x.violation < kOnConstraints) {
      curvature_ = estimate_lowest_curvature(system, *kkt_, W_, last_step_) - mu;
      if (!(curvature_ + mu > 0)) return false;
    }
    kkt_->solve(residual_, eval_.Phi, dq_, dl_);
    const double measure = problem_.step_measure(dq_);
    if (!std::isfinite(measure)) return false;
    if (inner_ > 1 && measure > 2 * last) {
      if (!solved || y.violation > 1e-2 * kOnConstraints) return false;
      break;  // rounding
    }
    stalls = inner_ > 0 && !(measure < 0.5 * last);
    last = measure;
    y.q += dq_;
    y.lambda += dl_;
    const double length = problem_.step_measure(y.q - x.q);
    if (length > longest_ && x.violation < kOnConstraints) {
      too_long_ = true;
      return false;
    }
    done = measure <= kInnerAccuracy * length;
  }
  const Vector way = y.q - x.q;
  if (x.violation < kOnConstraints) {
    const double change = eval_.V - V0 - 0.5 * (eval_.Q + Q0).dot(way);
    const double rounding = 1e-13 * (std::abs(V0) + std::abs(eval_.V) + std::abs(eval_.f.dot(y.q)));
    if (change > rounding) return false;
  }
  // Where V + mu/2 |q - q0|^2 is not convex at its end as well, the step may have crossed a ridge.
  A_ = eval_.K + mu * W_;
  calc_regularization(system, A_, eval_.G, kRegularization, eps_);
  ++x.factorizations;
  if (!kkt_->factor(A_, eval_.G, eval_.G, eps_)) return false;
  int below = 0;
  const double lowest = estimate_lowest_curvature(system, *kkt_, W_, way, (1 - kNegativePart) * mu, &below);
  // Kinks and forces without an energy may leave it so however short the step is.
  if (!(lowest > 0) && x.violation < kOnConstraints && ++not_convex_ <= kNotConvex) return false;
  not_convex_ = 0;
  curvature_ = lowest > 0 ? lowest - mu : 0;
  knows_curvature_ = lowest > 0;
  negative_directions_ = std::max(negative_directions_, below);
  y.iterations = x.iterations + 1;
  y.factorizations = x.factorizations;
  x = y;
  last_step_ = way;
  return true;
}

bool EquilibriumRelaxation::is_settled(double factor, const EquilibriumIterate& x) const {
  const double way = problem_.step_measure(last_step_);
  // What is left along the softest direction is about mu/curvature of the last step.
  if (way < kSettled && curvature_ > last_mu_) return true;
  // By (R1) the force left along the step is mu W dq.
  Vector Ww = Vector::Zero(last_step_.size());
  add_product(problem_.system().K_pattern(), W_, last_step_, Ww);
  return last_mu_ * last_step_.dot(Ww) <= calc_force_noise(problem_, x.q, x.lambda, factor, last_step_);
}

Status EquilibriumRelaxation::solve(double factor, const NewtonOptions& options, EquilibriumIterate& x) {
  last_step_.resize(0);
  longest_ = kLongestRelaxation;
  curvature_ = 0;
  not_convex_ = 0;
  negative_directions_ = 0;
  knows_curvature_ = false;
  problem_.eval(x.q, x.lambda, factor, kBalance | kTangentMatrix, eval_);
  note_residual(problem_, eval_, x);
  if (!std::isfinite(x.residual + x.violation)) return {StatusCode::kNotFinite, "in the balance of forces"};
  double mu = calc_force_frequency(problem_, eval_, W_);
  const double least = 1e-12 * mu;
  const int max_steps = 10 * options.max_iterations;
  int rejected = 0, limited = 0;
  bool balanced = false;
  for (int steps = 0; steps < max_steps;) {
    // Along a soft direction the balance holds before the place is found.
    balanced = steps > 0 && is_balanced(problem_, x, options.tolerance);
    if (balanced && rejected == 0 && is_settled(factor, x)) return {};
    if (!step(factor, options, mu, x)) {
      if (++rejected > (balanced ? kBalancedRejections : kRejections) || !(mu < 1e30)) {
        if (balanced) return {};  // nothing more is to be had
        return {StatusCode::kNotConverged,
                fmt::format("no way down was found: {}", describe_residual(problem_, x.q, x.lambda, factor))};
      }
      mu *= 4;
      continue;
    }
    ++steps;
    // The size of a model is that of the places of its bodies, which may be small beside the way that they have to go.
    if (too_long_ && ++limited > kLimitedSteps) longest_ *= kLonger;
    too_long_ = false;
    if (options.progress) options.progress(x.iterations, x.residual);
    rejected = 0;
    last_mu_ = mu;
    const double faster = inner_ <= 6 ? 0.15 : inner_ <= 9 ? 0.4 : 1.0;
    mu = std::max({faster * mu, kAboveNegative * -curvature_, least});
  }
  if (balanced) return {};
  return {StatusCode::kNotConverged,
          fmt::format("after {} steps downhill: {}", max_steps, describe_residual(problem_, x.q, x.lambda, factor))};
}

}  // namespace invar
