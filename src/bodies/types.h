// The body types, one function per file.
#pragma once

#include "invar/parts/body.h"

namespace invar {

BodyType rigid_body_type();
BodyType planar_body_type();
BodyType point_mass_type();
BodyType planar_point_mass_type();
BodyType rod_type();
BodyType coordinate_type();

}  // namespace invar
