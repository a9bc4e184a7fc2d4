// Reading of the places a force acts at or between.
#pragma once

#include <utility>

#include "invar/parts/part_builder.h"

namespace invar {

// The place named by `key` (a body, a marker or the ground). With a value of `at_key`, the body of that place at this
// point in world coordinates of the initial configuration, with the axes of the place.
Marker read_place(const Params& params, PartBuilder& builder, const std::string& reference, const std::string& key,
                  const std::string& at_key);

// Keys `between`, `at_1`, `at_2`: two points on different bodies.
Schema two_points_schema();
std::pair<Marker, Marker> read_two_points(const Params& params, PartBuilder& builder);

// Keys `between`, `at`, `axis`, `x_axis`: two frames on different bodies that coincide in the initial configuration
// unless they are markers.
std::pair<Marker, Marker> read_two_frames(const Params& params, PartBuilder& builder);

// Keys `joint`: a joint that has an angle (or a displacement); fails with what it has instead.
const Joint& read_joint(const Params& params, const PartBuilder& builder, bool angle);

}  // namespace invar
