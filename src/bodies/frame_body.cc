#include "invar/bodies/frame_body.h"

#include <algorithm>
#include <cmath>

#include "invar/bodies/equivalent_shape.h"
#include "invar/math/rotation.h"
#include "invar/parts/drawing/drawing.h"
#include "invar/parts/kinematics.h"
#include "invar/parts/sensor.h"

namespace invar {

Marker FrameBody::marker(const Vector3& p_B, const Matrix3& R_B) const {
  Marker m;
  m.body = name();
  m.nodes = {node_};
  m.point.add(node_, 0, 1);
  for (int i = 0; i < 3; ++i) {
    m.point.add(node_, 1 + i, p_B[i]);
    for (int axis = 0; axis < 3; ++axis) m.axes[axis].add(node_, 1 + i, R_B(i, axis));
  }
  return m;
}

void FrameBody::offer_sensors(SensorList& out) const {
  out.add_point("", AffineVector().add(node_, 0, 1), 3);
  out.add_point("center.", marker(center_, Matrix3::Identity()).point, 3);
  for (int i = 1; i <= 3; ++i) out.add_direction("e" + std::to_string(i) + ".", AffineVector().add(node_, i, 1));
  out.add_turns(node_);
}

void FrameBody::offer_channels(ChannelList& out) const {
  const Layout& layout = assembly_->layout;
  const int node = node_, offset = layout.node(node_).offset;
  const auto motion = [&](const std::string& prefix, const AffineVector& x) {
    out.add_vector(prefix + "position", "m", kNeedsState,
                   [&layout, x](const Snapshot& s) { return calc_value(layout, x, s.q); });
    out.add_vector(prefix + "velocity", "m/s", kNeedsVelocity,
                   [&layout, x](const Snapshot& s) { return calc_rate(layout, x, s.q, s.v); });
    out.add_vector(prefix + "acceleration", "m/s^2", kNeedsAcceleration,
                   [&layout, x](const Snapshot& s) { return calc_second_rate(layout, x, s.q, s.v, s.a); });
  };
  motion(name() + ".", marker(Vector3::Zero(), Matrix3::Identity()).point);
  motion(name() + ".center.", marker(center_, Matrix3::Identity()).point);
  for (int i = 1; i <= 3; ++i)
    out.add_vector(name() + ".e" + std::to_string(i), "1", kNeedsState,
                   [offset, i](const Snapshot& s) -> Vector3 { return s.q.segment<3>(offset + 3 * i); });
  out.add_vector(name() + ".omega", "rad/s", kNeedsVelocity,
                 [&layout, node](const Snapshot& s) { return calc_angular_velocity(layout, node, s.q, s.v); });
  out.add_vector(name() + ".omega_body", "rad/s", kNeedsVelocity, [&layout, node](const Snapshot& s) -> Vector3 {
    return calc_rotation(layout, node, s.q).transpose() * calc_angular_velocity(layout, node, s.q, s.v);
  });
  out.add_vector(name() + ".alpha", "rad/s^2", kNeedsAcceleration,
                 [&layout, node](const Snapshot& s) { return calc_angular_acceleration(layout, node, s.q, s.v, s.a); });
  out.add_vector(name() + ".conformal", "1", kNeedsState,
                 [&layout, node](const Snapshot& s) { return calc_conformal(calc_rotation(layout, node, s.q)); });
  static constexpr const char* kQuaternion[] = {"w", "x", "y", "z"};
  for (int i = 0; i < 4; ++i)
    out.add(name() + ".quaternion." + kQuaternion[i], "1", kNeedsState,
            [&layout, node, i](const Snapshot& s) { return calc_quaternion(calc_rotation(layout, node, s.q))[i]; });

  // R = R_y(pitch) R_x(roll) R_z(yaw): the order of vehicle dynamics.
  out.add_angle(name() + ".pitch", kNeedsState, [&layout, node](const Snapshot& s) {
    const Matrix3 R = calc_rotation(layout, node, s.q);
    return std::atan2(R(0, 2), R(2, 2));
  });
  out.add(name() + ".roll", "rad", kNeedsState, [&layout, node](const Snapshot& s) {
    return std::asin(std::clamp(-calc_rotation(layout, node, s.q)(1, 2), -1.0, 1.0));
  });
  out.add_angle(name() + ".yaw", kNeedsState, [&layout, node](const Snapshot& s) {
    const Matrix3 R = calc_rotation(layout, node, s.q);
    return std::atan2(R(1, 0), R(1, 1));
  });

  for (const auto& block : layout.internal_blocks()) {
    if (block.coordinate != offset) continue;
    for (int i = 0; i < 6; ++i) {
      const int row = block.row + i;
      out.add(name() + ".lambda." + layout.row(row).label, "N m", kNeedsAcceleration,
              [row](const Snapshot& s) { return s.lambda[row]; });
      out.add(name() + ".lambda_raw." + layout.row(row).label, "N m", kNeedsState,
              [row](const Snapshot& s) { return s.lambda_raw[row]; });
      out.add_mu(name() + ".mu." + layout.row(row).label, row, "N m");
    }
  }
  const Matrix3 J = J_ - mass_ * center_ * center_.transpose();
  const AffineVector center = marker(center_, Matrix3::Identity()).point;
  const Matrix3 inertia = J.trace() * Matrix3::Identity() - J;  // about the center, body axes
  const auto angular_momentum = [&layout, node, inertia](const Snapshot& s) -> Vector3 {
    const Matrix3 R = calc_rotation(layout, node, s.q);
    return R * inertia * R.transpose() * calc_angular_velocity(layout, node, s.q, s.v);
  };
  out.add_vector(name() + ".angular_momentum", "N m s", kNeedsVelocity, angular_momentum);
  const double mass = mass_;
  out.add(name() + ".energy.kinetic", "J", kNeedsVelocity,
          [&layout, node, mass, center, angular_momentum](const Snapshot& s) {
            return 0.5 * mass * calc_rate(layout, center, s.q, s.v).squaredNorm() +
                   0.5 * angular_momentum(s).dot(calc_angular_velocity(layout, node, s.q, s.v));
          });
}

void FrameBody::draw_shape(Drawing& drawing) const {
  const Anchor own = drawing.place(marker(Vector3::Zero(), Matrix3::Identity()));
  const EquivalentShape shape = calc_equivalent_shape(mass_, J_ - mass_ * center_ * center_.transpose());
  const Anchor center = drawing.place(marker(center_, shape.R));
  if (!shape.kind.empty()) drawing.add(shape.kind, *this, DrawRole::kBody, center, shape.size).assumed = true;
  double reach = shape.half.norm();
  for (const Vector3& p : drawing.attachments(own)) {
    const Vector3 from_center = shape.R.transpose() * (p - center_);
    reach = std::max(reach, from_center.norm());
    if ((from_center.cwiseAbs() - 1.05 * shape.half).maxCoeff() <= 0) continue;  // inside
    drawing.add_link("rod", *this, DrawRole::kBody, center, drawing.place(marker(p, Matrix3::Identity())), 0.028);
  }
  drawing.note_size(1.2 * reach);
}

}  // namespace invar
