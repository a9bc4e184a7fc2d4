// The state of a system: time, coordinates, velocities, as a value.
#pragma once

#include "invar/core/types.h"

namespace invar {

struct State {
  double t = 0.0;
  Vector q;
  Vector v;
};

}  // namespace invar
