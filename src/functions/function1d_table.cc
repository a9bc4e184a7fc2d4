// Cubic spline through a table.
//
// Second derivatives m_i at the knots, h_i = x_(i+1) - x_i:
//   h_(i-1) m_(i-1) + 2 (h_(i-1) + h_i) m_i + h_i m_(i+1) = 6 (s_i - s_(i-1)),  s_i = (y_(i+1) - y_i) / h_i    (1)
// not-a-knot: the third derivative is continuous at the second and the last but one knot,
//   h_1 m_0 = (h_0 + h_1) m_1 - h_0 m_2, and mirrored at the end                                               (2)
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "invar/functions/break_order.h"
#include "invar/functions/function1d.h"
#include "invar/functions/table_data.h"

namespace invar {

namespace {

class Spline final : public Function1D {
 public:
  Spline(std::vector<double> x, std::vector<double> y, Outside outside, SourceLocation where, std::string subject)
      : x_(std::move(x)),
        y_(std::move(y)),
        m_(x_.size(), 0.0),
        outside_(outside),
        where_(std::move(where)),
        subject_(std::move(subject)) {
    solve();
    sums_.assign(x_.size(), 0.0);
    for (std::size_t i = 0; i + 1 < x_.size(); ++i) sums_[i + 1] = sums_[i] + piece(i, x_[i], x_[i + 1]);
  }

  double value(double x) const override {
    if (x < x_.front()) return outside_value(x, x_.front(), y_.front());
    if (x > x_.back()) return outside_value(x, x_.back(), y_.back());
    return inside(segment(x), x);
  }
  double derivative(double x) const override {
    if (x < x_.front() || x > x_.back()) {
      check_range(x);
      if (outside_ == Outside::kHold) return 0.0;
      return x < x_.front() ? slope(0, x_.front()) : slope(x_.size() - 2, x_.back());
    }
    return slope(segment(x), x);
  }
  double second_derivative(double x) const override {
    if (x < x_.front() || x > x_.back()) {
      check_range(x);
      return 0.0;
    }
    const std::size_t i = segment(x);
    const double u = (x - x_[i]) / (x_[i + 1] - x_[i]);
    return (1.0 - u) * m_[i] + u * m_[i + 1];
  }
  double integral(double a, double b) const override {
    if (a > b) return -integral(b, a);
    double sum = 0.0;
    if (a < x_.front()) {  // a line: its mean is the middle value
      const double end = std::min(b, x_.front());
      sum += (end - a) * value(0.5 * (a + end));
      a = end;
    }
    if (b > x_.back()) {
      const double start = std::max(a, x_.back());
      sum += (b - start) * value(0.5 * (start + b));
      b = start;
    }
    if (a >= b) return sum;
    const std::size_t i = segment(a), j = segment(b);
    if (i == j) return sum + piece(i, a, b);
    return sum + piece(i, a, x_[i + 1]) + (sums_[j] - sums_[i + 1]) + piece(j, x_[j], b);
  }
  FunctionJumps find_jumps(double a, double b) const override {
    FunctionJumps jumps;
    if (outside_ != Outside::kHold) return jumps;
    if (const double x = x_.front(); x > a && x < b) jumps.all.push_back({x, y_.front(), y_.front(), 0, slope(0, x)});
    if (const double x = x_.back(); x > a && x < b)
      jumps.all.push_back({x, y_.back(), y_.back(), slope(x_.size() - 2, x), 0});
    return jumps;
  }
  ExpressionJet continued(double x, double inside) const override {
    if (inside < x_.front() || inside > x_.back()) {
      check_range(inside);
      const std::size_t end = inside < x_.front() ? 0 : x_.size() - 1;
      const double rate = outside_ == Outside::kHold ? 0 : slope(end == 0 ? 0 : end - 1, x_[end]);
      return {y_[end] + (x - x_[end]) * rate, rate, 0};
    }
    const std::size_t i = segment(inside);
    const double u = (x - x_[i]) / (x_[i + 1] - x_[i]);
    return {this->inside(i, x), slope(i, x), (1.0 - u) * m_[i] + u * m_[i + 1]};
  }
  bool has_breaks() const override { return true; }
  // All knots: third derivatives jump there; at the ends what the table does outside decides.
  std::optional<Break> next_break(double t, double end) const override {
    const auto knot = std::upper_bound(x_.begin(), x_.end(), t);
    if (knot == x_.end() || *knot > end) return std::nullopt;
    const auto i = static_cast<std::size_t>(knot - x_.begin());
    if (i > 0 && i + 1 < x_.size()) return Break{*knot, 3};
    if (outside_ == Outside::kError) return next_break(*knot, end);
    const double near = 0.25 * (i == 0 ? x_[1] - x_[0] : x_[i] - x_[i - 1]);
    return Break{*knot, find_break_order(continued(*knot, *knot - near), continued(*knot, *knot + near), *knot)};
  }

