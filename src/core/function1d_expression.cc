// A formula as a function of one variable: differences for the derivatives, quadrature for the integral.
//
// Central differences of order 10 (f', f'' from f(x + j s), j = -5..5) are compared with those of order 8 on the same
// points and with those of a smaller step. The first step whose two comparisons reach the rounding level is taken
// (largest step = least rounding), otherwise the step with the smallest sum: near a kink only small steps see one side.
#include <array>
#include <cmath>
#include <limits>

#include "invar/core/function1d.h"

namespace invar {

namespace {

// Weights of f(x + j s) -+ f(x - j s), j = 1..5 (Fornberg 1988, Math. Comp. 51, tables for central differences).
constexpr std::array<double, 5> kFirst10 = {5.0 / 6.0, -5.0 / 21.0, 5.0 / 84.0, -5.0 / 504.0, 1.0 / 1260.0};
constexpr std::array<double, 5> kFirst8 = {4.0 / 5.0, -1.0 / 5.0, 4.0 / 105.0, -1.0 / 280.0, 0.0};
constexpr std::array<double, 5> kSecond10 = {5.0 / 3.0, -5.0 / 21.0, 5.0 / 126.0, -5.0 / 1008.0, 1.0 / 3150.0};
constexpr std::array<double, 5> kSecond8 = {8.0 / 5.0, -1.0 / 5.0, 8.0 / 315.0, -1.0 / 560.0, 0.0};

// Short binary fractions, so that x + j s is nearly always exact, with different odd factors, so that a periodic
// function cannot look constant on two successive grids.
constexpr std::array<double, 12> kSteps = {9.0 / 128,     11.0 / 512,    7.0 / 1024,      9.0 / 4096,
                                           11.0 / 16384,  7.0 / 32768,   9.0 / 131072,    11.0 / 524288,
                                           7.0 / 1048576, 9.0 / 4194304, 11.0 / 16777216, 7.0 / 33554432};

struct Difference {
  double value = 0.0;
  double error = std::numeric_limits<double>::infinity();  // against the lower order
  double rounding = 0.0;
};

class ExpressionFunction final : public Function1D {
 public:
  explicit ExpressionFunction(Expression expression) : expression_(std::move(expression)) {}

  double value(double x) const override { return expression_.eval(x); }
  double derivative(double x) const override { return best<1>(x); }
  double second_derivative(double x) const override { return best<2>(x); }
  double integral(double a, double b) const override {
    return integrate([this](double x) { return expression_.eval(x); }, a, b);
  }

 private:
  template <int kOrder>
  Difference difference(double x, double f, double step) const {
    const auto& high = kOrder == 1 ? kFirst10 : kSecond10;
    const auto& low = kOrder == 1 ? kFirst8 : kSecond8;
    double sum_high = 0.0, sum_low = 0.0, largest = std::abs(f);
    for (int j = 1; j <= 5; ++j) {
      const double right = value(x + j * step), left = value(x - j * step);
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

  template <int kOrder>
  double best(double x) const {
    const double f = value(x);
    // For large |x| steps must stay well above the spacing of numbers there.
    const double size = std::abs(x) > 1e4 ? std::exp2(std::ceil(std::log2(std::abs(x) * 1e-4))) : 1.0;
    Difference previous = difference<kOrder>(x, f, kSteps[0] * size);
    double chosen = previous.value, least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 1; i < kSteps.size(); ++i) {
      const Difference next = difference<kOrder>(x, f, kSteps[i] * size);
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

  Expression expression_;
};

}  // namespace

FunctionPtr make_expression(const std::string& text, const std::string& variable,
                            const Expression::Constants& constants, const SourceLocation& where,
                            const std::string& subject) {
  return std::make_shared<ExpressionFunction>(
      Expression(text, std::vector<std::string>{variable}, constants, where, subject));
}

}  // namespace invar
