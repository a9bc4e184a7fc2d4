// Weight of bodies and elements.
#pragma once

#include <string>

#include "invar/discrete/affine_vector.h"

namespace invar {

class PartBuilder;

// Places the weight of a body, U = -g . (m x_C), where m_x is the first mass moment m x_C; nothing without gravity.
void add_gravity(PartBuilder& builder, const std::string& body, const AffineVector& m_x);

}  // namespace invar
