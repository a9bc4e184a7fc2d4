// A straight ramp between two levels.
#include "invar/roads/polyline.h"
#include "invar/roads/types.h"

namespace invar {

RoadType ramp_road_type() {
  Schema schema;
  schema.number("start", "m", "where the ramp begins").required();
  schema.number("length", "m", "along x").positive().required();
  schema.number("height", "m", "by which it rises; negative: falls").required();
  schema.number("base", "m", "height of the level road before it").default_value(0);
  return make_road_type("ramp", "straight ramp from one level to another, without rounding: use contact: nearest",
                        "polyline", std::move(schema), [](const Params& params, PartBuilder&) {
                          const double x = params.number("start"), z = params.number("base");
                          return std::make_shared<PolylineProfile>(
                              std::vector<Vector2>{{x, z}, {x + params.number("length"), z + params.number("height")}});
                        });
}

}  // namespace invar
