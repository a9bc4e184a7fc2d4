// Which equilibrium is asked for, and with which velocities a run leaves it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "invar/core/error.h"
#include "invar/core/types.h"

namespace invar {

// Velocities of what no spin is given for.
enum class StartVelocities {
  kRest,
  kGiven,   // those of the file
  kSteady,  // if those of the file and of drives are a steady spin, the equilibrium of that spin; else those of the file
};

struct EquilibriumRequest {
  std::optional<Vector3> spin = {}, about = {};  // angular velocity [rad/s], a point of its axis [m]
  std::string joint = {};                        // what it carries turns about its axis
  std::vector<std::string> parts = {};           // that turn; all if there is neither this nor a joint
  StartVelocities velocities = StartVelocities::kRest;
  SourceLocation where = {};  // for messages
  bool spins() const { return spin || !joint.empty(); }
};

}  // namespace invar
