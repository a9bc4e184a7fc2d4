#include "invar/functions/time_function.h"

#include "invar/core/step_window.h"

namespace invar {

namespace {

class TimeFunction final : public Function1D {
 public:
  explicit TimeFunction(FunctionPtr f) : f_(std::move(f)) {}

  double value(double t) const override {
    const auto inside = StepWindow::inside(t);
    return inside ? f_->continued(t, *inside).value : f_->value(t);
  }
  double derivative(double t) const override {
    const auto inside = StepWindow::inside(t);
    return inside ? f_->continued(t, *inside).first : f_->derivative(t);
  }
  double second_derivative(double t) const override {
    const auto inside = StepWindow::inside(t);
    return inside ? f_->continued(t, *inside).second : f_->second_derivative(t);
  }
  double integral(double a, double b) const override { return f_->integral(a, b); }
  double antiderivative(double t) const override { return f_->antiderivative(t); }
  bool is_constant() const override { return f_->is_constant(); }
  FunctionJumps find_jumps(double a, double b) const override { return f_->find_jumps(a, b); }
  ExpressionJet continued(double t, double inside) const override { return f_->continued(t, inside); }
  bool has_breaks() const override { return true; }
  std::optional<Break> next_break(double t, double end) const override { return f_->next_break(t, end); }
  bool is_linear(double a, double b) const override { return f_->is_linear(a, b); }

 private:
  FunctionPtr f_;
};

}  // namespace

FunctionPtr make_time_function(FunctionPtr f) {
  if (!f || !f->has_breaks()) return f;
  return std::make_shared<TimeFunction>(std::move(f));
}

}  // namespace invar
