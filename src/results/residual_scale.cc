#include "invar/results/residual_scale.h"

#include <algorithm>
#include <cmath>

#include "invar/results/certificate.h"
#include "invar/system/coordinate_scale.h"

namespace invar {

ResidualScale::ResidualScale(const MechanicalSystem& system)
    : system_(system), position_(Vector::Zero(system.rows())), velocity_(Vector::Zero(system.rows())) {}

void ResidualScale::see(const State& s, double h, const Vector& G) {
  const Layout& layout = system_.layout();
  const double far = s.q.size() ? s.q.cwiseAbs().maxCoeff() : 0.0;
  const double extent = std::max(calc_extent(layout, s.q), kLeastPart * far);
  if (extent > extent_) {
    extent_ = extent;
    lengths_ = calc_coordinate_scales(layout, extent);
  }
  if (h != 0) least_rate_ = std::max(least_rate_, kLeastPart / std::abs(h));
  const SparsePattern& pattern = system_.G_pattern();
  for (int r = 0; r < pattern.rows; ++r) {
    double position = 0, velocity = 0;
    for (int k = pattern.start[r]; k < pattern.start[r + 1]; ++k) {
      const double size = std::abs(G[k]);
      position += size * lengths_[pattern.index[k]];
      velocity += size * std::abs(s.v[pattern.index[k]]);
    }
    position_[r] = std::max(position_[r], position);
    velocity_[r] = std::max({velocity_[r], velocity, least_rate_ * position});
  }
}

void ResidualScale::see_momentum(const Momentum& momentum) {
  linear_ = std::max(linear_, momentum.linear_terms);
  angular_ = std::max(angular_, momentum.angular_terms);
}

}  // namespace invar
