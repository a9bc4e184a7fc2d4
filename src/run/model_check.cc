#include "invar/run/model_check.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "invar/model/catalogs.h"
#include "invar/parts/kinematics.h"
#include "invar/run/conflict_watch.h"
#include "invar/run/model_start.h"
#include "invar/run/run.h"
#include "invar/run/run_setup.h"
#include "invar/solve/generic_rank.h"
#include "invar/system/assembled_system.h"
#include "invar/system/momentum.h"

namespace invar {

namespace {

// Mass that a translation of everything along x moves.
double calc_moving_mass(const MechanicalSystem& system, Vec q) {
  Vector v = Vector::Zero(q.size());
  for (const Node& node : system.layout().nodes())
    if (node.kind != NodeKind::kScalar) v[node.offset] = 1;
  return calc_momentum(system, q, v).linear[0];
}

// Inertia tensor of everything about a point, as if it were rigid: L = I w of the rotations w about it. Planar nodes turn
// about z alone.
Matrix3 calc_inertia(const MechanicalSystem& system, Vec q, const Vector3& about) {
  Matrix3 inertia = Matrix3::Zero();
  for (int i = 0; i < 3; ++i) {
    const Vector3 w = Vector3::Unit(i);
    Vector v = Vector::Zero(q.size());
    for (const Node& node : system.layout().nodes()) {
      const int o = node.offset;
      if (node.kind == NodeKind::kScalar) continue;
      if (node.kind == NodeKind::kPoint2 || node.kind == NodeKind::kFrame2) {
        v[o] = -w[2] * (q[o + 1] - about[1]);
        v[o + 1] = w[2] * (q[o] - about[0]);
        if (node.kind == NodeKind::kFrame2) v[o + 2] = w[2];
        continue;
      }
      v.segment<3>(o) = w.cross(Vector3(q.segment<3>(o)) - about);
      for (int k = 3; k < node_size(node.kind); k += 3) v.segment<3>(o + k) = w.cross(Vector3(q.segment<3>(o + k)));
    }
    const Momentum momentum = calc_momentum(system, q, v);
    inertia.col(i) = momentum.angular - about.cross(momentum.linear);
  }
  return 0.5 * (inertia + inertia.transpose());
}

// Bodies that only their own terms act on: mass, weight, shape. Of models where something holds or moves others.
std::string find_unconnected(const Model& model) {
  const Assembly& assembly = *model.assembly;
  std::vector<std::string> owner(assembly.layout.nodes().size());
  for (const auto& body : model.bodies)
    for (const int node : body->nodes())
      if (owner[node].empty()) owner[node] = body->name();
  std::vector<bool> connected(owner.size(), false);
  bool any = false;
  const auto mark = [&](const auto& terms) {
    for (const auto& placed : terms)
      for (const int node : placed.nodes)
        if (placed.owner != owner[node]) any = connected[node] = true;
  };
  mark(assembly.inertias);
  mark(assembly.variable_inertias);
  mark(assembly.potentials);
  mark(assembly.forces);
  mark(assembly.memory_forces);
  mark(assembly.constraints);
  mark(assembly.pfaffians);
  mark(assembly.velocity_constraints);
  std::string names;
  for (const auto& body : model.bodies) {
    const auto& nodes = body->nodes();
    if (nodes.empty() || std::any_of(nodes.begin(), nodes.end(),
                                     [&](int node) { return connected[node] || owner[node] != body->name(); }))
      continue;
    names += (names.empty() ? "" : ", ") + body->name();
  }
  return any ? names : "";
}

// Drives with rows that depend on others.
std::vector<std::string> find_redundant_drives(const Model& model, const std::vector<RedundantJoint>& redundant) {
  std::vector<std::string> names;
  for (const auto& part : model.other_parts)
    if (part->section() == "drives" &&
        std::any_of(redundant.begin(), redundant.end(), [&](const auto& r) { return r.owner == part->name(); }))
      names.push_back(part->name());
  return names;
}

// Coordinates of joints and of bodies of type coordinate. Angles that were given keep their turns.
std::vector<JointStart> list_joint_coordinates(const Model& model, const State& s) {
  Snapshot at;
  at.t = s.t;
  at.q = s.q;
  at.v = at.v_raw = s.v;
  const ChannelList& channels = model.channels();
  const auto is_given = [&](const std::string& name) {
    return std::any_of(model.start_values.begin(), model.start_values.end(),
                       [&](const StartValue& value) { return value.channel == name; });
  };
  std::vector<JointStart> all;
  const auto add = [&](const std::string& name, const std::string& rate_name) {
    const Channel *value = channels.find(name), *rate = channels.find(rate_name);
    if (!value || !rate || value->needs != kNeedsState || rate->needs != kNeedsVelocity) return;
    double x = value->value(at);
    if (value->start) x += 2 * std::numbers::pi * std::round((*value->start - x) / (2 * std::numbers::pi));
    all.push_back({name, value->unit, x, rate->value(at), is_given(name), is_given(rate_name)});
  };
  for (const auto& body : model.bodies)
    if (body->type() == "coordinate") add(body->name() + ".value", body->name() + ".rate");
  for (const auto& joint : model.joints)
    for (const char* quantity : {".angle", ".angle_1", ".angle_2", ".displacement"})
      add(joint->name() + quantity, joint->name() + quantity + "_rate");
  return all;
}

}  // namespace

ModelCheck check(const Model& model) {
  const RunSetup setup = make_run_setup(model, {});
  check_start(model);
  const AssembledSystem system(model.assembly);
  const Layout& layout = system.layout();
  ModelCheck result;
  result.coordinates = system.coordinates();
  result.constraints = system.rows();
  for (int r = 0; r < system.rows(); ++r) {
    result.internal_constraints += layout.row(r).internal;
    result.velocity_constraints += !layout.row(r).holonomic;
  }
  State s = find_start(model, system, &result.posed);
  result.initial = solve_initial_conditions(system, s);
  if (result.initial.status.ok()) result.joints = list_joint_coordinates(model, s);
  result.conflict = result.initial.status.detail;
  int conflicting_row = result.initial.worst_row;
  result.driven = system.rheonomic();
  result.warnings = model.notes;
  if (result.initial.status.ok()) {
    check_accelerations(system, model, s);
    check_supported(system, setup.method, setup.type->make(system, setup.params)->traits());
    const AccelerationConflict later = find_acceleration_conflict(system, s);
    result.conflict = later.reason;
    conflicting_row = later.row;
  }
  result.conflict_location = location_of(model, conflicting_row >= 0 ? layout.row(conflicting_row).owner : "");
  const GenericRank rank =
      result.initial.status.ok() ? find_generic_rank(system, s) : GenericRank{find_rank(system, s), {}, false};
  result.rank = result.rank_nearby = rank.start.rank;
  result.freedoms_at_start = rank.start.freedoms;
  std::vector<int> redundant = rank.start.redundant;
  if (rank.generic.rank > rank.start.rank) {
    result.rank_nearby = rank.generic.rank;
    redundant = rank.generic.redundant;
  }
  result.freedoms = result.coordinates - result.rank_nearby;
  for (const int r : redundant) {
    const RowInfo& row = layout.row(r);
    if (result.redundant.empty() || result.redundant.back().owner != row.owner)
      result.redundant.push_back({row.owner, {}});
    result.redundant.back().labels.push_back(row.label);
  }
  const std::vector<std::string> drives = find_redundant_drives(model, result.redundant);
  if (!drives.empty() && result.ok()) {
    result.conflict = find_later_conflict(system, s, setup.options.t_end);
    result.conflict_location = location_of(model, drives.front());
  }
  if (!result.ok()) result.overruled_drives = drives;
  for (const std::string& text : find_impossible_jumps(model, s.t, setup.options.t_end))
    result.warnings.push_back(text);
  if (const std::string loose = find_unconnected(model); !loose.empty())
    result.warnings.push_back("not connected: " + loose);
  if (result.freedoms == 0 && !result.driven) result.warnings.emplace_back("nothing can move and nothing is driven");
  PointEval eval;
  const Vector lambda = Vector::Zero(system.rows());
  system.eval(s, lambda, kEnergy, eval);
  result.kinetic_energy = eval.T;
  result.potential_energy = eval.U;
  for (const auto* bodies : {&model.bodies, &model.elements})
    for (const auto& body : *bodies) {
      result.mass += body->mass();
      result.center += body->mass() * calc_value(layout, body->center(), s.q);
      if (const std::string warning = body->find_warning(s.q); !warning.empty()) result.warnings.push_back(warning);
    }
  for (const auto& part : model.other_parts)
    if (const std::string warning = part->find_warning(s.q); !warning.empty()) result.warnings.push_back(warning);
  if (result.mass > 0) result.center /= result.mass;
  if (result.mass > 0 && std::abs(calc_moving_mass(system, s.q) - result.mass) < 1e-9 * result.mass)
    result.inertia = calc_inertia(system, s.q, result.center);
  const MomentumConservation conserved = find_momentum_conservation(system, s);
  result.gravity_or_ground = !conserved.linear;
  return result;
}

}  // namespace invar
