#include "invar/parts/law_row.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "invar/core/suggest.h"
#include "invar/discrete/law_constraint.h"
#include "invar/parts/kinematics.h"

namespace invar {

namespace {

std::string with_underscores(std::string text) {
  std::replace(text.begin(), text.end(), '.', '_');
  return text;
}

// The effort of the constraint on a number, -lambda dPhi/dx: NAME.torque.JOINT, NAME.force.JOINT, or NAME.effort.NUMBER.
std::string effort_name(const std::string& owner, const LawNumber& number) {
  const auto dot = number.name.find('.');
  if (number.name.ends_with(".angle")) return owner + ".torque." + number.name.substr(0, dot);
  if (number.name.ends_with(".displacement")) return owner + ".force." + number.name.substr(0, dot);
  return owner + ".effort." + with_underscores(number.name);
}

}  // namespace

LawRow::LawRow(std::string name, std::string type, const Params& params, PartBuilder& builder)
    : params_(params),
      builder_(builder),
      joint_(std::make_unique<Joint>(std::move(name), std::move(type), Marker{}, Marker{}, JointFreedoms{},
                                     builder.assembly())) {}

LawNumber LawRow::tie(const std::string& name, const std::string& label, bool is_angle, double start,
                      const std::function<void(QuadraticMap&, int row)>& add_value) {
  const int node =
      builder_.add_node(joint_->name() + "." + label, NodeKind::kScalar, Vector::Constant(1, start), Vector::Zero(1));
  QuadraticMap rows(builder_.layout());
  const int row = rows.add_row(label, is_angle ? "N m" : "N");
  rows.add_component(row, AffineVector().add(node, 0, 1), Vector3::UnitX(), -1);
  add_value(rows, row);
  joint_->add_constraint(builder_.add_constraint(joint_->name(), std::move(rows)));
  return {name, node, start, is_angle};
}

LawNumber LawRow::read_joint(const Joint& joint, bool angle) {
  const std::string name = joint.name() + (angle ? ".angle" : ".displacement");
  const double start = builder_.joint_coordinate(joint, angle);
  if (angle && !both_in_plane(joint.F(), joint.M()))  // a scalar coordinate already
    return {name, builder_.joint_angle(joint).parts.front().node, start, true};
  return tie(name, with_underscores(name), angle, start,
             [&](QuadraticMap& rows, int row) { builder_.add_joint_coordinate(rows, row, joint, 1, angle); });
}

LawNumber LawRow::read_name(const std::string& name, const std::string& key) {
  const Layout& layout = builder_.layout();
  const std::string part = name.substr(0, name.find('.')),
                    quantity = name.substr(std::min(name.size(), part.size() + 1));
  if (quantity.empty() || quantity == "value") {
    const Body& body = builder_.body(part, params_, key);
    if (body.type() != "coordinate")
      params_.fail(key, fmt::format("reads \"{}\", which is a body and no number", name),
                   fmt::format("e.g. {}.position.x, or a body of type coordinate", part));
    const int node = body.nodes()[0];
    return {name, node, builder_.q()[layout.node(node).offset], true};
  }
  if (quantity == "angle" || quantity == "displacement") {
    const Joint& joint = builder_.joint(part, params_, key);
    const bool angle = quantity == "angle";
    if (angle ? !joint.freedoms().angle : !joint.freedoms().displacement)
      params_.fail(key, fmt::format("reads \"{}\", but a {} joint has no {}", name, joint.type(), quantity),
                   "name a coordinate that the joint leaves free");
    return read_joint(joint, angle);
  }
  static const std::map<std::string, int> kVectors = {{"position", -1}, {"e1", 0}, {"e2", 1}, {"e3", 2}};
  const auto dot = quantity.find('.');
  const auto vector = kVectors.find(quantity.substr(0, dot));
  const std::string axis = dot == std::string::npos ? "" : quantity.substr(dot + 1);
  if (vector == kVectors.end() || axis.size() != 1 || axis[0] < 'x' || axis[0] > 'z')
    params_.fail(key, fmt::format("reads \"{}\", which is no position of anything", name),
                 "it may read JOINT.angle, JOINT.displacement, PLACE.position.x, PLACE.e1.x, coordinates and t");
  const Marker place = builder_.place(part, params_, key);
  if (vector->second >= 0 && !place.has_axes)
    params_.fail(key, fmt::format("reads \"{}\", but \"{}\" is a point", name, part),
                 "name a body with an orientation");
  const AffineVector& x = vector->second < 0 ? place.point : place.axes[static_cast<std::size_t>(vector->second)];
  if (x.parts.empty()) params_.fail(key, fmt::format("reads \"{}\", which does not move", name), "write its number");
  const Vector3 unit = Vector3::Unit(axis[0] - 'x');
  return tie(name, with_underscores(name), false, calc_value(layout, x, builder_.q()).dot(unit),
             [&](QuadraticMap& rows, int row) { rows.add_component(row, x, unit); });
}

std::unique_ptr<Joint> LawRow::finish(std::unique_ptr<RowLaw> law, const std::vector<LawNumber>& numbers,
                                      const std::string& key) {
  const auto n = static_cast<Eigen::Index>(numbers.size());
  LawVector y(n + 1), g, sizes(n);
  std::vector<int> nodes;
  double length = 0;
  for (Eigen::Index i = 0; i < n; ++i) {
    const LawNumber& number = numbers[static_cast<std::size_t>(i)];
    y[i] = number.start;
    nodes.push_back(number.node);
    if (!number.is_angle) length = std::max(length, std::abs(number.start));
  }
  y[n] = 0;
  for (Eigen::Index i = 0; i < n; ++i)
    sizes[i] = numbers[static_cast<std::size_t>(i)].is_angle || !(length > 0) ? 1.0 : length;
  law->calc_gradient(y, g);
  if (!std::isfinite(law->value(y)) || !g.allFinite())
    params_.fail(key, "is not finite, or has no derivative, where the bodies stand",
                 "place them where the formula is smooth");
  const RowLaw* const shared = law.get();
  const std::string name = joint_->name();
  const int index = builder_.assembly().add_constraint(
      name, nodes, std::make_unique<LawConstraint>(std::move(law), std::move(sizes)), {"law"}, {"1"});
  joint_->add_constraint(index);
  const int row = builder_.assembly().constraints[static_cast<std::size_t>(index)].first_row;
  std::vector<int> at;
  for (const int node : nodes) at.push_back(builder_.layout().node(node).offset);
  joint_->set_extra_channels([shared, numbers, at, row](const Joint& self, ChannelList& out) {
    for (std::size_t i = 0; i < numbers.size(); ++i)
      out.add(effort_name(self.name(), numbers[i]), numbers[i].is_angle ? "N m" : "N", kNeedsAcceleration,
              [shared, at, row, i](const Snapshot& s) {
                LawVector here(static_cast<Eigen::Index>(at.size()) + 1), gradient;
                for (std::size_t k = 0; k < at.size(); ++k) here[static_cast<Eigen::Index>(k)] = s.q[at[k]];
                here[static_cast<Eigen::Index>(at.size())] = s.t;
                shared->calc_gradient(here, gradient);
                return -s.lambda[row] * gradient[static_cast<Eigen::Index>(i)];
              });
  });
  return std::move(joint_);
}

}  // namespace invar
