// ContactLosses at a point: (L1), (L2) and the rates (F4) of contacts/friction.h.
#include <algorithm>
#include <cmath>

#include "invar/contacts/contact_losses.h"
#include "invar/contacts/contact_sliding.h"
#include "invar/core/local_matrix.h"

namespace invar {

struct ContactLosses::Normal {
  LocalVector e, g_e, g_q, e_dot;
  LocalMatrix J;
  double g = 0, g_dot = 0, F = 0, a = 0, factor = 1, N = 0;
  bool is_cut() const { return !(factor > 0); }
};

void ContactLosses::calc_normal(const At& at, Normal& x) const {
  x.e = calc_e(at.q);
  x.g = gap_->g(x.e);
  x.g_e = Vector::Zero(map_.rows());
  gap_->add_g_e(x.e, x.g_e);
  x.J.setZero(map_.rows(), map_.size());
  map_.add_e_q(0, at.q, x.J);
  x.g_q = x.J.transpose().lazyProduct(x.g_e);
  x.e_dot = x.J.lazyProduct(at.v);
  x.g_dot = x.g_e.dot(x.e_dot);
  x.F = law_->F(x.g);
  x.a = calc_a(approach_ >= 0 ? at.z[approach_] : 0);
  x.factor = 1 - x.a * x.g_dot;
  x.N = x.is_cut() ? 0 : x.F * x.factor;
}

template <class T>
void ContactLosses::calc_sliding(const T* q, const T* v, const T* z, const T& N, Sliding<T>& s) const {
  const double s0 = friction_.stiffness, s1 = friction_.damping;
  if (!(value_of(N) > 0)) {
    for (int i = 0; i < 3; ++i) {
      s.z[i] = (-s0 / s1) * z[i];
      s.D = s.D + (s0 * s0 / s1) * z[i] * z[i];
    }
    return;
  }
  const auto m = calc_contact_motion(places_, q, v);
  const Triple<T> bristle = z[0] * m.b[0] + z[1] * m.b[1] + z[2] * m.b[2];
  const Triple<T> along = bristle - dot(m.n, bristle) * m.n, trial = T(s0) * along + T(s1) * m.slip;
  const auto [f, slips] = limit_friction(friction_, trial, T(dot(m.slip, m.slip)), N);
  const Triple<T> rate = T(1 / s1) * (f - T(s0) * bristle), force = f + (friction_.viscous * N) * m.slip;
  pull_back(places_.A, m.A, force, -1, s.Q);
  pull_back(places_.B, m.B, force, 1, s.Q);
  for (int i = 0; i < 3; ++i) s.z[i] = dot(m.b[i], rate);
  s.D = dot(force, m.slip) - s0 * dot(bristle, rate);
}

namespace {

// Coordinates, velocities and bristle as numbers of one kind; `vary` of them as variables.
enum class Vary { kNothing, kCoordinates, kVelocities, kBristle };
template <class T>
struct SlidingPoint {
  T q[kMostContactCoordinates]{}, v[kMostContactCoordinates]{}, z[3]{};
  SlidingPoint(const At& at, int bristle, Vary vary) {
    const auto set = [](T& to, double value, Eigen::Index i, bool is_variable) {
      to = T(value);
      if constexpr (!std::is_same_v<T, double>)
        if (is_variable) to = T::variable(value, static_cast<int>(i));
    };
    for (Eigen::Index i = 0; i < at.q.size(); ++i) {
      set(q[i], at.q[i], i, vary == Vary::kCoordinates);
      set(v[i], at.v[i], i, vary == Vary::kVelocities);
    }
    for (int i = 0; i < 3 && bristle >= 0; ++i) set(z[i], at.z[bristle + i], i, vary == Vary::kBristle);
  }
};

}  // namespace

void ContactLosses::add_Q(const At& at, VecOut Q) const {
  Normal x;
  calc_normal(at, x);
  if (!(x.g < 0)) return;
  Q += (x.N - x.F) * x.g_q;
  if (!is_rough()) return;
  const SlidingPoint<double> p(at, bristle_, Vary::kNothing);
  Sliding<double> s;
  calc_sliding(p.q, p.v, p.z, x.N, s);
  for (Eigen::Index i = 0; i < Q.size(); ++i) Q[i] += s.Q[i];
}

void ContactLosses::add_rate(const At& at, VecOut z_dot) const {
  Normal x;
  calc_normal(at, x);
  if (approach_ >= 0 && !(x.g < 0))
    z_dot[approach_] += (std::max(-x.g_dot, damping_.slowest) - at.z[approach_]) / damping_.approach_time;
  if (D_damping_ >= 0) z_dot[D_damping_] += (x.F - x.N) * x.g_dot;
  if (!is_rough()) return;
  const SlidingPoint<double> p(at, bristle_, Vary::kNothing);
  Sliding<double> s;
  calc_sliding(p.q, p.v, p.z, x.N, s);
  for (int i = 0; i < 3; ++i) z_dot[bristle_ + i] += s.z[i];
  z_dot[D_friction_] += s.D;
}

double ContactLosses::calc_H_rate(const At& at, Vec z_dot) const {
  return is_rough() ? friction_.stiffness * at.z.segment<3>(bristle_).dot(z_dot.segment<3>(bristle_)) : 0.0;
}

void ContactLosses::add_derivatives(const At& at, MemoryDerivatives& out) const {
  Normal x;
  calc_normal(at, x);
  const int m = map_.rows();
  LocalMatrix R = Matrix::Zero(m, map_.size()), G = Matrix::Zero(m, m);
  gap_->add_g_ee(x.e, 1, G);
  map_.add_rate_q(0, at.q, at.v, R);
  const LocalVector Ge = G.lazyProduct(x.e_dot);
  const LocalVector rate_q = x.J.transpose().lazyProduct(Ge) + R.transpose().lazyProduct(x.g_e);
  if (approach_ >= 0 && !(x.g < 0)) {
    const double tau = damping_.approach_time;
    if (-x.g_dot > damping_.slowest) {
      out.f_q.row(approach_) -= rate_q.transpose() / tau;
      out.f_v.row(approach_) -= x.g_q.transpose() / tau;
    }
    out.f_z(approach_, approach_) -= 1 / tau;
  }
  if (x.g < 0 && D_damping_ >= 0) {
    const double F_g = -law_->stiffness(x.g);
    LocalVector N_q = Vector::Zero(map_.size()), N_v = N_q;
    double N_w = 0;
    if (!x.is_cut()) {
      N_q = F_g * x.factor * x.g_q - x.F * x.a * rate_q;
      N_v = -x.F * x.a * x.g_q;
      if (approach_ >= 0 && at.z[approach_] > damping_.slowest) N_w = x.F * x.g_dot * x.a / at.z[approach_];
    }
    const LocalVector lost_q = F_g * x.g_q - N_q;  // of F - N
    const LocalMatrix GJ = G.lazyProduct(x.J);
    out.Q_q -= x.g_q.lazyProduct(lost_q.transpose());
    out.Q_q += (x.N - x.F) * x.J.transpose().lazyProduct(GJ);
    const LocalVector weight = (x.N - x.F) * x.g_e;
    map_.add_e_qq(0, at.q, weight, out.Q_q);
    out.Q_v += x.g_q.lazyProduct(N_v.transpose());
    out.f_q.row(D_damping_) += (x.g_dot * lost_q + (x.F - x.N) * rate_q).transpose();
    out.f_v.row(D_damping_) += ((x.F - x.N) * x.g_q - x.g_dot * N_v).transpose();
    if (approach_ >= 0) {
      out.Q_z.col(approach_) += N_w * x.g_q;
      out.f_z(D_damping_, approach_) -= N_w * x.g_dot;
    }
  }
  if (!is_rough()) return;
  if (at.q.size() <= 12)
    add_sliding_derivatives<12>(at, x, out);
  else
    add_sliding_derivatives<kMostContactCoordinates>(at, x, out);
}

template <int M>
void ContactLosses::add_sliding_derivatives(const At& at, const Normal& x, MemoryDerivatives& out) const {
  const auto n = at.q.size();
  const double F_g = -law_->stiffness(x.g);
  LocalVector rate_q = Vector::Zero(n);
  {
    LocalMatrix R = Matrix::Zero(map_.rows(), map_.size()), G = Matrix::Zero(map_.rows(), map_.rows());
    gap_->add_g_ee(x.e, 1, G);
    map_.add_rate_q(0, at.q, at.v, R);
    const LocalVector Ge = G.lazyProduct(x.e_dot);
    rate_q = x.J.transpose().lazyProduct(Ge) + R.transpose().lazyProduct(x.g_e);
  }
  const bool is_on = x.g < 0 && !x.is_cut();
  const auto collect = [&](const auto& s, Eigen::Index columns, MatOut by_Q, MatOut by_f, Eigen::Index first) {
    for (Eigen::Index i = 0; i < n; ++i) by_Q.row(i).segment(first, columns) += s.Q[i].d.head(columns).transpose();
    for (int i = 0; i < 3; ++i) by_f.row(bristle_ + i).segment(first, columns) += s.z[i].d.head(columns).transpose();
    by_f.row(D_friction_).segment(first, columns) += s.D.d.head(columns).transpose();
  };
  using Number = Dual<M>;
  for (const Vary vary : {Vary::kCoordinates, Vary::kVelocities}) {
    const SlidingPoint<Number> p(at, bristle_, vary);
    Number N(x.N);
    if (is_on && vary == Vary::kCoordinates) N.d.head(n) = F_g * x.factor * x.g_q - x.F * x.a * rate_q;
    if (is_on && vary == Vary::kVelocities) N.d.head(n) = -x.F * x.a * x.g_q;
    Sliding<Number> s;
    calc_sliding(p.q, p.v, p.z, N, s);
    if (vary == Vary::kCoordinates)
      collect(s, n, out.Q_q, out.f_q, 0);
    else
      collect(s, n, out.Q_v, out.f_v, 0);
  }
  // The bristle, and the speed of approach, which the normal force depends on.
  const SlidingPoint<Dual<4>> p(at, bristle_, Vary::kBristle);
  Dual<4> N(x.N);
  if (is_on && approach_ >= 0 && at.z[approach_] > damping_.slowest) N.d[3] = x.F * x.g_dot * x.a / at.z[approach_];
  Sliding<Dual<4>> s;
  calc_sliding(p.q, p.v, p.z, N, s);
  collect(s, 3, out.Q_z, out.f_z, bristle_);
  if (approach_ < 0) return;
  for (Eigen::Index i = 0; i < n; ++i) out.Q_z(i, approach_) += s.Q[i].d[3];
  for (int i = 0; i < 3; ++i) out.f_z(bristle_ + i, approach_) += s.z[i].d[3];
  out.f_z(D_friction_, approach_) += s.D.d[3];
}

// (Z2) z = z_b + beta z'. The normal force depends on z through w only, which does not change while it acts. With
// k = 1 + beta s0/s1 the friction is f = cone(P (s0 z_b + k s1 u)), and (s1 + beta s0) z = s1 z_b + beta f.
bool ContactLosses::solve_closed(const At& at, double beta, VecOut z) const {
  z = at.z;
  if (std::isinf(beta)) return true;  // at rest: what z is, it stays
  Normal x;
  calc_normal(at, x);
  if (approach_ >= 0 && !(x.g < 0)) {
    const double part = beta / damping_.approach_time;
    z[approach_] = (at.z[approach_] + part * std::max(-x.g_dot, damping_.slowest)) / (1 + part);
  }
  if (is_rough()) {
    const double s0 = friction_.stiffness, s1 = friction_.damping, c = s1 + beta * s0;
    Vector3 bristle = at.z.segment<3>(bristle_) * (s1 / c);
    if (x.N > 0) {
      const SlidingPoint<double> p(at, bristle_, Vary::kNothing);
      const auto m = calc_contact_motion(places_, p.q, p.v);
      const Triple<double> z_b = p.z[0] * m.b[0] + p.z[1] * m.b[1] + p.z[2] * m.b[2];
      const Triple<double> along = z_b - dot(m.n, z_b) * m.n;
      const auto limited = limit_friction(friction_, s0 * along + c * m.slip, dot(m.slip, m.slip), x.N);
      for (int i = 0; i < 3; ++i) bristle[i] += beta / c * dot(m.b[i], limited.f);
    }
    z.segment<3>(bristle_) = bristle;
  }
  LocalVector rate = Vector::Zero(internals_);
  add_rate(at.with_z(z), rate);
  for (const int i : {D_damping_, D_friction_})
    if (i >= 0) z[i] = at.z[i] + beta * rate[i];
  return true;
}

ContactLosses::Look ContactLosses::look(const At& at) const {
  Normal x;
  calc_normal(at, x);
  Look out;
  out.gap = x.g;
  out.gap_rate = x.g_dot;
  const SlidingPoint<double> p(at, bristle_, Vary::kNothing);
  const auto m = calc_contact_motion(places_, p.q, p.v);
  const auto vector = [](const Triple<double>& t) { return Vector3(t.x, t.y, t.z); };
  out.n = vector(m.n);
  out.place = vector(m.c);
  out.slip_speed = vector(m.slip);
  if (!(x.g < 0)) return out;
  out.normal = x.N;
  if (!is_rough()) return out;
  const Triple<double> z = p.z[0] * m.b[0] + p.z[1] * m.b[1] + p.z[2] * m.b[2];
  const auto along = z - dot(m.n, z) * m.n;
  const auto limited =
      limit_friction(friction_, friction_.stiffness * along + friction_.damping * m.slip, dot(m.slip, m.slip), x.N);
  out.friction = -vector(limited.f + (friction_.viscous * x.N) * m.slip);
  out.slips = limited.slips;
  return out;
}

}  // namespace invar
