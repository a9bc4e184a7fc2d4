#include "invar/parts/joint.h"

#include <fmt/format.h>

#include <cmath>

#include "invar/core/gather.h"
#include "invar/core/local_matrix.h"
#include "invar/math/rotation.h"
#include "invar/parts/energy_coupling.h"
#include "invar/parts/kinematics.h"
#include "invar/parts/part_builder.h"
#include "invar/parts/read_placement.h"
#include "invar/parts/sensor.h"

namespace invar {

Schema pair_schema(bool with_axis) {
  Schema s;
  s.names_of("place", "between", "the two places: bodies, markers or ground; the first is the reference F")
      .size(2)
      .required();
  s.numbers("at", "m", "where the joint is, in world coordinates of the initial configuration");
  if (with_axis) {
    s.direction("axis", "axis of the joint (third axis of F), in world coordinates of the initial configuration");
    s.vector3("x_axis", "1", "direction that fixes the first axis of F, in world coordinates")
        .default_value("[0, 0, 0]");
  }
  return s;
}

namespace {

// The two markers of a joint: taken as they are where markers are named, else placed at `at` with `axis`.
std::pair<Marker, Marker> read_pair(const Params& params, PartBuilder& builder, const PairRules& rules) {
  const auto& between = params.names("between");
  Marker marker[2];
  for (int i = 0; i < 2; ++i) marker[i] = builder.place(between[i], params, "between");
  if (marker[0].body == marker[1].body)
    params.fail("between", fmt::format("connects \"{}\" with itself", marker[0].body), "name two different bodies");

  const Layout& layout = builder.layout();
  const bool axis_given = rules.needs_axes && rules.axis_matters && params.has("axis");
  // World frame of the joint: given, or that of a named marker.
  Vector3 p = Vector3::Zero();
  Matrix3 R = Matrix3::Identity();
  bool has_position = false, has_axis = !rules.needs_axes || !rules.axis_matters;
  for (int i = 1; i >= 0; --i) {
    if (!builder.is_marker(between[i])) continue;
    p = calc_value(layout, marker[i].point, builder.q());
    has_position = true;
    if (marker[i].has_axes) {
      for (int k = 0; k < 3; ++k) R.col(k) = calc_value(layout, marker[i].axes[k], builder.q());
      has_axis = true;
    }
  }
  if (params.has("at")) p = read_position(params, "at"), has_position = true;
  if (axis_given) R = read_triad(params), has_axis = true;
  if (!has_position) {
    // A body that is a point, or a rod end, says itself where the joint is.
    for (const auto& m : marker)
      if (!m.ground && !m.has_axes && !has_position) p = calc_value(layout, m.point, builder.q()), has_position = true;
  }
  if (!has_position && rules.anywhere) {
    p = calc_value(layout, marker[marker[1].ground ? 0 : 1].point, builder.q());
    has_position = true;
  }
  if (rules.own_points) has_position = params.has("at");
  bool at_is_free = has_position;  // own_points: `at` belongs to the ground, else to the first extended body
  const bool ground_takes_it = marker[1].ground && !builder.is_marker(between[1]);
  for (int i = 0; i < 2; ++i) {
    if (builder.is_marker(between[i])) continue;
    const bool is_point = !marker[i].ground && !marker[i].has_axes;
    if (rules.own_points && !marker[i].ground && (is_point || !at_is_free || ground_takes_it)) continue;
    at_is_free = false;
    if (is_point && (!rules.needs_axes || (i == 1 && rules.M_may_be_point))) continue;  // the point itself
    if (!has_position)
      params.fail("between", "does not say where the joint is",
                  "add at: [x, y, z] (world coordinates), or name markers");
    if (!has_axis)
      params.fail("between", "does not say how the joint is oriented",
                  "add axis: [x, y, z] (world coordinates), or name markers");
    marker[i] = builder.place_at(marker[i].body, p, R, params, "between");
  }
  for (int i = 0; i < 2; ++i) {
    if (rules.needs_axes && !marker[i].has_axes && !(i == 1 && rules.M_may_be_point)) {
      if (rules.M_may_be_point)
        params.fail("between",
                    fmt::format("must name a body with an orientation first, but \"{}\" is a point", marker[i].body),
                    "name the body that carries the line or plane first, the point second");
      params.fail("between", fmt::format("needs bodies with an orientation, but \"{}\" is a point", marker[i].body),
                  "use spherical, distance, point_on_line or point_on_plane");
    }
    if (rules.planar && !marker[i].planar && !marker[i].ground)
      params.fail("between", fmt::format("needs planar bodies, but \"{}\" moves in space", marker[i].body),
                  "use the spatial joint of the same kind");
  }
  if (!rules.planar && !rules.also_planar && rules.needs_axes && both_in_plane(marker[0], marker[1]))
    params.fail("between", "connects planar bodies",
                "use planar_revolute, planar_prismatic, point_on_line, weld or distance");
  if (marker[0].ground && marker[1].ground) params.fail("between", "connects the ground with itself", "name a body");
  return {marker[0], marker[1]};
}

}  // namespace

bool both_in_plane(const Marker& F, const Marker& M) { return (F.planar || F.ground) && (M.planar || M.ground); }

AffineVector planar_angle(const Layout& layout, const Marker& F, const Marker& M, Vec q) {
  // Seen against the z axis the angle counts the other way round.
  const double sign = calc_value(layout, F.axes[2], q)[2] < 0 ? -1 : 1;
  return sign * (M.angle - F.angle);
}

double calc_joint_angle(const Layout& layout, const Marker& F, const Marker& M, Vec q) {
  if (both_in_plane(F, M)) return calc_value(layout, planar_angle(layout, F, M, q), q)[0];
  const Vector3 b = calc_value(layout, M.axes[0], q);
  return std::atan2(b.dot(calc_value(layout, F.axes[1], q)), b.dot(calc_value(layout, F.axes[0], q)));
}

void add_coincident_rows(QuadraticMap& rows, const Marker& F, const Marker& M) {
  static constexpr const char* kLabels[] = {"x", "y", "z"};
  const int count = both_in_plane(F, M) ? 2 : 3;
  const AffineVector d = M.point - F.point;
  for (int i = 0; i < count; ++i) rows.add_component(rows.add_row(kLabels[i], "N"), d, Vector3::Unit(i));
}

std::unique_ptr<Joint> make_pair_joint(const std::string& name, const std::string& type, const Params& params,
                                       PartBuilder& builder, JointFreedoms freedoms, PairRules rules,
                                       const AddRows& add_rows) {
  auto [F, M] = read_pair(params, builder, rules);
  if (!F.has_axes || !M.has_axes) freedoms.angle = false;
  if (!F.has_axes) freedoms.displacement = false;
  QuadraticMap rows(builder.layout());
  add_rows(rows, F, M);
  auto joint = std::make_unique<Joint>(name, type, F, M, freedoms, builder.assembly());
  joint->add_constraint(builder.add_constraint(name, std::move(rows)));
  return joint;
}

void Joint::offer_sensors(SensorList& out) const {
  const auto coordinate = [this](bool angle) {
    return [this, angle](PartBuilder& builder, QuadraticMap& map, int row) {
      builder.add_joint_coordinate(map, row, *this, 1, angle);
    };
  };
  if (freedoms_.angle) out.add_pair("angle", "angle_rate", coordinate(true));
  if (freedoms_.displacement) out.add_pair("displacement", "displacement_rate", coordinate(false));
}

void Joint::offer_channels(ChannelList& out) const {
  const Layout& layout = assembly_->layout;
  const Marker F = F_, M = M_;
  if (freedoms_.angle) {
    const auto angle = [&layout, F, M](const Snapshot& s) { return calc_joint_angle(layout, F, M, s.q); };
    if (both_in_plane(F, M)) {
      out.add(name() + ".angle", "rad", kNeedsState, angle);
    } else {
      out.add_angle(name() + ".angle", kNeedsState, angle);
    }
    out.add(name() + ".angle_rate", "rad/s", kNeedsVelocity, [&layout, F, M](const Snapshot& s) {
      Vector3 w = Vector3::Zero();
      if (!M.nodes.empty()) w += calc_angular_velocity(layout, M.nodes[0], s.q, s.v);
      if (!F.nodes.empty()) w -= calc_angular_velocity(layout, F.nodes[0], s.q, s.v);
      return w.dot(calc_value(layout, F.axes[2], s.q));
    });
  }
  if (freedoms_.displacement) {
    const AffineVector d = M.point - F.point;
    out.add(name() + ".displacement", "m", kNeedsState, [&layout, F, d](const Snapshot& s) {
      return calc_value(layout, F.axes[2], s.q).dot(calc_value(layout, d, s.q));
    });
    out.add(name() + ".displacement_rate", "m/s", kNeedsVelocity, [&layout, F, d](const Snapshot& s) {
      return calc_value(layout, F.axes[2], s.q).dot(calc_rate(layout, d, s.q, s.v)) +
             calc_rate(layout, F.axes[2], s.q, s.v).dot(calc_value(layout, d, s.q));
    });
  }
  if (has_places()) {
    offer_wrench(out, name(), kNeedsAcceleration, true, [this](const Snapshot& s) { return calc_reaction(s); });
  }
  std::vector<int> with_rows = constraints_;
  if (carrier_ >= 0) with_rows.push_back(carrier_);
  for (const int c : with_rows) {
    const auto& placed = assembly_->constraints[c];
    for (int i = 0; i < placed.term->rows(); ++i) {
      const int row = placed.first_row + i;
      const std::string& label = layout.row(row).label;
      const std::string& unit = layout.row(row).unit;
      out.add(name() + ".lambda." + label, unit, kNeedsAcceleration,
              [row](const Snapshot& s) { return s.lambda[row]; });
      out.add(name() + ".lambda_raw." + label, unit, kNeedsState,
              [row](const Snapshot& s) { return s.lambda_raw[row]; });
      out.add(name() + ".coupling." + label, "1", kNeedsState,
              [this, c, i](const Snapshot& s) { return calc_position_coupling(*assembly_, c, i, s.t, s.q); });
      out.add_mu(name() + ".mu." + label, row, unit);
    }
  }
  if (extra_channels_) extra_channels_(*this, out);
}

Wrench Joint::calc_reaction(const Snapshot& s) const {
  // From the generalized force -Phi_q^T lambda on the nodes of B; the ground has none, and feels what A does not.
  const Layout& layout = assembly_->layout;
  const std::vector<int>& nodes = M_.nodes.empty() ? F_.nodes : M_.nodes;
  const double sign = M_.nodes.empty() ? 1 : -1;
  const Vector3 about = calc_value(layout, M_.point, s.q);
  thread_local Vector Q, unit, carried;  // channels are evaluated at every step: nothing is allocated
  Q.setZero(s.q.size());
  for (const int c : constraints_) add_constraint_force(*assembly_, c, s.t, s.q, s.lambda, sign, Q);
  if (carrier_ >= 0) {
    // The massless angle is in balance: its row hands on what the joint's own rows exert on it.
    const auto& carrier = assembly_->constraints[carrier_];
    const int at = layout.node(carrier.nodes.back()).offset;
    unit.setZero(s.lambda.size());
    carried.setZero(s.q.size());
    unit[carrier.first_row] = 1;
    add_constraint_force(*assembly_, carrier_, s.t, s.q, unit, 1, carried);
    if (carried[at] != 0) Q -= Q[at] / carried[at] * carried;
  }
  Wrench sum;
  for (const int node : nodes) {
    const Wrench w = calc_wrench(layout, node, s.q, Q, about);
    sum.force += w.force;
    sum.torque += w.torque;
  }
  return sum;
}

int Joint::row(const std::string& label) const {
  for (const int c : constraints_) {
    const auto& placed = assembly_->constraints[c];
    for (int i = placed.first_row; i < placed.first_row + placed.term->rows(); ++i)
      if (assembly_->layout.row(i).label == label) return i;
  }
  return -1;
}

void add_constraint_force(const Assembly& assembly, int constraint, double t, Vec q, Vec lambda, double sign,
                          VecOut Q) {
  const auto& placed = assembly.constraints[constraint];
  const int m = placed.term->rows();
  const LocalVector local = gather(assembly.layout, placed.nodes, q);
  LocalMatrix J = Matrix::Zero(m, local.size());
  placed.term->add_Phi_q({t, local}, J);
  const LocalVector f = sign * J.transpose() * lambda.segment(placed.first_row, m);
  scatter_add(assembly.layout, placed.nodes, f, Q);
}

}  // namespace invar
