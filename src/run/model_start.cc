#include "invar/run/model_start.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <random>

#include "invar/drives/drive.h"
#include "invar/parts/kinematics.h"
#include "invar/solve/posed_start.h"
#include "invar/system/coordinate_scale.h"

namespace invar {

namespace {

using Quantity = std::function<double(const Snapshot&)>;

// Channels as rows of a start, with differences for derivatives. Of positions they are functions of q, of velocities of v.
class QuantityRows final : public StartRows {
 public:
  QuantityRows(const MechanicalSystem& system, const State& s, bool rates)
      : rates_(rates), scale_(calc_coordinate_scales(system.layout(), calc_extent(system.layout(), s.q))) {
    probe_.t = s.t;
    probe_.q = s.q;
    probe_.v = probe_.v_raw = s.v;
    probe_.z = Vector::Zero(system.internals());
    probe_.u = Vector::Zero(static_cast<Eigen::Index>(system.layout().inputs().size()));
    probe_.a = Vector::Zero(s.q.size());
    probe_.lambda = probe_.lambda_raw = Vector::Zero(system.rows());
    std::mt19937 random(17);
    std::uniform_real_distribution<double> number(-1, 1);
    if (rates_) scale_.setOnes();
    generic_ = x();
    for (Eigen::Index i = 0; i < generic_.size(); ++i) generic_[i] += 1e-2 * scale_[i] * number(random);
  }

  // False if the quantity depends on no coordinate, or is not finite.
  bool add(Quantity quantity) {
    std::vector<int> all(static_cast<std::size_t>(scale_.size()));
    std::iota(all.begin(), all.end(), 0);
    rows_.push_back({std::move(quantity), all});
    const Vector here = x();
    Vector gradient;
    look_at(generic_);
    calc_gradient(count() - 1, gradient);
    look_at(here);
    std::vector<int>& at = rows_.back().coordinates;
    std::erase_if(at, [&](int i) { return gradient[i] == 0; });
    if (!at.empty() && gradient.allFinite() && std::isfinite(value(count() - 1))) return true;
    rows_.pop_back();
    return false;
  }
  void add(Quantity quantity, std::vector<int> coordinates) {
    rows_.push_back({std::move(quantity), std::move(coordinates)});
  }

  int count() const override { return static_cast<int>(rows_.size()); }
  const std::vector<int>& coordinates(int i) const override { return rows_[i].coordinates; }
  void look_at(const Vector& at) override {
    x() = at;
    if (rates_) probe_.v_raw = at;
  }
  double value(int i) override { return rows_[i].quantity(probe_); }
  void calc_gradient(int i, Vector& gradient) override {
    const auto& at = rows_[i].coordinates;
    gradient.resize(static_cast<Eigen::Index>(at.size()));
    for (std::size_t k = 0; k < at.size(); ++k) {
      double& number = x()[at[k]];
      const double here = number, h = rates_ ? 1 + std::abs(here) : 1e-6 * scale_[at[k]];
      number = here + h;
      const double above = value(i);
      number = here - h;
      const double change = above - value(i);
      number = here;
      // A change of an angle is small; that of its principal value may be a turn.
      gradient[static_cast<Eigen::Index>(k)] = (rates_ ? change : within_a_turn(i, change)) / (2 * h);
    }
  }
  void set_angle(int i) { rows_[i].is_angle = true; }

 private:
  struct Row {
    Quantity quantity;
    std::vector<int> coordinates;
    bool is_angle = false;
  };
  double within_a_turn(int i, double x) const {
    return rows_[i].is_angle ? std::remainder(x, 2 * std::numbers::pi) : x;
  }
  Vector& x() { return rates_ ? probe_.v : probe_.q; }

