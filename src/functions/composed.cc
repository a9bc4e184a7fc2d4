#include "invar/functions/composed.h"

#include <cmath>

namespace invar {

namespace {

// g(f(t)) with an outer function that supplies g, g' and g''.
template <class Outer>
class Composed final : public Function1D {
 public:
  explicit Composed(FunctionPtr f) : f_(std::move(f)) {}
  double value(double t) const override { return Outer::value(f_->value(t)); }
  double derivative(double t) const override { return Outer::first(f_->value(t)) * f_->derivative(t); }
  double second_derivative(double t) const override {
    const double f = f_->value(t), rate = f_->derivative(t);
    return Outer::second(f) * rate * rate + Outer::first(f) * f_->second_derivative(t);
  }
  double integral(double a, double b) const override {
    return integrate([this](double t) { return value(t); }, a, b);
  }
  bool is_constant() const override { return f_->is_constant(); }

 private:
  FunctionPtr f_;
};

struct Cosine {
  static double value(double x) { return std::cos(x); }
  static double first(double x) { return -std::sin(x); }
  static double second(double x) { return -std::cos(x); }
};

struct Sine {
  static double value(double x) { return std::sin(x); }
  static double first(double x) { return std::cos(x); }
  static double second(double x) { return -std::sin(x); }
};

struct Square {
  static double value(double x) { return x * x; }
  static double first(double x) { return 2 * x; }
  static double second(double) { return 2; }
};

}  // namespace

FunctionPtr make_cosine(FunctionPtr f) { return std::make_shared<Composed<Cosine>>(std::move(f)); }
FunctionPtr make_sine(FunctionPtr f) { return std::make_shared<Composed<Sine>>(std::move(f)); }
FunctionPtr make_square(FunctionPtr f) { return std::make_shared<Composed<Square>>(std::move(f)); }

}  // namespace invar
