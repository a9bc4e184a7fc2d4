// Point mass in space or in the plane z = 0. A mass of zero is allowed for points that only carry rods.
#include "invar/bodies/types.h"
#include "invar/parts/drawing/drawing.h"
#include "invar/parts/gravity.h"
#include "invar/parts/kinematics.h"
#include "invar/parts/part_builder.h"

namespace invar {

namespace {

class PointBody final : public Body {
 public:
  PointBody(std::string name, std::string type, int node, const Pose& pose, bool planar, const Assembly& assembly)
      : Body(std::move(name), std::move(type), {node}, pose), node_(node), planar_(planar), assembly_(&assembly) {}

  Marker marker(const Vector3&, const Matrix3&) const override {
    Marker m;
    m.body = name();
    m.nodes = {node_};
    m.point.add(node_, 0, 1);
    m.has_axes = false;
    m.planar = planar_;
    return m;
  }
  std::string refuse_marker(const Vector3& p_B) const override {
    return p_B.norm() < 1e-9 ? "" : "is not at this point mass, which has no extension";
  }
  void offer_channels(ChannelList& out) const override {
    const Layout& layout = assembly_->layout;
    const AffineVector x = marker(Vector3::Zero(), Matrix3::Identity()).point;
    const int dimension = planar_ ? 2 : 3;
    out.add_vector(
        name() + ".position", "m", kNeedsState, [&layout, x](const Snapshot& s) { return calc_value(layout, x, s.q); },
        dimension);
    out.add_vector(
        name() + ".velocity", "m/s", kNeedsVelocity,
        [&layout, x](const Snapshot& s) { return calc_rate(layout, x, s.q, s.v); }, dimension);
    out.add_vector(
        name() + ".acceleration", "m/s^2", kNeedsAcceleration,
        [&layout, x](const Snapshot& s) { return calc_second_rate(layout, x, s.q, s.v, s.a); }, dimension);
  }

 protected:
  // Points without mass are the pins between rods.
  void draw_shape(Drawing& drawing) const override {
    const Anchor own = drawing.place(marker(Vector3::Zero(), Matrix3::Identity()));
    drawing.add_symbol("sphere", *this, DrawRole::kBody, own, {mass() > 0 ? 0.085 : 0.042});
  }

 private:
  int node_;
  bool planar_;
  const Assembly* assembly_;
};

std::unique_ptr<Body> make_point(const std::string& name, const std::string& type, double m, const Vector3& p,
                                 const Vector3& v, bool planar, PartBuilder& builder) {
  const int d = planar ? 2 : 3;
  const int node = builder.add_node(name, planar ? NodeKind::kPoint2 : NodeKind::kPoint3, p.head(d), v.head(d));
  if (m > 0) {
    builder.assembly().add_inertia(name, {node}, std::make_unique<ConstantInertia>(m * Matrix::Identity(d, d)));
    add_gravity(builder, name, AffineVector().add(node, 0, m));
  }
  auto body = std::make_unique<PointBody>(name, type, node, Pose{p, Matrix3::Identity()}, planar, builder.assembly());
  body->set_mass(m, AffineVector().add(node, 0, 1));
  return body;
}

}  // namespace

BodyType point_mass_type() {
  BodyType type;
  type.name = "point_mass";
  type.doc = "point in space, with or without mass; rods may end in it";
  type.reference = "[Dopico2007] compound pendulum";
  type.schema.number("mass", "kg", "mass; 0 for a point that only carries rods").nonnegative().default_value(0);
  type.schema.vector3("position", "m", "position").default_value("[0, 0, 0]");
  type.schema.vector3("velocity", "m/s", "velocity").default_value("[0, 0, 0]");
  type.make = [](const std::string& name, const Params& p, PartBuilder& builder) {
    return make_point(name, "point_mass", p.number("mass"), p.vector3("position"), p.vector3("velocity"), false,
                      builder);
  };
  return type;
}

BodyType planar_point_mass_type() {
  BodyType type;
  type.name = "planar_point_mass";
  type.doc = "point in the plane z = 0, with or without mass; rods may end in it";
  type.reference = "[Yoon] example 1; [Braun2012] sec. 4.2";
  type.schema.number("mass", "kg", "mass; 0 for a point that only carries rods").nonnegative().default_value(0);
  type.schema.vector2("position", "m", "position").default_value("[0, 0]");
  type.schema.vector2("velocity", "m/s", "velocity").default_value("[0, 0]");
  type.make = [](const std::string& name, const Params& p, PartBuilder& builder) {
    Vector3 x = Vector3::Zero(), v = Vector3::Zero();
    x.head<2>() = p.vector2("position");
    v.head<2>() = p.vector2("velocity");
    return make_point(name, "planar_point_mass", p.number("mass"), x, v, true, builder);
  };
  return type;
}

}  // namespace invar
