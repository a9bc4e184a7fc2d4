// Universal joint: the points coincide and the arms of the cross stay perpendicular,
//   (U1)  Phi = c^F . c^M = 0.
// With a shaft angle phi(t) the arm of F turns about the shaft axis s of F, which makes (U1) the driven joint of
// [Bauchau2003] sec. 6.2:
//   (U2)  c^F(t) = (c.s) s + cos(phi) (c - (c.s) s) + sin(phi) s x c.
// The drive gives the power lambda Phi_t = T dphi/dt, hence the torque of the shaft on the bodies
//   (U3)  T = lambda dPhi/dphi.
// The cross turns by angle_1 about c^F against the first body (or its shaft), the second body by angle_2 about c^M
// against the cross. As c^F is perpendicular to c^M,
//   (U4)  w_M - w_F - dphi/dt s = angle_1' c^F + angle_2' c^M,
// and angle_1 is seen in c^M, which turns about c^F; angle_2 in c^F, which turns about c^M the other way. Both are zero
// where the file places the bodies.
#include <fmt/format.h>

#include <Eigen/Geometry>
#include <cmath>

#include "invar/functions/composed.h"
#include "invar/joints/types.h"
#include "invar/math/rotation.h"
#include "invar/parts/kinematics.h"
#include "invar/parts/part_builder.h"
#include "invar/parts/rate_jumps.h"

namespace invar {

namespace {

// A direction given in the world at the start, fixed in the body of `place`.
AffineVector fixed_direction(const Marker& place, const Vector3& w, PartBuilder& builder) {
  AffineVector x;
  for (const auto& axis : place.axes) x = x + w.dot(calc_value(builder.assembly().layout, axis, builder.q())) * axis;
  return x;
}

struct Shaft {
  AffineVector in_phase, quadrature;  // factors of cos(phi) and sin(phi) in (U2)
  FunctionPtr angle;
};

// Directions that show the angles of the cross: the arms and where each points at the start, seen from the other body.
struct Cross {
  AffineVector arm_F, across_F, arm_M, across_M;  // across_F: c^M at the start, fixed in F; across_M: c^F, fixed in M
  AffineVector shaft;                             // its axis, fixed in F; empty without a shaft
  FunctionPtr angle;

