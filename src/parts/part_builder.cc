// What types ask of the builder while their entries are read: nodes, places, joints, constraints.
#include "invar/parts/part_builder.h"

#include <fmt/format.h>

#include <algorithm>

#include "invar/core/suggest.h"
#include "invar/discrete/quadratic_constraint.h"
#include "invar/math/rotation.h"
#include "invar/parts/angle_constraint.h"
#include "invar/parts/ground.h"
#include "invar/parts/kinematics.h"
#include "invar/parts/marker_part.h"
#include "invar/parts/read_placement.h"
#include "invar/parts/road.h"
#include "invar/parts/shape.h"
#include "invar/parts/signal_builder.h"

namespace invar {

namespace {

template <class Map>
std::vector<std::string> keys_of(const Map& map) {
  std::vector<std::string> keys;
  keys.reserve(map.size());
  for (const auto& [key, value] : map) keys.push_back(key);
  return keys;
}

// The hint for the unknown name of a joint or a road: the nearest one, or all there are.
template <class Map>
std::string known_names(const std::string& name, const Map& map, const std::string& section) {
  return map.empty() ? fmt::format("the model has no {}", section) : suggestion(name, keys_of(map));
}

}  // namespace

const Schema& marker_schema() {
  static const Schema schema = [] {
    Schema s;
    s.name_of("body", "on", "body the marker is fixed to, or ground");
    s.name_of("body", "body", "the same as on, which some YAML tools take for a boolean; give one of them");
    s.numbers("at", "m", "position in the body's own axes (two numbers for planar bodies)").default_value("[0, 0, 0]");
    s.direction("axis", "third axis of the marker, in body axes").default_value("[0, 0, 1]");
    s.vector3("x_axis", "1", "direction that fixes the first axis, in body axes").default_value("[0, 0, 0]");
    return s;
  }();
  return schema;
}

PartBuilder::PartBuilder()
    : assembly_(std::make_shared<Assembly>()),
      ground_(std::make_unique<Ground>()),
      signals_(std::make_unique<SignalBuilder>()) {
  bodies_["ground"] = ground_.get();
}

PartBuilder::~PartBuilder() = default;

int PartBuilder::add_node(const std::string& name, NodeKind kind, Vec q, Vec v) {
  const int node = layout().add_node(name, kind);
  set_initial(node, q, v);
  return node;
}

void PartBuilder::set_initial(int node, Vec q, Vec v) {
  const Node& n = layout().node(node);
  const int size = layout().coordinates();
  if (q_.size() < size) {
    q_.conservativeResizeLike(Vector::Zero(size));
    v_.conservativeResizeLike(Vector::Zero(size));
  }
  q_.segment(n.offset, q.size()) = q;
  v_.segment(n.offset, v.size()) = v;
}

const Body& PartBuilder::body(const std::string& name, const Params& params, const std::string& key) const {
  const auto found = bodies_.find(name);
  if (found == bodies_.end())
    params.fail(key, fmt::format("names the unknown body \"{}\"", name), suggestion(name, keys_of(bodies_)));
  return *found->second;
}

const Joint& PartBuilder::joint(const std::string& name, const Params& params, const std::string& key) const {
  const auto found = joints_.find(name);
  if (found == joints_.end())
    params.fail(key, fmt::format("names the unknown joint \"{}\"", name), known_names(name, joints_, "joints"));
  return *found->second;
}

const Road& PartBuilder::road(const std::string& name, const Params& params, const std::string& key) const {
  const auto found = roads_.find(name);
  if (found == roads_.end())
    params.fail(key, fmt::format("names the unknown road \"{}\"", name), known_names(name, roads_, "roads"));
  return *found->second;
}

const Shape& PartBuilder::shape(const std::string& name, const Params& params, const std::string& key) const {
  const auto found = shapes_.find(name);
  if (found == shapes_.end())
    params.fail(key, fmt::format("names the unknown shape \"{}\"", name), known_names(name, shapes_, "shapes"));
  return *found->second;
}

Marker PartBuilder::place(const std::string& reference, const Params& params, const std::string& key,
                          bool point_follows) const {
  if (const auto found = markers_.find(reference); found != markers_.end()) return found->second;
  if (const auto found = bodies_.find(reference); found != bodies_.end()) {
    if (!found->second->is_place()) {
      if (!point_follows)
        params.fail(key, fmt::format("names \"{}\" as a whole, which is no place", reference),
                    fmt::format("name one of its places: {0}.start, {0}.end, {0}.node_1, ...", reference));
      Marker whole;
      whole.body = reference;
      whole.has_axes = false;
      return whole;
    }
    if (const std::string reason = found->second->refuse_marker(Vector3::Zero()); !reason.empty())
      params.fail(key, reason);
    return found->second->marker(Vector3::Zero(), Matrix3::Identity());
  }
  std::vector<std::string> known = keys_of(bodies_);
  for (const auto& [name, marker] : markers_) known.push_back(name);
  params.fail(key, fmt::format("names \"{}\", which is neither a body nor a marker", reference),
              suggestion(reference, known));
}

std::optional<Marker> PartBuilder::find_place(const std::string& reference) const {
  if (const auto found = markers_.find(reference); found != markers_.end()) return found->second;
  const auto found = bodies_.find(reference);
  if (found == bodies_.end() || !found->second->is_place()) return std::nullopt;
  if (!found->second->refuse_marker(Vector3::Zero()).empty()) return std::nullopt;
  return found->second->marker(Vector3::Zero(), Matrix3::Identity());
}

std::vector<std::string> PartBuilder::place_names() const {
  std::vector<std::string> names = keys_of(bodies_);
  for (const auto& [name, marker] : markers_) names.push_back(name);
  return names;
}

std::vector<int> PartBuilder::place_nodes(const std::string& reference, const std::string& subject) const {
  if (const auto found = markers_.find(reference); found != markers_.end()) return found->second.nodes;
  if (const auto found = bodies_.find(reference); found != bodies_.end()) return found->second->nodes();
  std::vector<std::string> known = keys_of(bodies_);
  for (const auto& [name, marker] : markers_) known.push_back(name);
  throw ModelError({}, subject, fmt::format("names \"{}\", which is neither a body nor a marker", reference),
                   suggestion(reference, known));
}

Marker PartBuilder::place_at(const std::string& name, const Vector3& p_W, const Matrix3& R_W, const Params& params,
                             const std::string& key) const {
  const Body& b = body(name, params, key);
  const Vector3 p_B = b.to_body(p_W);
  if (const std::string reason = b.refuse_marker(p_B); !reason.empty())
    params.fail(params.is_given("at") ? "at" : key, fmt::format("{} (body \"{}\")", reason, name), "");
  return b.marker(p_B, b.to_body(R_W));
}

AffineVector PartBuilder::joint_angle(const Joint& joint) {
  if (both_in_plane(joint.F(), joint.M())) return planar_angle(layout(), joint.F(), joint.M(), q_);
  const auto found = angles_.find(joint.name());
  if (found != angles_.end()) return found->second;
  // A scalar node phi tied to the frames: see parts/angle_constraint.h.
  auto term = std::make_unique<AngleConstraint>(layout(), joint.F(), joint.M());
  const int node = add_node(joint.name() + ".angle", NodeKind::kScalar,
                            Vector::Constant(1, joint_coordinate(joint, true)), Vector::Zero(1));
  std::vector<int> nodes = term->nodes();
  nodes.push_back(node);
  assembly_->add_constraint(joint.name(), nodes, std::move(term), {"angle"}, {"N m"});
  return angles_[joint.name()] = AffineVector().add(node, 0, 1);
}

void PartBuilder::add_joint_coordinate(QuadraticMap& rows, int row, const Joint& joint, double c, bool angle) {
  if (angle) {
    rows.add_component(row, joint_angle(joint), Vector3::UnitX(), c);
  } else {
    rows.add_dot(row, joint.F().axes[2], joint.M().point - joint.F().point, c);
  }
}

double PartBuilder::joint_coordinate(const Joint& joint, bool angle) const {
  const Layout& l = assembly_->layout;
  if (!angle) return calc_value(l, joint.F().axes[2], q_).dot(calc_value(l, joint.M().point - joint.F().point, q_));
  return calc_joint_angle(l, joint.F(), joint.M(), q_);
}

int PartBuilder::add_constraint(const std::string& owner, QuadraticMap rows) {
  const auto nodes = rows.nodes();
  const auto labels = rows.labels(), units = rows.units();
  return assembly_->add_constraint(owner, nodes, std::make_unique<QuadraticConstraint>(std::move(rows)), labels, units);
}

}  // namespace invar
