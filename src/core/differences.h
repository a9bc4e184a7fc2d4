// Derivatives of any callable of one variable by differences, to near the accuracy that rounding allows.
//
// Central differences of order 10 (f', f'' from f(x + j s), j = -5..5) are compared with those of order 8 on the same
// points and with those of a smaller step. The first step whose two comparisons reach the rounding level is taken
// (largest step = least rounding), otherwise the step with the smallest sum: near a kink only small steps see one side.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace invar {

namespace differences {

// Weights of f(x + j s) -+ f(x - j s), j = 1..5 (Fornberg 1988, Math. Comp. 51, tables for central differences).
inline constexpr std::array<double, 5> kFirst10 = {5.0 / 6.0, -5.0 / 21.0, 5.0 / 84.0, -5.0 / 504.0, 1.0 / 1260.0};
inline constexpr std::array<double, 5> kFirst8 = {4.0 / 5.0, -1.0 / 5.0, 4.0 / 105.0, -1.0 / 280.0, 0.0};
inline constexpr std::array<double, 5> kSecond10 = {5.0 / 3.0, -5.0 / 21.0, 5.0 / 126.0, -5.0 / 1008.0, 1.0 / 3150.0};
inline constexpr std::array<double, 5> kSecond8 = {8.0 / 5.0, -1.0 / 5.0, 8.0 / 315.0, -1.0 / 560.0, 0.0};

// Short binary fractions, so that x + j s is nearly always exact, with different odd factors, so that a periodic
// function cannot look constant on two successive grids.
inline constexpr std::array<double, 12> kSteps = {9.0 / 128,     11.0 / 512,    7.0 / 1024,      9.0 / 4096,
                                                  11.0 / 16384,  7.0 / 32768,   9.0 / 131072,    11.0 / 524288,
                                                  7.0 / 1048576, 9.0 / 4194304, 11.0 / 16777216, 7.0 / 33554432};

struct Difference {
  double value = 0.0;
  double error = std::numeric_limits<double>::infinity();  // against the lower order
  double rounding = 0.0;
};

template <int kOrder, class F>
Difference difference(const F& function, double x, double f, double step) {
  const auto& high = kOrder == 1 ? kFirst10 : kSecond10;
  const auto& low = kOrder == 1 ? kFirst8 : kSecond8;
  double sum_high = 0.0, sum_low = 0.0, largest = std::abs(f);
  for (int j = 1; j <= 5; ++j) {
    const double right = function(x + j * step), left = function(x - j * step);
    // Differences with f first: the weights of f'' then need no separate centre term.
    const double pair = kOrder == 1 ? right - left : (right - f) + (left - f);
    sum_high += high[j - 1] * pair;
    sum_low += low[j - 1] * pair;
    largest = std::max({largest, std::abs(right), std::abs(left)});
  }
  const double scale = kOrder == 1 ? step : step * step;
  return {sum_high / scale, std::abs(sum_high - sum_low) / scale,
          std::numeric_limits<double>::epsilon() * largest / scale};
}

}  // namespace differences

// First (kOrder = 1) or second (kOrder = 2) derivative at x.
template <int kOrder, class F>
double calc_derivative(const F& function, double x) {
  using namespace differences;
  const double f = function(x);
  // For large |x| steps must stay well above the spacing of numbers there.
  const double size = std::abs(x) > 1e4 ? std::exp2(std::ceil(std::log2(std::abs(x) * 1e-4))) : 1.0;
  Difference previous = difference<kOrder>(function, x, f, kSteps[0] * size);
  double chosen = previous.value, least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 1; i < kSteps.size(); ++i) {
    const Difference next = difference<kOrder>(function, x, f, kSteps[i] * size);
    const double error = previous.error + std::abs(previous.value - next.value);
    if (error < least) {
      least = error;
      chosen = previous.value;
    }
    if (error <= 4.0 * (previous.rounding + next.rounding)) break;
    previous = next;
  }
  return chosen;
}

}  // namespace invar
