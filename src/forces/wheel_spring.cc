#include "invar/forces/wheel_spring.h"

#include <algorithm>
#include <cmath>

namespace invar {

namespace {

double positive(double x) { return std::max(x, 0.0); }

// Mean of k delta_+ between two deflections, without a quotient of small differences; and its derivative by the second.
double mean_force(double k, double a, double b) {
  if (a <= 0 && b <= 0) return 0;
  if (a > 0 && b > 0) return 0.5 * k * (a + b);
  const double inside = std::max(a, b);
  return 0.5 * k * inside * inside / std::abs(b - a);
}
double mean_force_slope(double k, double a, double b) {
  if (a <= 0 && b <= 0) return 0;
  if (a > 0 && b > 0) return 0.5 * k;
  const double gap = std::abs(b - a);
  // b inside: k b^2 / (2 (b - a)); a inside: k a^2 / (2 (a - b)).
  return b > a ? k * b / gap - 0.5 * k * b * b / (gap * gap) : 0.5 * k * a * a / (gap * gap);
}

// (W3). Below kSmallest quotients of differences would be quotients of rounding errors; their derivatives are so much
// earlier. The derivative of a mean value by its end is half the slope at two thirds of the way, to second order.
struct Chord {
  static constexpr double kSmallest = 1e-7, kSmallestSlope = 1e-4;
  const WheelRoad& wheel;
  Vector3 e0, e1;
  double dx, dz;
  WheelDeflection start, end, ahead, below;  // at (x0, z0), (x1, z1), (x1, z0), (x0, z1)
  Vector3 delta_bar = Vector3::Zero();

  Chord(const WheelRoad& w, const Vector3& a, const Vector3& b)
      : wheel(w), e0(a), e1(b), dx(b[0] - a[0]), dz(b[2] - a[2]), start(at(a[0], a[2])), end(at(b[0], b[2])) {
    // In flight at both ends: no force, nothing more to know.
    if (!touches()) return;
    ahead = at(b[0], a[2]);
    below = at(a[0], b[2]);
    if (std::abs(dx) > kSmallest) {
      delta_bar[0] = 0.5 * ((ahead.delta - start.delta) + (end.delta - below.delta)) / dx;
    } else {
      const double x = 0.5 * (a[0] + b[0]);
      delta_bar[0] = 0.5 * (at(x, a[2]).gradient[0] + at(x, b[2]).gradient[0]);
    }
    if (std::abs(dz) > kSmallest) {
      delta_bar[2] = 0.5 * ((below.delta - start.delta) + (end.delta - ahead.delta)) / dz;
    } else {
      const double z = 0.5 * (a[2] + b[2]);
      delta_bar[2] = 0.5 * (at(a[0], z).gradient[2] + at(b[0], z).gradient[2]);
    }
  }
  bool touches() const { return start.delta > 0 || end.delta > 0; }
  WheelDeflection at(double x, double z) const { return wheel.calc_deflection(Vector3(x, 0, z)); }

