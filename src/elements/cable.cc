// Element types `cable` and `bar`: a line of two-node elements that carry tension only (bar: compression as well), with
// points as inner nodes. Energies of the squared lengths (discrete/length_law.h, tension_law.h); consistent mass
// m l/6 [2 1; 1 2] on the ends of each element, whatever they belong to.
#include <fmt/format.h>

#include <algorithm>

#include "invar/discrete/invariant_potential.h"
#include "invar/discrete/tension_law.h"
#include "invar/elements/beam/damping.h"
#include "invar/elements/beam/place.h"
#include "invar/elements/types.h"
#include "invar/parts/drawing/drawing.h"
#include "invar/parts/force_part.h"
#include "invar/parts/gravity.h"
#include "invar/parts/kinematics.h"
#include "invar/parts/part_builder.h"

namespace invar {

namespace {

struct CableLaw {
  double EA, rest;  // of one element
  bool tension_only;
  double tension(double length) const {
    const double T = EA * (length / rest - 1);
    return tension_only ? std::max(T, 0.0) : T;
  }
};

class Cable final : public Body {
 public:
  Cable(std::string name, std::string type, std::vector<int> nodes, std::vector<Marker> points,
        const std::vector<Vector3>& start, CableLaw law, const Assembly& assembly)
      : Body(std::move(name), std::move(type), std::move(nodes), Pose{}),
        points_(std::move(points)),
        law_(law),
        assembly_(&assembly) {
    for (std::size_t k = 0; k < points_.size(); ++k)
      add_place(fmt::format("node_{}", k), static_cast<int>(k), start[k]);
    add_place("start", 0, start.front());
    if (points_.size() % 2 == 1) add_place("mid", static_cast<int>(points_.size() / 2), start[points_.size() / 2]);
    add_place("end", static_cast<int>(points_.size()) - 1, start.back());
  }
  const std::vector<std::unique_ptr<BeamPlace>>& places() const { return places_; }

  bool is_place() const override { return false; }
  // In world coordinates of the start: at a node.
  Marker marker(const Vector3& p, const Matrix3& R) const override { return find(p)->marker(Vector3::Zero(), R); }
  std::string refuse_marker(const Vector3& p) const override {
    if ((find(p)->pose().p - p).norm() < 1e-9) return "";
    return fmt::format("is not at a node; name one ({}.start, {}.node_1, ...)", name(), name());
  }

  void offer_channels(ChannelList& out) const override {
    constexpr std::size_t kPlaces = 200;
    if (places_.size() <= kPlaces)
      for (const auto& place : places_) place->offer_channels(out);
    const int last = static_cast<int>(points_.size()) - 2;
    for (const auto& [label, e] : {std::pair{"start", 0}, {"mid", last / 2}, {"end", last}}) {
      const int element = e;
      out.add(fmt::format("{}.{}.tension", name(), label), "N", kNeedsState,
              [this, element](const Snapshot& s) { return law_.tension(calc_element_length(element, s.q)); });
    }
    out.add(name() + ".length", "m", kNeedsState, [this](const Snapshot& s) {
      double sum = 0;
      for (std::size_t e = 0; e + 1 < points_.size(); ++e) sum += calc_element_length(static_cast<int>(e), s.q);
      return sum;
    });
    out.add(name() + ".strain_energy", "J", kNeedsState, [this](const Snapshot& s) {
      double sum = 0;
      for (std::size_t e = 0; e + 1 < points_.size(); ++e) {
        const double T = law_.tension(calc_element_length(static_cast<int>(e), s.q));
        sum += 0.5 * T * T * law_.rest / law_.EA;
      }
      return sum;
    });
  }

