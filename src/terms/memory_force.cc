#include "invar/terms/memory_force.h"

#include <cmath>

#include "invar/core/difference_columns.h"
#include "invar/core/term_failure.h"
#include "invar/terms/memory_equations.h"

namespace invar {

namespace {

// The equations (Z2) as a z - b f = r: finite for all beta. At rest a pure integrator (z' does not depend on z) has no z of its own:
// the balance of the model decides on it. A small leak, a > 0, lets it be found with the positions.
struct MemoryWeights {
  double a, b;
};
MemoryWeights weigh_memory(double beta, const LocalMatrix& f_z) {
  if (!std::isinf(beta)) return {1, beta};
  constexpr double kLeak = 1e-8;  // of the fastest rate: as much is left of the input of an integrator
  const double fastest = f_z.size() > 0 ? f_z.cwiseAbs().maxCoeff() : 0.0;
  Eigen::FullPivLU<MemoryMatrix> lu(f_z);
  lu.setThreshold(1e-12);
  return {lu.isInvertible() ? 0.0 : kLeak * (fastest > 0 ? fastest : 1.0), 1};
}

}  // namespace

void MemoryDerivatives::set_zero(Eigen::Index coordinates, Eigen::Index internals) {
  Q_q.setZero(coordinates, coordinates);
  Q_v.setZero(coordinates, coordinates);
  Q_z.setZero(coordinates, internals);
  f_q.setZero(internals, coordinates);
  f_v.setZero(internals, coordinates);
  f_z.setZero(internals, internals);
}

void MemoryForce::add_derivatives(const At& at, MemoryDerivatives& out) const {
  const auto Q_of = [&](const At& there, LocalVector& Q) { add_Q(there, Q); };
  const auto f_of = [&](const At& there, LocalVector& f) { add_rate(there, f); };
  const auto by_q = [&](const auto& f) {
    return [&](const LocalVector& q, LocalVector& sum) { f(at.with_q(q), sum); };
  };
  const auto by_v = [&](const auto& f) {
    return [&](const LocalVector& v, LocalVector& sum) { f(at.with_v(v), sum); };
  };
  const auto by_z = [&](const auto& f) {
    return [&](const LocalVector& z, LocalVector& sum) { f(at.with_z(z), sum); };
  };
  add_difference_columns(by_q(Q_of), at.q, out.Q_q);
  add_difference_columns(by_v(Q_of), at.v, out.Q_v);
  add_difference_columns(by_z(Q_of), at.z, out.Q_z);
  add_difference_columns(by_q(f_of), at.q, out.f_q);
  add_difference_columns(by_v(f_of), at.v, out.f_v);
  add_difference_columns(by_z(f_of), at.z, out.f_z);
}

double MemoryForce::calc_H_rate(const At& at, Vec z_dot) const {
  const double size = std::max(at.v.size() ? at.v.cwiseAbs().maxCoeff() : 0.0, z_dot.cwiseAbs().maxCoeff());
  if (!(size > 0)) return 0;
  const double s = std::cbrt(2.2e-16) * std::max(1.0, at.q.size() ? at.q.cwiseAbs().maxCoeff() : 0.0) / size;
  const LocalVector q1 = at.q + s * at.v, q0 = at.q - s * at.v, z1 = at.z + s * z_dot, z0 = at.z - s * z_dot;
  return (H(q1, z1) - H(q0, z0)) / (2 * s);
}

void MemoryForce::add_Q_bar(const Across& pair, VecOut Q, VecOut z1) const {
  const LocalVector qm = 0.5 * (pair.q0 + pair.q1), vm = (pair.q1 - pair.q0) / pair.h();
  LocalVector zm(pair.z0.size());
  solve_memory(*this, {pair.t_m(), qm, vm, pair.z0, pair.u}, 0.5 * pair.h(), zm);
  add_Q({pair.t_m(), qm, vm, zm, pair.u}, Q);
  z1 = 2 * zm - pair.z0;
}

void MemoryForce::add_Q_bar_tangent(const Across& pair, MatOut K) const {
  const LocalVector qm = 0.5 * (pair.q0 + pair.q1), vm = (pair.q1 - pair.q0) / pair.h();
  LocalVector zm(pair.z0.size());
  solve_memory(*this, {pair.t_m(), qm, vm, pair.z0, pair.u}, 0.5 * pair.h(), zm);
  LocalMatrix Q_q = Matrix::Zero(K.rows(), K.cols()), Q_v = Q_q;
  add_condensed_tangent(*this, {pair.t_m(), qm, vm, zm, pair.u}, 0.5 * pair.h(), Q_q, Q_v);
  K += 0.5 * Q_q + Q_v / pair.h();
}

bool solve_memory(const MemoryForce& force, const At& at, double beta, VecOut z) {
  z = at.z;
  if (beta == 0 || z.size() == 0 || force.solve_closed(at, beta, z)) return true;
  MemoryDerivatives d;
  d.set_zero(at.q.size(), z.size());
  if (std::isinf(beta)) force.add_derivatives(at, d);
  const MemoryWeights weigh = weigh_memory(beta, d.f_z);
  LocalVector rate(z.size());
  const double size = z.cwiseAbs().maxCoeff();
  return solve_memory_equations(z, size, [&](VecOut r, MemoryMatrix* J) {
    rate.setZero();
    force.add_rate(at.with_z(z), rate);
    r = weigh.a * (z - at.z) - weigh.b * rate;
    if (!J) return;
    d.set_zero(at.q.size(), z.size());
    force.add_derivatives(at.with_z(z), d);
    *J = weigh.a * Matrix::Identity(z.size(), z.size()) - weigh.b * d.f_z;
  });
}

double calc_friction_power(const MemoryForce& force, const At& at, Vec z_dot) {
  LocalVector Q = Vector::Zero(at.q.size());
  force.add_friction_Q(at, Q);
  return -Q.dot(at.v) - 2 * force.calc_friction_energy(at.z, z_dot);
}

double calc_friction_loss(const MemoryForce& force, const Across& pair, Vec z1) {
  LocalVector Q = Vector::Zero(pair.q0.size());
  force.add_friction_Q_bar(pair, Q);
  const LocalVector change = z1 - pair.z0, sum = z1 + pair.z0;
  return -Q.dot(pair.q1 - pair.q0) - force.calc_friction_energy(change, sum);
}

void add_condensed_tangent(const MemoryForce& force, const At& at, double beta, MatOut Q_q, MatOut Q_v) {
  const auto n = at.z.size();
  MemoryDerivatives d;
  d.set_zero(at.q.size(), n);
  force.add_derivatives(at, d);
  Q_q += d.Q_q;
  Q_v += d.Q_v;
  if (beta == 0 || n == 0) return;
  const auto [a, b] = weigh_memory(beta, d.f_z);
  const MemoryMatrix S = a * Matrix::Identity(n, n) - b * d.f_z;
  const Eigen::PartialPivLU<MemoryMatrix> lu(S);
  LocalMatrix Z(n, at.q.size());
  Z = lu.solve(d.f_q);
  Q_q.noalias() += b * d.Q_z.lazyProduct(Z);
  Z = lu.solve(d.f_v);
  Q_v.noalias() += b * d.Q_z.lazyProduct(Z);
}

}  // namespace invar
