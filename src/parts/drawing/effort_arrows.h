// Arrows of efforts about or along an axis, for drives, motors and springs of joints. A torque is a curved arrow.
#pragma once

#include <functional>

#include "invar/core/layout.h"
#include "invar/parts/drawing/drawing.h"

namespace invar {

// A torque [N m] at a place.
Primitive& add_torque(Drawing& d, const Part& part, DrawRole role, const Anchor& at, unsigned needs,
                      std::function<Vector3(const Snapshot&)> torque);

// The effort of a part on the coordinate of a joint: a torque about axis 3 of F, or a force along it at M.
void add_joint_effort(Drawing& d, const Part& part, DrawRole role, const Layout& layout, const Marker& F,
                      const Marker& M, bool torque, unsigned needs, std::function<double(const Snapshot&)> effort);

}  // namespace invar
