// A formula as a function of one variable: differences for the derivatives (core/differences.h), quadrature for the
// integral.
#include "invar/core/differences.h"
#include "invar/core/function1d.h"

namespace invar {

namespace {

class ExpressionFunction final : public Function1D {
 public:
  explicit ExpressionFunction(Expression expression) : expression_(std::move(expression)) {}

  double value(double x) const override { return expression_.eval(x); }
  double derivative(double x) const override {
    return calc_derivative<1>([this](double y) { return value(y); }, x);
  }
  double second_derivative(double x) const override {
    return calc_derivative<2>([this](double y) { return value(y); }, x);
  }
  double integral(double a, double b) const override {
    return integrate([this](double x) { return expression_.eval(x); }, a, b);
  }

 private:
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
