#include "invar/contacts/joint_friction.h"

#include <cmath>

#include "invar/core/local_matrix.h"

namespace invar {

JointFriction::Effort JointFriction::limit(double trial, double speed) const {
  double most = law_.limit, by_speed = 0;
  if (law_.stribeck_speed > 0) {
    const double r = speed / law_.stribeck_speed, more = (law_.limit_static - law_.limit) * std::exp(-r * r);
    most += more;
    by_speed = -2 * r / law_.stribeck_speed * more;
  }
  if (std::abs(trial) <= most) return {trial, 1, 0, false};
  const double sign = trial > 0 ? 1 : -1;
  return {sign * most, 0, sign * by_speed, true};
}

double JointFriction::coordinate(Vec q) const {
  LocalVector e = Vector::Zero(1);
  map_.add_e(0, q, e);
  return e[0];
}

double JointFriction::calc_rate(const At& at, VecOut x_q) const {
  LocalVector one = Vector::Ones(1);
  x_q.setZero();
  map_.add_weighted_e_q(0, at.q, one, x_q);
  return x_q.dot(at.v);
}

JointFriction::Look JointFriction::look(const At& at) const {
  LocalVector x_q(map_.size());
  const double u = calc_rate(at, x_q);
  const Effort e = limit(law_.stiffness * at.z[0] + law_.damping * u, u);
  return {-e.f, e.slips};
}

void JointFriction::add_Q(const At& at, VecOut Q) const {
  LocalVector x_q(map_.size());
  const double u = calc_rate(at, x_q);
  Q -= limit(law_.stiffness * at.z[0] + law_.damping * u, u).f * x_q;
}

void JointFriction::add_rate(const At& at, VecOut z_dot) const {
  LocalVector x_q(map_.size());
  const double u = calc_rate(at, x_q), s0 = law_.stiffness, s1 = law_.damping, z = at.z[0];
  const double f = limit(s0 * z + s1 * u, u).f, rate = (f - s0 * z) / s1;
  z_dot[0] += rate;
  z_dot[1] += f * u - s0 * z * rate;
}

void JointFriction::add_derivatives(const At& at, MemoryDerivatives& out) const {
  LocalVector x_q(map_.size()), weight(1);
  const double u = calc_rate(at, x_q), s0 = law_.stiffness, s1 = law_.damping, z = at.z[0];
  const Effort e = limit(s0 * z + s1 * u, u);
  const double f_u = e.by_trial * s1 + e.by_speed, f_z = e.by_trial * s0, rate = (e.f - s0 * z) / s1;
  LocalMatrix R = Matrix::Zero(1, map_.size());
  map_.add_rate_q(0, at.q, at.v, R);
  out.Q_q -= f_u * x_q.lazyProduct(R.row(0));
  weight[0] = -e.f;
  map_.add_e_qq(0, at.q, weight, out.Q_q);
  out.Q_v -= f_u * x_q.lazyProduct(x_q.transpose());
  out.Q_z.col(0) -= f_z * x_q;
  const double D_u = f_u * u + e.f - s0 * z * f_u / s1;
  out.f_q.row(0) += f_u / s1 * R.row(0);
  out.f_q.row(1) += D_u * R.row(0);
  out.f_v.row(0) += f_u / s1 * x_q.transpose();
  out.f_v.row(1) += D_u * x_q.transpose();
  out.f_z(0, 0) += (f_z - s0) / s1;
  out.f_z(1, 0) += f_z * u - s0 * rate - s0 * z * (f_z - s0) / s1;
}

// (Z2): f = cone(s0 z_b + (s1 + beta s0) u) and (s1 + beta s0) z = s1 z_b + beta f.
bool JointFriction::solve_closed(const At& at, double beta, VecOut z) const {
  z = at.z;
  if (std::isinf(beta)) return true;  // at rest: what z is, it stays
  LocalVector x_q(map_.size()), rate = Vector::Zero(2);
  const double u = calc_rate(at, x_q), c = law_.damping + beta * law_.stiffness;
  z[0] = (law_.damping * at.z[0] + beta * limit(law_.stiffness * at.z[0] + c * u, u).f) / c;
  add_rate(at.with_z(z), rate);
  z[1] = at.z[1] + beta * rate[1];
  return true;
}

void JointFriction::add_Q_bar(const Across& pair, VecOut Q, VecOut z1) const {
  const double h = pair.h(), dx = coordinate(pair.q1) - coordinate(pair.q0), s0 = law_.stiffness, z0 = pair.z0[0];
  const double c = s0 + law_.damping / h, f = limit(s0 * z0 + c * dx, dx / h).f;
  LocalVector weight(1);
  weight[0] = -f;
  map_.add_weighted_e_q_bar(0, pair.q0, 0, pair.q1, weight, Q);
  z1[0] = (f + law_.damping / h * z0) / c;
  z1[1] = pair.z0[1] + f * dx - 0.5 * s0 * (z1[0] - z0) * (z1[0] + z0);
}

void JointFriction::add_Q_bar_tangent(const Across& pair, MatOut K) const {
  const double h = pair.h(), dx = coordinate(pair.q1) - coordinate(pair.q0), s0 = law_.stiffness;
  const double c = s0 + law_.damping / h;
  const Effort e = limit(s0 * pair.z0[0] + c * dx, dx / h);
  LocalVector weight(1);
  weight[0] = 1;
  LocalVector x_bar = Vector::Zero(map_.size()), x_q = x_bar;
  map_.add_weighted_e_q_bar(0, pair.q0, 0, pair.q1, weight, x_bar);
  map_.add_weighted_e_q(0, pair.q1, weight, x_q);
  K -= (e.by_trial * c + e.by_speed / h) * x_bar.lazyProduct(x_q.transpose());
  weight[0] = -e.f;
  map_.add_e_q_bar_tangent(0, pair.q0, 0, pair.q1, weight, K);
}

}  // namespace invar
