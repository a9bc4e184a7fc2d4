// A formula as a function of one variable. Derivatives are exact where the formula has them, else by differences
// (core/differences.h). The integral goes by quadrature between the places
// where the formula changes its case: a quadrature across a kink may miss what lies behind it.
#include "invar/core/differences.h"
#include "invar/functions/break_order.h"
#include "invar/functions/case_changes.h"
#include "invar/functions/first_change.h"
#include "invar/functions/function1d.h"
#include "invar/functions/integral_steps.h"

namespace invar {

namespace {

constexpr double kRounding = std::numeric_limits<double>::epsilon();

// As integrate(), but content with what the rounding of x leaves: an argument rounded by dx changes the integral of a
// smooth stretch by about dx times the range of f. Formulas like k (x + 0.9) near -0.9 would be refined without end.
template <class F>
double integrate_stretch(const F& f, double a, double b) {
  if (a == b) return 0.0;
  const auto whole = gauss_kronrod::estimate(f, a, b);
  const double inset = (b - a) / 64.0, range = std::abs(f(b - inset) - f(a + inset));
  const double by_argument = 2.0 * std::max(std::abs(a), std::abs(b)) * (std::isfinite(range) ? range : 0.0);
  int budget = 4000;
  return gauss_kronrod::refine(f, a, b, whole, kRounding * (20.0 * whole.magnitude + by_argument), 60, budget);
}

// Sums the integrals of the stretches between changes of case, from left to right. An interval on which a case may
// change is halved until it does not or is as short as rounding.
template <class F>
class StretchSum {
 public:
  StretchSum(const Expression& formula, const F& f, double a, double b)
      : formula_(formula), f_(f), start_(a), shortest_(1e-3 * kRounding * (b - a)) {
    split(a, b);
    sum_ += integrate_stretch(f_, start_, b);
  }
  double sum() const { return sum_; }

 private:
  void split(double lo, double hi) {
    if (keeps(lo, hi)) {
      const double near = width_at(lo);
      if (lo > start_ && !keeps(lo - near, lo + near)) end_stretch(lo, lo);
      return;
    }
    const double middle = lo + 0.5 * (hi - lo);
    if (hi - lo <= 2.0 * width_at(std::max(std::abs(lo), std::abs(hi)))) {
      sum_ += (hi - lo) * f_(middle);
      return end_stretch(lo, hi);
    }
    split(lo, middle);
    split(middle, hi);
  }
  bool keeps(double lo, double hi) { return --budget_ < 0 || formula_.keeps_its_case(lo, hi); }
  double width_at(double x) const { return 2.0 * kRounding * std::abs(x) + shortest_; }
  void end_stretch(double end, double next) {
    sum_ += integrate_stretch(f_, start_, end);
    start_ = next;
  }

  const Expression& formula_;
  const F& f_;
  double start_, shortest_, sum_ = 0.0;
  int budget_ = 30000;  // about 200 kinks, 1 ms; what is left then is integrated as if it had none
};

class ExpressionFunction final : public Function1D {
 public:
  explicit ExpressionFunction(Expression expression) : expression_(std::move(expression)) {}

  double value(double x) const override { return expression_.eval(x); }
  double derivative(double x) const override {
    if (const double exact = expression_.eval_jet(x).first; std::isfinite(exact)) return exact;
    return calc_derivative<1>([this](double y) { return value(y); }, x);
  }
  double second_derivative(double x) const override {
    if (const double exact = expression_.eval_jet(x).second; std::isfinite(exact)) return exact;
    return calc_derivative<2>([this](double y) { return value(y); }, x);
  }
  double integral(double a, double b) const override {
    const auto f = [this](double x) { return expression_.eval(x); };
    if (!expression_.has_cases() || expression_.keeps_its_case(a, b)) return integrate_stretch(f, a, b);
    return a < b ? StretchSum(expression_, f, a, b).sum() : -StretchSum(expression_, f, b, a).sum();
  }
  double antiderivative(double x) const override {
    return steps_.calc(x, [this](double a, double b) { return integral(a, b); });
  }
  FunctionJumps find_jumps(double a, double b) const override {
    FunctionJumps jumps;
    if (!expression_.has_cases()) return jumps;
    const CaseChanges changes(expression_, a, b);
    jumps.complete = changes.complete();
    for (const auto& place : changes.places()) {
      const double x = place.lo + 0.5 * (place.hi - place.lo), near = 4 * changes.width_at(x);
      const auto before = expression_.eval_jet(place.lo - near), after = expression_.eval_jet(place.hi + near);
      if (x - near > a && x + near < b) jumps.all.push_back({x, before.value, after.value, before.first, after.first});
    }
    return jumps;
  }
  ExpressionJet continued(double x, double inside) const override { return expression_.eval_in_case(x, inside); }
  bool has_breaks() const override { return expression_.has_cases(); }
  std::optional<Break> next_break(double t, double end) const override {
    const auto keeps = [this](double a, double b) { return expression_.keeps_its_case(a, b); };
    const FirstChange change(keeps, t, end);
    if (!change.place()) return change.given_up() ? std::optional<Break>({end, 0, true}) : std::nullopt;
    const double x = *change.place();
    // Both sides from inside the pieces that meet here.
    double near = 1e-3 * (end - t);
    while (near > 1e-14 * std::abs(x) && !(keeps(x - near, x - 1e-3 * near) && keeps(x + 1e-3 * near, x + near)))
      near *= 0.5;
    const double left = x - 0.5 * near, right = x + 0.5 * near,
                 bends = std::abs(continued(left, left).second) + std::abs(continued(right, right).second);
    return Break{x, find_break_order(continued(x, left), continued(x, right), x, bends)};
  }
  bool is_linear(double a, double b) const override {
    const double middle = a + 0.5 * (b - a), size = std::abs(value(middle)) + std::abs(derivative(middle)) * (b - a);
    for (const double part : {0.05, 0.3, 0.5, 0.8, 0.95}) {
      const double second = continued(a + part * (b - a), middle).second;
      if (!(std::abs(second) * (b - a) * (b - a) <= 1e-9 * size)) return false;
    }
    return true;
  }

 private:
  Expression expression_;
  mutable IntegralSteps steps_;
};

}  // namespace

FunctionPtr make_expression(const std::string& text, const std::string& variable,
                            const Expression::Constants& constants, const SourceLocation& where,
                            const std::string& subject, FunctionTablePtr functions) {
  return std::make_shared<ExpressionFunction>(
      Expression(text, {variable}, constants, where, subject, std::move(functions)));
}

}  // namespace invar
