#include "invar/elements/beam/place.h"

#include "invar/parts/kinematics.h"

namespace invar {

Marker BeamPlace::marker(const Vector3& p_B, const Matrix3& R_B) const {
  Marker m = frame_;
  for (int i = 0; i < 3; ++i)
    if (p_B[i] != 0) m.point = m.point + p_B[i] * frame_.axes[i];
  for (int axis = 0; axis < 3; ++axis) {
    m.axes[axis] = AffineVector();
    for (int i = 0; i < 3; ++i)
      if (R_B(i, axis) != 0) m.axes[axis] = m.axes[axis] + R_B(i, axis) * frame_.axes[i];
  }
  return m;
}

void BeamPlace::offer_channels(ChannelList& out) const {
  const Layout& layout = assembly_->layout;
  const AffineVector x = frame_.point;
  const Vector3 reference = reference_;
  out.add_vector(name() + ".position", "m", kNeedsState,
                 [&layout, x](const Snapshot& s) { return calc_value(layout, x, s.q); });
  out.add_vector(name() + ".displacement", "m", kNeedsState, [&layout, x, reference](const Snapshot& s) -> Vector3 {
    return calc_value(layout, x, s.q) - reference;
  });
  out.add_vector(name() + ".velocity", "m/s", kNeedsVelocity,
                 [&layout, x](const Snapshot& s) { return calc_rate(layout, x, s.q, s.v); });
  out.add_vector(name() + ".acceleration", "m/s^2", kNeedsAcceleration,
                 [&layout, x](const Snapshot& s) { return calc_second_rate(layout, x, s.q, s.v, s.a); });
  if (!frame_.has_axes) return;
  for (int i = 0; i < 3; ++i) {
    const AffineVector axis = frame_.axes[i];
    out.add_vector(name() + ".e" + std::to_string(i + 1), "1", kNeedsState,
                   [&layout, axis](const Snapshot& s) { return calc_value(layout, axis, s.q); });
  }
  if (frame_.ground) return;
  const int node = frame_.nodes[0];
  out.add_vector(name() + ".omega", "rad/s", kNeedsVelocity,
                 [&layout, node](const Snapshot& s) { return calc_angular_velocity(layout, node, s.q, s.v); });
}

}  // namespace invar
