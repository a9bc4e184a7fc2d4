#include "invar/bodies/equivalent_shape.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

namespace invar {

namespace {

constexpr double kEqual = 1e-3;     // moments that differ less make a round body
constexpr double kThinnest = 0.04;  // flat bodies are still seen from the side

}  // namespace

EquivalentShape calc_equivalent_shape(double mass, const Matrix3& J) {
  const Eigen::SelfAdjointEigenSolver<Matrix3> solver(J);
  const Vector3 moments = solver.eigenvalues().cwiseMax(0.0);  // ascending
  EquivalentShape shape;
  shape.R = solver.eigenvectors();
  if (shape.R.determinant() < 0) shape.R.col(1) *= -1;
  shape.half.setZero();
  if (!(moments[2] > 0) || !(mass > 0)) return shape;
  const auto side = [&](int i) { return std::sqrt(12 * moments[i] / mass); };
  const auto radius = [&](int i) { return std::sqrt(4 * moments[i] / mass); };
  const bool low_pair = moments[1] - moments[0] < kEqual * moments[2];
  const bool high_pair = moments[2] - moments[1] < kEqual * moments[2];
  if (low_pair && high_pair) {
    const double r = std::sqrt(5 * moments[2] / mass);
    shape.kind = "sphere";
    shape.size = {r};
    shape.half.setConstant(r);
  } else if (low_pair || high_pair) {
    // A disc or a bar; its axis belongs to the moment that stands alone.
    const int axis = high_pair ? 0 : 2, across = high_pair ? 2 : 0;
    double r = radius(across), h = side(axis);
    r = std::max(r, 0.5 * kThinnest * h);
    h = std::max(h, 2 * kThinnest * r);
    Matrix3 R;
    R << shape.R.col((axis + 1) % 3), shape.R.col((axis + 2) % 3), shape.R.col(axis);
    shape.R = R;
    shape.kind = "cylinder";
    shape.size = {r, h};
    shape.half = Vector3(r, r, 0.5 * h);
  } else {
    // The axes of the box are those of the body nearest to them, which leaves an aligned box as it is written.
    Matrix3 R = Matrix3::Zero();
    Vector3 sides = Vector3::Zero();
    bool taken[3] = {false, false, false};
    for (int i = 2; i >= 0; --i) {
      int best = -1;
      for (int k = 0; k < 3; ++k)
        if (!taken[k] && (best < 0 || std::abs(shape.R(k, i)) > std::abs(shape.R(best, i)))) best = k;
      taken[best] = true;
      R.col(best) = (shape.R(best, i) < 0 ? -1.0 : 1.0) * shape.R.col(i);
      sides[best] = std::max(side(i), kThinnest * side(2));
    }
    if (R.determinant() < 0) R.col(0) *= -1;
    shape.R = R;
    shape.kind = "box";
    shape.size = {sides[0], sides[1], sides[2]};
    shape.half = 0.5 * sides;
  }
  return shape;
}

}  // namespace invar
