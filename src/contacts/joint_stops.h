// Limits and friction of a joint: keys `limits` and `friction` of joints that have an angle or a displacement.
#pragma once

#include <memory>
#include <vector>

#include "invar/parts/part_builder.h"

namespace invar {

// The joint type with these keys.
JointType with_stops(JointType type);
// Parts NAME.limits and NAME.friction, where the entry asks for them.
std::vector<std::unique_ptr<Part>> make_joint_stops(const Joint& joint, const Params& params, PartBuilder& builder);

}  // namespace invar
