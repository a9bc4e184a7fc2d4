#include "invar/system/momentum.h"

#include <random>

#include "invar/core/error.h"

namespace invar {

namespace {

bool is_planar(NodeKind kind) { return kind == NodeKind::kPoint2 || kind == NodeKind::kFrame2; }

// Velocity field of a rigid motion: translation w (rotation = false) or rotation w about the origin.
Vector rigid_field(const Layout& layout, Vec q, const Vector3& w, bool rotation) {
  Vector field = Vector::Zero(layout.coordinates());
  for (const auto& node : layout.nodes()) {
    const int d = is_planar(node.kind) ? 2 : 3, o = node.offset;
    if (node.kind == NodeKind::kScalar) continue;
    Vector3 p = Vector3::Zero();
    p.head(d) = q.segment(o, d);
    const Vector3 velocity = rotation ? Vector3(w.cross(p)) : w;
    field.segment(o, d) = velocity.head(d);
    if (rotation && node.kind == NodeKind::kFrame2) field[o + 2] = w[2];
    if (rotation && node.kind == NodeKind::kFrame3)
      for (int i = 3; i < 12; i += 3) field.segment<3>(o + i) = w.cross(Vector3(q.segment<3>(o + i)));
  }
  return field;
}

}  // namespace

Momentum calc_momentum(const MechanicalSystem& system, Vec q, Vec v) {
  Vector p = Vector::Zero(system.coordinates());
  add_product(system.K_pattern(), system.M(), v, p);
  Momentum sum;
  for (int i = 0; i < 3; ++i) {
    sum.linear[i] = p.dot(rigid_field(system.layout(), q, Vector3::Unit(i), false));
    sum.angular[i] = p.dot(rigid_field(system.layout(), q, Vector3::Unit(i), true));
  }
  return sum;
}

MomentumConservation find_momentum_conservation(const MechanicalSystem& system, double t, Vec q, Vec v) {
  MomentumConservation result{true, true};
  bool planar = false;
  for (const auto& node : system.layout().nodes()) planar |= is_planar(node.kind);
  std::mt19937 random(4);
  std::uniform_real_distribution<double> uniform(-0.1, 0.1);
  const Vector lambda = Vector::Zero(system.rows());
  PointEval eval;
  for (int trial = 0; trial < 3; ++trial) {
    // Forces are looked at away from the start, where nothing cancels by coincidence (a spring at its rest length).
    // Constraints are looked at where they hold: only there is x_B - x_A = 0 indifferent to a rotation of everything.
    Vector x = q, y = v;
    for (int i = 0; i < x.size(); ++i) {
      x[i] += uniform(random);
      y[i] += uniform(random);
    }
    // Loads may begin at zero; functions that end before the later instants are looked at at the start only.
    try {
      system.eval(t + 0.37 * trial, x, y, lambda, kForces | kVelocity, eval);
    } catch (const ModelError&) {
      system.eval(t, x, y, lambda, kForces | kVelocity, eval);
    }
    // Rows on velocities hold anywhere, and a blade at the origin is turned about itself there by coincidence.
    const auto G_away = eval.G;
    system.eval(t, q, y, lambda, kVelocity, eval);
    for (const bool rotation : {false, true}) {
      for (int i = 0; i < 3; ++i) {
        if (planar && (rotation ? i < 2 : i == 2)) continue;  // not a motion of the plane
        const Vector field = rigid_field(system.layout(), x, Vector3::Unit(i), rotation);
        const Vector field_at_start = rigid_field(system.layout(), q, Vector3::Unit(i), rotation);
        Vector flux = Vector::Zero(system.rows());
        Vector flux_away = flux;
        add_product(system.G_pattern(), eval.G, field_at_start, flux);
        add_product(system.G_pattern(), G_away, field, flux_away);
        for (int row = 0; row < system.rows(); ++row)
          if (!system.layout().row(row).holonomic) flux[row] = flux_away[row];
        const double scale = (1 + q.cwiseAbs().maxCoeff()) * (1 + (eval.G.size() ? eval.G.cwiseAbs().maxCoeff() : 0.0));
        const bool kept = (flux.size() == 0 || flux.cwiseAbs().maxCoeff() < 1e-9 * scale) &&
                          std::abs(eval.U_q.dot(field)) < 1e-10 * (1 + eval.U_q.norm() * field.norm()) &&
                          std::abs(eval.Q.dot(field)) < 1e-10 * (1 + eval.Q.norm() * field.norm());
        if (!kept) (rotation ? result.angular : result.linear) = false;
      }
    }
  }
  return result;
}

}  // namespace invar
