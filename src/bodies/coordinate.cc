// Generalized coordinate: one number with a constant inertia, T = 1/2 m q'^2. Models in minimal coordinates are written
// with it, e.g. the angle of a pendulum ([Yoon] eq. (28)). It has no place in space: joints and markers cannot use it,
// gravity does not act on it; energies are given by forces of type `potential`.
#include "invar/bodies/types.h"
#include "invar/model/builder.h"

namespace invar {

namespace {

class CoordinateBody final : public Body {
 public:
  CoordinateBody(std::string name, int node, int at, std::string unit)
      : Body(std::move(name), "coordinate", {node}, Pose{}), node_(node), at_(at), unit_(std::move(unit)) {}

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
  void draw(Drawing&) const override {}  // nor a look
  void offer_channels(ChannelList& out) const override {
    const int i = at_;
    out.add(name() + ".value", unit_, kNeedsState, [i](const Snapshot& s) { return s.q[i]; });
    out.add(name() + ".rate", unit_ + "/s", kNeedsVelocity, [i](const Snapshot& s) { return s.v[i]; });
    out.add(name() + ".acceleration", unit_ + "/s^2", kNeedsAcceleration, [i](const Snapshot& s) { return s.a[i]; });
  }

 private:
  int node_, at_;
  std::string unit_;
};

std::unique_ptr<Body> make(const std::string& name, const Params& p, ModelBuilder& builder) {
  const int node = builder.add_node(name, NodeKind::kScalar, Vector::Constant(1, p.number("value")),
                                    Vector::Constant(1, p.number("rate")));
  builder.assembly().add_inertia(name, {node},
                                 std::make_unique<ConstantInertia>(Matrix::Constant(1, 1, p.number("inertia"))));
  return std::make_unique<CoordinateBody>(name, node, builder.layout().node(node).offset, p.text("unit"));
}

}  // namespace

BodyType coordinate_type() {
  BodyType type;
  type.name = "coordinate";
  type.doc =
      "generalized coordinate with a constant inertia, for models in minimal coordinates; energies by forces of type "
      "potential. Channels value, rate, acceleration";
  type.reference = "[Yoon] eq. (28)";
  type.schema.number("inertia", "kg m^2 or kg", "generalized mass m in T = 1/2 m q'^2").positive().required();
  type.schema.number("value", "rad or m", "initial value").default_value(0);
  type.schema.number("rate", "rad/s or m/s", "initial rate").default_value(0);
  type.schema.text("unit", "of the value, for the headings of results").default_value("rad");
  type.make = make;
  return type;
}

}  // namespace invar
