#include "reproduce/minimal.h"

#include <array>
#include <cmath>

namespace invar::reproduce {

namespace {

using Pair = std::array<double, 2>;

Pair rate(const Acceleration& f, const Pair& y) { return {y[1], f(y[0], y[1])}; }
Pair moved(const Pair& y, double h, const Pair& k) { return {y[0] + h * k[0], y[1] + h * k[1]}; }

Pair runge_kutta_step(const Acceleration& f, const Pair& y, double h) {
  const Pair k1 = rate(f, y), k2 = rate(f, moved(y, h / 2, k1)), k3 = rate(f, moved(y, h / 2, k2)),
             k4 = rate(f, moved(y, h, k3));
  Pair next = y;
  for (int i = 0; i < 2; ++i) next[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
  return next;
}

void keep(AngleMotion& motion, double t, const Pair& y) {
  motion.t.push_back(t);
  motion.theta.push_back(y[0]);
  motion.thetadot.push_back(y[1]);
}

}  // namespace

AngleMotion runge_kutta_4(const Acceleration& f, double theta, double thetadot, double h, double end) {
  AngleMotion motion;
  Pair y{theta, thetadot};
  keep(motion, 0, y);
  const auto steps = std::llround(end / h);
  for (long long n = 1; n <= steps; ++n) {
    y = runge_kutta_step(f, y, h);
    keep(motion, static_cast<double>(n) * h, y);
  }
  return motion;
}

AngleMotion adams_bashforth_3(const Acceleration& f, double theta, double thetadot, double h, double end) {
  AngleMotion motion;
  Pair y{theta, thetadot}, k1 = rate(f, y), k2{}, k3{};  // newest first
  keep(motion, 0, y);
  const auto steps = std::llround(end / h);
  for (long long n = 1; n <= steps; ++n) {
    if (n <= 2) {
      y = runge_kutta_step(f, y, h);
    } else {
      for (int i = 0; i < 2; ++i) y[i] += h / 12 * (23 * k1[i] - 16 * k2[i] + 5 * k3[i]);
    }
    k3 = k2;
    k2 = k1;
    k1 = rate(f, y);
    keep(motion, static_cast<double>(n) * h, y);
  }
  return motion;
}

}  // namespace invar::reproduce
