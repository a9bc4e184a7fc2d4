#include "invar/parts/joint_coupling.h"

#include <fmt/format.h>

namespace invar {

Schema coupling_schema() {
  Schema s;
  s.names_of("joint", "joints", "the coupled joints").required();
  s.names_of("coordinate", "coordinates",
             "for each joint: angle or displacement; default: the angle where there is one");
  return s;
}

bool choose_angle(const Joint& joint, const std::string& coordinate, const Params& params, const std::string& key) {
  const JointFreedoms& free = joint.freedoms();
  if (!free.angle && !free.displacement)
    params.fail(key,
                fmt::format("names \"{}\", a {} joint without an angle or a displacement", joint.name(), joint.type()),
                "name a revolute, cylindrical, prismatic, screw, planar_revolute or planar_prismatic joint");
  if (coordinate.empty()) return free.angle;
  const bool angle = coordinate == "angle";
  if (!angle && coordinate != "displacement")
    params.fail(key, fmt::format("has the unknown coordinate \"{}\"", coordinate), "use angle or displacement");
  if (angle ? !free.angle : !free.displacement)
    params.fail(key, fmt::format("asks for the {} of \"{}\", but a {} joint has only its {}", coordinate, joint.name(),
                                 joint.type(), angle ? "displacement" : "angle"));
  return angle;
}

std::vector<CoupledCoordinate> read_coupled_coordinates(const Params& params, PartBuilder& builder) {
  const auto& names = params.names("joints");
  if (names.size() < 2) params.fail("joints", "must name at least two joints", "e.g. [hinge_1, hinge_2]");
  const std::vector<std::string> none;
  const auto& chosen = params.has("coordinates") ? params.names("coordinates") : none;
  if (!chosen.empty() && chosen.size() != names.size())
    params.fail("coordinates", fmt::format("must have one entry a joint, {} in all", names.size()),
                "e.g. [angle, displacement]");
  std::vector<CoupledCoordinate> all;
  for (size_t i = 0; i < names.size(); ++i) {
    const Joint& joint = builder.joint(names[i], params, "joints");
    const bool angle =
        choose_angle(joint, chosen.empty() ? "" : chosen[i], params, chosen.empty() ? "joints" : "coordinates");
    for (const auto& other : all)
      if (other.joint == &joint && other.angle == angle)
        params.fail("joints", fmt::format("couples the coordinate of \"{}\" with itself", joint.name()),
                    "name different joints");
    all.push_back({&joint, angle, 1});
  }
  if (static_cast<int>(all.size()) > kMaxSlots)
    params.fail("joints", fmt::format("couples {} joints, more than {}", all.size(), kMaxSlots),
                "split the coupling in several");
  return all;
}

namespace {

// What the coupling exerts on each coordinate, from the generalized force -Phi_q^T lambda: NAME.torque.JOINT on an angle,
// NAME.force.JOINT on a displacement. Together they give no power.
void offer_efforts(const std::vector<CoupledCoordinate>& coordinates, const Joint& coupling, ChannelList& out) {
  const int row = coupling.row("coupling");
  for (const auto& c : coordinates)
    out.add(coupling.name() + (c.angle ? ".torque." : ".force.") + c.joint->name(), c.angle ? "N m" : "N",
            kNeedsAcceleration, [row, factor = c.factor](const Snapshot& s) { return -factor * s.lambda[row]; });
}

}  // namespace

std::unique_ptr<Joint> make_coupling(const std::string& name, const std::string& type,
                                     const std::vector<CoupledCoordinate>& coordinates, PartBuilder& builder) {
  // One row may touch the bodies of two joints at most; more coordinates become massless nodes of their own, each with
  // its row node - coordinate = 0.
  const bool own_nodes = coordinates.size() > 2;
  auto joint = std::make_unique<Joint>(name, type, Marker{}, Marker{}, JointFreedoms{}, builder.assembly());
  double start = 0;
  std::vector<AffineVector> values;
  for (const auto& c : coordinates) {
    const double value = builder.joint_coordinate(*c.joint, c.angle);
    start += c.factor * value;
    if (!own_nodes) continue;
    const std::string label = c.joint->name() + (c.angle ? "_angle" : "_displacement");
    const int node =
        builder.add_node(name + "." + label, NodeKind::kScalar, Vector::Constant(1, value), Vector::Zero(1));
    values.push_back(AffineVector().add(node, 0, 1));
    QuadraticMap rows(builder.layout());
    const int row = rows.add_row(label, c.angle ? "N m" : "N");
    rows.add_component(row, values.back(), Vector3::UnitX(), -1);
    builder.add_joint_coordinate(rows, row, *c.joint, 1, c.angle);
    joint->add_constraint(builder.add_constraint(name, std::move(rows)));
  }
  QuadraticMap rows(builder.layout());
  const int row = rows.add_row("coupling");
  for (size_t i = 0; i < coordinates.size(); ++i) {
    const auto& c = coordinates[i];
    if (own_nodes) {
      rows.add_component(row, values[i], Vector3::UnitX(), c.factor);
    } else {
      builder.add_joint_coordinate(rows, row, *c.joint, c.factor, c.angle);
    }
  }
  rows.add_constant(row, -start);
  joint->add_constraint(builder.add_constraint(name, std::move(rows)));
  joint->set_extra_channels([coordinates](const Joint& j, ChannelList& out) { offer_efforts(coordinates, j, out); });
  return joint;
}

}  // namespace invar
