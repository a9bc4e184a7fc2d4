// RoadProfile: the height of a road along x, the direction of travel, the same all across. Vertical is z.
//
// Two questions are asked. `at` looks straight down: height h, slope h', curvature h''. `nearest` looks for the point of
// the road that is nearest to a place c above it; with the unit normal n there and the tangent t,
//
//   (R1)  c = foot + d n,     grad d = n,     Hess d = bend t t^T,   bend = kappa / (1 + kappa d)
//
// kappa = -h''/(1 + h'^2)^(3/2), positive on a crest. At a corner that sticks out, the foot stays and bend = 1/d. The
// distance d is signed, negative below the road, and continuous everywhere; its gradient jumps where two feet are equally
// near (a corner that goes in).
#pragma once

#include <limits>
#include <memory>
#include <vector>

#include "invar/core/types.h"

namespace invar {

struct RoadPoint {
  double height = 0, slope = 0, curvature = 0;
};

struct RoadFoot {
  double distance = 0;
  double n_x = 0, n_z = 1;
  double bend = 0;
};

// Where the largest |h'| is, and how large.
struct SteepestPlace {
  double slope = 0, x = 0;
};

// Where the road is defined: beyond it, `at` and `nearest` throw ModelError.
struct RoadRange {
  double from = -std::numeric_limits<double>::infinity(), to = std::numeric_limits<double>::infinity();
};

class RoadProfile {
 public:
  virtual ~RoadProfile() = default;
  virtual RoadPoint at(double x) const = 0;
  // Feet beyond `reach` need not be found: the answer is then some distance larger than that.
  virtual RoadFoot nearest(double x, double z, double reach) const;

  // Largest h'' (valleys): below 1/reach there is one foot, and no search is needed.
  virtual double largest_upward_curvature() const = 0;
  virtual SteepestPlace steepest() const = 0;
  virtual RoadRange range() const { return {}; }
  // Where something happens, increasing; the road is drawn from before the first to after the last.
  virtual std::vector<double> stations() const = 0;
  // Distance of the points with which it is searched and drawn between stations; infinity for straight pieces.
  virtual double resolution() const = 0;
};

using RoadProfilePtr = std::shared_ptr<const RoadProfile>;

}  // namespace invar
