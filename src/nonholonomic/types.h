// The non-holonomic constraint types, one function a file.
#pragma once

#include "invar/parts/part_builder.h"

namespace invar {

PartType knife_edge_type();
PartType rolling_ball_type();
PartType rolling_disc_type();
PartType pfaffian_type();
PartType velocity_constraint_type();
PartType conserved_type();

}  // namespace invar
