// The stress update of potentials that have one (terms/mixed_stiffness.h), for solvers that have no pair of configurations.
#pragma once

#include <vector>

#include "invar/system/assembled_system.h"

namespace invar {

class MixedStiffness;

class StressUpdate {
 public:
  explicit StressUpdate(const AssembledSystem& system);
  // K += H(S*) - H(S) of each such potential; dq is the last increment of the iteration.
  void add(Vec dq, Vector& K) const;

 private:
  struct Place {
    const MixedStiffness* term;
    std::vector<int> coordinates;
    std::vector<int> K;  // positions, column by column
  };
  std::vector<Place> places_;
};

}  // namespace invar
