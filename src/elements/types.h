// The element types, one function a file.
#pragma once

#include "invar/parts/element.h"
#include "invar/parts/part_builder.h"

namespace invar {

ElementType beam_type();
ElementType cable_type();
ElementType bar_type();

// A load on a beam; among the forces of a model.
PartType distributed_force_type();

}  // namespace invar
