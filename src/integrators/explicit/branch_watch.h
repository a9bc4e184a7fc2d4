// BranchWatch: whether a motion goes on smoothly past a singular position, where several motions meet.
//
// Branches that touch each other, such as the straight line and the circle of Peaucellier's linkage, share position and
// velocity there and differ in their accelerations. Beside the position a tiny singular value of the constraints turns
// errors of a stage, and even rounding, into accelerations of order one: these choose the branch. The motion is analytic, so
//
//   (W1)  a(t) = 2-point extrapolation of the accelerations at the starts of the last steps + O(h^2)
//
// A motion that leaves (W1) or its integrals v and q by far more than the steps before is on a wrong branch, or on its way
// to one, if also
//
//   (W2)  the rank is lower than it was, or the smallest singular value s of C = G R^-1 is far below what it was;
//         s from its direction x:  l = C^+T R x,  R^-1 C^+ l = x/s^2,  solutions with the factors at hand
//
// Forces that jump elsewhere pass. Such a step is repeated with accelerations that are smooth,
//
//   (W3)  a += x (x . M (a_3 - a)),   a_3 the 3-point extrapolation, where (W1) does not hold and (W2) does
//
// which is of third order in the one direction that cannot be computed.
//
// Stabilizations that leave errors in the constraints are not corrected. There a jump counts where
//
//   (W4)  s, at the rate of the last step, vanishes within about a step: s dt <= 1.5 h (s_before - s)
//
// which also holds for starts beside a singular position, where s has no larger values to be compared with. In the steps after
// it, jumps are measured by those before it: errors that grow from step to step must not become usual.
#pragma once

#include "invar/integrators/explicit/motion.h"
#include "invar/solve/smallest_singular.h"

namespace invar {

class BranchWatch {
 public:
  void reset();
  void archive(Archive& a);
  bool is_new(double t) const { return count_ == 0 || t != t_[0]; }
  // At the start of a step.
  void push(ConstrainedMotion& motion, double t, Vec q, Vec v, Vec a);
  // (W1) and its integrals. Where they do not hold and no singular position is near, `accept` makes the jump a usual one.
  bool fits(ConstrainedMotion& motion, double t, Vec q, Vec v, Vec a);
  void accept();
  // (W4) at the start of a step of size h with factors there; stays true for a few steps. Call once per step.
  bool passes_singular(ConstrainedMotion& motion, double t, double h);
  // (W3); true if it acts.
  bool smooth(ConstrainedMotion& motion, double t, Eigen::Ref<Vector> a);
  // (W2) at the position of the factors: whether it is singular or close to it.
  bool is_singular(ConstrainedMotion& motion);

 private:
  static constexpr int kPoints = 3;

  double calc_jump(ConstrainedMotion& motion, double t, Vec a);
  double calc_allowed() const;
  double calc_size(ConstrainedMotion& motion, const Vector& a);  // in the metric of the mass; leaves M a
  // The smallest singular value, with its direction in x_, of unit size, and M x_; from x_ on.
  double find_smallest(ConstrainedMotion& motion, int iterations);
  void note_smallest(ConstrainedMotion& motion);
  Vector extrapolate(double t) const;

  double t_[kPoints] = {};
  Vector a_[kPoints], v_, q_;  // the latest first
  int count_ = 0;
  double size_ = 0;                   // of the accelerations
  double usual_ = 0, last_jump_ = 0;  // jumps of the steps so far
  double largest_s_ = 0;
  double s_ = 0, s_t_ = 0;  // the last s and its instant
  int steps_to_watch_ = 0;  // after (W4)
  int largest_rank_ = 0;
  Vector direction_;  // of the smallest singular value, where it was noted last
  Vector jump_, x_, y_, c_, l_;
  SmallestSingular smallest_;
};

}  // namespace invar
