// What rolling bodies share: the plane they roll on, {x: N . x = height}, and its tangents.
#pragma once

#include "invar/parts/drawing/drawing.h"
#include "invar/parts/part_builder.h"

namespace invar {

struct RollingPlane {
  Vector3 N, t1, t2;  // right-handed
  double height;      // N . x of its points
};

// Keys `on`, `center`, `radius`, `normal`, `height`.
Schema rolling_schema(const std::string& body_doc);
RollingPlane read_rolling_plane(const Params& params);
// The frame node of the body named by `on`, which must be a body in space with an orientation.
Marker read_rolling_center(const Params& params, PartBuilder& builder);

// The plane, once as a floor.
void draw_floor(const RollingPlane& plane, const Part& part, Drawing& drawing);

}  // namespace invar
