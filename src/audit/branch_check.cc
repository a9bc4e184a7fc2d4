#include "invar/audit/branch_check.h"

#include <algorithm>
#include <cmath>

#include "invar/core/max_abs.h"

namespace invar {

namespace {
constexpr double kPart = 0.05;       // of the extent of the motion: between instants
constexpr double kManyTimes = 2;     // the usual iterations,
constexpr double kMore = 2;          // and so many more: trouble
constexpr int kAfter = 6;            // instants that are looked at after trouble
constexpr double kFar = 10;          // times the usual jump
constexpr double kLargeJump = 0.02;  // relative to the accelerations
constexpr double kDip = 0.2;         // of a singular value, relative to the largest it was
constexpr int kInverseIterations = 4;
constexpr double kTruncation = 1e-9;
}  // namespace

void BranchCheck::start(const State& s) {
  if (system_.rows() == 0) return;
  start_q_ = s.q;
  start_z_ = s.z;
  u_ = s.inputs.u;
  start_t_ = s.t;
  count_ = watch_ = since_ = 0;
  steps_ = 0;
  take(s);
}

void BranchCheck::take(const State& s) {
  for (int i = kSamples - 1; i > 0; --i) {
    q_[i].swap(q_[i - 1]);
    t_[i] = t_[i - 1];
  }
  q_[0] = s.q;
  t_[0] = s.t;
  ++count_;
  for (int i = 0; i < s.q.size(); ++i) extent_ = std::max(extent_, std::abs(s.q[i] - start_q_[i]));
  fastest_ = std::max(fastest_, max_abs(s.v));
  spacing_ = fastest_ > 0 ? kPart * extent_ / fastest_ : 0;
}

bool BranchCheck::see(const State& s, double h, int iterations) {
  if (iterations == 0 || system_.rows() == 0) return false;
  h = std::abs(h);
  const bool trouble = steps_++ > 2 && (iterations > kManyTimes * usual_iterations_ + kMore || h < 0.5 * usual_h_);
  if (trouble) {
    if (watch_ == 0) since_ = 0;
    watch_ = kAfter;
  }
  if (!trouble || steps_ < 3) {
    usual_iterations_ += (iterations - usual_iterations_) / static_cast<double>(std::min(steps_, 10LL));
    usual_h_ = h;
  }
  if (std::abs(s.t - t_[0]) < std::max(spacing_, 0.999 * usual_h_)) return false;
  take(s);
  if (watch_ == 0) return false;
  --watch_;
  ++since_;
  if (!jumps() || !is_singular()) return false;
  watch_ = 0;
  return true;
}

void BranchCheck::calc_acceleration(int newest, Vector& a, double& t) const {
  const int i = newest;
  const double after = t_[i] - t_[i + 1], before = t_[i + 1] - t_[i + 2];
  a = (2 / (after + before)) * ((q_[i] - q_[i + 1]) / after - (q_[i + 1] - q_[i + 2]) / before);
  t = (t_[i] + t_[i + 1] + t_[i + 2]) / 3;
}

double BranchCheck::calc_jump(int newest) {
  double t[3];
  for (int k = 0; k < 3; ++k) calc_acceleration(newest + k, a_[k], t[k]);
  const double s = (t[0] - t[1]) / (t[1] - t[2]);
  jump_ = a_[0] - (1 + s) * a_[1] + s * a_[2];
  return smallest_.calc_size(system_.K_pattern(), M_, jump_);
}

// (C2) against the instants before the trouble.
bool BranchCheck::jumps() {
  const int known = std::min(count_, kSamples);
  if (known < 5) return false;
  M_ = system_.M();
  if (system_.has_variable_mass() && !system_.eval_mass({t_[0], q_[0]}, M_)) return false;
  double usual = 0, size = 0;
  for (int i = since_; i + 5 <= known; ++i) {
    usual = std::max(usual, calc_jump(i));
    size = std::max(size, smallest_.calc_size(system_.K_pattern(), M_, a_[0]));
  }
  const double jump = calc_jump(0);
  size = std::max(size, smallest_.calc_size(system_.K_pattern(), M_, a_[0]));
  return jump > std::max(kFar * usual, kLargeJump * size);
}

bool BranchCheck::is_singular() {
  if (!solver_) {
    solver_ = make_constrained_solver(system_, ConstrainedSolverKind::kAuto, kTruncation, true);
    zero_v_.setZero(system_.coordinates());
    zero_lambda_.setZero(system_.rows());
  }
  x_ = jump_;
  double largest = find_smallest(start_t_, start_q_), least = largest;
  for (int i = 0; i < std::min(count_, kSamples); ++i) {
    const double s = find_smallest(t_[i], q_[i]);
    if (!std::isfinite(s)) continue;
    largest = std::isfinite(largest) ? std::max(largest, s) : s;
    least = std::isfinite(least) ? std::min(least, s) : s;
  }
  return least < kDip * largest;
}

double BranchCheck::find_smallest(double t, const Vector& q) {
  system_.eval({t, q, zero_v_, start_z_, u_}, zero_lambda_, kVelocity, point_);
  if (system_.has_variable_mass() && !solver_->set_mass(M_)) return INFINITY;
  if (!solver_->factor(point_.G)) return INFINITY;
  return smallest_.find(*solver_, system_.K_pattern(), M_, system_.rows(), kInverseIterations, x_);
}

void BranchCheck::archive(Archive& a) {
  for (Vector* x : {&start_q_, &start_z_, &u_}) a("start", *x);
  a("q", q_);
  a("t", t_);
  for (double* x : {&start_t_, &spacing_, &extent_, &fastest_, &usual_h_, &usual_iterations_}) a("number", *x);
  for (int* x : {&count_, &watch_, &since_}) a("count", *x);
  a("steps", steps_);
}

}  // namespace invar
