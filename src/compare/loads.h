// Loads of a trial: the forces and moments among the outputs of the model that follow from the state (section forces,
// springs), at the instants of comparison, and how much they jump from step to step. They are those of a table of the run.
//
// Roughness. A load that a step does not resolve flips from step to step. Of its values f at the ends of steps, in the second
// half of the run,
//
//   roughness = rms |f(n+1) - 2 f(n) + f(n-1)| / 4 / max |f|.
//
// A sine of N steps a period has 0.71 sin^2(pi / N): 0.71 where it flips with every step, 0.1 with eight steps a period.
#pragma once

#include <vector>

#include "invar/audit/instant.h"
#include "invar/core/state.h"
#include "invar/model/model.h"

namespace invar::compare {

class Loads {
 public:
  // Both have to outlive it.
  Loads(const Model& model, const MechanicalSystem& system);

  bool empty() const { return channels_.empty(); }
  Vector at(const State& s);
  // For every step; `t_half` is the time from which on roughness counts.
  void see(const State& s, double t_half);
  // The largest of all loads.
  double roughness() const;

 private:
  std::vector<Channel> channels_;
  unsigned needs_ = kNeedsState;
  Instant instant_;
  Vector last_, before_, largest_, squares_;
  int seen_ = 0;
};

// Largest size of each load over the instants; loads that are round-off beside others of their unit get infinity, so that
// what is divided by it does not count.
Vector load_scale(const Model& model, const std::vector<Vector>& loads);

}  // namespace invar::compare
