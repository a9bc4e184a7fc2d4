// Uniform slender rod between two points (natural coordinates): mass matrix m/6 [2 1; 1 2] (x) I, one constraint
//   Phi = [ (p2 - p1).(p2 - p1) - L^2 ] / 2,
// both constant or quadratic. The points are point masses (shared with other rods) or lie on the ground.
#include <fmt/format.h>

#include "invar/bodies/types.h"
#include "invar/discrete/quadratic_constraint.h"
#include "invar/parts/drawing/drawing.h"
#include "invar/parts/gravity.h"
#include "invar/parts/kinematics.h"
#include "invar/parts/part_builder.h"
#include "invar/parts/read_placement.h"
#include "invar/parts/sensor.h"

namespace invar {

namespace {

class RodBody final : public Body {
 public:
  RodBody(std::string name, Marker a, Marker b, const Pose& pose, double length, int row, const Assembly& assembly)
      : Body(std::move(name), "rod", rod_nodes(a, b), pose),
        a_(std::move(a)),
        b_(std::move(b)),
        length_(length),
        row_(row),
        assembly_(&assembly) {}

  static std::vector<int> rod_nodes(const Marker& a, const Marker& b) {
    std::vector<int> nodes = a.nodes;
    nodes.insert(nodes.end(), b.nodes.begin(), b.nodes.end());
    return nodes;
  }

  // Body coordinates: origin at the first end, x along the rod.
  Marker marker(const Vector3& p_B, const Matrix3&) const override {
    Marker m;
    m.body = name();
    m.nodes = nodes();
    const double xi = p_B[0] / length_;
    m.point = (1 - xi) * a_.point + xi * b_.point;
    m.has_axes = false;
    m.planar = a_.planar || b_.planar;
    return m;
  }
  std::string refuse_marker(const Vector3& p_B) const override {
    return p_B.tail<2>().norm() < 1e-9 * length_ ? "" : "is not on the axis of this rod";
  }
  void offer_sensors(SensorList& out) const override {
    out.add_point("", 0.5 * a_.point + 0.5 * b_.point, a_.planar || b_.planar ? 2 : 3);
  }
  void offer_channels(ChannelList& out) const override {
    const Layout& layout = assembly_->layout;
    const AffineVector center = 0.5 * a_.point + 0.5 * b_.point, along = b_.point - a_.point;
    const int dimension = a_.planar || b_.planar ? 2 : 3;
    const double L = length_;
    const int row = row_;
    out.add_vector(
        name() + ".position", "m", kNeedsState,
        [&layout, center](const Snapshot& s) { return calc_value(layout, center, s.q); }, dimension);
    out.add_vector(
        name() + ".velocity", "m/s", kNeedsVelocity,
        [&layout, center](const Snapshot& s) { return calc_rate(layout, center, s.q, s.v); }, dimension);
    if (dimension == 2)
      out.add_angle(name() + ".angle", kNeedsState, [&layout, along](const Snapshot& s) {
        const Vector3 d = calc_value(layout, along, s.q);
        return std::atan2(d[1], d[0]);
      });
    // The row's gradient with respect to the second end is the rod vector of length L, so tension = lambda L.
    out.add(name() + ".tension", "N", kNeedsAcceleration, [row, L](const Snapshot& s) { return s.lambda[row] * L; });
    out.add(name() + ".lambda", "N/m", kNeedsAcceleration, [row](const Snapshot& s) { return s.lambda[row]; });
    out.add_mu(name() + ".mu", row, "N/m");
  }

 protected:
  void draw_shape(Drawing& drawing) const override {
    const Anchor a = drawing.place(a_), b = drawing.place(b_);
    const double L = length_;
    const int row = row_;
    const int tension =
        drawing.add_scalar(kNeedsAcceleration, [row, L](const Snapshot& s) { return s.lambda[row] * L; });
    Primitive& rod = drawing.add_link("rod", *this, DrawRole::kBody, a, b, 0.03);
    rod.values = {tension};
    rod.quantity = "tension";
    rod.unit = "N";
    drawing.note_size(length_);
    drawing.add_support(*this, a);
    drawing.add_support(*this, b);
  }

 private:
  Marker a_, b_;
  double length_;
  int row_;
  const Assembly* assembly_;
};

std::unique_ptr<Body> make_rod(const std::string& name, const Params& params, PartBuilder& builder) {
  const auto& ends = params.names("between");
  const Marker a = builder.place(ends[0], params, "between"), b = builder.place(ends[1], params, "between");
  if (a.ground && b.ground)
    params.fail("between", "must have at least one end that moves", "connect the rod to a point_mass");
  for (const Marker* end : {&a, &b})
    if (!end->ground && end->has_axes)
      params.fail("between", fmt::format("must name points, but \"{}\" is a body with an orientation", end->body),
                  "use a point_mass, a marker on the ground, or a joint of type distance");
  for (const Marker* end : {&a, &b})
    if (builder.body(end->body, params, "between").type() == "rod")
      params.fail("between", fmt::format("must name points, but \"{}\" is a rod", end->body),
                  "name the point at its end");
  if ((a.planar && !b.planar && !b.ground) || (b.planar && !a.planar && !a.ground))
    params.fail("between", "joins a point of the plane z = 0 with a point in space",
                "use two planar_point_mass or two point_mass");
  const Layout& layout = builder.layout();
  const Vector3 pa = calc_value(layout, a.point, builder.q()), pb = calc_value(layout, b.point, builder.q());
  const double length = params.has("length") ? params.number("length") : (pb - pa).norm();
  if (!((pb - pa).norm() > 0))
    params.fail("between", "must be two different points", "give the points different positions");

  const double m = params.number("mass");
  std::vector<int> nodes = RodBody::rod_nodes(a, b);
  const int d = a.planar || b.planar ? 2 : 3;
  if (m > 0) {
    Matrix M = Matrix::Zero(d * nodes.size(), d * nodes.size());
    for (size_t i = 0; i < nodes.size(); ++i)
      for (size_t j = 0; j < nodes.size(); ++j)
        M.block(d * i, d * j, d, d) = (i == j ? m / 3 : m / 6) * Matrix::Identity(d, d);
    builder.assembly().add_inertia(name, nodes, std::make_unique<ConstantInertia>(M));
    add_gravity(builder, name, (0.5 * m) * a.point + (0.5 * m) * b.point);
  }
  QuadraticMap rows(layout);
  const int row = rows.add_row("length");
  rows.add_dot(row, b.point - a.point, b.point - a.point, 0.5);
  rows.add_constant(row, -0.5 * length * length);
  const int index = builder.add_constraint(name, std::move(rows));
  Pose pose;
  pose.p = pa;
  pose.R = Eigen::Quaterniond::FromTwoVectors(Vector3::UnitX(), pb - pa).toRotationMatrix();
  auto body = std::make_unique<RodBody>(name, a, b, pose, length, builder.assembly().constraints[index].first_row,
                                        builder.assembly());
  body->set_mass(m, 0.5 * a.point + 0.5 * b.point);
  return body;
}

}  // namespace

BodyType rod_type() {
  BodyType type;
  type.name = "rod";
  type.doc = "uniform slender rod between two points of the ground or of type point_mass / planar_point_mass";
  type.reference = "[Braun2012] sec. 4.2 (natural coordinates)";
  type.schema.names_of("place", "between", "the two end points").size(2).required();
  type.schema.number("mass", "kg", "mass").nonnegative().default_value(0);
  type.schema.number("length", "m", "length; default: the distance of the given positions").positive();
  type.make = make_rod;
  return type;
}

}  // namespace invar
