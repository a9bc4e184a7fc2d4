#include "invar/system/momentum.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "invar/core/error.h"
#include "invar/system/coordinate_scale.h"

namespace invar {

namespace {

bool is_in_plane(NodeKind kind) { return kind == NodeKind::kPoint2 || kind == NodeKind::kFrame2; }

// Velocity field of a rigid motion: translation w (rotation = false) or rotation w about the origin.
void set_rigid_field(const Layout& layout, Vec q, const Vector3& w, bool rotation, Vector& field) {
  field.setZero(layout.coordinates());
  for (const auto& node : layout.nodes()) {
    const int d = is_in_plane(node.kind) ? 2 : 3, o = node.offset;
    if (node.kind == NodeKind::kScalar) continue;
    Vector3 p = Vector3::Zero();
    p.head(d) = q.segment(o, d);
    const Vector3 velocity = rotation ? Vector3(w.cross(p)) : w;
    field.segment(o, d) = velocity.head(d);
    if (rotation && node.kind == NodeKind::kFrame2) field[o + 2] = w[2];
    if (rotation && node.kind == NodeKind::kFrame3)
      for (int i = 3; i < 12; i += 3) field.segment<3>(o + i) = w.cross(Vector3(q.segment<3>(o + i)));
  }
}

Vector rigid_field(const Layout& layout, Vec q, const Vector3& w, bool rotation) {
  Vector field;
  set_rigid_field(layout, q, w, rotation, field);
  return field;
}

// Whether forces do no work along a motion but for rounding: a comparison that holds for a watch and for a bridge.
bool is_balanced(const Vector& force, const Vector& motion) {
  // Against what is summed: a torque on the directors of a large body says nothing of the force on it. And rounding of all.
  const double summed = force.cwiseProduct(motion).cwiseAbs().sum();
  return std::abs(force.dot(motion)) <= 1e-10 * summed + 1e-16 * force.norm() * motion.norm();
}

// Whether a row of G forbids a motion, beyond `part` of what is summed in it.
bool is_held(const SparsePattern& pattern, const Vector& G, const Vector& motion, double part) {
  for (int r = 0; r < pattern.rows; ++r) {
    double sum = 0, size = 0;
    for (int k = pattern.start[r]; k < pattern.start[r + 1]; ++k) {
      const double term = G[k] * motion[pattern.index[k]];
      sum += term;
      size += std::abs(term);
    }
    if (std::abs(sum) > part * size) return true;
  }
  return false;
}

// Whether a variable mass moves anything that has a place in space; its momentum is not followed.
bool varies_in_space(const MechanicalSystem& system, double t, Vec q) {
  if (!system.has_variable_mass()) return false;
  const Vector variable = calc_mass(system, {t, q}) - system.M();
  const SparsePattern& pattern = system.K_pattern();
  for (const auto& node : system.layout().nodes())
    for (int i = node.offset; node.kind != NodeKind::kScalar && i < node.offset + node_size(node.kind); ++i)
      for (int k = pattern.start[i]; k < pattern.start[i + 1]; ++k)
        if (variable[k] != 0) return true;
  return false;
}

// False where a function of a force has no value.
bool try_eval(const MechanicalSystem& system, const At& at, Vec lambda, PointEval& out) {
  try {
    system.eval(at, lambda, kForces | kVelocity, out);
    return true;
  } catch (const ModelError&) {
    return false;
  }
}

}  // namespace

Momentum calc_momentum(const MechanicalSystem& system, Vec q, Vec v) {
  thread_local Vector p, linear, angular;  // an audit asks after every step: nothing is allocated
  p.setZero(system.coordinates());
  add_product(system.K_pattern(), system.M(), v, p);
  Momentum sum;
  for (int i = 0; i < 3; ++i) {
    set_rigid_field(system.layout(), q, Vector3::Unit(i), false, linear);
    set_rigid_field(system.layout(), q, Vector3::Unit(i), true, angular);
    linear = p.cwiseProduct(linear);
    angular = p.cwiseProduct(angular);
    sum.linear[i] = linear.sum();
    sum.angular[i] = angular.sum();
    sum.linear_terms = std::max(sum.linear_terms, linear.cwiseAbs().sum());
    sum.angular_terms = std::max(sum.angular_terms, angular.cwiseAbs().sum());
  }
  return sum;
}

MomentumConservation check_momentum_conservation(const MechanicalSystem& system, const PointEval& eval, Vec q,
                                                 MomentumConservation so_far) {
  thread_local Vector field;
  for (const bool rotation : {false, true}) {
    bool& kept = rotation ? so_far.angular : so_far.linear;
    for (int i = 0; i < 3 && kept; ++i) {
      set_rigid_field(system.layout(), q, Vector3::Unit(i), rotation, field);
      // Rows of a scheme that leaves the constraints a little are a little off, those that hold something are not.
      kept = is_balanced(eval.U_q, field) && is_balanced(eval.Q, field) &&
             !is_held(system.G_pattern(), eval.G, field, 1e-2);
    }
  }
  return so_far;
}

MomentumConservation find_momentum_conservation(const MechanicalSystem& system, const State& s) {
  const double t = s.t;
  const Vector &q = s.q, &v = s.v;
  const Layout& layout = system.layout();
  const auto has_place = [](const Node& node) { return node.kind != NodeKind::kScalar; };
  if (std::none_of(layout.nodes().begin(), layout.nodes().end(), has_place) || varies_in_space(system, t, q)) return {};
  MomentumConservation result{true, true};
  std::mt19937 random(4);
  std::uniform_real_distribution<double> uniform(-0.1, 0.1);
  const Vector lambda = Vector::Zero(system.rows()), scales = calc_coordinate_scales(layout, calc_extent(layout, q));
  PointEval away, start;
  for (int trial = 0; trial < 3; ++trial) {
    // Forces are looked at away from the start, where nothing cancels by coincidence (a spring at its rest length).
    // Constraints are looked at where they hold: only there is x_B - x_A = 0 indifferent to a rotation of everything.
    Vector x = q, y = v;
    for (int i = 0; i < x.size(); ++i) {
      x[i] += uniform(random) * scales[i];
      y[i] += uniform(random) * scales[i];
    }
    const At there{t, x, y, s.z, s.inputs.u}, later{t + 0.37 * trial, x, y, s.z, s.inputs.u};
    if (!try_eval(system, later, lambda, away) && !try_eval(system, there, lambda, away)) {
      x = q;  // functions that end close by
      system.eval({t, x, v, s.z, s.inputs.u}, lambda, kForces | kVelocity, away);
    }
    system.eval({t, q, y, s.z, s.inputs.u}, lambda, kVelocity, start);
    // Rows on velocities hold anywhere, and a blade at the origin is turned about itself there by coincidence.
    const SparsePattern& pattern = system.G_pattern();
    for (int row = 0; row < system.rows(); ++row)
      if (!layout.row(row).holonomic)
        for (int k = pattern.start[row]; k < pattern.start[row + 1]; ++k) start.G[k] = 0;
    for (const bool rotation : {false, true}) {
      for (int i = 0; i < 3; ++i) {
        const Vector field = rigid_field(layout, x, Vector3::Unit(i), rotation);
        const Vector field_at_start = rigid_field(layout, q, Vector3::Unit(i), rotation);
        Vector G_velocity = away.G;
        for (int row = 0; row < system.rows(); ++row)
          if (layout.row(row).holonomic)
            for (int k = pattern.start[row]; k < pattern.start[row + 1]; ++k) G_velocity[k] = 0;
        const bool kept = is_balanced(away.U_q, field) && is_balanced(away.Q, field) &&
                          !is_held(pattern, start.G, field_at_start, 1e-9) &&
                          !is_held(pattern, G_velocity, field, 1e-9);
        if (!kept) (rotation ? result.angular : result.linear) = false;
      }
    }
  }
  return result;
}

}  // namespace invar
