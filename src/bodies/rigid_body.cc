// Rigid body on a frame node: x_P = r + s1 d1 + s2 d2 + s3 d3, constant mass matrix ([Bauchau2003] eq. (39))
//   M = table (x) I3,  table = [ m  (m c)^T ; m c  J ],  J = integral of rho s s^T
// with J = 1/2 tr(I) 1 - I from the inertia tensor I about the body's origin. J is positive semidefinite exactly when the
// principal moments obey the triangle inequality; for flat or thin bodies it is singular, which is allowed.
#include <fmt/format.h>

#include <Eigen/Eigenvalues>

#include "invar/bodies/frame_body.h"
#include "invar/bodies/types.h"
#include "invar/math/rotation.h"
#include "invar/parts/frame.h"
#include "invar/parts/gravity.h"
#include "invar/parts/part_builder.h"
#include "invar/parts/read_placement.h"

namespace invar {

namespace {

// The point that the inertia is given about, in body axes.
Vector3 read_inertia_point(const Params& params, const Vector3& center) {
  const SpecNode about = params.node("inertia_about");
  if (!about || (about.is_scalar() && about.text() == "center")) return center;
  if (about.is_scalar() && about.text() == "origin") return Vector3::Zero();
  if (!about.is_list() || about.size() != 3)
    params.fail("inertia_about", "must be center, origin or a point", "e.g. [0.5, 0, 0] in body axes");
  const std::vector<double> p = read_numbers(about, 3);
  return {p[0], p[1], p[2]};
}

// (b + c - a)/2, to full relative accuracy also for thin bodies, where almost all of it cancels.
double calc_second_moment(double a, double b, double c) {
  const double sum = b + c, part = sum - b;
  const double lost = (b - (sum - part)) + (c - part);  // what rounding took from the sum
  return 0.5 * ((sum - a) + lost);
}

// J = 1/2 tr(I) 1 - I.
Matrix3 calc_second_moments(const Matrix3& I) {
  Matrix3 J = -I;
  for (int i = 0; i < 3; ++i)
    J(i, i) = calc_second_moment(I(i, i), I((i + 1) % 3, (i + 1) % 3), I((i + 2) % 3, (i + 2) % 3));
  return J;
}

Matrix3 read_second_moments(const Params& params) {
  const double m = params.number("mass");
  const Vector3 c = params.vector3("center");
  const Matrix3 I = params.matrix3("inertia");
  if (!I.isApprox(I.transpose(), 1e-12)) params.fail("inertia", "must be symmetric", "give xx, yy, zz, xy, xz, yz");
  const Eigen::SelfAdjointEigenSolver<Matrix3> given(I);
  const Vector3& p = given.eigenvalues();
  if (p[0] < 0) params.fail("inertia", "must not have a negative principal moment", "check the signs of the products");
  if (p[2] > (p[0] + p[1]) * (1 + 1e-9) + 1e-300) {
    params.fail(
        "inertia",
        fmt::format("has principal moments {:.10g}, {:.10g}, {:.10g} that no body can have: the largest exceeds the "
                    "sum of the others by {:.3g}",
                    p[0], p[1], p[2], p[2] - p[0] - p[1]),
        "check the values, and that they are about the point named by inertia_about");
  }
  if (p[2] == 0)
    params.fail("inertia", "leaves the orientation of the body without inertia",
                "give its moments, or use a point_mass, which has no orientation");
  // From the point it is given about to the center, from there to the origin.
  const Vector3 d = read_inertia_point(params, c) - c;
  const Matrix3 central = calc_second_moments(I) - m * d * d.transpose();
  const Matrix3 J = central + m * c * c.transpose();
  if (Eigen::SelfAdjointEigenSolver<Matrix3>(central).eigenvalues()[0] < -1e-9 * (J.trace() + 1e-300)) {
    params.fail("inertia", "about this point is smaller than the mass at `center` alone would give",
                "set inertia_about: center if the values are about the center of mass");
  }
  return J;
}

std::unique_ptr<Body> make_rigid_body(const std::string& name, const Params& params, PartBuilder& builder) {
  const double m = params.number("mass");
  const Vector3 c = params.vector3("center");
  const Matrix3 J = read_second_moments(params);
  Eigen::Matrix4d table;
  table << m, m * c.transpose(), m * c, J;
  Matrix M = Matrix::Zero(12, 12);
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) M.block<3, 3>(3 * i, 3 * j) = table(i, j) * Matrix3::Identity();

  const Pose pose{params.vector3("position"), read_rotation(params, "rotation")};
  const Vector3 w = params.vector3("angular_velocity");
  Vector q(12), v(12);
  q << pose.p, pose.R.col(0), pose.R.col(1), pose.R.col(2);
  v << params.vector3("velocity"), w.cross(pose.R.col(0)), w.cross(pose.R.col(1)), w.cross(pose.R.col(2));
  const int node = add_frame(builder.assembly(), name);
  builder.set_initial(node, q, v);
  builder.assembly().add_inertia(name, {node}, std::make_unique<ConstantInertia>(M));
  add_gravity(builder, name,
              AffineVector().add(node, 0, m).add(node, 1, m * c[0]).add(node, 2, m * c[1]).add(node, 3, m * c[2]));
  auto body = std::make_unique<FrameBody>(name, "rigid_body", node, pose, m, c, J, builder.assembly());
  body->set_mass(m, body->marker(c, Matrix3::Identity()).point);
  return body;
}

}  // namespace

BodyType rigid_body_type() {
  BodyType type;
  type.name = "rigid_body";
  type.doc = "rigid body in space; 12 coordinates (origin and three directors) with six internal constraints";
  type.reference = "[Bauchau2003] sec. 6.1";
  type.schema.number("mass", "kg", "total mass").positive().required();
  type.schema
      .matrix3("inertia", "kg m^2",
               "inertia tensor in body axes: xx, yy, zz or xx, yy, zz, xy, xz, yz (tensor components)")
      .required();
  type.schema.map("inertia_about", "point the inertia is given about: center, origin or [x, y, z] in body axes [m]")
      .default_value("center")
      .choices = {"center", "origin"};
  type.schema.vector3("center", "m", "center of mass in body axes").default_value("[0, 0, 0]");
  type.schema.vector3("position", "m", "position of the body's origin").default_value("[0, 0, 0]");
  type.schema.group("rotation", rotation_schema(),
                    "orientation: {axis, angle}, {quaternion: [w, x, y, z]} or {directors: [d1, d2, d3]}");
  type.schema.vector3("velocity", "m/s", "velocity of the body's origin").default_value("[0, 0, 0]");
  type.schema.vector3("angular_velocity", "rad/s", "angular velocity in world axes").default_value("[0, 0, 0]");
  type.make = make_rigid_body;
  return type;
}

}  // namespace invar
