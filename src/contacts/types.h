// The types of shapes, one function each, and contacts.
#pragma once

#include "invar/parts/part_builder.h"
#include "invar/parts/shape.h"

namespace invar {

ShapeType sphere_shape_type();
ShapeType point_shape_type();
ShapeType plane_shape_type();
ShapeType box_shape_type();
ShapeType capsule_shape_type();
ShapeType cylinder_shape_type();

PartType contact_type();

}  // namespace invar
