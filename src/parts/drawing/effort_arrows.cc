#include "invar/parts/drawing/effort_arrows.h"

#include "invar/parts/kinematics.h"

namespace invar {

Primitive& add_torque(Drawing& d, const Part& part, DrawRole role, const Anchor& at, unsigned needs,
                      std::function<Vector3(const Snapshot&)> torque) {
  Primitive& primitive = d.add_arrow(part, role, at, needs, std::move(torque));
  primitive.kind = "torque";
  primitive.quantity = "torque";
  primitive.unit = "N m";
  return primitive;
}

void add_joint_effort(Drawing& d, const Part& part, DrawRole role, const Layout& layout, const Marker& F,
                      const Marker& M, bool torque, unsigned needs, std::function<double(const Snapshot&)> effort) {
  const auto vector = [&layout, axis = F.axes[2], effort = std::move(effort)](const Snapshot& s) {
    return Vector3(effort(s) * calc_value(layout, axis, s.q));
  };
  if (torque) {
    add_torque(d, part, role, d.place(F), needs, vector);
  } else {
    d.add_arrow(part, role, d.place(M), needs, vector);
  }
}

}  // namespace invar
