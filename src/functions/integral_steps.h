// IntegralSteps: the integral of a function from 0 to x as the sum over steps of unit length, each computed once, and a rest
// that is shorter than a step. A shaft with a torque written as a formula turns through thousands of radians, and its energy
// is asked for in every step. Values do not depend on what was asked for before.
#pragma once

#include <cmath>
#include <mutex>
#include <vector>

namespace invar {

class IntegralSteps {
 public:
  // `integrate(a, b)` is the integral of the function.
  template <class Integrate>
  double calc(double x, const Integrate& integrate) {
    constexpr double kMost = 1e6;  // steps that are kept, 8 MB; what lies beyond them is integrated each time
    const double whole = std::min(std::floor(std::abs(x)), kMost);
    if (!(whole >= 1)) return integrate(0.0, x);
    const double sign = x < 0 ? -1 : 1;
    return sum(static_cast<std::size_t>(whole), sign, integrate) + integrate(sign * whole, x);
  }

 private:
  template <class Integrate>
  double sum(std::size_t count, double sign, const Integrate& integrate) {
    const std::lock_guard lock(mutex_);
    std::vector<double>& sums = sign < 0 ? left_ : right_;  // sums[i]: from 0 to sign (i + 1)
    while (sums.size() < count) {
      const double from = sign * static_cast<double>(sums.size());
      sums.push_back((sums.empty() ? 0.0 : sums.back()) + integrate(from, from + sign));
    }
    return sums[count - 1];
  }

  std::mutex mutex_;
  std::vector<double> left_, right_;
};

}  // namespace invar
