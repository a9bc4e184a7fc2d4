// Road: a named profile of the model, with how it is drawn, and the types of the section `roads`.
//
//   roads:
//     right: {type: cosine_bump, start: 5, length: 5, height: 0.2, across: 0.6}
//     left: {type: flat, across: -0.6}
//   forces:
//     tyre_fr: {type: tyre, on: wheel_fr, road: right, ...}
//
// A road has no terms of its own: tyres ask it for the place below them.
#pragma once

#include <functional>
#include <string>

#include "invar/parts/part.h"
#include "invar/parts/road_profile.h"
#include "invar/spec/params.h"

namespace invar {

class PartBuilder;

// How the road is drawn; no effect on the motion.
struct RoadLook {
  double across = 0, width = 1;
  double from = 0, to = 0;  // equal: from before the first station to after the last; not beyond its range
};

class Road final : public Part {
 public:
  Road(std::string name, std::string type, RoadProfilePtr profile, RoadLook look)
      : Part(std::move(name), std::move(type)), profile_(std::move(profile)), look_(look) {}
  const RoadProfile& profile() const { return *profile_; }
  const RoadProfilePtr& shared_profile() const { return profile_; }
  void draw(Drawing& drawing) const override;

 private:
  RoadProfilePtr profile_;
  RoadLook look_;
};

struct RoadType {
  std::string name, doc, reference;
  Schema schema;
  std::function<std::unique_ptr<Road>(const std::string& name, const Params&, PartBuilder&)> make;
};

// Steeper than this, in m a m, is a wall and not a road: two points nearly above each other are a slip of the pen, and the
// nearest point of such a curve cannot be found by looking at it every few millimeters.
inline constexpr double kSteepestRoad = 100;

// What a file of a type writes: the profile. The keys of the look are added to the schema, and no
// place of the profile may be steeper than kSteepestRoad.
using MakeProfile = std::function<RoadProfilePtr(const Params&, PartBuilder&)>;
RoadType make_road_type(const std::string& name, std::string doc, std::string reference, Schema schema,
                        const MakeProfile& make);

}  // namespace invar
