// What `invar check` says of a model: sizes, freedoms, redundant constraints by joint, the start, mass properties.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "invar/model/model.h"
#include "invar/solve/initial_conditions.h"

namespace invar {

struct RedundantJoint {
  std::string owner;
  std::vector<std::string> labels;  // rows that follow from the joints before it
};

// A joint coordinate at the start, with its rate.
struct JointStart {
  std::string name, unit;
  double value = 0, rate = 0;
  bool value_given = false, rate_given = false;  // in the section `initial`
};

struct ModelCheck {
  int coordinates = 0, constraints = 0, internal_constraints = 0, velocity_constraints = 0;
  int rank = 0, rank_nearby = 0;  // at the start, and after a small motion away from it
  int freedoms = 0;               // true number: velocity freedoms at a generic position
  int freedoms_at_start = 0;      // more in a singular position
  std::vector<RedundantJoint> redundant;
  InitialConditionsReport initial;
  std::string posed;  // how the start came to the values of `initial`; empty without them
  std::vector<JointStart> joints;
  // Rows that cannot hold together: at the start, or from there on (accelerations, and where drives
  // lead). One sentence, empty if there are none.
  std::string conflict;
  std::vector<std::string> overruled_drives;  // with a conflict: drives whose rows depend on others
  SourceLocation conflict_location;
  double mass = 0;
  Vector3 center = Vector3::Zero();
  // About the center, world axes; in the plane zz alone. None where parts of the mass rest on the ground: rods held there.
  std::optional<Matrix3> inertia;
  double kinetic_energy = 0, potential_energy = 0;
  bool driven = false;                // some constraint depends on time
  std::vector<std::string> warnings;  // parts outside the range of their theory, what has no effect, loose bodies
  bool gravity_or_ground = false;
  bool ok() const { return conflict.empty(); }
};

// Throws ModelError for what a run refuses before it starts: its method block, its outputs, points without mass.
ModelCheck check(const Model& model);

}  // namespace invar
