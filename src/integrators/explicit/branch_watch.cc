#include "invar/integrators/explicit/branch_watch.h"

#include <algorithm>
#include <cmath>

namespace invar {

namespace {
constexpr double kFar = 10;            // times the usual jump
constexpr double kLargeJump = 1e-2;    // relative to the accelerations
constexpr double kDip = 0.2;           // of a singular value, relative to the largest it was
constexpr int kInverseIterations = 3;  // each by the fourth power of the ratio of singular values
constexpr double kAhead = 1.5;         // steps
constexpr int kStepsToWatch = 20;      // errors grow from step to step behind the position
constexpr int kNextIterations = 1;     // from the direction that was found before
}  // namespace

void BranchWatch::archive(Archive& a) {
  a("t", t_);
  a("a", a_);
  a("v", v_);
  a("q", q_);
  a("count", count_);
  a("size", size_);
  a("usual", usual_);
  a("last_jump", last_jump_);
  a("largest_s", largest_s_);
  a("largest_rank", largest_rank_);
  a("x", x_);
  a("jump", jump_);
  a("s", s_);
  a("s_t", s_t_);
  a("steps_to_watch", steps_to_watch_);
  a("direction", direction_);
}

void BranchWatch::reset() {
  count_ = 0;
  size_ = usual_ = last_jump_ = largest_s_ = 0;
  largest_rank_ = 0;
  s_ = 0;
  steps_to_watch_ = 0;
  jump_.resize(0);
  direction_.resize(0);
}

void BranchWatch::push(ConstrainedMotion& motion, double t, Vec q, Vec v, Vec a) {
  if (count_ > 0 && t == t_[0]) return;
  for (int i = kPoints - 1; i > 0; --i) {
    a_[i].swap(a_[i - 1]);
    t_[i] = t_[i - 1];
  }
  a_[0] = a;
  v_ = v;
  q_ = q;
  t_[0] = t;
  ++count_;
  largest_rank_ = std::max(largest_rank_, motion.solver().rank());
  size_ = std::max(calc_size(motion, a_[0]), 0.5 * size_);
  if ((count_ & (count_ - 1)) == 0 && (count_ & 0x55555555) != 0)
    note_smallest(motion);  // after 1, 4, 16, 64, ... steps
}

double BranchWatch::calc_jump(ConstrainedMotion& motion, double t, Vec a) {
  const double s = (t - t_[0]) / (t_[0] - t_[1]);
  jump_ = a - (1 + s) * a_[0] + s * a_[1];
  return calc_size(motion, jump_);
}

bool BranchWatch::fits(ConstrainedMotion& motion, double t, Vec q, Vec v, Vec a) {
  if (count_ < 2) return true;
  const double tau = t - t_[0], s = tau / (t_[0] - t_[1]), allowed = calc_allowed();
  const double jump = calc_jump(motion, t, a);
  bool fits = jump <= allowed;
  if (fits) {
    y_ = v - v_ - tau * ((1 + s / 2) * a_[0] - s / 2 * a_[1]);
    fits = calc_size(motion, y_) <= allowed * std::abs(tau);
    y_ = q - q_ - tau * v_ - tau * tau * ((0.5 + s / 6) * a_[0] - s / 6 * a_[1]);
    fits = fits && calc_size(motion, y_) <= allowed * tau * tau;
  }
  last_jump_ = jump;
  if (fits) accept();
  return fits;
}

void BranchWatch::accept() {
  if (steps_to_watch_ == 0) usual_ = std::max(last_jump_, 0.5 * usual_);
}

bool BranchWatch::smooth(ConstrainedMotion& motion, double t, Eigen::Ref<Vector> a) {
  if (count_ < 2 || calc_jump(motion, t, a) <= calc_allowed() || !is_singular(motion)) return false;
  y_ = a - extrapolate(t);
  calc_size(motion, y_);
  if (motion.solver().rank() < largest_rank_) {
    c_.setZero(motion.system().rows());
    motion.solver().solve(smallest_.Mx(), c_, x_, l_);
    a -= x_;
  } else {
    a -= x_.dot(smallest_.Mx()) * x_;
  }
  return true;
}

double BranchWatch::calc_allowed() const { return std::max(kFar * usual_, kLargeJump * size_); }

Vector BranchWatch::extrapolate(double t) const {
  const int points = std::min(count_, kPoints);
  Vector a = Vector::Zero(a_[0].size());
  for (int i = 0; i < points; ++i) {
    double weight = 1;
    for (int k = 0; k < points; ++k)
      if (k != i) weight *= (t - t_[k]) / (t_[i] - t_[k]);
    a += weight * a_[i];
  }
  return a;
}

bool BranchWatch::is_singular(ConstrainedMotion& motion) {
  if (count_ < 2) return false;
  if (motion.solver().rank() < largest_rank_) return true;
  x_ = a_[0];
  if (jump_.size() == x_.size()) x_ += jump_;
  const double smallest = find_smallest(motion, kInverseIterations);
  if (std::isfinite(smallest)) largest_s_ = std::max(largest_s_, smallest);
  return smallest < kDip * largest_s_;
}

bool BranchWatch::passes_singular(ConstrainedMotion& motion, double t, double h) {
  if (count_ == 0) return false;
  const bool knows = direction_.size() > 0;
  x_ = knows ? direction_ : a_[0];
  const double s = find_smallest(motion, knows ? kNextIterations : kInverseIterations);
  if (steps_to_watch_ > 0) --steps_to_watch_;
  if (!std::isfinite(s)) return steps_to_watch_ > 0;
  direction_ = x_;
  largest_s_ = std::max(largest_s_, s);
  const bool vanishes = s_ > 0 && s * std::abs(t - s_t_) <= kAhead * std::abs(h) * (s_ - s);
  if (vanishes || motion.solver().rank() < largest_rank_) steps_to_watch_ = kStepsToWatch;
  s_ = s;
  s_t_ = t;
  return steps_to_watch_ > 0;
}

double BranchWatch::calc_size(ConstrainedMotion& motion, const Vector& a) {
  return smallest_.calc_size(motion.system().K_pattern(), motion.M(), a);
}

double BranchWatch::find_smallest(ConstrainedMotion& motion, int iterations) {
  const MechanicalSystem& system = motion.system();
  return smallest_.find(motion.solver(), system.K_pattern(), motion.M(), system.rows(), iterations, x_);
}

void BranchWatch::note_smallest(ConstrainedMotion& motion) {
  const bool knows = direction_.size() > 0;
  x_ = knows ? direction_ : a_[0];
  const double s = find_smallest(motion, knows ? kNextIterations : kInverseIterations);
  if (!std::isfinite(s)) return;
  largest_s_ = std::max(largest_s_, s);
  direction_ = x_;
}

}  // namespace invar
