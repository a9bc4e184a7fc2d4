// Sizes of the coordinates: what a change or a residual is compared with, so that a watch and a bridge are judged alike.
#pragma once

#include "invar/core/layout.h"
#include "invar/core/types.h"

namespace invar {

// Diagonal of the box around all points and frames; their distance from the origin where there is one alone or all coincide,
// and 1 where that says nothing either.
double calc_extent(const Layout& layout, Vec q);

// Of each coordinate: `extent` of positions, 1 of directors, angles and scalars.
Vector calc_coordinate_scales(const Layout& layout, double extent);

}  // namespace invar
