#include "invar/roads/cubic.h"

#include <algorithm>
#include <cmath>

namespace invar {

CubicProfile::CubicProfile(std::vector<double> x, std::vector<double> z, std::vector<double> slopes)
    : x_(std::move(x)), z_(std::move(z)), d_(std::move(slopes)), resolution_(x_.back() - x_.front()) {
  for (std::size_t i = 0; i + 1 < x_.size(); ++i) {
    const Piece p = piece(i);
    curvature_ = std::max({curvature_, p.curvature(0), p.curvature(1)});
    resolution_ = std::min(resolution_, p.length);
    // Ends of the piece, and the top of the parabola h' if it lies on it.
    const double top = p.cube == 0 ? 0 : std::clamp(-p.square / (3 * p.cube), 0.0, 1.0);
    for (const double u : {0.0, top, 1.0})
      if (std::abs(p.slope(u)) > steepest_.slope) steepest_ = {std::abs(p.slope(u)), p.x + u * p.length};
  }
}

CubicProfile::Piece CubicProfile::piece(std::size_t i) const {
  const double length = x_[i + 1] - x_[i], s = (z_[i + 1] - z_[i]) / length;
  return {x_[i], length, z_[i], d_[i], 3 * s - 2 * d_[i] - d_[i + 1], d_[i] + d_[i + 1] - 2 * s};
}

RoadPoint CubicProfile::at(double x) const {
  if (x < x_.front()) return {z_.front(), 0, 0};
  if (x > x_.back()) return {z_.back(), 0, 0};
  const auto above = std::upper_bound(x_.begin() + 1, x_.end() - 1, x);
  const Piece p = piece(static_cast<std::size_t>(above - x_.begin()) - 1);
  const double u = (x - p.x) / p.length;
  return {p.z + p.length * u * (p.d0 + u * (p.square + u * p.cube)), p.slope(u), p.curvature(u)};
}

namespace {

// Slope at the end of the parabola through three points, from the near chord and the next one; not against the chord,
// and not steeper than three times it, the limit of [FritschCarlson1980].
double end_slope(double length, double next_length, double chord, double next_chord) {
  const double d = ((2 * length + next_length) * chord - length * next_chord) / (length + next_length);
  if (d * chord <= 0) return 0;
  return std::abs(d) > 3 * std::abs(chord) ? 3 * chord : d;
}

}  // namespace

std::vector<double> calc_monotone_slopes(const std::vector<double>& x, const std::vector<double>& z, bool level) {
  const std::size_t n = x.size();
  const auto length = [&](std::size_t i) { return x[i + 1] - x[i]; };
  const auto chord = [&](std::size_t i) { return (z[i + 1] - z[i]) / length(i); };
  std::vector<double> d(n, 0.0);
  for (std::size_t i = 1; i + 1 < n; ++i) {
    const double a = chord(i - 1), b = chord(i);
    if (a * b <= 0) continue;
    const double weight_a = length(i - 1) + 2 * length(i), weight_b = 2 * length(i - 1) + length(i);
    d[i] = (weight_a + weight_b) / (weight_a / a + weight_b / b);
  }
  if (level) return d;
  if (n == 2) return {chord(0), chord(0)};
  d[0] = end_slope(length(0), length(1), chord(0), chord(1));
  d[n - 1] = end_slope(length(n - 2), length(n - 3), chord(n - 2), chord(n - 3));
  return d;
}

}  // namespace invar
