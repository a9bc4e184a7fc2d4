// Conserved quantities that the user names (terms/invariant.h): are they conserved by the equations of motion, and how far
// do they drift in a run?
#pragma once

#include <string>

#include "invar/core/archive.h"
#include "invar/core/state.h"
#include "invar/system/mechanical_system.h"

namespace invar {

class InvariantWatch {
 public:
  explicit InvariantWatch(const MechanicalSystem& system) : system_(system) {}
  void start(const State& s);
  void see(const State& s);

  // Largest drift relative to the terms of the quantity, and which one it is.
  double relative_drift() const;
  int worst() const;
  void archive(Archive& a) {
    a("first", first_);
    a("drift", drift_);
    a("scale", scale_);
  }

 private:
  const MechanicalSystem& system_;
  InvariantEval eval_;
  Vector first_, drift_, scale_;
};

// A sentence if a quantity is not conserved by the equations of motion at this start, also with other velocities; empty
// otherwise. `index` is then which one.
std::string find_not_conserved(const MechanicalSystem& system, const State& start, int& index);

}  // namespace invar
