#include "invar/functions/function1d_changed.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "invar/functions/break_order.h"
#include "invar/functions/function1d_pieces.h"
#include "invar/functions/table_data.h"

namespace invar {

namespace {

class Repeated final : public Function1D {
 public:
  Repeated(FunctionPtr f, double start, double period)
      : f_(std::move(f)), start_(start), period_(period), whole_(f_->integral(start, start + period)) {}

  double value(double x) const override { return f_->value(inside(x)); }
  double derivative(double x) const override { return f_->derivative(inside(x)); }
  double second_derivative(double x) const override { return f_->second_derivative(inside(x)); }
  double integral(double a, double b) const override {
    const double m = turns(a), n = turns(b);
    if (m == n) return f_->integral(a - m * period_, b - n * period_);
    return f_->integral(a - m * period_, start_ + period_) + f_->integral(start_, b - n * period_) +
           (n - m - 1) * whole_;
  }
  bool is_constant() const override { return f_->is_constant(); }
  FunctionJumps find_jumps(double a, double b) const override {
    FunctionJumps jumps;
    constexpr double kMost = 10'000;  // periods
    double n = turns(a);
    const double last = turns(b);
    if (last - n > kMost) jumps.complete = false;
    const double end = start_ + period_;
    const FunctionJump seam{0, f_->value(end), f_->value(start_), f_->derivative(end), f_->derivative(start_)};
    const double size = std::abs(seam.value_before) + std::abs(seam.value_after),
                 steep = std::abs(seam.slope_before) + std::abs(seam.slope_after) + size / period_;
    const bool has_seam = std::abs(seam.value_after - seam.value_before) > 1e-9 * size ||
                          std::abs(seam.slope_after - seam.slope_before) > 1e-9 * steep;
    for (const double most = std::min(last, n + kMost); n <= most; ++n) {
      const double shift = n * period_, from = std::max(a - shift, start_), to = std::min(b - shift, end);
      if (from < to) {
        const FunctionJumps own = f_->find_jumps(from, to);
        jumps.complete = jumps.complete && own.complete;
        for (FunctionJump jump : own.all) jump.x += shift, jumps.all.push_back(jump);
      }
      if (const double x = end + shift; has_seam && x > a && x < b) {
        jumps.all.push_back(seam);
        jumps.all.back().x = x;
      }
    }
    return jumps;
  }
  ExpressionJet continued(double x, double inside) const override {
    const double shift = turns(inside) * period_;
    return f_->continued(x - shift, inside - shift);
  }
  bool has_breaks() const override { return true; }
  std::optional<Break> next_break(double t, double end) const override {
    const double near = 1e-3 * period_;
    for (double n = turns(t); start_ + n * period_ <= end; ++n) {
      const double shift = n * period_, seam = start_ + (n + 1) * period_;
      double from = std::max(t - shift, start_);
      while (const auto inner = f_->next_break(from, std::min(end - shift, start_ + period_))) {
        if (inner->given_up || inner->t >= start_ + period_) break;
        if (inner->t + shift > t) return Break{inner->t + shift, inner->order};
        from = inner->t;
      }
      if (seam > end) break;
      if (seam <= t) continue;
      const int order = find_break_order(f_->continued(start_ + period_, start_ + period_ - near),
                                         f_->continued(start_, start_ + near), seam);
      return Break{seam, order};
    }
    return std::nullopt;
  }
  bool is_linear(double a, double b) const override {
    const double shift = turns(a + 0.5 * (b - a)) * period_;
    return f_->is_linear(a - shift, b - shift);
  }

 private:
  double turns(double x) const { return std::floor((x - start_) / period_); }
  double inside(double x) const { return x - turns(x) * period_; }

