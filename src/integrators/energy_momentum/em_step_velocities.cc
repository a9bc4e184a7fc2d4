// The second level of EmStep: (E2) and (E4), in z and m. They join the iteration once positions are nearly found, since they
// hardly act on these: all that (E1) needs of them is S^T m, which extrapolation knows to a millionth.
#include <algorithm>
#include <cmath>

#include "invar/integrators/energy_momentum/em_step.h"

namespace invar {

namespace {

// Stiff forces end iterations above the rounding of the velocity constraints. What is left of those is removed, if it is more than
// this part of the terms of its row, and of the largest terms of all rows.
constexpr double kOfRow = 1e-13, kOfAll = 1e-16;
constexpr int kPolishes = 3;

// Velocities join the iteration when the next correction is likely to leave this part of the positions' residual. Measured: from
// 1e-15 to 1e-12 the cost differs by less than 2 %.
constexpr double kNearlyFound = 1e-13;

// Where velocities change by less than this part of the motion, the rates known of them are good enough: S^T m is a millionth of
// the balance.
constexpr double kSameRates = 1e-9;

// Less than this part is left to the next iteration, if there is one. A sweep costs half of that.
constexpr double kLeft = 4e-15;

}  // namespace

// The matrix of the velocities, [M B^T; G_1 -E]. It has no stiffness.
bool EmStep::factor_velocities() {
  has_velocity_factors_ = true;
  scaled_eps_ = eps_factor_ * velocity_eps_;
  if (!system_.has_variable_mass()) return velocities_->factor(M_regularized_, pair_.B, rates_.G_1, scaled_eps_);
  A_ = M_regularized_ + mean_M_;
  return velocities_->factor(A_, pair_.B, rates_.G_1, scaled_eps_);
}

// dz and dm from the residuals (E2), (E4) and a change dx of the positions, if there is one.
void EmStep::solve_velocities(const Vector& r, const Vector& c, const Vector* dx, double h, Vector& dz, Vector& dm) {
  rest_f_ = -r;
  rest_c_ = c;
  if (dx) {
    work_ = -*dx;
    M_.add_product_to(work_, rest_f_);
    if (system_.has_variable_mass()) add_product(system_.K_pattern(), mean_M_, work_, rest_f_);
    work_ *= -0.5 * h;
    add_product(system_.G_pattern(), rates_.Psi_1, work_, rest_c_);
  }
  velocities_->solve(rest_f_, rest_c_, dz, dm);
}

// Whether the next correction is likely to be the last of the positions.
bool EmStep::wants_velocities(double floor) const {
  if (corrections_ == 0) return false;
  const double rate = (corrections_ == 1 ? 2 : 1) * floor / last_floor_;
  return floor <= kRoundingFloor || floor * rate <= kNearlyFound;
}

void EmStep::start_velocities(const State& s0, double h) {
  stage_ = Velocities::kStart;
  z_ = x_ - gap_;
  v1_ = s0.v + (2 / h) * z_;
  system_.eval_rates({s0, s0.t + h, q1_}, s0.v, v1_, pair_.B, kResidual | kTangent, rates_);
}

// (E2); at first without m.
void EmStep::calc_motion_residual(bool with_m) {
  r_[1] = motion_defect_;
  work_ = x_ - z_;
  M_.add_product_to(work_, r_[1]);
  if (system_.has_variable_mass()) add_product(system_.K_pattern(), mean_M_, work_, r_[1]);
  if (!with_m) return;
  rest_c_ = -m_;
  add_transpose_product(system_.G_pattern(), pair_.B, rest_c_, r_[1]);
}

// (E2) and (E4) at the positions at hand. m is found from zero, so that along redundant rows nothing is left there by earlier
// steps; what the regularization leaves of (E4) goes into the next solve. (E1) then takes S^T m, with a guess of what that solve
// adds to it.
bool EmStep::join_velocities(const State& s0) {
  if (!has_velocity_factors_ && !factor_velocities()) return false;
  solve_velocities(r_[1], c_[1], nullptr, h_, dz_, m_);
  z_ += dz_;
  calc_motion_residual(true);  // large parts cancel in it
  velocities_->calc_rest(m_, c_[1]);
  if (system_.has_nonlinear_rows() || measure_.measure_correction(dz_) > kSameRates) {
    v1_ = s0.v + (2 / h_) * z_;
    system_.eval_rates({s0, s0.t + h_, q1_}, s0.v, v1_, pair_.B, kResidual, rates_);
    if (system_.has_nonlinear_rows()) c_[1] = 0.5 * h_ * rates_.psi_1;
  }
  joined_.setZero(z_.size());
  rest_c_ = 0.5 * h_ * m_;
  add_transpose_product(system_.G_pattern(), rates_.Psi, rest_c_, joined_);
  has_joined_ = true;
  r_[0] += joined_ + late_ - force_;
  stage_ = Velocities::kTakePart;
  return true;
}

// What the last solves have left: in (E1) what the velocities have changed since, in the rows the regularization.
void EmStep::sweep_again(bool joins) {
  rest_c_ = 0.5 * h_ * dl_[1];
  if (joins)
    r_[0] = -late_;
  else
    r_[0].setZero();
  add_transpose_product(system_.G_pattern(), rates_.Psi, rest_c_, r_[0]);
  positions_->calc_rest(dl_[0], c_[0]);
  if (measure_.measure_balance(r_[0]).floor <= kLeft && measure_.measure_rows(c_[0]).floor <= kLeft) return;
  positions_->solve(r_[0], c_[0], step_x_, step_l_);
  dx_[0] += step_x_;
  dl_[0] += step_l_;
  r_[1].setZero();
  velocities_->calc_rest(dl_[1], c_[1]);
  solve_velocities(r_[1], c_[1], &step_x_, h_, dz_, dm_);
  dx_[1] += dz_;
  dl_[1] += dm_;
}

// How far the worst row of (E4) is above its rounding; below 1 it is not.
double EmStep::measure_rates() const {
  const SparsePattern& G = system_.G_pattern();
  double largest = 0, worst = 0;
  for (int r = 0; r < G.rows; ++r) {
    double sum = 0;
    for (int k = G.start[r]; k < G.start[r + 1]; ++k) sum += std::abs(rates_.G_1[k] * v1_[G.index[k]]);
    largest = std::max(largest, sum);
    const double size = std::abs(rates_.psi_1[r]);
    if (size > kOfRow * sum) worst = std::max(worst, size);
  }
  return largest > 0 ? worst / (kOfAll * largest) : 0;
}

// (E4) alone. (E2) stays as it is, for M dz + B^T dm = 0; of (E1) only S^T dm changes.
void EmStep::polish(const State& s0, double h) {
  double last = INFINITY;
  for (int k = 0; k < kPolishes; ++k) {
    const double size = measure_rates();
    if (!(size > 1) || !(size < 0.5 * last)) return;
    last = size;
    if (whole_ && k == 0 && !factor_velocities()) return;
    dx_[0].setZero(s0.q.size());
    solve_velocities(dx_[0], c_[1], nullptr, h, dx_[1], dl_[1]);
    if (!dx_[1].allFinite() || !dl_[1].allFinite()) return;
    z_ += dx_[1];
    m_ += dl_[1];
    v1_ = s0.v + (2 / h) * z_;
    dl_[1] *= 0.5 * h;
    add_transpose_product(system_.G_pattern(), rates_.Psi, dl_[1], r_[0]);
    system_.eval_rates({s0, s0.t + h, q1_}, s0.v, v1_, pair_.B, kResidual, rates_);
    c_[1] = 0.5 * h * rates_.psi_1;
  }
}

}  // namespace invar
