#include "invar/solve/impulse.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "invar/core/max_abs.h"
#include "invar/solve/node_mass.h"
#include "invar/solve/scaled_kkt.h"

namespace invar {

namespace {

constexpr int kFewestImpulseRefinements = 3, kMostImpulseRefinements = 12;
constexpr double kImpulseConverged = 1e-16;  // of a correction, relative to the velocities
// Of the terms of a row with the fastest coordinate: what regularization and rounding leave of rows that can be satisfied is a thousand times less.
constexpr double kContradiction = 1e-9;
constexpr double kRounding = 1e-14;  // of the sum that a loss is made of

}  // namespace

ImpulseSolver::ImpulseSolver(const MechanicalSystem& system)
    : system_(system),
      kkt_(make_scaled_kkt_solver(system, KktForm::kReduced)),
      extra_(calc_mass_regularization(system)),
      M_(system.M()) {}

void ImpulseSolver::calc_rates(const Vector& G, const Vector& v, Vector& rates) const {
  rates.setZero(system_.rows());
  add_product(system_.G_pattern(), G, v, rates);
}

// M (v - v0) + G^T Lambda = J, G v = -g. The factors are regularized, the residuals are exact, in momenta as in rows: energies
// follow from both. Redundant rows share their impulse by the smallest norm.
bool ImpulseSolver::solve_rows(const Vector& G, const Vector& g, Vector& v, Vector& Lambda) {
  v0_ = v;
  Lambda.setZero(system_.rows());
  calc_regularization(system_, M_, G, kRegularization, eps_);
  if (!kkt_->factor(M_regularized_, G, G, eps_)) return false;
  double last = INFINITY;
  for (int k = 0; k < kMostImpulseRefinements; ++k) {
    r_f_ = -blow_;
    dv_ = v - v0_;
    add_product(system_.K_pattern(), M_, dv_, r_f_);
    add_transpose_product(system_.G_pattern(), G, Lambda, r_f_);
    r_c_ = g;
    add_product(system_.G_pattern(), G, v, r_c_);
    kkt_->solve(r_f_, r_c_, dv_, dl_);
    const double size = max_abs(dv_);
    if (!std::isfinite(size)) return false;
    if (k >= kFewestImpulseRefinements && size > 0.5 * last) break;
    v += dv_;
    Lambda += dl_;
    if (k + 1 >= kFewestImpulseRefinements && size <= kImpulseConverged * max_abs(v)) break;
    last = size;
  }
  return v.allFinite() && Lambda.allFinite();
}

Status ImpulseSolver::find_contradiction(const ImpulseProblem& problem, const Vector& v) const {
  const SparsePattern& pattern = system_.G_pattern();
  std::vector<std::string> owners;
  double worst = 0;
  const double fastest = std::max(max_abs(v), max_abs(v0_));
  for (int r = 0; r < pattern.rows; ++r) {
    double rate = 0, size = std::abs(target_[r]) + std::abs(problem.before.g[r]);
    for (int k = pattern.start[r]; k < pattern.start[r + 1]; ++k) {
      rate += problem.after.G[k] * v[pattern.index[k]];
      size += std::abs(problem.after.G[k]) * fastest;
    }
    const double miss = std::abs(rate + target_[r]);
    if (!(miss > kContradiction * size)) continue;
    worst = std::max(worst, miss);
    const std::string& owner = system_.layout().row(r).owner;
    if (std::find(owners.begin(), owners.end(), owner) == owners.end()) owners.push_back(owner);
  }
  if (owners.empty()) return {};
  if (owners.size() > 6) owners.resize(6);
  return {StatusCode::kModelError,
          fmt::format("no jump of the velocities satisfies all constraints: a rate of {:.2g} remains in \"{}\"", worst,
                      fmt::join(owners, "\", \""))};
}

void ImpulseSolver::solve(const At& at, const ImpulseProblem& problem, Vector& v, ImpulseReport& report) {
  const int m = system_.rows();
  const auto singular = [&] {
    report.status = {StatusCode::kSingular, fmt::format("the impulse at t = {:.6g} s", at.t)};
  };
  report = {};
  report.drive_work.setZero(m);
  report.impulse.setZero(m);
  if (system_.has_variable_mass() && !system_.eval_mass(at, M_)) return singular();
  M_regularized_ = M_ + extra_;

  const ImpulseSide &before = problem.before, &after = problem.after;
  blow_.setZero(system_.coordinates());
  calc_rates(before.G, v, rate_1_);  // of v-
  if (!solve_rows(before.G, before.g, v, Lr_)) return singular();
  for (int r = 0; r < m; ++r) {
    const double residual = rate_1_[r] + before.g[r];
    report.drive_work[r] += Lr_[r] * before.g[r];
    report.dissipated_numerical += 0.5 * Lr_[r] * residual;
  }

  const Vector v1 = v;
  calc_rates(after.G, v1, rate_1_);
  target_ = after.g;
  for (int r = 0; r < m; ++r)
    if (after.active[r] && !before.active[r] && problem.restitution.size() > 0)
      target_[r] += problem.restitution[r] * (rate_1_[r] + after.g[r]);
  if (problem.blow.size() > 0) blow_ = problem.blow;
  if (!solve_rows(after.G, target_, v, Lj_)) return singular();
  report.impulse = Lr_ + Lj_;
  if (problem.blow.size() > 0) report.work_applied = 0.5 * problem.blow.dot(v1 + v);
  calc_rates(after.G, v, rate_end_);
  double loss = 0, sum = 0;
  for (int r = 0; r < m; ++r) {
    if (!after.active[r]) continue;
    // T+ - T- holds -Lj (G v1 + G v+)/2; what drives do not put in is lost.
    const double work = before.active[r] ? 0.5 * (before.g[r] + after.g[r]) : after.g[r];
    report.drive_work[r] += Lj_[r] * work;
    loss += Lj_[r] * (0.5 * (rate_1_[r] + rate_end_[r]) + work);
    sum += std::abs(Lj_[r]) * (std::abs(rate_1_[r]) + std::abs(rate_end_[r]) + std::abs(work));
  }
  if (std::abs(loss) > kRounding * sum) report.dissipated_events = loss;
  report.status = find_contradiction(problem, v);
}

}  // namespace invar
