// Steps between two levels. A riser needs some length: a road is a function of x.
#include "invar/roads/polyline.h"
#include "invar/roads/types.h"

namespace invar {

RoadType stairs_road_type() {
  Schema schema;
  schema.number("start", "m", "where the first riser begins").required();
  schema.number("tread", "m", "length of a step, riser included").positive().required();
  schema.number("rise", "m", "height of a step; negative: stairs down").required();
  schema.integer("count", "number of steps").range(1, 10000).required();
  schema.number("riser", "m", "length along x over which a step rises").positive().default_value(0.01);
  schema.number("base", "m", "height of the level road before them").default_value(0);
  return make_road_type("stairs", "steps up or down with level treads: use contact: nearest", "polyline",
                        std::move(schema), [](const Params& params, PartBuilder&) {
                          const double tread = params.number("tread"), riser = params.number("riser");
                          if (!(riser < tread)) params.fail("riser", "must be shorter than the tread");
                          std::vector<Vector2> corners;
                          double x = params.number("start"), z = params.number("base");
                          for (long long i = 0; i < params.integer("count"); ++i) {
                            corners.emplace_back(x, z);
                            z += params.number("rise");
                            corners.emplace_back(x + riser, z);
                            x += tread;
                          }
                          return std::make_shared<PolylineProfile>(std::move(corners));
                        });
}

}  // namespace invar
