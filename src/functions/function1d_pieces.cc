// A function made of pieces, each a function of its own up to the next break: characteristics with stops and kinks.
// Integrals go piece by piece, so they are as exact as those of the pieces.
#include "invar/functions/function1d_pieces.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "invar/functions/break_order.h"
#include "invar/functions/table_data.h"

namespace invar {

namespace {

// y + slope (x - x0): exact at x0.
class Line final : public Function1D {
 public:
  Line(double x, double y, double slope) : x_(x), y_(y), slope_(slope) {}
  double value(double x) const override { return y_ + slope_ * (x - x_); }
  double derivative(double) const override { return slope_; }
  double second_derivative(double) const override { return 0.0; }
  double integral(double a, double b) const override { return value(a + 0.5 * (b - a)) * (b - a); }
  bool is_linear(double, double) const override { return true; }

 private:
  double x_, y_, slope_;
};

class Pieces final : public Function1D {
 public:
  Pieces(std::vector<double> breaks, std::vector<FunctionPtr> pieces)
      : breaks_(std::move(breaks)), pieces_(std::move(pieces)), sums_(breaks_.size(), 0.0) {
    for (std::size_t k = 1; k < breaks_.size(); ++k)
      sums_[k] = sums_[k - 1] + pieces_[k]->integral(breaks_[k - 1], breaks_[k]);
  }
  double value(double x) const override { return pieces_[index(x)]->value(x); }
  double derivative(double x) const override { return pieces_[index(x)]->derivative(x); }
  double second_derivative(double x) const override { return pieces_[index(x)]->second_derivative(x); }
  double integral(double a, double b) const override {
    if (a > b) return -integral(b, a);
    const std::size_t i = index(a), j = index(b);
    if (i == j) return pieces_[i]->integral(a, b);
    double sum = pieces_[i]->integral(a, breaks_[i]);
    if (j - i > kFew) {
      sum += sums_[j - 1] - sums_[i];
    } else {
      for (std::size_t k = i + 1; k < j; ++k) sum += pieces_[k]->integral(breaks_[k - 1], breaks_[k]);
    }
    return sum + pieces_[j]->integral(breaks_[j - 1], b);
  }
  FunctionJumps find_jumps(double a, double b) const override {
    FunctionJumps jumps;
    for (std::size_t i = 0; i <= breaks_.size(); ++i) {
      const double from = i == 0 ? a : std::max(a, breaks_[i - 1]),
                   to = i == breaks_.size() ? b : std::min(b, breaks_[i]);
      if (from < to) {
        const FunctionJumps inside = pieces_[i]->find_jumps(from, to);
        jumps.all.insert(jumps.all.end(), inside.all.begin(), inside.all.end());
        jumps.complete = jumps.complete && inside.complete;
      }
      if (i == breaks_.size() || !(breaks_[i] > a && breaks_[i] < b)) continue;
      const double x = breaks_[i];
      const Function1D &left = *pieces_[i], &right = *pieces_[i + 1];
      jumps.all.push_back({x, left.value(x), right.value(x), left.derivative(x), right.derivative(x)});
    }
    return jumps;
  }
  ExpressionJet continued(double x, double inside) const override {
    return pieces_[index(inside)]->continued(x, inside);
  }
  bool has_breaks() const override { return true; }
  std::optional<Break> next_break(double t, double end) const override {
    const std::size_t i = index(t);
    const double own_end = i == breaks_.size() ? end : std::min(end, breaks_[i]);
    if (const auto inner = pieces_[i]->next_break(t, own_end); inner && (i == breaks_.size() || inner->t < breaks_[i]))
      return inner;
    if (i == breaks_.size() || breaks_[i] > end) return std::nullopt;
    const double x = breaks_[i], before = i == 0 ? 1 : x - breaks_[i - 1],
                 after = i + 1 == breaks_.size() ? 1 : breaks_[i + 1] - x;
    return Break{x, find_break_order(pieces_[i]->continued(x, x - 1e-3 * before),
                                     pieces_[i + 1]->continued(x, x + 1e-3 * after), x)};
  }
  bool is_linear(double a, double b) const override {
    const std::size_t i = index(a + 0.5 * (b - a));
    return pieces_[i]->is_linear(a, b);
  }

