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

// (W3)
struct Chord {
  WheelDeflection start, end, middle;
  Vector3 de, delta_bar;
  double gamma = 0;

  Chord(const WheelRoad& wheel, const Vector3& e0, const Vector3& e1)
      : start(wheel.calc_deflection(e0)), end(wheel.calc_deflection(e1)), de(e1 - e0) {
    middle = wheel.calc_deflection(0.5 * (e0 + e1));
    delta_bar = middle.gradient;
    const double squared = de.squaredNorm();
    // Below 10 micrometers the third derivative of delta times the cube of the increment is far below the rounding of
    // the energy, while gamma would be a quotient of rounding errors.
    if (squared < kSmallest * kSmallest) return;
    gamma = (end.delta - start.delta - middle.gradient.dot(de)) / squared;
    delta_bar += gamma * de;
  }
  // d delta_bar / d e1
  Matrix3 slope() const {
    Matrix3 K = 0.5 * middle.hessian;
    const double squared = de.squaredNorm();
    if (squared < kSmallest * kSmallest) return K;
    const Vector3 gamma_e =
        (end.gradient - middle.gradient - 0.5 * middle.hessian * de - 2 * gamma * de) / squared;
    K += gamma * Matrix3::Identity() + de * gamma_e.transpose();
    return K;
  }
  static constexpr double kSmallest = 1e-5;
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
  const double h = t1 - t0, f = mean_force(k_, c.start.delta, c.end.delta),
               rate = (c.end.delta - c.start.delta) / h, p = std::max(-1.0, c_ * rate);
  const double f_1 = mean_force_slope(k_, c.start.delta, c.end.delta), p_1 = p > -1 ? c_ / h : 0;
  K -= (f_1 * p + f * p_1) * c.delta_bar * c.end.gradient.transpose() + f * p * c.slope();
}

}  // namespace invar
