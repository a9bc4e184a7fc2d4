// The body types (one function a file) and what they share.
#pragma once

#include "invar/model/body.h"

namespace invar {

BodyType rigid_body_type();
BodyType planar_body_type();
BodyType point_mass_type();
BodyType planar_point_mass_type();
BodyType rod_type();
BodyType coordinate_type();

// Places the weight of a body, U = -g . (m x_C), where m_x is the first mass moment m x_C; nothing without gravity.
void add_gravity(ModelBuilder& builder, const std::string& body, const AffineVector& m_x);

}  // namespace invar