  bool rates_;
  Vector scale_, generic_;
  Snapshot probe_;
  std::vector<Row> rows_;
};

struct Given {
  const StartValue* value;
  const Channel* channel;
};

std::vector<int> coordinates_of(const Layout& layout, const std::vector<int>& nodes) {
  std::vector<int> all;
  for (const int node : nodes)
    for (int i = 0; i < node_size(layout.node(node).kind); ++i) all.push_back(layout.node(node).offset + i);
  return all;
}

// Of connected parts that nothing holds on the ground: the first body, which stays where it is while the others move.
std::vector<int> find_anchors(const Model& model) {
  const Assembly& assembly = *model.assembly;
  const Layout& layout = assembly.layout;
  std::vector<int> parent(layout.nodes().size());
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&](int i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
  };
  std::vector<int> held;
  for (const auto& placed : assembly.constraints) {
    if (placed.nodes.empty() || layout.row(placed.first_row).internal) continue;
    for (const int node : placed.nodes) parent[root(node)] = root(placed.nodes[0]);
    if (placed.nodes.size() == 1) held.push_back(placed.nodes[0]);
  }
  std::vector<char> done(parent.size(), 0);
  for (const int node : held) done[root(node)] = 1;
  std::vector<int> anchors;
  for (const auto* bodies : {&model.bodies, &model.elements})
    for (const auto& body : *bodies)
      for (const int node : body->nodes()) {
        if (layout.node(node).kind == NodeKind::kScalar || done[root(node)]) continue;
        done[root(node)] = 1;
        for (const int i : coordinates_of(layout, {node})) anchors.push_back(i);
      }
  return anchors;
}

std::string number_with_unit(double value, const std::string& unit) { return fmt::format("{:.8g} {}", value, unit); }

// "the joints, the drives, crank.angle = 0.5 rad": what was there before.
std::string describe_before(const std::vector<Given>& given, const Given& self) {
  std::string text = "the joints and drives";
  int count = 0;
  for (const Given& other : given) {
    if (other.value == self.value) break;
    if (++count > 5) return text + ", ...";
    text += fmt::format(", {} = {}", other.value->channel, number_with_unit(other.value->value, other.channel->unit));
  }
  return text;
}

[[noreturn]] void refuse(const std::vector<Given>& given, const Given& g, const PoseReport& report) {
  const std::string reached = number_with_unit(report.reached, g.channel->unit), before = describe_before(given, g);
  throw ModelError(g.value->location,
                   fmt::format("initial.{} = {}", g.value->channel, number_with_unit(g.value->value, g.channel->unit)),
                   report.depends ? fmt::format("contradicts {}, which leave it at {}", before, reached)
                                  : fmt::format("is out of reach: {} let it come only as near as {}", before, reached),
                   report.depends ? "leave one of them out, or correct it"
                                  : "correct the value, or place the bodies so that they can move there");
}

[[noreturn]] void refuse_independent(const Given& g, const std::string& of) {
  throw ModelError(g.value->location, fmt::format("initial.{}", g.value->channel),
                   fmt::format("cannot be set: it does not depend on {}", of),
                   "give coordinates of joints and bodies, or their rates");
}

// Frames keep their angular velocities, which a file gives in world axes, where they are moved to.
void turn_velocities(const Layout& layout, const State& given, State& s) {
  for (std::size_t i = 0; i < layout.nodes().size(); ++i) {
    const Node& node = layout.nodes()[i];
    if (node.kind != NodeKind::kFrame3) continue;
    const Vector3 w = calc_angular_velocity(layout, static_cast<int>(i), given.q, given.v);
    for (int k = 3; k < 12; k += 3) s.v.segment<3>(node.offset + k) = w.cross(Vector3(s.q.segment<3>(node.offset + k)));
  }
}

// The coordinate that a gear or spring gave to a spatial joint is tied to the bodies by a row that also holds half a turn away.
void check_turns(const Model& model, const State& s) {
  const Layout& layout = model.assembly->layout;
  for (const Node& node : layout.nodes()) {
    if (node.kind != NodeKind::kScalar) continue;
    for (const auto& joint : model.joints)
      if (joint->freedoms().angle && node.name == joint->name() + ".angle" &&
          std::abs(std::remainder(s.q[node.offset] - calc_joint_angle(layout, joint->F(), joint->M(), s.q),
                                  2 * std::numbers::pi)) > 1e-6)
        throw ModelError(model.start_values.front().location, "initial",
                         fmt::format("leads joint \"{}\" half a turn away from its angle", joint->name()),
                         "give its angle, too, or place the bodies nearer");
  }
}

void pose(const Model& model, const MechanicalSystem& system, const std::vector<Given>& given, State& s,
          std::string* note) {
  QuantityRows rows(system, s, false);
  std::vector<StartWish> wishes;
  std::vector<std::string> names;
  const auto add_wish = [&](const StartWish& wish, const std::string& name) {
    if (wish.is_angle) rows.set_angle(rows.count() - 1);
    wishes.push_back(wish);
    names.push_back(name);
  };
  for (const auto& part : model.other_parts)
    if (const auto* drive = dynamic_cast<const Drive*>(part.get()))
      for (const Drive::Coordinate& c : drive->coordinates())
        if (c.prescribed && c.what == Prescribes::kCoordinate && rows.add(c.value))
          add_wish({StartRole::kDriven, c.prescribed->value(s.t), c.wrapped, c.row}, part->name());
  const std::size_t first_given = wishes.size();
  for (const Given& g : given) {
    if (!rows.add(g.channel->value)) refuse_independent(g, "positions");
    add_wish({StartRole::kGiven, g.value->value, g.channel->is_angle, -1}, g.value->channel);
  }
  const Layout& layout = model.assembly->layout;
  for (const auto& joint : model.joints) {
    std::vector<int> nodes = joint->F().nodes;
    for (const int node : joint->M().nodes)
      if (std::find(nodes.begin(), nodes.end(), node) == nodes.end()) nodes.push_back(node);
    for (const char* quantity : {".angle", ".displacement"}) {
      const Channel* channel = model.channels().find(joint->name() + quantity);
      if (!channel || channel->needs != kNeedsState || nodes.empty()) continue;
      if (std::find(names.begin(), names.end(), channel->name) != names.end()) continue;
      rows.add(channel->value, coordinates_of(layout, nodes));
      add_wish({StartRole::kFree, 0, channel->is_angle, -1}, channel->name);
    }
  }
  const PoseReport report = pose_start(system, rows, wishes, find_anchors(model), s);
  if (report.blamed >= 0 && static_cast<std::size_t>(report.blamed) < first_given) {
    const auto blamed = static_cast<std::size_t>(report.blamed);
    const auto at = model.locations.find(names[blamed]);
    throw ModelError(at == model.locations.end() ? SourceLocation{} : at->second, fmt::format("\"{}\"", names[blamed]),
                     fmt::format("asks for {:.8g} at the start, but comes only as near as {:.8g}",
                                 wishes[blamed].target, report.reached),
                     "check the function, the joints and where the bodies stand");
  }
  if (report.blamed >= 0) refuse(given, given[static_cast<std::size_t>(report.blamed) - first_given], report);
  if (note && report.assembled && !given.empty())
    *note = fmt::format("posed by {} value{} of `initial` in {} part{} of the way", given.size(),
                        given.size() == 1 ? "" : "s", report.steps, report.steps == 1 ? "" : "s");
}

}  // namespace

State find_start(const Model& model, const MechanicalSystem& system, std::string* note) {
  State s = model.initial;
  if (note) note->clear();
  if (model.start_values.empty()) return s;
  std::vector<Given> positions, rates;
  for (const StartValue& value : model.start_values) {
    const Channel* channel = model.channels().find(value.channel);
    (channel->needs == kNeedsState ? positions : rates).push_back({&value, channel});
  }
  const State before = s;
  pose(model, system, positions, s, note);
  check_turns(model, s);
  turn_velocities(model.assembly->layout, before, s);
  QuantityRows rows(system, s, true);
  std::vector<double> targets;
  for (const Given& g : rates) {
    if (!rows.add(g.channel->value)) refuse_independent(g, "velocities");
    targets.push_back(g.value->value);
  }
  const PoseReport report = give_start_rates(system, rows, targets, s);
  if (report.blamed >= 0) refuse(rates, rates[static_cast<std::size_t>(report.blamed)], report);
  return s;
}

}  // namespace invar
