// One step of Gragg-Bulirsch-Stoer extrapolation of the modified midpoint rule with eight columns, order 16 (Hairer,
// Norsett, Wanner, Solving Ordinary Differential Equations I, II.9).
#include <utility>
#include <vector>

#include "oracles/ode.h"

namespace invar::oracles {

// Fills the extrapolated increment y(t + h) - y(t) and returns its estimated error over the allowed one. Everything is
// done with increments z = y - y(t): the rounding of the table is then relative to the change, not to y itself.
Real Trajectory::try_extrapolation(const Node& from, Real h, VecX& increment) const {
  constexpr int kColumns = 8;
  const auto n = from.y.size();
  std::vector<VecX> row(kColumns, VecX(n));
  VecX f0(n), f(n), z0(n), z1(n), z2(n), error = VecX::Zero(n);
  f_(from.t, from.y, f0);
  for (int j = 0; j < kColumns; ++j) {
    const int substeps = 2 * (j + 1);  // the even harmonic sequence: smallest rounding among those with an h^2 series
    const Real s = h / substeps;
    z0.setZero();
    z1 = s * f0;
    for (int i = 1; i < substeps; ++i) {
      f_(from.t + i * s, from.y + z1, f);
      z2 = z0 + 2 * s * f;
      z0.swap(z1);
      z1.swap(z2);
    }
    f_(from.t + h, from.y + z1, f);
    VecX entry = (z0 + z1 + s * f) / 2;  // Gragg's smoothing
    for (int k = 0; k < j; ++k) {        // Aitken-Neville, row[k] holds T(j-1, k)
      const Real ratio = static_cast<Real>(j + 1) / (j - k);
      VecX next = entry + (entry - row[k]) / (ratio * ratio - 1);
      row[k] = entry;
      if (k == j - 1) error = next - entry;
      entry = std::move(next);
    }
    row[j] = entry;
  }
  increment = row[kColumns - 1];
  return relative_size(error, from.y + increment) / options_.tolerance;
}

}  // namespace invar::oracles
