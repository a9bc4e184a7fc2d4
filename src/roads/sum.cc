// Roads on top of each other: heights added, with factors. Straight roads give a straight road, whose nearest point is
// exact.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "invar/parts/part_builder.h"
#include "invar/roads/bounded.h"
#include "invar/roads/polyline.h"
#include "invar/roads/types.h"

namespace invar {

namespace {

struct Share {
  RoadProfilePtr road;
  double factor;
};

std::vector<double> all_stations(const std::vector<Share>& parts) {
  std::vector<double> all;
  for (const Share& part : parts)
    for (const double x : part.road->stations()) all.push_back(x);
  std::sort(all.begin(), all.end());
  // The same place reached by different sums differs by rounding; roads are never so steep that this matters.
  const auto same = [](double a, double b) { return b - a <= 1e-12 * (1 + std::abs(a)); };
  all.erase(std::unique(all.begin(), all.end(), same), all.end());
  return all;
}

RoadPoint sum_at(const std::vector<Share>& parts, double x) {
  RoadPoint sum;
  for (const auto& [road, factor] : parts) {
    const RoadPoint p = road->at(x);
    sum.height += factor * p.height;
    sum.slope += factor * p.slope;
    sum.curvature += factor * p.curvature;
  }
  return sum;
}

class SumProfile final : public RoadProfile {
 public:
  explicit SumProfile(std::vector<Share> parts) : parts_(std::move(parts)), stations_(all_stations(parts_)) {
    for (const Share& part : parts_) {
      // A bound: a crest of one road may be a valley with a negative factor, and corners have no curvature at all.
      curvature_ += std::abs(part.factor) * part.road->largest_upward_curvature();
      resolution_ = std::min(resolution_, part.road->resolution());
    }
    for (std::size_t i = 1; i < stations_.size(); ++i)
      resolution_ = std::min(resolution_, stations_[i] - stations_[i - 1]);
  }
  RoadPoint at(double x) const override { return sum_at(parts_, x); }
  // Looked for: the steepest places of two roads need not be the same.
  SteepestPlace steepest() const override {
    SteepestPlace most;
    constexpr int kLooks = 8;  // between two stations, or within the resolution
    for (std::size_t i = 1; i < stations_.size(); ++i) {
      const double a = stations_[i - 1], length = stations_[i] - a;
      const int looks = kLooks * std::clamp(static_cast<int>(std::ceil(length / resolution_)), 1, 1000);
      for (int k = 0; k < looks; ++k) {
        const double x = a + length * (k + 0.5) / looks, slope = std::abs(sum_at(parts_, x).slope);
        if (slope > most.slope) most = {slope, x};
      }
    }
    return most;
  }
  double largest_upward_curvature() const override { return curvature_; }
  std::vector<double> stations() const override { return stations_; }
  double resolution() const override { return resolution_; }

 private:
  std::vector<Share> parts_;
  std::vector<double> stations_;
  double curvature_ = 0, resolution_ = 1;
};

RoadProfilePtr make_sum_profile(const Params& params, PartBuilder& builder) {
  const auto& names = params.names("of");
  std::vector<double> factors(names.size(), 1.0);
  if (params.has("factors")) factors = params.numbers("factors");
  if (factors.size() != names.size())
    params.fail("factors", fmt::format("needs {} numbers, one for each road, got {}", names.size(), factors.size()));
  std::vector<Share> parts;
  bool straight = true;
  RoadRange range;
  std::string ends;  // names of the roads that have some
  for (std::size_t i = 0; i < names.size(); ++i) {
    RoadProfilePtr road = builder.road(names[i], params, "of").shared_profile();
    // The sum ends where the first of its roads does; within, none of them needs to check.
    if (const auto* bounded = dynamic_cast<const BoundedProfile*>(road.get())) {
      range = {std::max(range.from, bounded->range().from), std::min(range.to, bounded->range().to)};
      ends += (ends.empty() ? "" : ", ") + names[i];
      road = bounded->inside();
    }
    straight = straight && dynamic_cast<const PolylineProfile*>(road.get());
    parts.push_back({std::move(road), factors[i]});
  }
  if (!(range.to > range.from)) params.fail("of", "are nowhere defined together", "extend their tables");
  RoadProfilePtr sum;
  if (straight) {
    std::vector<Vector2> corners;
    for (const double x : all_stations(parts)) corners.emplace_back(x, sum_at(parts, x).height);
    sum = std::make_shared<PolylineProfile>(std::move(corners));
  } else {
    sum = std::make_shared<SumProfile>(std::move(parts));
  }
  if (ends.empty()) return sum;
  return std::make_shared<BoundedProfile>(sum, range, params.location(), params.path(),
                                          "extend the table of " + ends + ", or set its outside: hold");
}

}  // namespace

RoadType sum_road_type() {
  Schema schema;
  schema.names_of("road", "of", "roads whose heights are added").required();
  schema.numbers("factors", "1", "one factor for each; default: 1");
  return make_road_type("sum", "sum of other roads, e.g. a bump on a ramp, or stairs after a ramp", "superposition",
                        std::move(schema), make_sum_profile);
}

}  // namespace invar