  // A direction fixed in F, turned with the shaft.
  Vector3 turned(const Layout& layout, const AffineVector& x, const Snapshot& s) const {
    const Vector3 d = calc_value(layout, x, s.q);
    return angle ? Vector3(Eigen::AngleAxisd(angle->value(s.t), calc_value(layout, shaft, s.q).normalized()) * d) : d;
  }
};

// Angle of x about the unit vector n, from `zero`.
double angle_about(const Vector3& n, const Vector3& zero, const Vector3& x) {
  return std::atan2(n.cross(zero).dot(x), zero.dot(x));
}

void offer_cross_angles(const Joint& joint, const Cross& cross, ChannelList& out) {
  const Layout& layout = joint.assembly().layout;
  out.add_angle(joint.name() + ".angle_1", kNeedsState, [&layout, cross](const Snapshot& s) {
    return angle_about(cross.turned(layout, cross.arm_F, s), cross.turned(layout, cross.across_F, s),
                       calc_value(layout, cross.arm_M, s.q));
  });
  out.add_angle(joint.name() + ".angle_2", kNeedsState, [&layout, cross](const Snapshot& s) {
    return -angle_about(calc_value(layout, cross.arm_M, s.q), calc_value(layout, cross.across_M, s.q),
                        cross.turned(layout, cross.arm_F, s));
  });
  const Marker &F = joint.F(), &M = joint.M();
  const auto relative = [&layout, cross, F, M](const Snapshot& s) {  // left side of (U4)
    Vector3 w = Vector3::Zero();
    if (!M.nodes.empty()) w += calc_angular_velocity(layout, M.nodes[0], s.q, s.v);
    if (!F.nodes.empty()) w -= calc_angular_velocity(layout, F.nodes[0], s.q, s.v);
    if (cross.angle) w -= cross.angle->derivative(s.t) * calc_value(layout, cross.shaft, s.q);
    return w;
  };
  out.add(joint.name() + ".angle_1_rate", "rad/s", kNeedsVelocity, [&layout, cross, relative](const Snapshot& s) {
    return relative(s).dot(cross.turned(layout, cross.arm_F, s));
  });
  out.add(joint.name() + ".angle_2_rate", "rad/s", kNeedsVelocity, [&layout, cross, relative](const Snapshot& s) {
    return relative(s).dot(calc_value(layout, cross.arm_M, s.q));
  });
}

void offer_universal_channels(const Joint& joint, const AffineVector& arm_M, const Shaft& shaft, ChannelList& out) {
  const int row = joint.row("cross");
  out.add(joint.name() + ".lambda", "N m", kNeedsAcceleration, [row](const Snapshot& s) { return s.lambda[row]; });
  out.add(joint.name() + ".lambda_raw", "N m", kNeedsState, [row](const Snapshot& s) { return s.lambda_raw[row]; });
  out.add_mu(joint.name() + ".mu", row, "N m");
  if (!shaft.angle) return;
  const Layout& layout = joint.assembly().layout;
  const auto torque = [&layout, row, arm_M, shaft](const Snapshot& s) {  // (U3)
    const double phi = shaft.angle->value(s.t);
    const Vector3 turned = std::cos(phi) * calc_value(layout, shaft.quadrature, s.q) -
                           std::sin(phi) * calc_value(layout, shaft.in_phase, s.q);
    return s.lambda[row] * turned.dot(calc_value(layout, arm_M, s.q));
  };
  const FunctionPtr angle = shaft.angle;
  out.add(joint.name() + ".shaft_angle", "rad", kNeedsState, [angle](const Snapshot& s) { return angle->value(s.t); });
  out.add(joint.name() + ".drive_torque", "N m", kNeedsAcceleration, torque);
  out.add(joint.name() + ".drive_power", "W", kNeedsAcceleration,
          [torque, angle](const Snapshot& s) { return torque(s) * angle->derivative(s.t); });
  out.add(joint.name() + ".drive_work", "J", kNeedsState, [row](const Snapshot& s) { return s.calc_drive_work(row); });
}

std::unique_ptr<Joint> make_universal(const std::string& name, const Params& params, PartBuilder& builder) {
  const Vector3 c_F = params.direction("arm_F"), c_M = params.direction("arm_M");
  if (std::abs(c_F.dot(c_M)) > 0.9)
    params.fail("arm_M", "must not be parallel to arm_F",
                "the arms of the cross are perpendicular, e.g. [1, 0, 0] and [0, 0, 1]");
  Shaft shaft;
  if (params.has("shaft_angle") && !params.has("shaft_axis"))
    params.fail("shaft_angle", "needs an axis to turn about", "add shaft_axis: [x, y, z] (world coordinates)");
  if (params.has("shaft_axis") && !params.has("shaft_angle"))
    params.fail("shaft_axis", "has no effect without shaft_angle", "add shaft_angle: a function of t");
  AffineVector arm_M;
  Cross cross;
  auto joint = make_pair_joint(name, "universal", params, builder, {}, {.axis_matters = false},
                               [&](QuadraticMap& rows, const Marker& F, const Marker& M) {
                                 add_coincident_rows(rows, F, M);
                                 const int row = rows.add_row("cross", "N m");
                                 arm_M = fixed_direction(M, c_M, builder);
                                 const double skew = c_F.dot(c_M);  // of a start that is yet to be assembled
                                 cross.arm_F = fixed_direction(F, c_F, builder);
                                 cross.across_F = fixed_direction(F, (c_M - skew * c_F).normalized(), builder);
                                 cross.arm_M = arm_M;
                                 cross.across_M = fixed_direction(M, (c_F - skew * c_M).normalized(), builder);
                                 if (!params.has("shaft_angle"))
                                   return rows.add_dot(row, fixed_direction(F, c_F, builder), arm_M);
                                 const Vector3 s = params.direction("shaft_axis"), along = c_F.dot(s) * s;
                                 if ((c_F - along).norm() < 1e-3)
                                   params.fail("shaft_axis", "must not be parallel to arm_F",
                                               "the arm would not move when the shaft turns");
                                 shaft = {fixed_direction(F, c_F - along, builder),
                                          fixed_direction(F, s.cross(c_F), builder), params.function("shaft_angle")};
                                 cross.shaft = fixed_direction(F, s, builder);
                                 cross.angle = shaft.angle;
                                 rows.add_dot(row, fixed_direction(F, along, builder), arm_M);
                                 rows.add_dot(row, shaft.in_phase, arm_M, 1, make_cosine(shaft.angle));
                                 rows.add_dot(row, shaft.quadrature, arm_M, 1, make_sine(shaft.angle));
                               });
  if (shaft.angle) {
    joint->add_breaks({fmt::format("shaft of \"{}\"", name), shaft.angle, Prescribes::kCoordinate});
    joint->set_impulses([angle = shaft.angle, who = fmt::format("shaft of \"{}\"", name)](double t0, double t1) {
      return find_rate_jumps(who, *angle, Prescribes::kCoordinate, "rad", t0, t1);
    });
  }
  joint->set_extra_channels([arm_M, shaft, cross](const Joint& j, ChannelList& out) {
    offer_universal_channels(j, arm_M, shaft, out);
    offer_cross_angles(j, cross, out);
  });
  return joint;
}

}  // namespace

JointType universal_type() {
  JointType type;
  type.name = "universal";
  type.doc =
      "Cardan joint: the points coincide and the arms of the cross stay perpendicular; optionally driven by a shaft";
  type.reference = "[Bauchau2003] sec. 6.2";
  type.schema = pair_schema(false);
  type.schema
      .direction("arm_F", "arm of the cross in the first body, in world coordinates of the initial configuration")
      .required();
  type.schema
      .direction("arm_M", "arm of the cross in the second body, in world coordinates of the initial configuration")
      .required();
  type.schema.function_of("t", "shaft_angle", "rad",
                          "angle by which a shaft turns the first arm; default: the arm is fixed in the body");
  type.schema.direction(
      "shaft_axis", "axis of that shaft, fixed in the first body, in world coordinates of the initial configuration");
  type.make = make_universal;
  return type;
}

}  // namespace invar