 private:
  std::size_t segment(double x) const {
    const auto above = std::upper_bound(x_.begin() + 1, x_.end() - 1, x);
    return static_cast<std::size_t>(above - x_.begin()) - 1;
  }
  double inside(std::size_t i, double x) const {
    const double h = x_[i + 1] - x_[i], u = (x - x_[i]) / h, w = 1.0 - u;
    return w * y_[i] + u * y_[i + 1] - h * h / 6.0 * u * w * ((1.0 + w) * m_[i] + (1.0 + u) * m_[i + 1]);
  }
  double slope(std::size_t i, double x) const {
    const double h = x_[i + 1] - x_[i], u = (x - x_[i]) / h, w = 1.0 - u;
    return (y_[i + 1] - y_[i]) / h + h / 6.0 * ((1.0 - 3.0 * w * w) * m_[i] + (3.0 * u * u - 1.0) * m_[i + 1]);
  }
  // Two Gauss points are exact for a cubic, and b - a comes out as a factor.
  double piece(std::size_t i, double a, double b) const {
    const double half = 0.5 * (b - a), middle = a + half, offset = half * 0.57735026918962576451;
    return half * (inside(i, middle - offset) + inside(i, middle + offset));
  }
  void check_range(double x) const {
    if (outside_ != Outside::kError) return;
    throw ModelError(where_, subject_,
                     fmt::format("is asked for {} outside its range {} to {}", x, x_.front(), x_.back()),
                     "extend the table, or set outside: linear or outside: hold");
  }
  double outside_value(double x, double end, double y_end) const {
    check_range(x);
    if (outside_ == Outside::kHold) return y_end;
    return y_end + (x - end) * slope(end == x_.front() ? 0 : x_.size() - 2, end);
  }

  void solve() {
    const std::size_t n = x_.size();
    if (n == 2) return;
    const auto h = [&](std::size_t i) { return x_[i + 1] - x_[i]; };
    const auto s = [&](std::size_t i) { return (y_[i + 1] - y_[i]) / h(i); };
    if (n == 3) {  // both ends ask the same: one parabola
      m_.assign(3, 2.0 * (s(1) - s(0)) / (h(0) + h(1)));
      return;
    }
    const std::size_t last = n - 2;
    std::vector<double> diagonal(n), upper(n), right(n);
    for (std::size_t i = 1; i <= last; ++i) {
      double lower = h(i - 1);
      diagonal[i] = 2.0 * (h(i - 1) + h(i));
      upper[i] = h(i);
      right[i] = 6.0 * (s(i) - s(i - 1));
      if (i == 1) {  // (2) in (1)
        diagonal[i] += h(0) * (h(0) + h(1)) / h(1);
        upper[i] -= h(0) * h(0) / h(1);
      }
      if (i == last) {
        diagonal[i] += h(last) * (h(last) + h(last - 1)) / h(last - 1);
        lower -= h(last) * h(last) / h(last - 1);
      }
      if (i > 1) {
        const double factor = lower / diagonal[i - 1];
        diagonal[i] -= factor * upper[i - 1];
        right[i] -= factor * right[i - 1];
      }
    }
    m_[last] = right[last] / diagonal[last];
    for (std::size_t i = last; i-- > 1;) m_[i] = (right[i] - upper[i] * m_[i + 1]) / diagonal[i];
    m_[0] = ((h(0) + h(1)) * m_[1] - h(0) * m_[2]) / h(1);
    m_[n - 1] = ((h(last) + h(last - 1)) * m_[last] - h(last) * m_[last - 1]) / h(last - 1);
  }

  std::vector<double> x_, y_, m_, sums_;
  Outside outside_;
  SourceLocation where_;
  std::string subject_;
};

}  // namespace

FunctionPtr make_table(std::vector<double> x, std::vector<double> y, Outside outside, const SourceLocation& where,
                       const std::string& subject) {
  check_table({x, y}, where, subject);
  return std::make_shared<Spline>(std::move(x), std::move(y), outside, where, subject);
}

}  // namespace invar
