// Rows that several joints share. f1, f2, f3 are the axes of F and M, x their points; labels are those of the channels.
#pragma once

#include "invar/parts/joint.h"

namespace invar {

// Axis 3 of M stays parallel to axis 3 of F: f1^F . f3^M = f2^F . f3^M = 0 (rows axis_1, axis_2).
void add_parallel_rows(QuadraticMap& rows, const Marker& F, const Marker& M);

// The point of M stays on the line through F along axis 3: f1^F . (x_M - x_F) = f2^F . (x_M - x_F) = 0 (rows offset_1,
// offset_2). In the plane one row (offset): the perpendicular of axis 3, which must then lie in the plane.
void add_line_rows(QuadraticMap& rows, const Marker& F, const Marker& M);

// theta_M - theta_F = constant (row angle), such that axis 3 of M points along axis 3 of F. Linear; plane only.
void add_planar_angle_row(QuadraticMap& rows, const Marker& F, const Marker& M, int axis, const Layout& layout, Vec q);

// Fails unless axis 3 of F lies in the plane z = 0.
void check_axis_in_plane(const Params& params, const Marker& F, const Layout& layout, Vec q);

// A vector of the plane turned by a right angle: d1 -> d2, d2 -> -d1.
AffineVector quarter_turn(const AffineVector& x);

}  // namespace invar
