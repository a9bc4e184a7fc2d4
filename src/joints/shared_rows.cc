#include "invar/joints/shared_rows.h"

#include <cmath>

#include "invar/parts/kinematics.h"

namespace invar {

void add_parallel_rows(QuadraticMap& rows, const Marker& F, const Marker& M) {
  rows.add_dot(rows.add_row("axis_1", "N m"), F.axes[0], M.axes[2]);
  rows.add_dot(rows.add_row("axis_2", "N m"), F.axes[1], M.axes[2]);
}

void add_line_rows(QuadraticMap& rows, const Marker& F, const Marker& M) {
  const AffineVector d = M.point - F.point;
  if (both_in_plane(F, M)) {
    rows.add_dot(rows.add_row("offset", "N"), quarter_turn(F.axes[2]), d);
    return;
  }
  rows.add_dot(rows.add_row("offset_1", "N"), F.axes[0], d);
  rows.add_dot(rows.add_row("offset_2", "N"), F.axes[1], d);
}

void add_planar_angle_row(QuadraticMap& rows, const Marker& F, const Marker& M, int axis, const Layout& layout, Vec q) {
  const AffineVector angle = M.angle - F.angle;
  const Vector3 f = calc_value(layout, F.axes[axis], q), m = calc_value(layout, M.axes[axis], q);
  const double turned = std::atan2(f[0] * m[1] - f[1] * m[0], f[0] * m[0] + f[1] * m[1]);
  const int row = rows.add_row("angle", "N m");
  rows.add_component(row, angle, Vector3::UnitX());
  rows.add_constant(row, turned - calc_value(layout, angle, q)[0]);
}

void check_axis_in_plane(const Params& params, const Marker& F, const Layout& layout, Vec q) {
  // Half a microradian: more than the rounding of a direction, less than anything meant.
  if (std::abs(calc_value(layout, F.axes[2], q)[2]) > 5e-7)
    params.fail(params.is_given("axis") ? "axis" : "between",
                "must have its axis in the plane of the planar bodies, z = 0",
                "give a direction without z, e.g. axis: [1, 0, 0]");
}

AffineVector quarter_turn(const AffineVector& x) {
  AffineVector y(Vector3(-x.constant[1], x.constant[0], 0));
  for (const auto& part : x.parts) {
    if (part.slot == 1) y.add(part.node, 2, part.factor);
    if (part.slot == 2) y.add(part.node, 1, -part.factor);
  }
  return y;
}

}  // namespace invar
