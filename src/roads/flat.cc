// A level road.
#include "invar/roads/polyline.h"
#include "invar/roads/types.h"

namespace invar {

RoadType flat_road_type() {
  Schema schema;
  schema.number("height", "m", "height of the road").default_value(0);
  return make_road_type("flat", "level road", "plane", std::move(schema), [](const Params& params, PartBuilder&) {
    return std::make_shared<PolylineProfile>(std::vector<Vector2>{{0.0, params.number("height")}});
  });
}

}  // namespace invar
