// Terms that a program places itself, without a type: on the coordinates of the bodies it names, one after the other
// (point mass: x, y, z; rigid body: origin and three directors; planar body: x, y, angle; coordinate: its value).
#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "invar/terms/constraint.h"
#include "invar/terms/force.h"
#include "invar/terms/memory_force.h"
#include "invar/terms/potential.h"

namespace invar {

// What a row of a constraint is called, and the unit of its multiplier.
struct RowLabel {
  std::string label;
  std::string unit = "1";
};

struct OwnTerm {
  std::string name;
  std::vector<std::string> places;  // bodies, markers on them, places of elements
  std::variant<std::unique_ptr<Force>, std::unique_ptr<Potential>, std::unique_ptr<Constraint>,
               std::unique_ptr<MemoryForce>>
      term;
  std::vector<RowLabel> rows = {};  // of constraints
};

}  // namespace invar
