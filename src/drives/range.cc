#include "invar/drives/range.h"

#include <fmt/format.h>

#include <cmath>

namespace invar {

namespace {

// f where it lies between two values.
class InRange final : public Function1D {
 public:
  InRange(FunctionPtr f, double low, double high, SourceLocation where, std::string drive)
      : f_(std::move(f)), low_(low), high_(high), where_(std::move(where)), drive_(std::move(drive)) {}
  double value(double t) const override {
    const double x = f_->value(t), rounding = 1e-12 * (std::abs(low_) + std::abs(high_));
    if (!(x >= low_ - rounding && x <= high_ + rounding))
      throw ModelError(
          where_, fmt::format("drive \"{}\"", drive_),
          fmt::format("is asked for {:.6g} at t = {:.6g} s, outside its range [{:g}, {:g}]", x, t, low_, high_),
          "let its value end there, or widen range");
    return x;
  }
  double derivative(double t) const override { return f_->derivative(t); }
  double second_derivative(double t) const override { return f_->second_derivative(t); }
  double integral(double a, double b) const override { return f_->integral(a, b); }
  double antiderivative(double t) const override { return f_->antiderivative(t); }
  FunctionJumps find_jumps(double a, double b) const override { return f_->find_jumps(a, b); }
  bool is_constant() const override { return f_->is_constant(); }
  ExpressionJet continued(double t, double inside) const override { return f_->continued(t, inside); }
  bool has_breaks() const override { return f_->has_breaks(); }
  std::optional<Break> next_break(double t, double end) const override { return f_->next_break(t, end); }
  bool is_linear(double a, double b) const override { return f_->is_linear(a, b); }

 private:
  FunctionPtr f_;
  double low_, high_;
  SourceLocation where_;
  std::string drive_;
};

}  // namespace

void add_range(Schema& schema, const std::string& unit) {
  schema.numbers("range", unit, "smallest and largest value that it can reach; beyond, a run stops and names the drive")
      .size(2);
}

FunctionPtr read_value_in_range(const Params& params, const std::string& drive) {
  FunctionPtr f = params.function("value");
  if (!params.is_given("range")) return f;
  const std::vector<double>& range = params.numbers("range");
  if (!(range[0] < range[1])) params.fail("range", "must increase", "smallest value first, e.g. [-0.1, 0.1]");
  const double start = f->value(0);
  if (!(start >= range[0] && start <= range[1]))
    params.fail("value", fmt::format("is {:g} at t = 0, outside range [{:g}, {:g}]", start, range[0], range[1]),
                "start within the range, or widen it");
  return std::make_shared<InRange>(std::move(f), range[0], range[1], params.location("range"), drive);
}

}  // namespace invar
