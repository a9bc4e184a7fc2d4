#include "invar/integrators/energy_momentum/motion_error.h"

#include "invar/core/max_abs.h"

namespace invar {

void MotionError::forget() {
  begun_ = false;
  projection_.reset();
}

void MotionError::archive(Archive& a) {
  a("begun", begun_);
  a("past", past_);
  a("last", last_);
  a("q_end", q_end_);
  a("t_start", t_start_);
  a("t_end", t_end_);
  a("inputs", inputs_);
  a("projection", projection_);
}

double MotionError::estimate(const State& s0, double h, const State& s1) {
  if (s0.inputs.u.size() != inputs_.size() || s0.inputs.u != inputs_) {  // forces jump here
    begun_ = false;
    inputs_ = s0.inputs.u;
  }
  if (begun_ && s0.t == t_end_ && s0.q == q_end_) {
    std::swap(past_, last_);
  } else if (!begun_ || s0.t != t_start_) {
    past_.h = past_.h_before = 0;
    past_.u = s0.v;
    projection_.project_velocity(s0, past_.u);
    if (!projection_.solve(At(s0).with_v(past_.u), past_.s, lambda_)) past_.s.setZero(s0.q.size());
    past_.s *= 0.5;
    begun_ = true;
  }
  t_start_ = s0.t;
  t_end_ = s1.t;
  q_end_ = s1.q;
  last_.h = h;
  last_.h_before = past_.h;
  last_.u = (s1.q - s0.q) / h;
  last_.s = (last_.u - past_.u) / (h + past_.h);
  e_ = (0.5 * h * h * h / (h + past_.h + past_.h_before)) * (last_.s - past_.s);
  projection_.project_increment(s1, e_);
  return max_abs(e_);
}

}  // namespace invar
