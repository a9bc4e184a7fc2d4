#include "invar/audit/residual_scale.h"

#include <algorithm>
#include <cmath>

#include "invar/audit/certificate.h"
#include "invar/system/coordinate_scale.h"
#include "invar/system/scale_groups.h"

namespace invar {

namespace {
constexpr double kPartOfSystem = 0.01;
// Of the largest mass, or inertia: below, forces say nothing of accelerations (directors of beams).
constexpr double kLightPart = 1e-3;
}  // namespace

ResidualScale::ResidualScale(const MechanicalSystem& system)
    : system_(system),
      inverse_mass_(Vector::Zero(system.coordinates())),
      position_(Vector::Zero(system.rows())),
      velocity_(Vector::Zero(system.rows())),
      acceleration_(Vector::Zero(system.rows())) {
  const SparsePattern& K = system.K_pattern();
  double largest[2] = {0, 0};  // of rotations, of positions
  const auto visit = [&](const auto& use) {
    for (const Node& node : system.layout().nodes())
      for (int k = 0; k < node_size(node.kind); ++k)
        use(node.offset + k, system.M()[K.position(node.offset + k, node.offset + k)],
            largest[k < count_positions(node.kind) ? 1 : 0]);
  };
  visit([](int, double mass, double& most) { most = std::max(most, mass); });
  visit([&](int i, double mass, double most) {
    if (mass > kLightPart * most) inverse_mass_[i] = 1 / mass;
  });
}

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

void ResidualScale::see_acceleration(const Vector& v, const Vector& a, const PointEval& at) {
  double largest = 0;  // w of (S3)
  for (int j = 0; j < a.size(); ++j) {
    const double rate = std::abs(v[j]) / lengths_[j], force = std::abs(at.Q[j] - at.U_q[j]) * inverse_mass_[j];
    largest = std::max({largest, std::max(std::abs(a[j]), kLeastPart * force) / lengths_[j], rate * rate});
  }
  const SparsePattern& pattern = system_.G_pattern();
  for (int r = 0; r < pattern.rows; ++r) {
    double by_a = 0, by_v = 0, fastest = 0;
    for (int k = pattern.start[r]; k < pattern.start[r + 1]; ++k) {
      const int j = pattern.index[k];
      const double size = std::abs(at.G[k]);
      by_a += size * std::abs(a[j]);
      by_v += size * std::abs(v[j]);
      fastest = std::max(fastest, std::abs(v[j]) / lengths_[j]);
    }
    const double sum = by_a + by_v * fastest + std::abs(at.bias[r]) + kPartOfSystem * largest * position_[r];
    acceleration_[r] = std::max(acceleration_[r], sum);
  }
}

void ResidualScale::see_momentum(const Momentum& momentum) {
  linear_ = std::max(linear_, momentum.linear_terms);
  angular_ = std::max(angular_, momentum.angular_terms);
}

void ResidualScale::archive(Archive& a) {
  a("lengths", lengths_);
  a("inverse_mass", inverse_mass_);
  a("extent", extent_);
  a("position", position_);
  a("velocity", velocity_);
  a("acceleration", acceleration_);
  a("linear", linear_);
  a("angular", angular_);
  a("least_rate", least_rate_);
}

}  // namespace invar
