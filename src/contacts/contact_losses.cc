// The rules across a pair; those at a point are in contact_losses_point.cc.
#include "invar/contacts/contact_losses.h"

#include <algorithm>

#include "invar/contacts/contact_sliding.h"
#include "invar/core/local_matrix.h"

namespace invar {

ContactLosses::ContactLosses(QuadraticMap map, GapLawPtr gap, NormalLawPtr law, const ContactDamping& damping,
                             const FrictionLaw& friction, const ContactPlaces& places, std::string prefix)
    : map_(std::move(map)),
      gap_(std::move(gap)),
      law_(std::move(law)),
      damping_(damping),
      friction_(friction),
      places_(places),
      prefix_(std::move(prefix)) {
  map_.compile();
  if (friction_.stiffness > 0) {
    bristle_ = internals_;
    internals_ += 3;
  }
  if (damping_.by_restitution()) approach_ = internals_++;
  if (damping_.acts()) D_damping_ = internals_++;
  if (is_rough()) D_friction_ = internals_++;
}

std::vector<VariableInfo> ContactLosses::internals() const {
  std::vector<VariableInfo> all;
  const auto add = [&](const std::string& label, const char* unit) { all.push_back({"", prefix_ + label, unit}); };
  if (is_rough())
    for (const char* axis : {"x", "y", "z"}) add(std::string("bristle.") + axis, "m");
  if (approach_ >= 0) add("approach_speed", "m/s");
  if (D_damping_ >= 0) add("dissipated_by_damping", "J");
  if (D_friction_ >= 0) add("dissipated_by_friction", "J");
  return all;
}

void ContactLosses::set_start(const At& at, VecOut z) const {
  z.setZero();
  if (approach_ < 0) return;
  // What starts in contact has not hit anything; what starts apart approaches.
  z[approach_] = damping_.slowest;
  if (at.v.size() == 0) return;
  LocalVector g_e = Vector::Zero(map_.rows());
  LocalMatrix J = Matrix::Zero(map_.rows(), map_.size());
  const LocalVector e = calc_e(at.q);
  if (gap_->g(e) < 0) return;
  gap_->add_g_e(e, g_e);
  map_.add_e_q(0, at.q, J);
  z[approach_] = std::max(damping_.slowest, -g_e.dot(J.lazyProduct(at.v)));
}

LocalVector ContactLosses::calc_e(Vec q) const {
  LocalVector e = Vector::Zero(map_.rows());
  map_.add_e(0, q, e);
  return e;
}

double ContactLosses::calc_a(double w) const {
  return damping_.by_restitution() ? damping_.number / std::max(w, damping_.slowest) : damping_.damping;
}

double ContactLosses::H(Vec /*q*/, Vec z) const {
  return is_rough() ? 0.5 * friction_.stiffness * z.segment<3>(bristle_).squaredNorm() : 0.0;
}

// (L3), with dN/dg1.
struct ContactLosses::NormalStep {
  LocalVector e0, e1;
  double g0, g1, F = 0, F_g1 = 0, N = 0, N_g1 = 0, w = 0;
  bool is_open() const { return g0 >= 0 && g1 >= 0; }
};

void ContactLosses::calc_normal_step(const Across& pair, NormalStep& x) const {
  x.e0 = calc_e(pair.q0);
  x.e1 = calc_e(pair.q1);
  x.g0 = gap_->g(x.e0);
  x.g1 = gap_->g(x.e1);
  const double h = pair.h(), closing = (x.g0 - x.g1) / h, w0 = approach_ >= 0 ? pair.z0[approach_] : 0;
  x.w = w0;
  if (x.is_open()) {
    const double part = std::abs(h) / damping_.approach_time;
    x.w = (w0 + part * std::max(closing, damping_.slowest)) / (1 + part);
    return;
  }
  x.F = law_->F_bar(x.g0, x.g1);
  x.F_g1 = -law_->F_bar_slope(x.g0, x.g1);
  double a = calc_a(w0), a_g1 = 0;
  if (approach_ >= 0 && x.g0 >= 0) {
    x.w = std::max(closing, damping_.slowest);
    a = calc_a(x.w);
    if (closing > damping_.slowest) a_g1 = a / (h * x.w);
  }
  const double factor = 1 + a * closing;
  if (!(factor > 0)) return;
  x.N = x.F * factor;
  x.N_g1 = x.F_g1 * factor + x.F * (a_g1 * closing - a / h);
}

void ContactLosses::add_Q_bar(const Across& pair, VecOut Q, VecOut z1) const {
  NormalStep x;
  calc_normal_step(pair, x);
  z1 = pair.z0;
  if (approach_ >= 0) z1[approach_] = x.w;
  if (D_damping_ >= 0) z1[D_damping_] += (x.F - x.N) * (x.g1 - x.g0);
  if (x.N != x.F) {
    LocalVector g_bar = Vector::Zero(map_.rows());
    gap_->add_g_bar(x.e0, x.e1, g_bar);
    g_bar *= x.N - x.F;
    map_.add_weighted_e_q_bar(0, pair.q0, 0, pair.q1, g_bar, Q);
  }
  if (!is_rough()) return;
  double q_m[kMostContactCoordinates], dq[kMostContactCoordinates];
  for (Eigen::Index i = 0; i < pair.q0.size(); ++i) {
    q_m[i] = 0.5 * (pair.q0[i] + pair.q1[i]);
    dq[i] = pair.q1[i] - pair.q0[i];
  }
  Sliding<double> s;
  calc_sliding_step(q_m, dq, pair.z0, pair.h(), x.N, s);
  for (Eigen::Index i = 0; i < Q.size(); ++i) Q[i] += s.Q[i];
  for (int i = 0; i < 3; ++i) z1[bristle_ + i] = s.z[i];
  z1[D_friction_] += s.D;
}

void ContactLosses::add_Q_bar_tangent(const Across& pair, MatOut K) const {
  NormalStep x;
  calc_normal_step(pair, x);
  if (x.is_open()) return;
  if (D_damping_ >= 0) {
    const int m = map_.rows();
    LocalVector g_bar = Vector::Zero(m), g_e = g_bar;
    LocalMatrix T = Matrix::Zero(m, m), J = Matrix::Zero(m, map_.size()), J1 = J;
    gap_->add_g_bar(x.e0, x.e1, g_bar);
    gap_->add_g_e(x.e1, g_e);
    T = (x.N_g1 - x.F_g1) * g_bar.lazyProduct(g_e.transpose());
    gap_->add_g_bar_tangent(x.e0, x.e1, x.N - x.F, T);
    map_.add_e_q_bar(0, pair.q0, 0, pair.q1, J);
    map_.add_e_q(0, pair.q1, J1);
    const LocalMatrix TJ = T.lazyProduct(J1);
    K += J.transpose().lazyProduct(TJ);
    g_bar *= x.N - x.F;
    map_.add_e_q_bar_tangent(0, pair.q0, 0, pair.q1, g_bar, K);
  }
  if (!is_rough()) return;
  if (pair.q0.size() <= 12)
    add_sliding_tangent<12>(pair, x, K);
  else
    add_sliding_tangent<kMostContactCoordinates>(pair, x, K);
}

template <int N>
void ContactLosses::add_sliding_tangent(const Across& pair, const NormalStep& x, MatOut K) const {
  using Number = Dual<N>;
  const auto n = pair.q0.size();
  LocalVector g_e = Vector::Zero(map_.rows()), g_q = Vector::Zero(n);
  gap_->add_g_e(x.e1, g_e);
  map_.add_weighted_e_q(0, pair.q1, g_e, g_q);
  Number q_m[N], dq[N], normal(x.N);
  normal.d.head(n) = x.N_g1 * g_q;
  for (Eigen::Index i = 0; i < n; ++i) {
    dq[i] = Number::variable(pair.q1[i] - pair.q0[i], static_cast<int>(i));
    q_m[i] = pair.q0[i] + 0.5 * dq[i];
  }
  Sliding<Number> s;
  calc_sliding_step(q_m, dq, pair.z0, pair.h(), normal, s);
  for (Eigen::Index i = 0; i < n; ++i) K.row(i) += s.Q[i].d.head(n).transpose();
}

template <class T>
void ContactLosses::calc_sliding_step(const T* q_m, const T* dq, Vec z0, double h, const T& N, Sliding<T>& s) const {
  const double s0 = friction_.stiffness, s1 = friction_.damping, c = s0 + s1 / h;
  if (!(value_of(N) > 0)) {  // the bristle relaxes
    for (int i = 0; i < 3; ++i) {
      s.z[i] = T(z0[bristle_ + i] * (s1 / h) / c);
      s.D = s.D + T(0.5 * s0 * z0[bristle_ + i] * z0[bristle_ + i] * (1 - (s1 / h) / c * (s1 / h) / c));
    }
    return;
  }
  const auto m = calc_contact_motion(places_, q_m, dq);
  const Vector3 start = z0.segment<3>(bristle_);
  const Triple<T> z = T(start[0]) * m.b[0] + T(start[1]) * m.b[1] + T(start[2]) * m.b[2];
  const Triple<T> along = z - dot(m.n, z) * m.n, trial = T(s0) * along + T(c) * m.slip;
  const auto [f, slips] = limit_friction(friction_, trial, T(dot(m.slip, m.slip) / (h * h)), N);
  const Triple<T> z1 = T(1 / c) * f + T(s1 / h / c) * z, force = f + (friction_.viscous / h * N) * m.slip;
  pull_back(places_.A, m.A, force, -1, s.Q);
  pull_back(places_.B, m.B, force, 1, s.Q);
  for (int i = 0; i < 3; ++i) s.z[i] = dot(m.b[i], z1);
  s.D = dot(force, m.slip) - 0.5 * s0 * (dot(z1, z1) - T(start.squaredNorm()));
}

}  // namespace invar