 private:
  std::size_t index(double x) const {
    return static_cast<std::size_t>(std::upper_bound(breaks_.begin(), breaks_.end(), x) - breaks_.begin());
  }
  static constexpr std::size_t kFew = 16;  // pieces whose integrals are added one by one: no cancellation
  std::vector<double> breaks_;
  std::vector<FunctionPtr> pieces_;
  std::vector<double> sums_;  // integrals from the first break to each
};

// Published characteristics have few digits and meet to about a thousandth; a real jump stops Newton's method. Where
// they meet near zero, what counts is how large the two pieces are elsewhere: at their other ends, and the terms that
// cancel at the break (slope times break).
double allowed_gap(const std::vector<double>& breaks, const std::vector<FunctionPtr>& pieces, std::size_t i) {
  const Function1D &left = *pieces[i], &right = *pieces[i + 1];
  const double x = breaks[i];
  double largest = std::max(std::abs(left.derivative(x) * x), std::abs(right.derivative(x) * x));
  if (i > 0) largest = std::max(largest, std::abs(left.value(breaks[i - 1])));
  if (i + 1 < breaks.size()) largest = std::max(largest, std::abs(right.value(breaks[i + 1])));
  return 0.01 * (std::abs(left.value(x)) + std::abs(right.value(x))) + (std::isfinite(largest) ? 1e-3 * largest : 0.0);
}

}  // namespace

FunctionPtr make_pieces(std::vector<double> breaks, std::vector<FunctionPtr> pieces, const SourceLocation& where,
                        const std::string& subject) {
  if (pieces.size() != breaks.size() + 1)
    throw ModelError(where, subject, fmt::format("has {} pieces but {} breaks", pieces.size(), breaks.size()),
                     "one break less than pieces");
  for (std::size_t i = 0; i < breaks.size(); ++i) {
    if (!std::isfinite(breaks[i]) || (i > 0 && !(breaks[i] > breaks[i - 1])))
      throw ModelError(where, subject, "must have breaks that increase strictly", "sort the pieces");
    const double left = pieces[i]->value(breaks[i]), right = pieces[i + 1]->value(breaks[i]);
    if (!(std::abs(right - left) <= allowed_gap(breaks, pieces, i)))
      throw ModelError(where, subject, fmt::format("jumps from {:.6g} to {:.6g} at {:.6g}", left, right, breaks[i]),
                       "pieces must meet; a steep piece between them stands for a jump");
  }
  return std::make_shared<Pieces>(std::move(breaks), std::move(pieces));
}

FunctionPtr make_linear_table(std::vector<double> x, std::vector<double> y, Outside outside,
                              const SourceLocation& where, const std::string& subject) {
  check_table({x, y}, where, subject);
  std::vector<FunctionPtr> pieces;
  const auto line = [&](std::size_t i, double slope) { pieces.push_back(std::make_shared<Line>(x[i], y[i], slope)); };
  const auto slope = [&](std::size_t i) { return (y[i + 1] - y[i]) / (x[i + 1] - x[i]); };
  const std::size_t last = x.size() - 1;
  const bool go_on = outside == Outside::kLinear;
  // Ends that stop are those of a spline through the outer points: it has the message.
  const auto end = [&](std::size_t i) {
    return make_table({x[i], x[i + 1]}, {y[i], y[i + 1]}, outside, where, subject);
  };
  if (outside == Outside::kError) {
    if (last == 1) return end(0);
    pieces.push_back(end(0));
    for (std::size_t i = 1; i + 1 < last; ++i) line(i, slope(i));
    pieces.push_back(end(last - 1));
    return std::make_shared<Pieces>(std::vector<double>(x.begin() + 1, x.end() - 1), std::move(pieces));
  }
  line(0, go_on ? slope(0) : 0);
  for (std::size_t i = 0; i < last; ++i) line(i, slope(i));
  line(last, go_on ? slope(last - 1) : 0);
  return std::make_shared<Pieces>(std::move(x), std::move(pieces));
}

}  // namespace invar
