// Planar rigid body: center of mass (x, y) and angle theta, mass matrix diag(m, m, I).
#include "invar/bodies/types.h"
#include "invar/math/rotation.h"
#include "invar/parts/drawing/drawing.h"
#include "invar/parts/gravity.h"
#include "invar/parts/kinematics.h"
#include "invar/parts/part_builder.h"
#include "invar/parts/read_placement.h"
#include "invar/parts/sensor.h"

namespace invar {

namespace {

class PlanarBody final : public Body {
 public:
  PlanarBody(std::string name, int node, const Pose& pose, double mass, double inertia, const Assembly& assembly)
      : Body(std::move(name), "planar_body", {node}, pose),
        node_(node),
        mass_(mass),
        inertia_(inertia),
        assembly_(&assembly) {}

  Marker marker(const Vector3& p_B, const Matrix3& R_B) const override {
    Marker m;
    m.body = name();
    m.nodes = {node_};
    m.planar = true;
    m.point.add(node_, 0, 1).add(node_, 1, p_B[0]).add(node_, 2, p_B[1]);
    for (int axis = 0; axis < 3; ++axis) {
      m.axes[axis].add(node_, 1, R_B(0, axis)).add(node_, 2, R_B(1, axis));
      m.axes[axis].constant = Vector3(0, 0, R_B(2, axis));
    }
    m.angle = AffineVector(Vector3(std::atan2(R_B(1, 0), R_B(0, 0)), 0, 0)).add(node_, 3, 1);
    return m;
  }

  std::string refuse_marker(const Vector3& p_B) const override {
    return p_B[2] == 0 ? "" : "lies outside the plane z = 0 of this planar body";
  }

  void offer_sensors(SensorList& out) const override {
    out.add_point("", AffineVector().add(node_, 0, 1), 2);
    out.add_pair("angle", "omega", [node = node_](PartBuilder&, QuadraticMap& map, int row) {
      map.add_component(row, AffineVector().add(node, 3, 1), Vector3::UnitX());
    });
  }
  void offer_channels(ChannelList& out) const override {
    const Layout& layout = assembly_->layout;
    const int offset = layout.node(node_).offset;
    const AffineVector x = marker(Vector3::Zero(), Matrix3::Identity()).point;
    out.add_vector(
        name() + ".position", "m", kNeedsState, [&layout, x](const Snapshot& s) { return calc_value(layout, x, s.q); },
        2);
    out.add_vector(
        name() + ".velocity", "m/s", kNeedsVelocity,
        [&layout, x](const Snapshot& s) { return calc_rate(layout, x, s.q, s.v); }, 2);
    out.add_vector(
        name() + ".acceleration", "m/s^2", kNeedsAcceleration,
        [&layout, x](const Snapshot& s) { return calc_second_rate(layout, x, s.q, s.v, s.a); }, 2);
    out.add(name() + ".angle", "rad", kNeedsState, [offset](const Snapshot& s) { return s.q[offset + 2]; });
    out.add(name() + ".omega", "rad/s", kNeedsVelocity, [offset](const Snapshot& s) { return s.v[offset + 2]; });
    out.add(name() + ".alpha", "rad/s^2", kNeedsAcceleration, [offset](const Snapshot& s) { return s.a[offset + 2]; });
    const double m = mass_, I = inertia_;
    out.add(name() + ".energy.kinetic", "J", kNeedsVelocity, [offset, m, I](const Snapshot& s) {
      return 0.5 * m * s.v.segment<2>(offset).squaredNorm() + 0.5 * I * s.v[offset + 2] * s.v[offset + 2];
    });
  }

 protected:
  // A plate that reaches to everything attached; without that, the bar of the same inertia.
  void draw_shape(Drawing& drawing) const override {
    const Anchor own = drawing.place(marker(Vector3::Zero(), Matrix3::Identity()));
    std::vector<Vector3> corners = drawing.attachments(own);
    const double bar = std::sqrt(12 * inertia_ / mass_);
    if (corners.size() < 2) {
      corners.emplace_back(0.5 * bar, 0, 0);
      corners.emplace_back(-0.5 * bar, 0, 0);
    }
    Primitive& plate = drawing.add_symbol("plate", *this, DrawRole::kBody, own, {0.075, 0.09});
    double size = 0;
    for (const Vector3& corner : corners) {
      plate.points.emplace_back(corner.head<2>());
      for (const Vector3& other : corners) size = std::max(size, (corner - other).norm());
    }
    drawing.note_size(size > 0 ? size : bar);
  }

 private:
  int node_;
  double mass_, inertia_;
  const Assembly* assembly_;
};

std::unique_ptr<Body> make_planar_body(const std::string& name, const Params& params, PartBuilder& builder) {
  const double m = params.number("mass"), I = params.number("inertia"), theta = params.number("angle");
  const Vector2 p = params.vector2("position"), velocity = params.vector2("velocity");
  const int node = builder.add_node(name, NodeKind::kFrame2, Vector3(p[0], p[1], theta),
                                    Vector3(velocity[0], velocity[1], params.number("angular_velocity")));
  builder.assembly().add_inertia(name, {node},
                                 std::make_unique<ConstantInertia>(Vector3(m, m, I).asDiagonal().toDenseMatrix()));
  add_gravity(builder, name, AffineVector().add(node, 0, m));
  const Pose pose{Vector3(p[0], p[1], 0), make_rotation(Vector3::UnitZ(), theta)};
  auto body = std::make_unique<PlanarBody>(name, node, pose, m, I, builder.assembly());
  body->set_mass(m, AffineVector().add(node, 0, 1));
  return body;
}

}  // namespace

BodyType planar_body_type() {
  BodyType type;
  type.name = "planar_body";
  type.doc = "rigid body in the plane z = 0; coordinates x, y of the center of mass and the angle theta";
  type.reference = "[Braun2012] eq. (21)";
  type.schema.number("mass", "kg", "mass").positive().required();
  type.schema.number("inertia", "kg m^2", "moment of inertia about the center of mass").positive().required();
  type.schema.vector2("position", "m", "center of mass").default_value("[0, 0]");
  type.schema.number("angle", "rad", "orientation, counterclockwise").default_value(0);
  type.schema.vector2("velocity", "m/s", "velocity of the center of mass").default_value("[0, 0]");
  type.schema.number("angular_velocity", "rad/s", "angular velocity").default_value(0);
  type.make = make_planar_body;
  return type;
}

}  // namespace invar
