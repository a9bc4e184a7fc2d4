#include "invar/functions/function1d_callable.h"

#include "invar/core/differences.h"
#include "invar/functions/integral_steps.h"

namespace invar {

namespace {

class CallableFunction final : public Function1D {
 public:
  CallableFunction(std::function<double(double)> value, std::function<double(double)> derivative)
      : value_(std::move(value)), derivative_(std::move(derivative)) {}

  double value(double x) const override { return value_(x); }
  double derivative(double x) const override { return derivative_ ? derivative_(x) : calc_derivative<1>(value_, x); }
  double second_derivative(double x) const override {
    return derivative_ ? calc_derivative<1>(derivative_, x) : calc_derivative<2>(value_, x);
  }
  double integral(double a, double b) const override { return integrate(value_, a, b); }
  double antiderivative(double x) const override {
    return steps_.calc(x, [this](double a, double b) { return integral(a, b); });
  }

 private:
  std::function<double(double)> value_, derivative_;
  mutable IntegralSteps steps_;
};

}  // namespace

FunctionPtr make_callable(std::function<double(double)> value) { return make_callable(std::move(value), nullptr); }

FunctionPtr make_callable(std::function<double(double)> value, std::function<double(double)> derivative) {
  return std::make_shared<CallableFunction>(std::move(value), std::move(derivative));
}

}  // namespace invar
