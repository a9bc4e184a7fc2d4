// The road types, one function a file.
#pragma once

#include "invar/parts/road.h"

namespace invar {

RoadType flat_road_type();
RoadType cosine_bump_road_type();
RoadType ramp_road_type();
RoadType stairs_road_type();
RoadType table_road_type();
RoadType sum_road_type();

}  // namespace invar
