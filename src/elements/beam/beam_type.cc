// Element type `beam`: reads where it is, what it is made of and what holds it, and places nodes and terms.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "invar/elements/beam/beam.h"
#include "invar/elements/beam/curve.h"
#include "invar/elements/beam/damping.h"
#include "invar/elements/beam/interpolation.h"
#include "invar/elements/beam/section.h"
#include "invar/elements/types.h"
#include "invar/parts/drawing/look.h"
#include "invar/parts/frame.h"
#include "invar/parts/gravity.h"
#include "invar/parts/kinematics.h"
#include "invar/parts/part_builder.h"

namespace invar {

namespace {

// What an end is attached to.
struct Carrier {
  bool given = false, ground = false;
  std::string body;
  int node = -1;
  Vector3 point = Vector3::Zero();  // of the place named
  Pose pose;                        // of the node (the ground: of the world)
};

Carrier read_carrier(const Params& params, PartBuilder& builder, const std::string& key) {
  Carrier c;
  if (!params.has(key) || params.text(key) == "free") return c;
  const std::string& name = params.text(key);
  c.given = true;
  if (name == "clamped" || name == "ground") {
    c.ground = true;
    c.body = "ground";
    return c;
  }
  const Marker m = builder.place(name, params, key);
  const Layout& layout = builder.layout();
  c.body = m.body;
  c.ground = m.ground;
  c.point = calc_value(layout, m.point, builder.q());
  if (m.ground) return c;
  if (!m.has_axes || m.nodes.size() != 1 || layout.node(m.nodes[0]).kind != NodeKind::kFrame3)
    params.fail(key, "is no place that a beam can be attached to rigidly",
                "name a rigid body, a marker on one, a node of a beam, or clamped; use a joint for the rest");
  c.node = m.nodes[0];
  const auto q = builder.q().segment<12>(layout.node(c.node).offset);
  c.pose.p = q.head<3>();
  for (int i = 0; i < 3; ++i) c.pose.R.col(i) = q.segment<3>(3 + 3 * i);
  return c;
}

// Coordinates of a section frame from those of the node that carries it.
NodeTransform make_transform(const Pose& carrier, const Pose& section) {
  NodeTransform T = NodeTransform::Zero();
  T(0, 0) = 1;
  T.block<1, 3>(0, 1) = (carrier.R.transpose() * (section.p - carrier.p)).transpose();
  T.block<3, 3>(1, 1) = (carrier.R.transpose() * section.R).transpose();
  return T;
}

Marker make_frame_marker(const std::string& body, int node, const NodeTransform& T, const Pose& pose) {
  Marker m;
  m.body = body;
  if (node < 0) {
    m.ground = true;
    m.point = AffineVector(pose.p);
    for (int i = 0; i < 3; ++i) m.axes[i] = AffineVector(pose.R.col(i));
    return m;
  }
  m.nodes = {node};
  for (int j = 0; j < 4; ++j) {
    m.point.add(node, j, T(0, j));
    for (int i = 0; i < 3; ++i) m.axes[i].add(node, j, T(1 + i, j));
  }
  return m;
}

// The rigid motion that the beam starts with.
struct StartMotion {
  Vector3 about = Vector3::Zero(), v = Vector3::Zero(), w = Vector3::Zero();
};

StartMotion read_motion(const Params& params, PartBuilder& builder, const Carrier ends[2], const Vector3& from) {
  StartMotion motion;
  motion.about = params.has("about") ? params.vector3("about") : from;
  if (params.is_given("velocity") || params.is_given("angular_velocity")) {
    motion.v = params.vector3("velocity");
    motion.w = params.vector3("angular_velocity");
    return motion;
  }
  if (params.is_given("about")) params.fail("about", "needs velocity or angular_velocity beside it");
  // With what it is attached to.
  const Layout& layout = builder.layout();
  for (const Carrier* c : {&ends[0], &ends[1]}) {
    if (!c->given || c->node < 0) continue;
    motion.about = c->pose.p;
    motion.v = builder.v().segment<3>(layout.node(c->node).offset);
    motion.w = calc_angular_velocity(layout, c->node, builder.q(), builder.v());
    break;
  }
  return motion;
}

Schema beam_look_schema() {
  Schema s;
  s.text("color", "a quantity (moment_3, shear_2, force_1, ...) or a color");
  s.number("radius", "m", "of the tube").positive();
  return s;
}

BeamLook read_look(const Params& params, const SectionFunction& section, double length) {
  BeamLook look;
  look.quantity = "moment_3";
  // A circle has sqrt(I/A) = r/2; kept between what can be seen and what still looks like a beam.
  const Matrix6 D = section(0.5).D;
  look.radius = std::clamp(2 * std::sqrt(std::min(D(4, 4), D(5, 5)) / D(0, 0)), length / 250, length / 25);
  if (!params.has("draw")) return look;
  const Params draw = params.group("draw");
  if (draw.has("radius")) look.radius = draw.number("radius");
  if (!draw.has("color")) return look;
  const std::string& color = draw.text("color");
  if (!Beam::unit_of(color).empty()) {
    look.quantity = color;
  } else if (is_color(color)) {
    look.color = color;
    look.quantity.clear();
  } else {
    draw.fail("color", "is neither a color nor a quantity of sections",
              fmt::format("quantities: {}", fmt::join(Beam::quantities(), ", ")));
  }
  return look;
}

const Schema& damping_schema() {
  static const Schema schema = [] {
    Schema s;
    s.number("stiffness", "s", "beta: stress beta D dE/dt beside D E").nonnegative().default_value(0);
    s.number("mass", "1/s", "a: force -a M v").nonnegative().default_value(0);
    return s;
  }();
  return schema;
}

void add_stations(const Params& params, Beam& beam) {
  beam.add_station("start", 0);
  beam.add_station("mid", 0.5);
  beam.add_station("end", 1);
  if (!params.has("stations")) return;
  const SpecNode node = params.node("stations");
  if (!node.is_map()) node.fail("must be a map from names to fractions of the length", "e.g. {quarter: 0.25}");
  for (std::size_t i = 0; i < node.size(); ++i) {
    const std::string& name = node.key(i);
    const bool taken = std::any_of(beam.stations().begin(), beam.stations().end(),
                                   [&](const auto& station) { return station.name == name; });
    if (!is_identifier(name) || taken || name.rfind("node_", 0) == 0 || name == "strain_energy")
      throw ModelError(node.key_location(i), node.path(), fmt::format("has a station with the name \"{}\"", name),
                       taken ? "that station is there already; take another name" : "take another name");
    const double s = node[i].number();
    if (!(s >= 0 && s <= 1)) node[i].fail("is outside the beam", "stations are fractions of the length, 0 to 1");
    beam.add_station(name, s);
  }
}

// Distance of the curve from the axis of each element at the start, sampled.
std::vector<double> find_deviations(const BeamCurve& curve, const std::vector<BeamNode>& nodes, int order,
                                    const Vector3& anchor, double stretch) {
  constexpr int kSamples = 12;
  const int n = (static_cast<int>(nodes.size()) - 1) / order;
  std::vector<double> out(static_cast<std::size_t>(n), 0);
  for (int e = 0; e < n; ++e)
    for (int i = 1; i < kSamples; ++i) {
      const double xi = 2.0 * i / kSamples - 1;
      const BeamShape N = calc_beam_shape(order + 1, xi);
      Vector3 x = -(anchor + stretch * (curve.frame((e + 0.5 * (1 + xi)) / n).p - anchor));
      for (int a = 0; a <= order; ++a) x += N.N[a] * nodes[static_cast<std::size_t>(e) * order + a].initial.p;
      out[static_cast<std::size_t>(e)] = std::max(out[static_cast<std::size_t>(e)], x.norm());
    }
  return out;
}

std::unique_ptr<Body> make_beam(const std::string& name, const Params& params, PartBuilder& builder) {
  Assembly& assembly = builder.assembly();
  const Carrier ends[2] = {read_carrier(params, builder, "start"), read_carrier(params, builder, "end")};
  const bool named[2] = {ends[0].given && ends[0].body != "ground", ends[1].given && ends[1].body != "ground"};
  const BeamCurve curve = read_curve(params, named[0] ? &ends[0].point : nullptr, named[1] ? &ends[1].point : nullptr);
  const SectionFunction section = read_section(params.group("section"));
  const int order = static_cast<int>(params.integer("order")), n = static_cast<int>(params.integer("elements"));
  const int count = n * order + 1;
  const double stretch = params.number("stretch");
  if (stretch != 1 && ends[0].given && ends[1].given)
    params.fail("stretch", "cannot be given for a beam that is attached at both ends");
  const Pose first = curve.frame(0);
  const Vector3 anchor = ends[1].given && !ends[0].given ? curve.frame(1).p : first.p;
  const StartMotion motion = read_motion(params, builder, ends, first.p);

  std::vector<BeamNode> nodes;
  std::vector<Vector> references;  // coordinates of the carrying frames in the stress-free shape
  for (int k = 0; k < count; ++k) {
    const Pose pose = curve.frame(static_cast<double>(k) / (count - 1));
    if (!nodes.empty() && (pose.p - nodes.back().reference).norm() < 1e-9 * curve.length() / count)
      throw ModelError(params.location(), params.path(),
                       fmt::format("has two nodes at the same place, {} and {}", k - 1, k), "check the curve");
    BeamNode node;
    node.reference = pose.p;
    node.initial = pose;
    Pose frame = pose;  // of the carrying frame
    const int end = k == 0 ? 0 : k == count - 1 ? 1 : -1;
    if (end >= 0 && ends[end].given) {
      const Carrier& c = ends[end];
      frame = c.pose;
      node.node = c.node;
      node.T = make_transform(c.pose, pose);
      node.frame = make_frame_marker(c.body, c.node, node.T, pose);
    } else {
      node.initial.p = anchor + stretch * (pose.p - anchor);
      const std::string label = fmt::format("{}.node_{}", name, k);
      node.node = add_frame(assembly, label);
      node.frame = make_frame_marker(label, node.node, node.T, pose);
      Vector q(12), v(12);
      const Vector3& w = motion.w;
      q << node.initial.p, pose.R.col(0), pose.R.col(1), pose.R.col(2);
      v << motion.v + w.cross(node.initial.p - motion.about), w.cross(pose.R.col(0)), w.cross(pose.R.col(1)),
          w.cross(pose.R.col(2));
      builder.set_initial(node.node, q, v);
    }
    Vector reference(12);
    reference << frame.p, frame.R.col(0), frame.R.col(1), frame.R.col(2);
    references.push_back(reference);
    nodes.push_back(node);
  }
  if (std::none_of(nodes.begin(), nodes.end(), [](const BeamNode& node) { return node.node >= 0; }))
    throw ModelError(params.location(), params.path(), "has no node that can move",
                     "use more elements, or let go of one end");

  if (count == 2 && ends[0].given && ends[1].given && ends[0].node == ends[1].node)
    throw ModelError(
        params.location(), params.path(),
        fmt::format("is held by \"{}\" at both ends with no node in between, so it cannot deform", ends[0].body),
        "use more elements, or attach one end to something else");

  const Params damping = params.group("damping");
  const double beta = damping.number("stiffness"), resistance = damping.number("mass");
  std::vector<BeamElementPart> parts;
  double mass = 0;
  AffineVector moment;
  for (int e = 0; e < n; ++e) {
    BeamElementShape shape;
    shape.reference.resize(12 * (order + 1));
    BeamElementPart part;
    for (int a = 0; a <= order; ++a) {
      const auto k = static_cast<std::size_t>(e) * order + a;
      shape.reference.segment<12>(12 * a) = references[k];
      shape.transforms.push_back(nodes[k].T);
      shape.fixed.push_back(nodes[k].node < 0);
      if (nodes[k].node >= 0) part.nodes.push_back(nodes[k].node);
    }
    const auto station = [e, n](double xi) { return (e + 0.5 * (1 + xi)) / n; };
    part.points = make_beam_points(shape, [&](double xi) { return section(station(xi)).D; });
    // First moment of the mass, for the weight and the center of mass.
    AffineVector element_moment;
    for (const GaussPoint& gauss : gauss_rule(order + 2)) {
      const BeamShape N = calc_beam_shape(order + 1, gauss.xi);
      Vector3 tangent = Vector3::Zero();
      for (int a = 0; a <= order; ++a) tangent += N.dN[a] * nodes[static_cast<std::size_t>(e) * order + a].reference;
      const Eigen::Matrix4d table = gauss.weight * tangent.norm() * section(station(gauss.xi)).mass;
      mass += table(0, 0);
      for (int a = 0; a <= order; ++a) {
        const Marker& frame = nodes[static_cast<std::size_t>(e) * order + a].frame;
        element_moment = element_moment + (N.N[a] * table(0, 0)) * frame.point;
        for (int i = 0; i < 3; ++i)
          if (table(0, 1 + i) != 0) element_moment = element_moment + (N.N[a] * table(0, 1 + i)) * frame.axes[i];
      }
    }
    moment = moment + element_moment;
    if (!part.nodes.empty()) {
      const Matrix M = make_beam_mass(shape, [&](double xi) { return section(station(xi)).mass; });
      const int moving = static_cast<int>(part.nodes.size());
      assembly.add_inertia(name, part.nodes, std::make_unique<ConstantInertia>(M));
      assembly.add_potential(name, part.nodes, std::make_unique<BeamPotential>(moving, part.points));
      add_gravity(builder, name, element_moment);
      if (beta > 0) assembly.add_force(name, part.nodes, std::make_unique<BeamDamping>(beta, part.points));
      if (resistance > 0) assembly.add_force(name, part.nodes, std::make_unique<MassDamping>(resistance, M));
    }
    parts.push_back(std::move(part));
  }

  std::vector<double> deviations;
  if (!params.is_given("to")) deviations = find_deviations(curve, nodes, order, anchor, stretch);
  auto beam = std::make_unique<Beam>(name, order, std::move(nodes), std::move(parts), beta, assembly);
  beam->set_mass(mass, (1 / mass) * moment);
  beam->set_deviations(std::move(deviations));
  beam->set_look(read_look(params, section, beam->length()));
  add_stations(params, *beam);
  for (const auto& place : beam->places()) builder.add_place(*place);
  for (const auto& station : beam->stations()) builder.add_place(*station.place);
  return beam;
}

}  // namespace

ElementType beam_type() {
  ElementType type;
  type.name = "beam";
  type.doc =
      "geometrically exact beam: stretch, shear, torsion and bending at any displacement; straight, curved or twisted. "
      "Its nodes NAME.start, NAME.end, NAME.mid, NAME.node_K are frames that joints, forces and markers may name";
  type.reference = "[BetschSteinmann2002], docs/theory/beams.md";
  type.schema = curve_schema();
  type.schema
      .group("section", section_schema(),
             "stiffness and mass: {shape, E, rho, ...}, {stiffness, mass}, {table} or {file}")
      .required();
  type.schema.integer("elements", "number of elements").range(1, 100000).default_value(4);
  type.schema.integer("order", "of the interpolation: 1, 2 or 3").range(1, 3).default_value(3);
  type.schema
      .name_of("place", "start",
               "what the first section is fixed to: a rigid body, a marker on one, a node of another beam, or "
               "clamped (to the ground); no constraint is used")
      .default_value("free");
  type.schema.name_of("place", "end", "the same for the last section").default_value("free");
  type.schema.map("stations", "further places with names, as fractions of the length: {quarter: 0.25}");
  type.schema.group("damping", damping_schema(),
                    "{stiffness: beta [s], mass: a [1/s]}: stresses beta times the rate of the elastic ones, "
                    "and resistance a times the momentum");
  type.schema
      .vector3("velocity", "m/s",
               "initial velocity of the point `about`; default: that of what the beam is attached to")
      .default_value("[0, 0, 0]");
  type.schema.vector3("angular_velocity", "rad/s", "initial angular velocity of the whole beam, world axes")
      .default_value("[0, 0, 0]");
  type.schema.vector3("about", "m", "point of the rigid motion at the start; default: the first point");
  type.schema.number("stretch", "1", "initial length over stress-free length, measured from the end that is held")
      .positive()
      .default_value(1);
  type.schema.group("draw", beam_look_schema(), "{color: a quantity such as moment_3 or a color, radius}");
  type.make = make_beam;
  return type;
}

}  // namespace invar
