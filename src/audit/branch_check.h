// BranchCheck: whether a motion goes on as before where implicit steps had trouble with a singular position. Several motions of a
// mechanism meet there, with the same position and, where they touch, the same velocity. All of them satisfy the constraints and
// have the same energy, so no invariant shows that a run has gone over to another one. What differs are accelerations. They are
// taken from positions some time apart, because beside the position rounding e moves coordinates by up to e^(1/3):
//
//   (C1)  a_k = 2 ((q_k - q_k-1)/(t_k - t_k-1) - (q_k-1 - q_k-2)/(t_k-1 - t_k-2))/(t_k - t_k-2)
//   (C2)  a_k = 2-point extrapolation of a_k-1 and a_k-2 + O(h^2)
//
// A run is in doubt where (C2) does not hold far more than before, within a few instants of a step that took far more
// iterations than usual or was divided, and the smallest singular value of the constraints there is far below what it was. Explicit
// methods watch themselves (integrators/explicit/branch_watch.h).
#pragma once

#include <memory>

#include "invar/core/archive.h"
#include "invar/solve/smallest_singular.h"

namespace invar {

class BranchCheck {
 public:
  explicit BranchCheck(const MechanicalSystem& system) : system_(system) {}
  void start(const State& s);
  // After a step of size h that took so many iterations: true if from here on the motion may be another one.
  bool see(const State& s, double h, int iterations);
  void archive(Archive& a);

 private:
  static constexpr int kSamples = 12;

  void take(const State& s);
  void calc_acceleration(int newest, Vector& a, double& t) const;
  double calc_jump(int newest);  // of (C2), in the metric of the mass; leaves it in jump_
  bool jumps();
  bool is_singular();
  double find_smallest(double t, const Vector& q);

  const MechanicalSystem& system_;
  Vector q_[kSamples], start_q_, start_z_;  // the latest first
  double t_[kSamples] = {}, start_t_ = 0;
  int count_ = 0, watch_ = 0, since_ = 0;  // since_: instants taken since the trouble began
  double spacing_ = 0, extent_ = 0, fastest_ = 0;
  double usual_h_ = 0, usual_iterations_ = 0;
  long long steps_ = 0;
  // Of a check, made where one is needed.
  std::unique_ptr<ConstrainedSolver> solver_;
  SmallestSingular smallest_;
  PointEval point_;
  Vector M_, a_[3], jump_, x_, zero_v_, zero_lambda_, u_;
};

}  // namespace invar