  void draw(Drawing& drawing) const override {
    std::vector<Anchor> path;
    std::vector<int> values;
    const int last = static_cast<int>(points_.size()) - 2;
    for (int k = 0; k <= last + 1; ++k) {
      path.push_back(drawing.place(points_[static_cast<std::size_t>(k)]));
      const int left = std::max(k - 1, 0), right = std::min(k, last);
      values.push_back(drawing.add_scalar(kNeedsState, [this, left, right](const Snapshot& s) {
        return 0.5 * (law_.tension(calc_element_length(left, s.q)) + law_.tension(calc_element_length(right, s.q)));
      }));
    }
    Primitive& p = drawing.add_symbol("tube", *this, DrawRole::kBody, path.front(), {0.015});
    for (const Anchor& end : {path.front(), path.back()}) drawing.add_support(*this, end);
    for (const Marker& end : {points_.front(), points_.back()}) drawing.attach(end);
    p.path = std::move(path);
    p.at.reset();
    p.values = std::move(values);
    p.quantity = "tension";
    p.unit = "N";
    drawing.note_size(law_.rest * (last + 1));
    drawing.add_name(name(), DrawRole::kBody, drawing.place(center()), mass());
  }

 private:
  void add_place(const std::string& label, int k, const Vector3& start) {
    places_.push_back(std::make_unique<BeamPlace>(name() + "." + label, points_[static_cast<std::size_t>(k)],
                                                  Pose{start, Matrix3::Identity()}, start, *assembly_));
  }
  const BeamPlace* find(const Vector3& p) const {
    const auto nearer = [&](const auto& a, const auto& b) {
      return (a->pose().p - p).norm() < (b->pose().p - p).norm();
    };
    return std::min_element(places_.begin(), places_.end(), nearer)->get();
  }
  double calc_element_length(int e, Vec q) const {
    const auto i = static_cast<std::size_t>(e);
    return calc_value(assembly_->layout, points_[i + 1].point - points_[i].point, q).norm();
  }

