// A profile of cubic pieces through points with given slopes, level before the first and after the last. Height and
// slope are continuous between the points, the curvature may jump. On the piece from x_i of length l, with
// u = (x - x_i)/l, the chord slope s and the slopes d0, d1 at its ends,
//
//   (R3)  h = z_i + l (d0 u + (3 s - 2 d0 - d1) u^2 + (d0 + d1 - 2 s) u^3)
//
// h' is a parabola and h'' a line in u: the steepest place and the tightest valley are known exactly.
#pragma once

#include "invar/parts/road_profile.h"

namespace invar {

class CubicProfile final : public RoadProfile {
 public:
  // x increasing strictly; at least two points.
  CubicProfile(std::vector<double> x, std::vector<double> z, std::vector<double> slopes);
  RoadPoint at(double x) const override;
  double largest_upward_curvature() const override { return curvature_; }
  SteepestPlace steepest() const override { return steepest_; }
  std::vector<double> stations() const override { return x_; }
  double resolution() const override { return resolution_; }

 private:
  struct Piece {
    double x, length, z, d0, square, cube;
    double slope(double u) const { return d0 + u * (2 * square + 3 * cube * u); }
    double curvature(double u) const { return (2 * square + 6 * cube * u) / length; }
  };
  Piece piece(std::size_t i) const;

  std::vector<double> x_, z_, d_;
  double curvature_ = 0, resolution_ = 0;
  SteepestPlace steepest_;
};

// Slopes with which (R3) follows the points without overshooting: between two points it stays between their heights,
// and a summit of the points is one of the curve [FritschButland1984]. The slope at a point is the harmonic mean of those
// of the chords beside it, weighted by their lengths; zero where they have different signs. At the ends zero if `level`,
// else from the parabola through three points, limited likewise.
std::vector<double> calc_monotone_slopes(const std::vector<double>& x, const std::vector<double>& z, bool level);

}  // namespace invar
