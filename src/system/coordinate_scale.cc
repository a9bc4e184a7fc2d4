#include "invar/system/coordinate_scale.h"

#include <algorithm>

#include "invar/system/scale_groups.h"

namespace invar {

double calc_extent(const Layout& layout, Vec q) {
  Vector3 low = Vector3::Constant(1e300), high = -low;
  for (const Node& node : layout.nodes()) {
    const int size = count_positions(node.kind);
    if (size == 0) continue;
    Vector3 x = Vector3::Zero();
    x.head(size) = q.segment(node.offset, size);
    low = low.cwiseMin(x);
    high = high.cwiseMax(x);
  }
  if (low[0] > high[0]) return 1;
  // Bodies in one place: their distance from the origin. What they differ by is rounding.
  const double largest = std::max(low.cwiseAbs().maxCoeff(), high.cwiseAbs().maxCoeff());
  double extent = (high - low).norm();
  if (!(extent > 1e-9 * largest)) extent = largest;
  return extent > 0 ? extent : 1;
}

Vector calc_coordinate_scales(const Layout& layout, double extent) {
  Vector scales = Vector::Ones(layout.coordinates());
  for (const Node& node : layout.nodes()) scales.segment(node.offset, count_positions(node.kind)).setConstant(extent);
  return scales;
}

}  // namespace invar
