// Constant and polynomial functions, and the mean value (1), (2) of function1d.h.
#include "invar/functions/function1d.h"

#include <array>
#include <cmath>
#include <limits>

namespace invar {

namespace {

class Constant final : public Function1D {
 public:
  explicit Constant(double value) : value_(value) {}
  double value(double) const override { return value_; }
  double derivative(double) const override { return 0.0; }
  double second_derivative(double) const override { return 0.0; }
  double integral(double a, double b) const override { return value_ * (b - a); }
  bool is_constant() const override { return true; }
  bool is_linear(double, double) const override { return true; }

 private:
  double value_;
};

class Polynomial final : public Function1D {
 public:
  explicit Polynomial(std::vector<double> coefficients) : c_(std::move(coefficients)) {}

  double value(double x) const override {
    double sum = 0.0;
    for (std::size_t k = c_.size(); k-- > 0;) sum = sum * x + c_[k];
    return sum;
  }
  double derivative(double x) const override {
    double sum = 0.0;
    for (std::size_t k = c_.size(); k-- > 1;) sum = sum * x + static_cast<double>(k) * c_[k];
    return sum;
  }
  double second_derivative(double x) const override {
    double sum = 0.0;
    for (std::size_t k = c_.size(); k-- > 2;) sum = sum * x + static_cast<double>(k * (k - 1)) * c_[k];
    return sum;
  }
  // b^(k+1) - a^(k+1) = (b - a) S_k with S_k = a S_(k-1) + b^k: the factor b - a comes out without cancellation.
  double integral(double a, double b) const override {
    double sum = 0.0, s = 0.0, power = 1.0;
    for (std::size_t k = 0; k < c_.size(); ++k) {
      s = a * s + power;
      power *= b;
      sum += c_[k] * s / static_cast<double>(k + 1);
    }
    return sum * (b - a);
  }
  bool is_constant() const override { return c_.size() <= 1; }
  bool is_linear(double, double) const override { return c_.size() <= 2; }

 private:
  std::vector<double> c_;
};

}  // namespace

FunctionPtr make_constant(double value) { return std::make_shared<Constant>(value); }

FunctionPtr make_polynomial(std::vector<double> coefficients) {
  return std::make_shared<Polynomial>(std::move(coefficients));
}

double mean_value(const Function1D& f, double a, double b) {
  // Below this distance the integral itself would lose digits to underflow.
  constexpr double kSmallest = 1e-280;
  if (std::abs(b - a) < kSmallest) return f.value(b);
  return f.integral(a, b) / (b - a);
}

double mean_value_db(const Function1D& f, double a, double b) {
  constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
  const double d = b - a;
  if (d == 0.0) return 0.5 * f.derivative(a);
  const double f_b = f.value(b);
  const double mean = mean_value(f, a, b);
  const double quotient = (f_b - mean) / d;
  const double quotient_error = 4.0 * kEpsilon * (std::abs(f_b) + std::abs(mean)) / std::abs(d);
  if (quotient_error <= 1e-12 * std::abs(quotient)) return quotient;

  // The right-hand side of (2) by Gauss-Legendre rules of 3 and 5 points; their difference tells the error.
  const auto rule = [&](const auto& nodes, const auto& weights) {
    double sum = 0.0;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const double s = 0.5 * (1.0 + nodes[i]);
      sum += 0.5 * weights[i] * s * f.derivative(a + s * d);
    }
    return sum;
  };
  static constexpr std::array<double, 3> x3 = {-0.774596669241483377, 0.0, 0.774596669241483377};
  static constexpr std::array<double, 3> w3 = {5.0 / 9.0, 8.0 / 9.0, 5.0 / 9.0};
  static constexpr std::array<double, 5> x5 = {-0.906179845938663993, -0.538469310105683091, 0.0, 0.538469310105683091,
                                               0.906179845938663993};
  static constexpr std::array<double, 5> w5 = {0.236926885056189088, 0.478628670499366468, 128.0 / 225.0,
                                               0.478628670499366468, 0.236926885056189088};
  const double series = rule(x5, w5);
  const double series_error = std::abs(series - rule(x3, w3));
  // Not (a < b): a derivative that is not finite must not win.
  return series_error <= quotient_error ? series : quotient;
}

}  // namespace invar
