#include "invar/parts/road.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "invar/parts/drawing/drawing.h"

namespace invar {

namespace {

// Stations, with points between them where the road is curved.
std::vector<double> calc_corners(const RoadProfile& road, double from, double to) {
  std::vector<double> ends = {from, to};
  for (const double x : road.stations())
    if (x > from && x < to) ends.push_back(x);
  std::sort(ends.begin(), ends.end());
  constexpr std::size_t kMostStations = 1000;  // a measured road may have any number of points
  if (const std::size_t every = ends.size() / kMostStations + 1; every > 1) {
    std::vector<double> few;
    for (std::size_t i = 0; i < ends.size(); i += every) few.push_back(ends[i]);
    if (few.back() < ends.back()) few.push_back(ends.back());
    ends = std::move(few);
  }
  constexpr int kMostPieces = 60;
  const double step = std::max(road.resolution(), (to - from) / kMostPieces);
  std::vector<double> x = {ends.front()};
  for (std::size_t i = 1; i < ends.size(); ++i) {
    const int pieces = std::max(1, static_cast<int>(std::ceil((ends[i] - ends[i - 1]) / step - 1e-9)));
    for (int k = 1; k < pieces; ++k) x.push_back(ends[i - 1] + (ends[i] - ends[i - 1]) * k / pieces);
    x.push_back(ends[i]);  // itself: rounding must not lead beyond the end of the road
  }
  return x;
}

void check_slope(const Params& params, const RoadProfile& profile) {
  const SteepestPlace steepest = profile.steepest();
  if (steepest.slope <= kSteepestRoad) return;
  throw ModelError(params.location(), params.path(),
                   fmt::format("rises or falls by {:.4g} m a m at x = {:.9g}; at most {:g} is a road", steepest.slope,
                               steepest.x, kSteepestRoad),
                   "a road is a function of x: give a step a length of at least a hundredth of its height");
}

}  // namespace

void Road::draw(Drawing& drawing) const {
  double from = look_.from, to = look_.to;
  if (!(to > from)) {
    const auto stations = profile_->stations();
    const double first = stations.empty() ? 0.0 : stations.front(), last = stations.empty() ? 0.0 : stations.back();
    const double margin = std::max(10.0, 0.5 * (last - first));
    from = first - margin;
    to = last + margin;
  }
  from = std::max(from, profile_->range().from);
  to = std::min(to, profile_->range().to);
  if (!(to > from)) return;
  constexpr double kThickness = 0.03;  // [m]
  const auto x = calc_corners(*profile_, from, to);
  for (std::size_t i = 1; i < x.size(); ++i) {
    const double z0 = profile_->at(x[i - 1]).height, z1 = profile_->at(x[i]).height;
    const double length = std::hypot(x[i] - x[i - 1], z1 - z0), pitch = -std::atan2(z1 - z0, x[i] - x[i - 1]);
    Anchor at;
    at.R = Eigen::AngleAxisd(pitch, Vector3::UnitY());
    at.p = Vector3(0.5 * (x[i - 1] + x[i]), look_.across, 0.5 * (z0 + z1)) - at.R * Vector3(0, 0, 0.5 * kThickness);
    drawing.add("box", *this, DrawRole::kGround, at, {length, look_.width, kThickness}).color = "gray";
  }
}

RoadType make_road_type(const std::string& name, std::string doc, std::string reference, Schema schema,
                        const MakeProfile& make) {
  schema.number("across", "m", "where its middle is drawn, along y").default_value(0);
  schema.number("width", "m", "how wide it is drawn").positive().default_value(1);
  schema.vector2("shown", "m", "from where to where it is drawn; default: around what happens on it");
  RoadType type;
  type.name = name;
  type.doc = std::move(doc);
  type.reference = std::move(reference);
  type.schema = std::move(schema);
  type.make = [name, make](const std::string& part, const Params& params, PartBuilder& builder) {
    RoadLook look;
    look.across = params.number("across");
    look.width = params.number("width");
    if (params.has("shown")) {
      look.from = params.vector2("shown")[0];
      look.to = params.vector2("shown")[1];
      if (!(look.to > look.from)) params.fail("shown", "must be two increasing numbers", "e.g. [0, 50]");
    }
    RoadProfilePtr profile = make(params, builder);
    check_slope(params, *profile);
    return std::make_unique<Road>(part, name, std::move(profile), look);
  };
  return type;
}

}  // namespace invar
