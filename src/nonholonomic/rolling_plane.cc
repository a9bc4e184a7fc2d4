#include "invar/nonholonomic/rolling_plane.h"

#include <fmt/format.h>

#include "invar/math/rotation.h"
#include "invar/parts/read_places.h"

namespace invar {

Schema rolling_schema(const std::string& body_doc) {
  Schema s;
  s.name_of("place", "on", body_doc).required();
  s.numbers("at", "m", "center, in world coordinates of the initial configuration; default: the place itself");
  s.number("radius", "m", "radius").positive().required();
  s.direction("normal", "normal of the plane, pointing to the body").default_value("[0, 0, 1]");
  s.number("height", "m", "position of the plane along its normal").default_value(0);
  return s;
}

RollingPlane read_rolling_plane(const Params& params) {
  const Matrix3 R = make_triad(params.direction("normal"), Vector3::UnitX());
  return {R.col(2), R.col(0), R.col(1), params.number("height")};
}

Marker read_rolling_center(const Params& params, PartBuilder& builder) {
  Marker C = read_place(params, builder, params.text("on"), "on", "at");
  if (C.ground) params.fail("on", "is the ground, which does not roll", "name a rigid body");
  if (!C.has_axes || C.planar)
    params.fail("on", fmt::format("is on \"{}\", which is not a body in space with an orientation", C.body),
                "name a rigid body");
  return C;
}

void draw_floor(const RollingPlane& plane, const Part& part, Drawing& drawing) {
  for (const Primitive& p : drawing.primitives())
    if (p.kind == "floor") return;
  Matrix3 R;
  R << plane.t1, plane.t2, plane.N;
  drawing.add("floor", part, DrawRole::kGround, {-1, plane.height * plane.N, Eigen::Quaterniond(R)}, {});
}

}  // namespace invar
