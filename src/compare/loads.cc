#include "invar/compare/loads.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "invar/record/channel_set.h"

namespace invar::compare {

namespace {

// Beside the largest load of the same unit, such a one is round-off.
constexpr double kNothing = 1e-6;

std::vector<Channel> load_channels(const Model& model) {
  std::vector<Channel> chosen;
  for (const Channel& c : find_channels(model)) {
    const bool load = c.unit == "N" || c.unit == "N m" || c.unit == "Pa";
    // Multipliers of the scheme are no loads of the state.
    if (load && c.needs <= kNeedsVelocity && c.name.find("lambda_raw") == std::string::npos) chosen.push_back(c);
  }
  return chosen;
}

Vector scale_of(const std::vector<Channel>& channels, Vector largest) {
  Vector scale = largest;
  for (Eigen::Index i = 0; i < scale.size(); ++i) {
    double unit_largest = 0;
    for (Eigen::Index k = 0; k < scale.size(); ++k)
      if (channels[k].unit == channels[i].unit) unit_largest = std::max(unit_largest, largest[k]);
    if (!(largest[i] > kNothing * unit_largest)) scale[i] = std::numeric_limits<double>::infinity();
  }
  return scale;
}

}  // namespace

Loads::Loads(const Model& model, const MechanicalSystem& system) : channels_(load_channels(model)), instant_(system) {
  for (const Channel& channel : channels_) needs_ |= channel.needs;
  const auto n = static_cast<Eigen::Index>(channels_.size());
  largest_.setZero(n);
  squares_.setZero(n);
}

Vector Loads::at(const State& s) {
  instant_.look_at(s);
  const Snapshot& snapshot = instant_.snapshot(needs_);
  Vector f(static_cast<Eigen::Index>(channels_.size()));
  for (size_t i = 0; i < channels_.size(); ++i) f[static_cast<Eigen::Index>(i)] = channels_[i].value(snapshot);
  return f;
}

void Loads::see(const State& s, double t_half) {
  if (channels_.empty() || s.t < t_half) return;
  Vector f = at(s);
  largest_ = largest_.cwiseMax(f.cwiseAbs());
  if (seen_ >= 2) squares_ += (0.25 * (f - 2 * last_ + before_)).cwiseAbs2();
  before_ = std::move(last_);
  last_ = std::move(f);
  ++seen_;
}

double Loads::roughness() const {
  if (seen_ < 4) return 0;
  const Vector rms = (squares_ / (seen_ - 2)).cwiseSqrt();
  const double worst = rms.cwiseQuotient(scale_of(channels_, largest_)).maxCoeff();
  return std::isfinite(worst) ? worst : 0;
}

Vector load_scale(const Model& model, const std::vector<Vector>& loads) {
  const auto channels = load_channels(model);
  Vector largest = Vector::Zero(static_cast<Eigen::Index>(channels.size()));
  for (const Vector& f : loads)
    if (f.size() == largest.size()) largest = largest.cwiseMax(f.cwiseAbs());
  return scale_of(channels, largest);
}

}  // namespace invar::compare
