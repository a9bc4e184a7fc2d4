// Generalized coordinate: one number with a constant inertia, T = 1/2 m q'^2, or with a kinetic energy given by forces of type
// `kinetic_energy`. Models in minimal coordinates are written
// with it, e.g. the angle of a pendulum ([Yoon] eq. (28)). It has no place in space: joints and markers cannot use it,
// gravity does not act on it; energies are given by forces of type `potential`. For the picture alone, `draw` may say where
// the mass is as a function of the coordinate q:
//
//   theta: {type: coordinate, inertia: m*l^2, draw: {point: [l*sin(q), -l*cos(q), 0], from: [0, 0, 0]}}
#include <optional>

#include "invar/bodies/types.h"
#include "invar/parts/drawing/drawing.h"
#include "invar/parts/part_builder.h"
#include "invar/parts/sensor.h"

namespace invar {

namespace {

// Where the mass is drawn, and the place on the ground that a rod joins it to.
struct Picture {
  Params::Vector3Function point;
  std::optional<Vector3> from;
  double size = 0;  // length of the rod at the start
};

const Schema& picture_schema() {
  static const Schema schema = [] {
    Schema s;
    s.vector3_function_of("q", "point", "m", "where the mass is drawn, as functions of the coordinate q").required();
    s.vector3("from", "m", "place on the ground that a rod joins it to");
    return s;
  }();
  return schema;
}

class CoordinateBody final : public Body {
 public:
  CoordinateBody(std::string name, int node, int at, std::string unit, std::optional<Picture> picture)
      : Body(std::move(name), "coordinate", {node}, Pose{}),
        node_(node),
        at_(at),
        unit_(std::move(unit)),
        picture_(std::move(picture)) {}

  Marker marker(const Vector3&, const Matrix3&) const override {
    Marker m;
    m.body = name();
    m.nodes = {node_};
    m.has_axes = false;
    return m;
  }
  std::string refuse_marker(const Vector3&) const override {
    return "names a generalized coordinate, which has no place in space";
  }
  // Without `draw` it has no look either.
  void draw(Drawing& drawing) const override {
    if (!picture_) return;
    const auto where = [f = picture_->point, i = at_](const Snapshot& s) {
      return Vector3(f[0]->value(s.q[i]), f[1]->value(s.q[i]), f[2]->value(s.q[i]));
    };
    const Anchor mass = drawing.place(kNeedsState, where);
    drawing.add_symbol("sphere", *this, DrawRole::kBody, mass, {0.085});
    drawing.add_name(name(), DrawRole::kBody, mass);
    if (!picture_->from) return;
    const Anchor pivot{-1, *picture_->from};
    drawing.add_link("rod", *this, DrawRole::kBody, pivot, mass, 0.03);
    drawing.add_support(*this, pivot);
    drawing.note_size(picture_->size);
  }
  void offer_sensors(SensorList& out) const override {
    out.add_pair("value", "rate", [node = node_](PartBuilder&, QuadraticMap& map, int row) {
      map.add_component(row, AffineVector().add(node, 0, 1), Vector3::UnitX());
    });
  }
  void offer_channels(ChannelList& out) const override {
    const int i = at_;
    out.add(name() + ".value", unit_, kNeedsState, [i](const Snapshot& s) { return s.q[i]; });
    out.add(name() + ".rate", unit_ + "/s", kNeedsVelocity, [i](const Snapshot& s) { return s.v[i]; });
    out.add(name() + ".acceleration", unit_ + "/s^2", kNeedsAcceleration, [i](const Snapshot& s) { return s.a[i]; });
  }

 private:
  int node_, at_;
  std::string unit_;
  std::optional<Picture> picture_;
};

std::optional<Picture> read_picture(const Params& params) {
  if (!params.has("draw")) return std::nullopt;
  const Params draw = params.group("draw");
  Picture picture;
  picture.point = draw.vector3_function("point");
  const double q = params.number("value");
  const Vector3 start(picture.point[0]->value(q), picture.point[1]->value(q), picture.point[2]->value(q));
  if (!start.allFinite()) draw.fail("point", "is not finite at the start", "");
  if (!draw.has("from")) return picture;
  picture.from = draw.vector3("from");
  picture.size = (start - *picture.from).norm();
  return picture;
}

std::unique_ptr<Body> make_coordinate(const std::string& name, const Params& p, PartBuilder& builder) {
  const int node = builder.add_node(name, NodeKind::kScalar, Vector::Constant(1, p.number("value")),
                                    Vector::Constant(1, p.number("rate")));
  if (const double m = p.number("inertia"); m > 0)
    builder.assembly().add_inertia(name, {node}, std::make_unique<ConstantInertia>(Matrix::Constant(1, 1, m)));
  return std::make_unique<CoordinateBody>(name, node, builder.layout().node(node).offset, p.text("unit"),
                                          read_picture(p));
}

}  // namespace

BodyType coordinate_type() {
  BodyType type;
  type.name = "coordinate";
  type.doc =
      "generalized coordinate, for models in minimal coordinates; energies by forces of type potential and "
      "kinetic_energy. Channels value, rate, acceleration";
  type.reference = "[Yoon] eq. (28)";
  type.schema
      .number("inertia", "kg m^2 or kg",
              "generalized mass m in T = 1/2 m q'^2; may be zero where a force of type kinetic_energy names its rate")
      .nonnegative()
      .default_value(0);
  type.schema.number("value", "rad or m", "initial value").default_value(0);
  type.schema.number("rate", "rad/s or m/s", "initial rate").default_value(0);
  type.schema.text("unit", "of the value, for the headings of results").default_value("rad");
  type.schema.group(
      "draw", picture_schema(),
      "for the report: {point: [x, y, z] as functions of q, from: place on the ground that a rod joins it to}");
  type.make = make_coordinate;
  return type;
}

}  // namespace invar
