#include "invar/run/model_equilibrium.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "invar/core/suggest.h"
#include "invar/parts/kinematics.h"
#include "invar/run/model_start.h"
#include "invar/solve/acceleration.h"
#include "invar/solve/initial_conditions.h"
#include "invar/system/turning_nodes.h"

namespace invar {

namespace {

// Rounding in the velocities of a start at rest is far below.
bool moves(const Vector& v) { return v.size() && v.cwiseAbs().maxCoeff() > 1e-12; }

[[noreturn]] void refuse(const StartSpec& start, const std::string& subject, const std::string& rule,
                         const std::string& hint) {
  throw ModelError(start.where, subject, rule, hint);
}

const Joint& find_joint(const Model& model, const StartSpec& start) {
  std::vector<std::string> names;
  for (const auto& joint : model.joints) {
    if (joint->name() == start.joint) {
      if (!joint->freedoms().angle || !joint->has_places() || joint->M().nodes.empty())
        refuse(start, fmt::format("joint \"{}\"", start.joint), "leaves no angle free about which a body could turn",
               "name a revolute joint whose second body spins");
      return *joint;
    }
    names.push_back(joint->name());
  }
  refuse(start, "joint", fmt::format("= {} does not exist", start.joint), suggestion(start.joint, names));
}

std::vector<bool> nodes_of_parts(const Model& model, const StartSpec& start) {
  const Layout& layout = model.assembly->layout;
  std::vector<bool> turns(layout.nodes().size(), start.parts.empty());
  for (const std::string& part : start.parts) {
    bool found = false;
    for (const auto& body : model.bodies)
      if (body->name() == part)
        for (const int node : body->nodes()) turns[node] = found = true;
    for (std::size_t i = 0; i < turns.size(); ++i)
      if (layout.node(static_cast<int>(i)).name.starts_with(part + ".")) turns[i] = found = true;
    if (found) continue;
    std::vector<std::string> names;
    for (const auto& body : model.bodies) names.push_back(body->name());
    refuse(start, "parts", fmt::format("has \"{}\", which has no coordinates", part), suggestion(part, names));
  }
  return turns;
}

// The spin in a configuration: with a joint the axis follows it.
SpinField make_spin(const Model& model, const StartSpec& start, const State& s) {
  if (!start.spins()) return {};
  if (!model.assembly->variable_inertias.empty())
    refuse(start, fmt::format("\"{}\"", model.assembly->variable_inertias.front().owner),
           "is a kinetic energy by formula, with which a spin cannot be combined",
           "write the spin into the formula, e.g. 0.5*m*(r*theta.rate^2 + (r*omega*sin(theta))^2)");
  const Layout& layout = model.assembly->layout;
  Vector3 omega = start.spin.value_or(Vector3::Zero()), about = start.about.value_or(Vector3::Zero());
  std::vector<bool> turns;
  if (!start.joint.empty()) {
    const Joint& joint = find_joint(model, start);
    std::string conflict;
    std::vector<int> F = joint.F().ground ? std::vector<int>{} : joint.F().nodes;
    turns = find_turning_nodes(*model.assembly, F, joint.M().nodes, conflict);
    if (!conflict.empty())
      refuse(start, fmt::format("joint \"{}\"", start.joint),
             fmt::format("is not all that connects its bodies: \"{}\" connects them as well", conflict),
             "list the parts that spin: parts: [...]");
    const Vector3 axis = joint.F().ground && joint.F().axes[2].parts.empty()
                             ? joint.F().axes[2].constant
                             : calc_value(layout, joint.F().axes[2], s.q);
    about = calc_value(layout, joint.F().point, s.q);
    if (start.spin) {
      const double along = omega.dot(axis);
      if ((omega - along * axis).norm() > 0.2 * omega.norm())
        refuse(start, fmt::format("spin = [{:g}, {:g}, {:g}]", omega[0], omega[1], omega[2]),
               fmt::format("is not along the axis [{:.4g}, {:.4g}, {:.4g}] of joint \"{}\"", axis[0], axis[1], axis[2],
                           start.joint),
               "a part can only turn steadily about the axis of the joint that carries it");
      omega = (along > 0 ? omega.norm() : -omega.norm()) * axis;
    } else {
      const int M = joint.M().nodes[0];
      Vector3 relative = calc_angular_velocity(layout, M, s.q, s.v);
      if (!F.empty()) relative -= calc_angular_velocity(layout, F[0], s.q, s.v);
      omega = relative.dot(axis) * axis;
      if (omega.norm() == 0)
        refuse(start, fmt::format("joint \"{}\"", start.joint), "does not turn at the start",
               "give spin: [x, y, z], a drive, or an angular velocity");
    }
  } else {
    turns = nodes_of_parts(model, start);
  }
  for (std::size_t i = 0; i < turns.size(); ++i) {
    const NodeKind kind = layout.node(static_cast<int>(i)).kind;
    const bool planar = kind == NodeKind::kPoint2 || kind == NodeKind::kFrame2;
    if (turns[i] && planar && omega.head<2>().norm() > 1e-12 * omega.norm())
      refuse(start, fmt::format("spin = [{:g}, {:g}, {:g}]", omega[0], omega[1], omega[2]),
             "turns planar bodies out of their plane", "planar bodies spin about [0, 0, 1]");
  }
  return SpinField(layout, omega, about, std::move(turns));
}

// Velocities of the spin; scalars follow from the constraints. Says who does not allow it.
void check_spin(const AssembledSystem& system, const StartSpec& start, const SpinField& spin, State& s) {
  spin.calc_velocity(s.q, s.v);
  const Vector v = s.v;
  const double speed = std::max(1e-300, v.cwiseAbs().maxCoeff());
  AccelerationSolver solver(system);
  PointEval eval;
  const Vector lambda = Vector::Zero(system.rows());
  const bool projected = solver.project_velocity(s, s.v);
  double changed = 0;
  for (const Node& node : system.layout().nodes())
    if (node.kind != NodeKind::kScalar)
      for (int k = 0; k < node_size(node.kind); ++k)
        changed = std::max(changed, std::abs(s.v[node.offset + k] - v[node.offset + k]));
  system.eval(s, lambda, kVelocity, eval);
  const double left = eval.Phi_dot.size() ? eval.Phi_dot.cwiseAbs().maxCoeff() : 0;
  constexpr double kAllowed = 1e-7;
  if (projected && changed <= kAllowed * speed && left <= kAllowed * std::max(1.0, speed)) return;
  Vector w = v;  // the worst row of the field itself, with the scalars of the projection
  for (const Node& node : system.layout().nodes())
    if (node.kind == NodeKind::kScalar) w[node.offset] = s.v[node.offset];
  system.eval(At(s).with_v(w), lambda, kVelocity, eval);
  int row = 0;
  const double worst = eval.Phi_dot.cwiseAbs().maxCoeff(&row);
  refuse(
      start, fmt::format("\"{}\"", system.layout().row(row).owner),
      fmt::format("does not allow the spin: row {} would change at a rate of {:.3g}", system.layout().row(row).label,
                  worst),
      "its axis must be the axis of the spin; to let only a part spin, name the joint that carries it, or the parts");
}

// Whether the potential energy stays the same as the parts of a spin turn.
bool turns_freely(const AssembledSystem& system, const SpinField& spin, double t, const Vector& q,
                  const Vector& lambda) {
  EquilibriumProblem problem(system, t, spin);
  EquilibriumEval here, there;
  problem.eval(q, lambda, 1, kPotential, here);
  problem.eval(spin.turned(q, 0.7), lambda, 1, kPotential, there);
  // The energies are sums; those of springs that do not turn cancel.
  return std::abs(here.V - there.V) <= 1e-9 * (std::abs(here.V) + std::abs(there.V)) + 1e-300;
}

double axis_change(const SpinField& a, const SpinField& b) {
  return (a.omega() - b.omega()).norm() / a.omega().norm() + (a.about() - b.about()).norm();
}

}  // namespace

std::optional<StartSpec> find_start_spin(const Model& model, const AssembledSystem& system) {
  State s = find_start(model, system);
  if (system.has_variable_mass()) return std::nullopt;  // see make_spin
  if (!solve_initial_conditions(system, s).status.ok() || !moves(s.v)) return std::nullopt;
  const Layout& layout = system.layout();
  const double speed = s.v.cwiseAbs().maxCoeff();
  constexpr double kSame = 1e-7;  // velocities of a file with seven digits
  // Axis and rate from the node that turns fastest.
  Vector3 omega = Vector3::Zero(), about = Vector3::Zero();
  for (std::size_t i = 0; i < layout.nodes().size(); ++i) {
    const Node& node = layout.node(static_cast<int>(i));
    const Vector3 w = calc_angular_velocity(layout, static_cast<int>(i), s.q, s.v);
    if (w.norm() <= omega.norm() * (1 + kSame)) continue;
    const int size = node.kind == NodeKind::kFrame2 ? 2 : 3;
    Vector3 x = Vector3::Zero(), v = Vector3::Zero();
    x.head(size) = s.q.segment(node.offset, size);
    v.head(size) = s.v.segment(node.offset, size);
    omega = w;
    about = x + w.cross(v) / w.squaredNorm();
  }
  if (omega.isZero(0)) return std::nullopt;
  const std::vector<bool> every(layout.nodes().size(), true);
  Vector field;
  SpinField(layout, omega, about, every).calc_velocity(s.q, field);
  std::vector<bool> turns(every.size(), false);
  StartSpec found;
  found.spin = omega;
  found.about = about;
  for (std::size_t i = 0; i < every.size(); ++i) {
    const Node& node = layout.node(static_cast<int>(i));
    const int size = node_size(node.kind);
    if (node.kind == NodeKind::kScalar) continue;
    const Vector v = s.v.segment(node.offset, size);
    const double off = (v - field.segment(node.offset, size)).cwiseAbs().maxCoeff();
    turns[i] = off <= kSame * speed;
    if (!turns[i] && v.cwiseAbs().maxCoeff() > kSame * speed) return std::nullopt;
  }
  const SpinField spin(layout, omega, about, turns);
  if (!turns_freely(system, spin, s.t, s.q, Vector::Zero(system.rows()))) return std::nullopt;
  if (spin.turns_all()) return found;
  for (const auto& joint : model.joints) {
    if (!joint->freedoms().angle || !joint->has_places() || joint->M().nodes.empty()) continue;
    if (!turns[static_cast<std::size_t>(joint->M().nodes[0])]) continue;
    std::string conflict;
    const std::vector<int> F = joint->F().ground ? std::vector<int>{} : joint->F().nodes;
    std::vector<bool> carried = find_turning_nodes(*model.assembly, F, joint->M().nodes, conflict);
    for (std::size_t i = 0; i < carried.size(); ++i)  // scalars are told by the constraints
      carried[i] = carried[i] && layout.node(static_cast<int>(i)).kind != NodeKind::kScalar;
    if (!conflict.empty() || carried != turns) continue;
    found.joint = joint->name();
    found.about.reset();
    return found;
  }
  return std::nullopt;  // no single joint carries what turns
}

ModelEquilibrium find_equilibrium(const Model& model, const AssembledSystem& system, const StartSpec& asked,
                                  const StaticOptions& options) {
  ModelEquilibrium out;
  StartSpec start = asked;
  if (!asked.spins() && asked.velocities == StartVelocities::kSteady) {
    if (auto spin = find_start_spin(model, system)) {
      spin->where = asked.where;
      start = *spin;
      out.inferred = true;
      out.notes.push_back(fmt::format(
          "the start turns steadily with {:.6g} rad/s{}: equilibrium of that spin; `at_rest` or velocities: rest lets "
          "everything stand still",
          spin->spin->norm(), spin->joint.empty() ? "" : fmt::format(" in joint \"{}\"", spin->joint)));
    }
  }
  State s = find_start(model, system);
  const InitialConditionsReport initial = solve_initial_conditions(system, s);
  if (!initial.status.ok()) {
    out.report.status = initial.status;
    out.state = s;
    return out;
  }
  out.spin = make_spin(model, start, s);
  const bool spins = !out.spin.is_zero();
  if (spins) {
    State probe = s;
    check_spin(system, start, out.spin, probe);
  }
  // Where the support of a spinning part bends, the axis moves with it: repeated until it stays.
  constexpr int kRounds = 30;
  State from = s;
  int iterations = 0, factorizations = 0;
  for (int round = 0;; ++round) {
    EquilibriumProblem problem(system, s.t, out.spin, s.inputs.u);
    out.report = solve_static(problem, from, options);
    out.report.iterations = iterations += out.report.iterations;
    out.report.factorizations = factorizations += out.report.factorizations;
    out.state = s;
    if (out.report.point.q.size()) out.state.q = out.report.point.q;
    if (!out.report.status.ok() || !spins || start.joint.empty() || round >= kRounds) break;
    State now = out.state;
    if (!start.spin) now.v = s.v;
    StartSpec rate = start;
    rate.spin = out.spin.omega();
    const SpinField next = make_spin(model, rate, now);
    const double change = axis_change(out.spin, next);
    out.spin = next;
    if (change < 1e-13 * std::max(1.0, problem.length())) break;
    from.q = out.state.q;
  }
  check_elements(model, out.report);
  if (!out.report.status.ok()) return out;
  if (spins) {
    check_spin(system, start, out.spin, out.state);
    // Something that does not turn with the parts (gravity across the axis, say) makes this an equilibrium of one angle.
    if (!turns_freely(system, out.spin, s.t, out.state.q, out.report.point.lambda))
      out.notes.emplace_back(
          "the energy changes as the parts turn (gravity across the axis?): this is the equilibrium at this angle, and "
          "the motion from here will not be steady");
  } else {
    const bool given = start.velocities != StartVelocities::kRest;
    out.state.v = given ? s.v : Vector(Vector::Zero(out.state.q.size()));
    if (given && moves(s.v)) {
      AccelerationSolver(system).project_velocity(out.state, out.state.v);
      if (start.velocities == StartVelocities::kSteady)
        out.notes.emplace_back(
            "the start moves: positions are those of the equilibrium at rest, velocities those of the file; `at_rest` "
            "or velocities: rest lets everything stand still");
    }
  }
  out.state.z = calc_internals_at_rest(system, out.state);
  return out;
}

std::string find_element_failure(const Model& model, Vec q) {
  for (const auto& element : model.elements)
    if (std::string failure = element->find_failure(q); !failure.empty()) return failure;
  return "";
}

void check_elements(const Model& model, StaticReport& report) {
  if (!report.status.ok()) return;
  std::string failure = find_element_failure(model, report.point.q);
  if (failure.empty()) return;
  report.status = {StatusCode::kBeyondTheory, std::move(failure)};
  report.point.stability = {};
}

Snapshot make_snapshot(const EquilibriumProblem& problem, const LoadPoint& point) {
  const AssembledSystem& system = problem.system();
  Snapshot s;
  s.t = problem.t0();
  s.q = point.q;
  s.a.setZero(point.q.size());
  problem.spin().calc_velocity(point.q, s.v);
  if (!problem.spin().is_zero()) {
    AccelerationSolver solver(system);
    solver.project_velocity({s.t, s.q, s.v, {}, s.u}, s.v);
    Vector rate;
    problem.spin().calc_rate(s.v, rate);
    s.a = rate;
  }
  s.v_raw = s.v;
  s.lambda = s.lambda_raw = point.lambda;
  s.iterations = point.iterations;
  PointEval eval;
  eval.z_step = std::numeric_limits<double>::infinity();
  s.u = problem.inputs();
  system.eval({s.t, s.q, s.v, {}, s.u}, s.lambda, kEnergy | kForces | kPosition | kVelocity, eval);
  s.z = eval.z;
  s.T = eval.T;
  s.U = eval.U;
  s.constraint_position = eval.Phi.size() ? eval.Phi.cwiseAbs().maxCoeff() : 0;
  return s;
}

}  // namespace invar
