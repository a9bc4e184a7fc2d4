#include "invar/parts/read_places.h"

#include <fmt/format.h>

#include "invar/math/rotation.h"
#include "invar/parts/kinematics.h"
#include "invar/parts/read_placement.h"

namespace invar {

namespace {

void check_two_bodies(const Params& params, const Marker& a, const Marker& b) {
  if (a.ground && b.ground) params.fail("between", "acts between the ground and itself", "name a body");
  if (a.body == b.body)
    params.fail("between", fmt::format("acts between \"{}\" and itself", a.body), "name two different bodies");
}

}  // namespace

Marker read_place(const Params& params, PartBuilder& builder, const std::string& reference, const std::string& key,
                  const std::string& at_key) {
  const bool at_given = !at_key.empty() && params.has(at_key);
  Marker place = builder.place(reference, params, key, at_given);
  if (!at_given) return place;
  Matrix3 R = Matrix3::Identity();
  if (place.has_axes)
    for (int i = 0; i < 3; ++i) R.col(i) = calc_value(builder.layout(), place.axes[i], builder.q());
  const Body& body = builder.body(place.body, params, key);
  const Vector3 p_B = body.to_body(read_position(params, at_key));
  if (const std::string reason = body.refuse_marker(p_B); !reason.empty())
    params.fail(at_key, fmt::format("{} (body \"{}\")", reason, place.body),
                "the position counts in world coordinates of the initial configuration");
  return body.marker(p_B, body.to_body(R));
}

Schema two_points_schema() {
  Schema s;
  s.names_of("place", "between", "the two places: bodies, markers or ground").size(2).required();
  s.numbers("at_1", "m",
            "point on the first, in world coordinates of the initial configuration; default: the place itself");
  s.numbers("at_2", "m", "point on the second, likewise");
  return s;
}

std::pair<Marker, Marker> read_two_points(const Params& params, PartBuilder& builder) {
  const auto& between = params.names("between");
  const Marker a = read_place(params, builder, between[0], "between", "at_1");
  const Marker b = read_place(params, builder, between[1], "between", "at_2");
  check_two_bodies(params, a, b);
  return {a, b};
}

std::pair<Marker, Marker> read_two_frames(const Params& params, PartBuilder& builder) {
  const auto& between = params.names("between");
  Marker marker[2];
  Vector3 p = Vector3::Zero();
  Matrix3 R = Matrix3::Identity();
  bool has_position = false;
  for (int i = 1; i >= 0; --i) {
    marker[i] = builder.place(between[i], params, "between");
    if (!marker[i].has_axes)
      params.fail("between", fmt::format("needs bodies with an orientation, but \"{}\" is a point", between[i]),
                  "use a spring_damper");
    if (!builder.is_marker(between[i])) continue;
    p = calc_value(builder.layout(), marker[i].point, builder.q());
    for (int k = 0; k < 3; ++k) R.col(k) = calc_value(builder.layout(), marker[i].axes[k], builder.q());
    has_position = true;
  }
  check_two_bodies(params, marker[0], marker[1]);
  if (params.has("at")) p = read_position(params, "at"), has_position = true;
  if (params.is_given("axis") || params.is_given("x_axis")) R = read_triad(params);
  for (int i = 0; i < 2; ++i) {
    if (builder.is_marker(between[i])) continue;
    if (!has_position)
      params.fail("between", "does not say where it acts", "add at: [x, y, z] (world coordinates), or name markers");
    marker[i] = builder.place_at(marker[i].body, p, R, params, "between");
  }
  return {marker[0], marker[1]};
}

const Joint& read_joint(const Params& params, const PartBuilder& builder, bool angle) {
  const Joint& joint = builder.joint(params.text("joint"), params, "joint");
  const JointFreedoms& free = joint.freedoms();
  if (angle ? free.angle : free.displacement) return joint;
  const std::string has = angle ? (free.displacement ? "has a displacement but no angle" : "has no angle")
                                : (free.angle ? "has an angle but no displacement" : "has no displacement");
  params.fail("joint", fmt::format("is a {} joint, which {}", joint.type(), has),
              angle ? "name a joint that turns about an axis, e.g. revolute"
                    : "name a joint that slides along an axis, e.g. prismatic");
}

}  // namespace invar
