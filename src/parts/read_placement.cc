#include "invar/parts/read_placement.h"

#include <fmt/format.h>

#include "invar/math/rotation.h"

namespace invar {

const Schema& rotation_schema() {
  static const Schema schema = [] {
    Schema s;
    s.direction("axis", "axis of rotation in world axes");
    s.number("angle", "rad", "angle about the axis").default_value(0);
    s.numbers("quaternion", "1", "w, x, y, z; normalized when read").size(4);
    s.map("directors", "the three body axes in world components");
    return s;
  }();
  return schema;
}

Matrix3 read_rotation(const Params& params, const std::string& key) {
  if (!params.has(key)) return Matrix3::Identity();
  const Params rotation = params.group(key);
  const int given = rotation.is_given("axis") + rotation.is_given("quaternion") + rotation.is_given("directors");
  if (given != 1)
    params.fail(key, "must have exactly one of axis, quaternion, directors", "e.g. {axis: [0, 0, 1], angle: 0.5}");
  if (rotation.is_given("axis")) return make_rotation(rotation.direction("axis"), rotation.number("angle"));
  if (rotation.is_given("quaternion")) {
    const auto& e = rotation.numbers("quaternion");
    const Eigen::Quaterniond quaternion(e[0], e[1], e[2], e[3]);
    if (!(quaternion.norm() > 1e-12)) rotation.fail("quaternion", "must not be zero", "e.g. [1, 0, 0, 0]");
    return quaternion.normalized().toRotationMatrix();
  }
  Matrix3 R;
  const SpecNode rows = rotation.node("directors");
  if (!rows.is_list() || rows.size() != 3)
    rotation.fail("directors", "must be a list of three vectors", "e.g. [[1, 0, 0], [0, 1, 0], [0, 0, 1]]");
  for (int i = 0; i < 3; ++i) {
    const auto d = read_numbers(rows[i], 3);
    R.col(i) = Vector3(d[0], d[1], d[2]);
  }
  if ((R.transpose() * R - Matrix3::Identity()).cwiseAbs().maxCoeff() > 1e-6 || R.determinant() < 0)
    rotation.fail("directors", "must be orthonormal and right-handed",
                  "give unit vectors at right angles with d1 x d2 = d3");
  return calc_nearest_rotation(R);
}

Matrix3 read_triad(const Params& params) {
  const Vector3 axis = params.direction("axis"), first = params.vector3("x_axis");
  if (params.is_given("x_axis") && axis.cross(first).norm() < 1e-6 * first.norm())
    params.fail("x_axis", "must not be parallel to axis", "it fixes the first axis, at right angles to the third");
  return make_triad(axis, first);
}

Vector3 read_position(const Params& params, const std::string& key) {
  const auto& x = params.numbers(key);
  if (x.size() != 2 && x.size() != 3)
    params.fail(key, fmt::format("needs 2 or 3 numbers, got {}", x.size()), "e.g. [0, 0, 0]");
  return {x[0], x[1], x.size() == 3 ? x[2] : 0.0};
}

}  // namespace invar
