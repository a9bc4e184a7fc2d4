// What the files of the shapes share: where a shape sits on its body.
#pragma once

#include "invar/parts/part_builder.h"
#include "invar/parts/shape.h"

namespace invar {

// Keys `on` and `at`.
Schema shape_schema();
// The body, marker or ground of `on`.
Marker read_shape_place(const Params& params, PartBuilder& builder);
// A point and a direction given in the axes of a place.
AffineVector offset_point(const Marker& place, const Vector3& p);
AffineVector turned(const Marker& place, const Vector3& f);
// The place moved to `at`, with third axis along `axis`.
Marker shape_frame(const Marker& place, const Vector3& at, const Matrix3& R);
// Fails unless the place has an orientation.
void require_axes(const Params& params, const Marker& place, const std::string& what);

}  // namespace invar
