#include "invar/drives/types.h"
#include "invar/parts/kinematics.h"

namespace invar {

Drive::Coordinate joint_coordinate_channels(const Joint& joint, bool angle) {
  const Layout& layout = joint.assembly().layout;
  const Marker& F = joint.F();
  const Marker& M = joint.M();
  Drive::Coordinate c;
  c.rotation = angle;
  if (angle) {
    c.wrapped = !both_in_plane(F, M);
    c.value = [&layout, F, M](const Snapshot& s) { return calc_joint_angle(layout, F, M, s.q); };
    c.rate = [&layout, F, M](const Snapshot& s) {
      Vector3 w = Vector3::Zero();
      if (!M.nodes.empty()) w += calc_angular_velocity(layout, M.nodes[0], s.q, s.v);
      if (!F.nodes.empty()) w -= calc_angular_velocity(layout, F.nodes[0], s.q, s.v);
      return w.dot(calc_value(layout, F.axes[2], s.q));
    };
    return c;
  }
  const AffineVector d = M.point - F.point, f = F.axes[2];
  c.value = [&layout, f, d](const Snapshot& s) { return calc_value(layout, f, s.q).dot(calc_value(layout, d, s.q)); };
  c.rate = [&layout, f, d](const Snapshot& s) {
    return calc_value(layout, f, s.q).dot(calc_rate(layout, d, s.q, s.v)) +
           calc_rate(layout, f, s.q, s.v).dot(calc_value(layout, d, s.q));
  };
  return c;
}

}  // namespace invar