  std::vector<Marker> points_;
  CableLaw law_;
  const Assembly* assembly_;
  std::vector<std::unique_ptr<BeamPlace>> places_;
};

// Mass matrix of an element of mass m between two points that are linear in the coordinates of `nodes`.
Matrix make_mass(const Layout& layout, double m, const AffineVector& a, const AffineVector& b,
                 std::vector<int>& nodes) {
  std::vector<int> offsets;
  int size = 0;
  const auto offset = [&](int node) {
    const auto found = std::find(nodes.begin(), nodes.end(), node);
    if (found != nodes.end()) return offsets[static_cast<std::size_t>(found - nodes.begin())];
    nodes.push_back(node);
    offsets.push_back(size);
    size += node_size(layout.node(node).kind);
    return offsets.back();
  };
  for (const AffineVector* x : {&a, &b})
    for (const auto& part : x->parts) offset(part.node);
  Matrix M = Matrix::Zero(size, size);
  const AffineVector* ends[2] = {&a, &b};
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      for (const auto& x : ends[i]->parts)
        for (const auto& y : ends[j]->parts)
          M.block<3, 3>(offset(x.node) + 3 * x.slot, offset(y.node) + 3 * y.slot) +=
              (i == j ? m / 3 : m / 6) * x.factor * y.factor * Matrix3::Identity();
  return M;
}

Marker read_end(const Params& params, PartBuilder& builder, std::size_t i) {
  Marker m = builder.place(params.names("between")[i], params, "between");
  if (m.planar)
    params.fail("between", fmt::format("names \"{}\", which lives in the plane; cables are spatial", m.body),
                "use point_mass or rigid_body");
  return m;
}

std::unique_ptr<Body> make_cable(const std::string& type, const std::string& name, const Params& params,
                                 PartBuilder& builder) {
  Assembly& assembly = builder.assembly();
  const Layout& layout = builder.layout();
  const Marker A = read_end(params, builder, 0), B = read_end(params, builder, 1);
  const Vector3 a = calc_value(layout, A.point, builder.q()), b = calc_value(layout, B.point, builder.q());
  const double distance = (b - a).norm(), EA = params.number("EA");
  if (!(distance > kZeroLength))
    params.fail("between", "names two places at the same point, which leaves the direction open", "move them apart");
  const int n = static_cast<int>(params.integer("elements"));
  if (n == 1 && A.ground && B.ground) params.fail("between", "joins the ground with itself", "use more elements");
  const double m = params.number("mass");
  if (n > 1 && m == 0) params.fail("mass", "must be positive for more than one element", "inner nodes need a mass");
  if (params.has("rest_length") && params.has("pretension"))
    params.fail("pretension", "cannot be combined with rest_length", "give one of them");
  double rest = params.has("rest_length") ? params.number("rest_length") : distance;
  if (params.has("pretension")) rest = distance / (1 + params.number("pretension") / EA);
  const CableLaw law{EA, rest / n, params.boolean("tension_only")};

  std::vector<Marker> points{A};
  std::vector<Vector3> start{a};
  std::vector<int> nodes;
  const Vector3 va = calc_rate(layout, A.point, builder.q(), builder.v()),
                vb = calc_rate(layout, B.point, builder.q(), builder.v());
  for (int k = 1; k < n; ++k) {
    const double f = static_cast<double>(k) / n;
    const std::string label = fmt::format("{}.node_{}", name, k);
    const Vector3 p = (1 - f) * a + f * b, v = (1 - f) * va + f * vb;
    const int node = builder.add_node(label, NodeKind::kPoint3, p, v);
    Marker point;
    point.body = label;
    point.nodes = {node};
    point.point.add(node, 0, 1);
    point.has_axes = false;
    nodes.push_back(node);
    points.push_back(point);
    start.push_back(p);
  }
  points.push_back(B);
  start.push_back(b);
  AffineVector center;
  for (int e = 0; e < n; ++e) {
    const AffineVector &x = points[static_cast<std::size_t>(e)].point,
                       &y = points[static_cast<std::size_t>(e) + 1].point;
    QuadraticMap map(layout);
    map.add_dot(map.add_row("squared_length"), y - x, y - x);
    std::unique_ptr<EnergyLaw> energy = std::make_unique<LinearLengthLaw>(EA / law.rest, law.rest, 0);
    if (law.tension_only) energy = std::make_unique<TensionLaw>(EA / law.rest, law.rest);
    const auto map_nodes = map.nodes();
    assembly.add_potential(name, map_nodes, std::make_unique<InvariantPotential>(std::move(map), std::move(energy)));
    center = center + (0.5 / n) * x + (0.5 / n) * y;
    if (m == 0) continue;
    std::vector<int> mass_nodes;
    const Matrix M = make_mass(layout, m * law.rest, x, y, mass_nodes);
    assembly.add_inertia(name, mass_nodes, std::make_unique<ConstantInertia>(M));
    add_gravity(builder, name, (0.5 * m * law.rest) * x + (0.5 * m * law.rest) * y);
    if (params.number("drag") > 0)
      assembly.add_force(name, mass_nodes, std::make_unique<MassDamping>(params.number("drag"), M));
  }
  auto cable = std::make_unique<Cable>(name, type, nodes, std::move(points), start, law, assembly);
  cable->set_mass(m * rest, center);
  for (const auto& place : cable->places()) builder.add_place(*place);
  return cable;
}

ElementType make_type(const std::string& name, const std::string& doc, bool tension_only) {
  ElementType type;
  type.name = name;
  type.doc = doc + ". Channels start.tension, mid.tension, end.tension, length, strain_energy, node_K.position";
  type.reference = "exact discrete gradient in the squared lengths";
  type.schema.names_of("place", "between", "the two places it joins").size(2).required();
  type.schema.number("EA", "N", "stiffness: tension = EA (length / rest length - 1)").positive().required();
  type.schema.number("mass", "kg/m", "mass a meter of rest length").nonnegative().default_value(0);
  type.schema.number("rest_length", "m", "length without tension; default: the initial distance").positive();
  type.schema.number("pretension", "N", "initial tension, instead of rest_length").nonnegative();
  type.schema.integer("elements", "number of elements").range(1, 100000).default_value(1);
  type.schema.boolean("tension_only", "no force where it is shorter than its rest length").default_value(tension_only);
  type.schema.number("drag", "1/s", "resistance: force -drag times the momentum").nonnegative().default_value(0);
  type.make = [name](const std::string& part, const Params& p, PartBuilder& builder) {
    return make_cable(name, part, p, builder);
  };
  return type;
}

}  // namespace

ElementType cable_type() { return make_type("cable", "elastic cable that carries tension only", true); }
ElementType bar_type() { return make_type("bar", "elastic bar that carries tension and compression", false); }

}  // namespace invar
