// A surface of splines in Hermite form. With z_x, z_y, z_xy at the grid from splines along the lines and u, w in [0, 1] the place in
// a cell, the surface in it is
//
//   (1)  z(u, w) = sum over the four corners of [1, u, ...] of  H(u) G H(w)^T,   H = (h00, h01, h10, h11)
//
// with the cubic Hermite functions h00 = (1 + 2u)(1 - u)^2, h01 = u^2 (3 - 2u), h10 = u (1 - u)^2, h11 = u^2 (u - 1).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "invar/functions/function1d.h"
#include "invar/functions/function2d.h"

namespace invar {

namespace {

using Grid = std::vector<std::vector<double>>;

// The four functions of (1) or their first or second derivative, those of slopes multiplied by the width of the cell.
std::array<double, 4> calc_hermite(double u, double width, int derivative) {
  const double h = width;
  switch (derivative) {
    case 0:
      return {(1 + 2 * u) * (1 - u) * (1 - u), u * u * (3 - 2 * u), h * u * (1 - u) * (1 - u), h * u * u * (u - 1)};
    case 1:
      return {6 * u * (u - 1) / h, 6 * u * (1 - u) / h, (1 - u) * (1 - 3 * u), u * (3 * u - 2)};
    default:
      return {(12 * u - 6) / (h * h), (6 - 12 * u) / (h * h), (6 * u - 4) / h, (6 * u - 2) / h};
  }
}

class Surface final : public Function2D {
 public:
  Surface(std::vector<double> x, std::vector<double> y, Grid z) : x_(std::move(x)), y_(std::move(y)), z_(std::move(z)) {
    z_x_ = z_y_ = z_xy_ = z_;
    for (std::size_t i = 0; i < x_.size(); ++i) z_y_[i] = slopes(y_, z_[i]);
    along_x(z_, z_x_);
    along_x(z_y_, z_xy_);
  }

  double value(double x, double y) const override { return calc(place(x_, x), place(y_, y), 0, 0); }

  Function2DJet jet(double x, double y) const override {
    const Place a = place(x_, x), b = place(y_, y);
    Function2DJet d;
    d.value = calc(a, b, 0, 0);
    if (!a.outside) d.x = calc(a, b, 1, 0), d.xx = calc(a, b, 2, 0);
    if (!b.outside) d.y = calc(a, b, 0, 1), d.yy = calc(a, b, 0, 2);
    if (!a.outside && !b.outside) d.xy = calc(a, b, 1, 1);
    return d;
  }

 private:
  struct Place {
    std::size_t cell;
    double u, width;
    bool outside;
  };

  static Place place(const std::vector<double>& knots, double at) {
    const bool outside = at < knots.front() || at > knots.back();
    const double x = std::clamp(at, knots.front(), knots.back());
    const auto above = std::upper_bound(knots.begin() + 1, knots.end() - 1, x);
    const auto i = static_cast<std::size_t>(above - knots.begin()) - 1;
    const double width = knots[i + 1] - knots[i];
    return {i, (x - knots[i]) / width, width, outside};
  }
  double calc(const Place& a, const Place& b, int by_x, int by_y) const {
    const auto H = calc_hermite(a.u, a.width, by_x), G = calc_hermite(b.u, b.width, by_y);
    double sum = 0;
    for (std::size_t i = 0; i < 2; ++i)
      for (std::size_t k = 0; k < 2; ++k) {
        const std::size_t p = a.cell + i, q = b.cell + k;
        sum +=
            H[i] * (G[k] * z_[p][q] + G[2 + k] * z_y_[p][q]) + H[2 + i] * (G[k] * z_x_[p][q] + G[2 + k] * z_xy_[p][q]);
      }
    return sum;
  }
  static std::vector<double> slopes(const std::vector<double>& x, const std::vector<double>& y) {
    const FunctionPtr spline = make_table(x, y);
    std::vector<double> all;
    for (const double at : x) all.push_back(spline->derivative(at));
    return all;
  }
  void along_x(const Grid& values, Grid& out) const {
    for (std::size_t k = 0; k < y_.size(); ++k) {
      std::vector<double> line;
      for (std::size_t i = 0; i < x_.size(); ++i) line.push_back(values[i][k]);
      const std::vector<double> by_x = slopes(x_, line);
      for (std::size_t i = 0; i < x_.size(); ++i) out[i][k] = by_x[i];
    }
  }

  std::vector<double> x_, y_;
  Grid z_, z_x_, z_y_, z_xy_;
};

void check_knots(const std::vector<double>& knots, const char* name, const SourceLocation& where,
                 const std::string& subject) {
  if (knots.size() < 2)
    throw ModelError(where, subject, fmt::format("needs 2 values of {} or more, got {}", name, knots.size()));
  for (std::size_t i = 0; i < knots.size(); ++i)
    if (!std::isfinite(knots[i]) || (i > 0 && !(knots[i] > knots[i - 1])))
      throw ModelError(where, subject,
                       fmt::format("has {} = {} as value {} of {}, which must be finite and increase strictly", name,
                                   knots[i], i + 1, name),
                       "sort the values and remove doubles");
}

}  // namespace

Function2DPtr make_surface(std::vector<double> x, std::vector<double> y, Grid z, const SourceLocation& where,
                           const std::string& subject) {
  check_knots(x, "x", where, subject);
  check_knots(y, "y", where, subject);
  if (z.size() != x.size())
    throw ModelError(where, subject, fmt::format("has {} rows for {} values of x", z.size(), x.size()),
                     "give one row per value of x");
  for (std::size_t i = 0; i < z.size(); ++i) {
    if (z[i].size() != y.size())
      throw ModelError(where, subject,
                       fmt::format("has {} values in row {} for {} values of y", z[i].size(), i + 1, y.size()),
                       "give one value per value of y");
    for (const double value : z[i])
      if (!std::isfinite(value)) throw ModelError(where, subject, fmt::format("has {} in row {}", value, i + 1));
  }
  return std::make_shared<Surface>(std::move(x), std::move(y), std::move(z));
}

}  // namespace invar