  FunctionPtr f_;
  double start_, period_, whole_;
};

class Changed final : public Function1D {
 public:
  Changed(FunctionPtr f, const FunctionChange& c) : f_(std::move(f)), c_(c) {}
  double value(double x) const override { return c_.scale_y * f_->value(at(x)) + c_.shift_y; }
  double derivative(double x) const override { return c_.scale_y / c_.scale_x * f_->derivative(at(x)); }
  double second_derivative(double x) const override {
    return c_.scale_y / (c_.scale_x * c_.scale_x) * f_->second_derivative(at(x));
  }
  double integral(double a, double b) const override {
    return c_.scale_y * c_.scale_x * f_->integral(at(a), at(b)) + c_.shift_y * (b - a);
  }
  bool is_constant() const override { return f_->is_constant(); }
  FunctionJumps find_jumps(double a, double b) const override {
    FunctionJumps jumps = f_->find_jumps(std::min(at(a), at(b)), std::max(at(a), at(b)));
    for (FunctionJump& jump : jumps.all) {
      jump.x = c_.shift_x + c_.scale_x * jump.x;
      for (double* y : {&jump.value_before, &jump.value_after}) *y = c_.scale_y * *y + c_.shift_y;
      for (double* slope : {&jump.slope_before, &jump.slope_after}) *slope *= c_.scale_y / c_.scale_x;
      if (c_.scale_x < 0)
        std::swap(jump.value_before, jump.value_after), std::swap(jump.slope_before, jump.slope_after);
    }
    if (c_.scale_x < 0) std::reverse(jumps.all.begin(), jumps.all.end());
    return jumps;
  }
  ExpressionJet continued(double x, double inside) const override {
    const ExpressionJet own = f_->continued(at(x), at(inside));
    const double rate = c_.scale_y / c_.scale_x;
    return {c_.scale_y * own.value + c_.shift_y, rate * own.first, rate / c_.scale_x * own.second};
  }
  bool has_breaks() const override { return f_->has_breaks(); }
  // Where time goes backwards in f, the next break is the last one before.
  std::optional<Break> next_break(double t, double end) const override {
    std::optional<Break> found;
    const auto back = [&](const Break& own) {
      return Break{own.given_up ? end : c_.shift_x + c_.scale_x * own.t, own.order, own.given_up};
    };
    if (c_.scale_x > 0) {
      double from = at(t);
      while (const auto own = f_->next_break(from, at(end))) {
        if (found = back(*own); found->t > t) return found;
        from = own->t;
      }
      return std::nullopt;
    }
    double from = at(end);
    while (const auto own = f_->next_break(from, at(t))) {
      if (own->given_up) return back(*own);
      if (const Break there = back(*own); there.t > t && there.t <= end) found = there;
      from = own->t;
    }
    // The end of the search is no part of it on the other side.
    if (found) return found;
    const auto last = f_->next_break(std::nextafter(at(end), -1e300), at(end));
    if (last && !last->given_up) found = back(*last);
    return found;
  }
  bool is_linear(double a, double b) const override { return f_->is_linear(at(a), at(b)); }

 private:
  double at(double x) const { return (x - c_.shift_x) / c_.scale_x; }
  FunctionPtr f_;
  FunctionChange c_;
};

}  // namespace

FunctionPtr make_repeated(FunctionPtr f, double start, double period) {
  return std::make_shared<Repeated>(std::move(f), start, period);
}

FunctionPtr make_changed(FunctionPtr f, const FunctionChange& change) {
  return std::make_shared<Changed>(std::move(f), change);
}

FunctionPtr make_periodic_table(std::vector<double> x, std::vector<double> y, bool linear, const SourceLocation& where,
                                const std::string& subject) {
  check_table({x, y}, where, subject);
  const auto [low, high] = std::minmax_element(y.begin(), y.end());
  if (std::abs(y.back() - y.front()) > 1e-6 * (*high - *low))
    throw ModelError(where, subject,
                     fmt::format("repeats itself, but begins with {} and ends with {}", y.front(), y.back()),
                     "its last point must be the first one, a period later");
  const double start = x.front(), period = x.back() - x.front();
  if (linear)
    return make_repeated(make_linear_table(std::move(x), std::move(y), Outside::kLinear, where, subject), start,
                         period);
  // What the ends of a spline feel of their neighbours fades by 2 - sqrt(3) per point: after 30 points nothing is left.
  const int points = static_cast<int>(x.size()) - 1, around = 30 / points + 1;
  TableData wide;
  for (int n = -around; n <= around; ++n)
    for (int i = 0; i < points; ++i) {
      wide.x.push_back(x[static_cast<std::size_t>(i)] + n * period);
      wide.y.push_back(y[static_cast<std::size_t>(i)]);
    }
  wide.x.push_back(x.back() + around * period);
  wide.y.push_back(y.front());
  return make_repeated(make_table(std::move(wide.x), std::move(wide.y), Outside::kLinear, where, subject), start,
                       period);
}

}  // namespace invar
