#include "invar/forces/tyre_force.h"

#include <algorithm>
#include <cmath>

#include "invar/math/rotation.h"

namespace invar {

namespace {

// What the law takes, as plain numbers or as variables of differentiation: c, a, u, w in this order.
template <class T>
struct PatchMotion {
  Triple<T> c, a, u, w;
};

template <class T>
struct TyreWrench {
  Triple<T> F, M;  // about c
  T N{}, alpha{}, camber{}, slip{}, F_x{}, F_y{}, M_z{};
  Triple<T> arm;  // from c to the point of contact
};

// A quantity of c with its gradient, as a number of type T.
inline double linear(double value, const Vector3&, const Triple<double>&) { return value; }
template <int N>
Dual<N> linear(double value, const Vector3& g, const Triple<Dual<N>>& c) {
  return {value, g[0] * c.x.d + g[1] * c.y.d + g[2] * c.z.d};
}
template <class T>
Triple<T> linear(const Vector3& value, const Matrix3& G, const Triple<T>& c) {
  return {linear(value[0], Vector3(G.row(0)), c), linear(value[1], Vector3(G.row(1)), c),
          linear(value[2], Vector3(G.row(2)), c)};
}

template <class T>
Triple<T> normalized(const Triple<T>& x) {
  using std::sqrt;
  const T squared = dot(x, x);
  // A wheel that lies flat on the road has no direction: no force then.
  if (!(value_of(squared) > 1e-24)) return {};
  return (T(1.0) / sqrt(squared)) * x;
}

template <class T>
TyreWrench<T> calc_wrench(const TyreConstants& k, const WheelContact& w, const PatchMotion<T>& m) {
  using std::atan;
  using std::sqrt;
  using std::tanh;
  TyreWrench<T> out;
  const Triple<T> n = linear(w.n, w.n_c, m.c), a = normalized(m.a);
  const Triple<T> e_x = normalized(cross(a, n)), e_y = cross(n, e_x), s = normalized(cross(e_x, a));
  const T delta = linear(w.spring.delta, w.spring.gradient, m.c), nu = linear(w.nu, w.nu_c, m.c);
  const Triple<T> gradient = linear(w.spring.gradient, w.spring.hessian, m.c);
  T N = k.stiffness * nu;
  if (k.damping > 0) {
    const T rate = 1.0 + k.damping * dot(gradient, m.u);
    N = value_of(rate) > 0 ? N * rate : T(0.0);
  }
  out.N = N;
  const T u_x = dot(m.u, e_x), u_y = dot(m.u, e_y), V = sqrt(u_x * u_x + k.low_speed * k.low_speed);
  const T n_s = dot(n, s);
  if (!(std::abs(value_of(n_s)) > 1e-6)) return out;
  const T r = linear(w.distance, w.distance_c, m.c) / n_s;
  out.alpha = atan(u_y / V);
  out.camber = atan(dot(n, a) / n_s);
  if (k.calspan) {
    const T rolling = u_x / V;
    const auto side = calc_calspan(*k.calspan, N, out.alpha, out.camber * rolling * rolling);
    out.F_y = side.F_y;
    out.M_z = side.M_z;
  }
  if (k.friction > 0) {
    out.slip = ((dot(m.w, a) + k.spin) * r - u_x) / V;
    out.F_x = k.friction * N * tanh(k.slip_stiffness / k.friction * out.slip);
  }
  if (k.rolling_resistance > 0) out.F_x -= k.rolling_resistance * N * u_x / V;
  const Triple<T> plane = out.F_x * e_x + out.F_y * e_y;
  out.arm = (T(-1.0) * r) * s;
  out.F = plane;
  if (w.spring.delta > 0) out.F = out.F + (k.stiffness * delta) * gradient;
  out.F = out.F + (k.stiffness * nu) * n;
  out.M = cross(out.arm, N * n + plane) + out.M_z * n;
  return out;
}

Triple<double> triple(const Vector3& x) { return {x[0], x[1], x[2]}; }
Vector3 vector(const Triple<double>& x) { return {x.x, x.y, x.z}; }

struct FramePoint {
  Vector3 c, a, u, w;
  FramePoint(Vec q, Vec v, const Vector3& p, const Vector3& n)
      : c(q.segment<3>(0)), a(Vector3::Zero()), u(v.segment<3>(0)), w(Vector3::Zero()) {
    for (int i = 0; i < 3; ++i) {
      const Vector3 d = q.segment<3>(3 + 3 * i), rate = v.segment<3>(3 + 3 * i);
      c += p[i] * d;
      u += p[i] * rate;
      a += n[i] * d;
      w += 0.5 * d.cross(rate);
    }
  }
};

using Number = Dual<12>;
Triple<Number> variables(const Vector3& x, int first) {
  return {Number::variable(x[0], first), Number::variable(x[1], first + 1), Number::variable(x[2], first + 2)};
}
using Gradient3 = Eigen::Matrix<double, 3, 12>;
Gradient3 gradients(const Triple<Number>& x) {
  Gradient3 G;
  G << x.x.d.transpose(), x.y.d.transpose(), x.z.d.transpose();
  return G;
}

}  // namespace

void TyreForce::add_Q(const At& at, VecOut Q) const {
  const FramePoint x(at.q, at.v, p_, n_);
  const WheelContact contact = wheel_->calc_contact(x.c);
  if (!contact.touches) return;
  const PatchMotion<double> motion{triple(x.c), triple(x.a), triple(x.u), triple(x.w)};
  const auto wrench = calc_wrench(params_, contact, motion);
  const Vector3 F = vector(wrench.F), M = vector(wrench.M);
  Q.segment<3>(0) += F;
  for (int i = 0; i < 3; ++i) Q.segment<3>(3 + 3 * i) += p_[i] * F + 0.5 * M.cross(at.q.segment<3>(3 + 3 * i));
}

// Moment, and derivatives of force and moment by c, a, u, w.
struct TyreForce::Derivatives {
  Vector3 M;
  Gradient3 F_x, M_x;
};

// False where the wheel does not touch the road.
bool TyreForce::calc_derivatives(Vec q, Vec v, Derivatives& out) const {
  const FramePoint x(q, v, p_, n_);
  const WheelContact contact = wheel_->calc_contact(x.c);
  if (!contact.touches) return false;
  const auto wrench =
      calc_wrench(params_, contact,
                  PatchMotion<Number>{variables(x.c, 0), variables(x.a, 3), variables(x.u, 6), variables(x.w, 9)});
  out.F_x = gradients(wrench.F);
  out.M_x = gradients(wrench.M);
  out.M = {wrench.M.x.value, wrench.M.y.value, wrench.M.z.value};
  return true;
}

// K += by_q Q_q + by_v Q_v.
void TyreForce::add_tangent_at(const Derivatives& x, Vec q, Vec v, double by_q, double by_v, MatOut K) const {
  // Columns: F and M by all 12 coordinates, through c, a, u, w.
  Gradient3 F_q, M_q;
  const auto columns = [&](const Gradient3& G, Gradient3& out) {
    const Matrix3 by_c = by_q * G.middleCols<3>(0) + by_v * G.middleCols<3>(6);
    out.middleCols<3>(0) = by_c;
    for (int i = 0; i < 3; ++i) {
      const Vector3 d = q.segment<3>(3 + 3 * i), rate = v.segment<3>(3 + 3 * i);
      out.middleCols<3>(3 + 3 * i) = p_[i] * by_c + by_q * n_[i] * G.middleCols<3>(3) +
                                     0.5 * G.middleCols<3>(9) * (by_v * skew(d) - by_q * skew(rate));
    }
  };
  columns(x.F_x, F_q);
  columns(x.M_x, M_q);
  K.topRows<3>() += F_q;
  for (int i = 0; i < 3; ++i) {
    K.middleRows<3>(3 + 3 * i) += p_[i] * F_q - 0.5 * skew(q.segment<3>(3 + 3 * i)) * M_q;
    K.block<3, 3>(3 + 3 * i, 3 + 3 * i) += 0.5 * by_q * skew(x.M);
  }
}

void TyreForce::add_Q_q(const At& at, MatOut K) const {
  if (Derivatives x; calc_derivatives(at.q, at.v, x)) add_tangent_at(x, at.q, at.v, 1, 0, K);
}

void TyreForce::add_Q_v(const At& at, MatOut C) const {
  if (Derivatives x; calc_derivatives(at.q, at.v, x)) add_tangent_at(x, at.q, at.v, 0, 1, C);
}

void TyreForce::add_Q_q_and_Q_v(const At& at, MatOut K, MatOut C) const {
  Derivatives x;
  if (!calc_derivatives(at.q, at.v, x)) return;
  add_tangent_at(x, at.q, at.v, 1, 0, K);
  add_tangent_at(x, at.q, at.v, 0, 1, C);
}

void TyreForce::add_Q_tangent(const At& at, double by_q, double by_v, MatOut K) const {
  if (Derivatives x; calc_derivatives(at.q, at.v, x)) add_tangent_at(x, at.q, at.v, by_q, by_v, K);
}

TyreState TyreForce::calc_state(Vec q, Vec v) const {
  const FramePoint x(q, v, p_, n_);
  const WheelContact contact = wheel_->calc_contact(x.c);
  TyreState s;
  s.contact = x.c - contact.distance * contact.n;
  if (!contact.touches) return s;
  const auto w = calc_wrench(params_, contact, PatchMotion<double>{triple(x.c), triple(x.a), triple(x.u), triple(x.w)});
  s.load = w.N;
  s.slip_angle = w.alpha;
  s.camber = w.camber;
  s.slip = w.slip;
  s.F_x = w.F_x;
  s.F_y = w.F_y;
  s.M_z = w.M_z;
  s.contact = x.c + vector(w.arm);
  return s;
}

}  // namespace invar
