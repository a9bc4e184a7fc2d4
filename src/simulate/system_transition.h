// SystemTransition: the transition of a MechanicalSystem (solve/impulse.h).
//
// The two sides of the instant are evaluated a few roundings of time before and after it: what is smooth there differs by rounding,
// what jumps is seen, whichever side the functions themselves count the instant to.
#pragma once

#include "invar/simulate/transition.h"
#include "invar/solve/impulse.h"

namespace invar {

class SystemTransition final : public Transition {
 public:
  explicit SystemTransition(const MechanicalSystem& system) : system_(system), solver_(system) {}
  void apply(const State& before, State& after, TransitionReport& report) override;

 private:
  bool read_rows(const State& before, const State& after);
  void read_side(const State& s, double t, ImpulseSide& side);
  double calc_energy(const State& s);

  const MechanicalSystem& system_;
  ImpulseSolver solver_;
  ImpulseProblem problem_;
  ImpulseReport solved_;
  PointEval eval_;
  Vector rest_, no_lambda_;
};

}  // namespace invar
