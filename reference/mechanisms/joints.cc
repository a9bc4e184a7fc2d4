// Rows of every joint. F and M are the two places, f_k and m_k their axes, u = x_M - x_F. Reactions do not depend on how
// rows are chosen as long as they span the same forces, and they are chosen differently here than in Invar.
#include <numbers>

#include "mechanisms/model.h"

namespace invar::mechanisms {

namespace {

using Value = std::function<Jet(const Pose*, const Jet&)>;

std::vector<int> bodies_of(const Place& F, const Place& M) {
  return F.body == M.body ? std::vector<int>{F.body} : std::vector<int>{F.body, M.body};
}

// f_k . u
Measure offset(const Place& F, const Place& M, int k) {
  return {bodies_of(F, M),
          [=](const Pose* p, const Jet&) { return dot(axis_of(p, F, k), point_of(p, M) - point_of(p, F)); }};
}

// n . u with n fixed in F
Measure offset_along(const Place& F, const Place& M, const Vec3& n) {
  return {bodies_of(F, M),
          [=](const Pose* p, const Jet&) { return dot(direction_of(p, F.body, n), point_of(p, M) - point_of(p, F)); }};
}

// m_k . f_3
Measure tilt(const Place& F, const Place& M, int k) {
  return {bodies_of(F, M), [=](const Pose* p, const Jet&) { return dot(axis_of(p, M, k), axis_of(p, F, 2)); }};
}

// Component of sin(angle) times the axis of the rotation from F to M.
Measure turn(const Place& F, const Place& M, int i) {
  const int j = (i + 1) % 3, k = (i + 2) % 3;
  return {bodies_of(F, M), [=](const Pose* p, const Jet&) {
            return Jet(0.5L) * (dot(axis_of(p, F, k), axis_of(p, M, j)) - dot(axis_of(p, F, j), axis_of(p, M, k)));
          }};
}

}  // namespace

Measure angle_measure(const Place& F, const Place& M) {
  return {bodies_of(F, M),
          [=](const Pose* p, const Jet&) {
            const Jet3 b = axis_of(p, M, 0);
            return atan2(dot(b, axis_of(p, F, 1)), dot(b, axis_of(p, F, 0)));
          },
          true};
}

Measure displacement_measure(const Place& F, const Place& M, int axis) { return offset(F, M, axis); }

Measure distance_measure(const Place& F, const Place& M) {
  return {bodies_of(F, M), [=](const Pose* p, const Jet&) {
            const Jet3 u = point_of(p, M) - point_of(p, F);
            return sqrt(dot(u, u));
          }};
}

void add_joint_rows(Model& model, Joint& joint) {
  Mechanism& m = model.mechanism;
  const Place &F = joint.F, &M = joint.M;
  const std::string& type = joint.type;
  const auto row = [&](Measure measure) { joint.rows.push_back(m.add_row(std::move(measure))); };
  const auto on_line = [&] { row(offset(F, M, 0)), row(offset(F, M, 1)); };
  const auto parallel = [&] { row(tilt(F, M, 0)), row(tilt(F, M, 1)); };
  const auto angle = [&] { joint.angle = m.add(angle_measure(F, M)); };
  const auto displacement = [&] { joint.displacement = m.add(displacement_measure(F, M)); };
  if (model.planar) {
    const Vec3 axis = F.axes.col(2), normal(-axis.y(), axis.x(), 0);
    if (type == "planar_revolute" || type == "spherical" || type == "weld") {
      row(offset_along(F, M, Vec3::UnitX())), row(offset_along(F, M, Vec3::UnitY()));
      if (type == "weld") row(turn({F.body, F.point}, {M.body, M.point}, 2));
      if (type == "planar_revolute") angle();
    } else if (type == "planar_prismatic") {
      row(offset_along(F, M, normal)), row(turn({F.body, F.point}, {M.body, M.point}, 2)), displacement();
    } else if (type == "point_on_line") {
      row(offset_along(F, M, normal)), displacement();
    } else if (type == "point_on_plane") {
      row(offset(F, M, 2));
    } else if (type == "distance") {
      row(distance_measure(F, M));
    }
    return;
  }
  if (type == "spherical") {
    on_line(), row(offset(F, M, 2));
  } else if (type == "revolute") {
    on_line(), row(offset(F, M, 2)), parallel(), angle();
  } else if (type == "prismatic") {
    on_line(), row(turn(F, M, 0)), row(turn(F, M, 1)), row(turn(F, M, 2)), displacement();
  } else if (type == "cylindrical" || type == "screw") {
    on_line(), parallel(), angle(), displacement();
  } else if (type == "planar") {
    row(offset(F, M, 2)), parallel(), angle();
  } else if (type == "weld") {
    on_line(), row(offset(F, M, 2)), row(turn(F, M, 0)), row(turn(F, M, 1)), row(turn(F, M, 2));
  } else if (type == "distance") {
    row(distance_measure(F, M));
  } else if (type == "point_on_line") {
    on_line(), displacement();
  } else if (type == "point_on_plane") {
    row(offset(F, M, 2));
  }
}

void add_universal(Model& model, Joint& joint, const Vec3& arm_F, const Vec3& arm_M, const Function* shaft_angle,
                   const Vec3& shaft_axis) {
  Mechanism& m = model.mechanism;
  const Place F = joint.F, M = joint.M;
  const auto bodies = bodies_of(F, M);
  for (int k = 0; k < 3; ++k) joint.rows.push_back(m.add_row(offset(F, M, k)));
  const Vec3 c_F = m.bodies[F.body].R.transpose() * arm_F.normalized();
  const Vec3 c_M = m.bodies[M.body].R.transpose() * arm_M.normalized();
  const auto name = joint.name;
  if (!shaft_angle) {
    joint.rows.push_back(m.add_row({bodies, [=](const Pose* p, const Jet&) {
                                      return dot(direction_of(p, F.body, c_F), direction_of(p, M.body, c_M));
                                    }}));
    // Angles of the cross: c_M about c_F seen from F, and c_F about c_M seen from M, the other way round.
    const Vec3 seen_F = m.bodies[F.body].R.transpose() * arm_M.normalized();
    const Vec3 seen_M = m.bodies[M.body].R.transpose() * arm_F.normalized();
    const int first = m.add({bodies,
                             [=](const Pose* p, const Jet&) {
                               const Jet3 c = direction_of(p, M.body, c_M);
                               return atan2(dot(c, direction_of(p, F.body, c_F.cross(seen_F))),
                                            dot(c, direction_of(p, F.body, seen_F)));
                             },
                             true});
    const int second = m.add({bodies,
                              [=](const Pose* p, const Jet&) {
                                const Jet3 c = direction_of(p, F.body, c_F);
                                return atan2(Jet(-1) * dot(c, direction_of(p, M.body, c_M.cross(seen_M))),
                                             dot(c, direction_of(p, M.body, seen_M)));
                              },
                              true});
    add_measure_channel(model, name + ".angle_1", first);
    add_measure_channel(model, name + ".angle_2", second);
    return;
  }
  const Vec3 s = m.bodies[F.body].R.transpose() * shaft_axis.normalized(), along = c_F.dot(s) * s;
  const auto angle = shaft_angle->value;
  const int measure = m.add({bodies, [=](const Pose* p, const Jet& t) {
                               const Jet phi = angle(t);
                               const Jet3 arm = direction_of(p, F.body, along) +
                                                cos(phi) * direction_of(p, F.body, c_F - along) +
                                                sin(phi) * direction_of(p, F.body, s.cross(c_F));
                               return dot(arm, direction_of(p, M.body, c_M));
                             }});
  const int drive = m.drives++;
  m.rows.push_back({measure, Jet(0), {}, false, drive});
  joint.rows.push_back(static_cast<int>(m.rows.size()) - 1);
  model.drive_names.push_back(name + ".drive_work");
  const int row = joint.rows.back();
  const auto power = [=](const Mechanism& mech, const Instant& now, const VecX& lambda) {
    Real sum = 0;
    for (const int b : mech.measures[measure].bodies) {
      Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
      now.add_wrench(mech, row, lambda[row], b, force, torque);
      sum += force.dot(now.v[b]) + torque.dot(now.w[b]);
    }
    return sum;
  };
  add_scalar_channel(model, name + ".drive_power", power, true);
  add_scalar_channel(model, name + ".shaft_angle",
                     [=](const Mechanism&, const Instant& now, const VecX&) { return angle(Jet(now.t)).a; });
}

void add_joint_channels(Model& model, const Joint& joint) {
  const auto rows = joint.rows;
  const Place M = joint.M;
  const auto wrench = [=](const Mechanism& m, const Instant& now, const VecX& lambda, bool torque) -> Vec3 {
    Vec3 f = Vec3::Zero(), t = Vec3::Zero();
    for (const int r : rows) now.add_wrench(m, r, lambda[r], M.body, f, t);
    return torque ? Vec3(t - (now.R[M.body] * M.point).cross(f)) : f;
  };
  const auto force = [=](const Mechanism& m, const Instant& now, const VecX& l) { return wrench(m, now, l, false); };
  const auto torque = [=](const Mechanism& m, const Instant& now, const VecX& l) { return wrench(m, now, l, true); };
  add_vector_channel(model, joint.name + ".force", model.planar ? 2 : 3, force, true);
  if (model.planar) {
    add_scalar_channel(
        model, joint.name + ".torque.z",
        [=](const Mechanism& m, const Instant& now, const VecX& l) { return torque(m, now, l).z(); }, true);
  } else {
    add_vector_channel(model, joint.name + ".torque", 3, torque, true);
  }
  if (joint.angle >= 0) add_measure_channel(model, joint.name + ".angle", joint.angle);
  if (joint.displacement >= 0) add_measure_channel(model, joint.name + ".displacement", joint.displacement);
  if (joint.type == "planar")
    for (int k = 0; k < 2; ++k)
      add_measure_channel(model, joint.name + ".displacement_" + std::to_string(k + 1),
                          model.mechanism.add(displacement_measure(joint.F, joint.M, k)));
}

}  // namespace invar::mechanisms
