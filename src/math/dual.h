// Dual numbers with N derivatives: a value that carries its gradient through a calculation (forward differentiation,
// exact to rounding). For force laws whose derivatives by hand would be longer than the law.
#pragma once

#include <Eigen/Core>
#include <cmath>

namespace invar {

template <int N>
struct Dual {
  using Gradient = Eigen::Matrix<double, N, 1>;
  double value = 0;
  Gradient d = Gradient::Zero();

  Dual() = default;
  Dual(double v) : value(v) {}  // NOLINT: constants mix with dual numbers
  Dual(double v, const Gradient& g) : value(v), d(g) {}
  static Dual variable(double v, int i) { return {v, Gradient::Unit(i)}; }

  Dual& operator+=(const Dual& b) { return value += b.value, d += b.d, *this; }
  Dual& operator-=(const Dual& b) { return value -= b.value, d -= b.d, *this; }
  friend Dual operator-(const Dual& a) { return {-a.value, -a.d}; }
  friend Dual operator+(const Dual& a, const Dual& b) { return {a.value + b.value, a.d + b.d}; }
  friend Dual operator-(const Dual& a, const Dual& b) { return {a.value - b.value, a.d - b.d}; }
  friend Dual operator*(const Dual& a, const Dual& b) { return {a.value * b.value, a.value * b.d + b.value * a.d}; }
  friend Dual operator/(const Dual& a, const Dual& b) {
    const double q = a.value / b.value;
    return {q, (a.d - q * b.d) / b.value};
  }
  friend Dual operator*(double a, const Dual& b) { return {a * b.value, a * b.d}; }
  friend Dual operator*(const Dual& a, double b) { return {a.value * b, a.d * b}; }
  friend Dual operator+(const Dual& a, double b) { return {a.value + b, a.d}; }
  friend Dual operator+(double a, const Dual& b) { return {a + b.value, b.d}; }
  friend Dual operator-(const Dual& a, double b) { return {a.value - b, a.d}; }
  friend Dual operator-(double a, const Dual& b) { return {a - b.value, -b.d}; }
  friend Dual operator/(const Dual& a, double b) { return {a.value / b, a.d / b}; }

  friend Dual sqrt(const Dual& a) {
    const double r = std::sqrt(a.value);
    return {r, (0.5 / r) * a.d};
  }
  friend Dual atan(const Dual& a) { return {std::atan(a.value), a.d / (1 + a.value * a.value)}; }
  friend Dual tanh(const Dual& a) {
    const double t = std::tanh(a.value);
    return {t, (1 - t * t) * a.d};
  }
  friend Dual exp(const Dual& a) {
    const double e = std::exp(a.value);
    return {e, e * a.d};
  }
  friend Dual sin(const Dual& a) { return {std::sin(a.value), std::cos(a.value) * a.d}; }
  friend Dual cos(const Dual& a) { return {std::cos(a.value), -std::sin(a.value) * a.d}; }
  friend Dual abs(const Dual& a) { return a.value < 0 ? -a : a; }
};

inline double value_of(double a) { return a; }
template <int N>
double value_of(const Dual<N>& a) {
  return a.value;
}

// Vectors of three numbers of any kind: Eigen's own products want more of a scalar type than is needed here.
template <class T>
struct Triple {
  T x{}, y{}, z{};
  friend Triple operator+(const Triple& a, const Triple& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend Triple operator-(const Triple& a, const Triple& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend Triple operator*(const T& c, const Triple& a) { return {c * a.x, c * a.y, c * a.z}; }
};
template <class T>
T dot(const Triple<T>& a, const Triple<T>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class T>
Triple<T> cross(const Triple<T>& a, const Triple<T>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

}  // namespace invar
