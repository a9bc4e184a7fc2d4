// The local error of a second-order step from the motion itself, for step control: the trapezoidal rule errs by h^3 q'''/12, and
// q''' is six times the third divided difference of the ends of the last three steps,
//
//   (T1)  u = d/h,   s_n = (u_n - u_n-1)/(h_n + h_n-1),   e = h_n^3/2 (s_n - s_n-1)/(h_n + h_n-1 + h_n-2)
//
// For equal steps e = (d_n - 2 d_n-1 + d_n-2)/12. What constraints prescribe of it is no error: the part along them is taken, by
// projection in the mass norm at the end of the step. At the start velocity and acceleration take the place of earlier steps,
// as differences with coinciding ends. docs/theory/both-levels.md
#pragma once

#include "invar/integrators/integrator.h"
#include "invar/solve/acceleration.h"

namespace invar {

class MotionError {
 public:
  explicit MotionError(const MechanicalSystem& system) : projection_(system) {}

  // Largest error of a coordinate in the step from s0 over h to s1. The same start again replaces the last step.
  double estimate(const State& s0, double h, const State& s1);
  // The next step starts from somewhere else.
  void forget();
  void archive(Archive& a);

 private:
  struct Past {
    Vector u, s;
    double h = 0, h_before = 0;
    void archive(Archive& a) {
      a("u", u);
      a("s", s);
      a("h", h);
      a("h_before", h_before);
    }
  };

  AccelerationSolver projection_;
  Past past_, last_;  // before the last step, and with it
  Vector q_end_, e_, lambda_, inputs_;
  double t_start_ = 0, t_end_ = 0;
  bool begun_ = false;
};

}  // namespace invar
