// Universal joint: the points coincide and the arms of the cross stay perpendicular,
//   (U1)  Phi = c^F . c^M = 0.
// With a shaft angle phi(t) the arm of F turns about the shaft axis s of F, which makes (U1) the driven joint of
// [Bauchau2003] sec. 6.2:
//   (U2)  c^F(t) = (c.s) s + cos(phi) (c - (c.s) s) + sin(phi) s x c.
// The drive gives the power lambda Phi_t = T dphi/dt, hence the torque of the shaft on the bodies
//   (U3)  T = lambda dPhi/dphi.
#include <cmath>

#include "invar/drives/functions_of_time.h"
#include "invar/joints/types.h"
#include "invar/math/rotation.h"
#include "invar/model/builder.h"
#include "invar/model/kinematics.h"

namespace invar {

namespace {

// A direction given in the world at the start, fixed in the body of `place`.
AffineVector fixed_direction(const Marker& place, const Vector3& w, ModelBuilder& builder) {
  AffineVector x;
  for (const auto& axis : place.axes) x = x + w.dot(calc_value(builder.assembly().layout, axis, builder.q())) * axis;
  return x;
}

struct Shaft {
  AffineVector in_phase, quadrature;  // factors of cos(phi) and sin(phi) in (U2)
  FunctionPtr angle;
};

void offer_universal_channels(const Joint& joint, const AffineVector& arm_M, const Shaft& shaft, ChannelList& out) {
  const int row = joint.row("cross");
  out.add(joint.name() + ".lambda", "N m", kNeedsAcceleration, [row](const Snapshot& s) { return s.lambda[row]; });
  out.add(joint.name() + ".lambda_raw", "N m", kNeedsState, [row](const Snapshot& s) { return s.lambda_raw[row]; });
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
}

std::unique_ptr<Joint> make(const std::string& name, const Params& params, ModelBuilder& builder) {
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
  auto joint = make_pair_joint(name, "universal", params, builder, {}, {.axis_matters = false},
                               [&](QuadraticMap& rows, const Marker& F, const Marker& M) {
                                 add_coincident_rows(rows, F, M);
                                 const int row = rows.add_row("cross");
                                 arm_M = fixed_direction(M, c_M, builder);
                                 if (!params.has("shaft_angle"))
                                   return rows.add_dot(row, fixed_direction(F, c_F, builder), arm_M);
                                 const Vector3 s = params.direction("shaft_axis"), along = c_F.dot(s) * s;
                                 if ((c_F - along).norm() < 1e-3)
                                   params.fail("shaft_axis", "must not be parallel to arm_F",
                                               "the arm would not move when the shaft turns");
                                 shaft = {fixed_direction(F, c_F - along, builder),
                                          fixed_direction(F, s.cross(c_F), builder), params.function("shaft_angle")};
                                 rows.add_dot(row, fixed_direction(F, along, builder), arm_M);
                                 rows.add_dot(row, shaft.in_phase, arm_M, 1, make_cosine(shaft.angle));
                                 rows.add_dot(row, shaft.quadrature, arm_M, 1, make_sine(shaft.angle));
                               });
  joint->set_extra_channels(
      [arm_M, shaft](const Joint& j, ChannelList& out) { offer_universal_channels(j, arm_M, shaft, out); });
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
  type.make = make;
  return type;
}

}  // namespace invar