  // d delta_bar / d e1
  Matrix3 slope() const {
    Matrix3 K = Matrix3::Zero();
    if (std::abs(dx) > kSmallestSlope) {
      K(0, 0) = (0.5 * (ahead.gradient[0] + end.gradient[0]) - delta_bar[0]) / dx;
      K(0, 2) = 0.5 * (end.gradient[2] - below.gradient[2]) / dx;
    } else {
      const double x = e0[0] + 2 * dx / 3;
      K(0, 0) = 0.25 * (at(x, e0[2]).hessian(0, 0) + at(x, e1[2]).hessian(0, 0));
      K(0, 2) = 0.5 * at(e0[0] + 0.5 * dx, e1[2]).hessian(0, 2);
    }
    if (std::abs(dz) > kSmallestSlope) {
      K(2, 2) = (0.5 * (below.gradient[2] + end.gradient[2]) - delta_bar[2]) / dz;
      K(2, 0) = 0.5 * (end.gradient[0] - ahead.gradient[0]) / dz;
    } else {
      const double z = e0[2] + 2 * dz / 3;
      K(2, 2) = 0.25 * (at(e0[0], z).hessian(2, 2) + at(e1[0], z).hessian(2, 2));
      K(2, 0) = 0.5 * at(e1[0], e0[2] + 0.5 * dz).hessian(2, 0);
    }
    return K;
  }
};

}  // namespace

double WheelSpring::W(Vec e) const {
  const double delta = positive(wheel_->calc_deflection(e).delta);
  return 0.5 * k_ * delta * delta;
}

void WheelSpring::add_dW(Vec e, VecOut g) const {
  const WheelDeflection w = wheel_->calc_deflection(e);
  if (w.delta > 0) g += k_ * w.delta * w.gradient;
}

void WheelSpring::add_ddW(Vec e, MatOut K) const {
  const WheelDeflection w = wheel_->calc_deflection(e);
  if (w.delta > 0) K += k_ * w.gradient * w.gradient.transpose() + k_ * w.delta * w.hessian;
}

void WheelSpring::add_dW_bar(Vec e0, Vec e1, VecOut g) const {
  const Chord c(*wheel_, e0, e1);
  const double f = mean_force(k_, c.start.delta, c.end.delta);
  if (f > 0) g += f * c.delta_bar;
}

void WheelSpring::add_dW_bar_tangent(Vec e0, Vec e1, MatOut K) const {
  const Chord c(*wheel_, e0, e1);
  const double f = mean_force(k_, c.start.delta, c.end.delta);
  if (!(f > 0)) return;
  K += mean_force_slope(k_, c.start.delta, c.end.delta) * c.delta_bar * c.end.gradient.transpose() + f * c.slope();
}

// sigma = -f p grad delta with p = max(-1, c delta_dot).
void WheelDamper::add_sigma(double, Vec e, Vec e_dot, VecOut sigma) const {
  const WheelDeflection w = wheel_->calc_deflection(e);
  if (!(w.delta > 0)) return;
  sigma -= k_ * w.delta * std::max(-1.0, c_ * w.gradient.dot(e_dot)) * w.gradient;
}

void WheelDamper::add_sigma_e(double, Vec e, Vec e_dot, MatOut K) const {
  const WheelDeflection w = wheel_->calc_deflection(e);
  if (!(w.delta > 0)) return;
  const double p = std::max(-1.0, c_ * w.gradient.dot(e_dot));
  const Vector3 rate = e_dot, p_e = p > -1 ? Vector3(c_ * w.hessian * rate) : Vector3::Zero();
  K -= k_ * p * w.gradient * w.gradient.transpose() + k_ * w.delta * w.gradient * p_e.transpose() +
       k_ * w.delta * p * w.hessian;
}

void WheelDamper::add_sigma_e_dot(double, Vec e, Vec e_dot, MatOut C) const {
  const WheelDeflection w = wheel_->calc_deflection(e);
  if (w.delta > 0 && c_ * w.gradient.dot(e_dot) > -1) C -= k_ * w.delta * c_ * w.gradient * w.gradient.transpose();
}

void WheelDamper::add_sigma_bar(double t0, Vec e0, double t1, Vec e1, VecOut sigma) const {
  const Chord c(*wheel_, e0, e1);
  const double f = mean_force(k_, c.start.delta, c.end.delta), rate = (c.end.delta - c.start.delta) / (t1 - t0);
  sigma -= f * std::max(-1.0, c_ * rate) * c.delta_bar;
}

void WheelDamper::add_sigma_bar_tangent(double t0, Vec e0, double t1, Vec e1, MatOut K) const {
  const Chord c(*wheel_, e0, e1);
  const double h = t1 - t0, f = mean_force(k_, c.start.delta, c.end.delta), rate = (c.end.delta - c.start.delta) / h,
               p = std::max(-1.0, c_ * rate);
  const double f_1 = mean_force_slope(k_, c.start.delta, c.end.delta), p_1 = p > -1 ? c_ / h : 0;
  K -= (f_1 * p + f * p_1) * c.delta_bar * c.end.gradient.transpose() + f * p * c.slope();
}

}  // namespace invar
