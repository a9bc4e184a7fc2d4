#include "invar/elements/beam/beam_element.h"

#include "invar/elements/beam/interpolation.h"

namespace invar {

namespace {

// Moves what fixed nodes contribute into the constant part.
BeamGaussPoint drop_fixed(const BeamElementShape& shape, const BeamGaussPoint& full) {
  BeamGaussPoint point = full;
  int rows = 0;
  for (int a = 0; a < shape.nodes(); ++a) {
    const auto W = full.W.middleRows<4>(4 * a);
    if (shape.is_fixed(a)) {
      point.fixed += Eigen::Map<const Eigen::Matrix<double, 3, 4>>(shape.reference.data() + 12 * a) * W;
    } else {
      point.W.middleRows<4>(4 * rows++) = W;
    }
  }
  point.W.conservativeResize(4 * rows, 7);
  return point;
}

}  // namespace

std::vector<BeamGaussPoint> make_beam_points(const BeamElementShape& shape,
                                             const std::function<Matrix6(double xi)>& stiffness, int rule) {
  const int n = shape.nodes();
  std::vector<BeamGaussPoint> points;
  for (const GaussPoint& gauss : gauss_rule(rule > 0 ? rule : n - 1)) {
    const BeamShape N = calc_beam_shape(n, gauss.xi);
    BeamGaussPoint point;
    point.W.setZero(4 * n, 7);
    for (int a = 0; a < n; ++a) {
      Eigen::Matrix<double, 4, 7> W = Eigen::Matrix<double, 4, 7>::Zero();
      W(0, 0) = N.dN[a];
      for (int i = 1; i <= 3; ++i) {
        W(i, i) = N.N[a];
        W(i, 3 + i) = N.dN[a];
      }
      // X_e = X T^T for the columns (r, d1, d2, d3) of a node.
      point.W.middleRows<4>(4 * a) = shape.transforms.empty() ? W : shape.transforms[a].transpose() * W;
    }
    // Derivatives with respect to the length of the stress-free axis.
    const double J = interpolate(point.W, shape.reference).col(0).norm();
    point.W.col(0) /= J;
    point.W.rightCols<3>() /= J;
    point.weight = gauss.weight * J;
    point.D = stiffness(gauss.xi);
    point.E_ref = calc_beam_strain(interpolate(point.W, shape.reference));
    points.push_back(drop_fixed(shape, point));
  }
  return points;
}

Matrix make_beam_mass(const BeamElementShape& shape, const std::function<Eigen::Matrix4d(double xi)>& table) {
  const int n = shape.nodes();
  Matrix sum = Matrix::Zero(4 * n, 4 * n);
  for (const GaussPoint& gauss : gauss_rule(n + 1)) {
    const BeamShape N = calc_beam_shape(n, gauss.xi);
    Vector3 tangent = Vector3::Zero();
    Matrix W = Matrix::Zero(4 * n, 4);  // (r, d1, d2, d3) of the point from those of the nodes
    for (int a = 0; a < n; ++a) {
      const Eigen::Matrix4d T = shape.transforms.empty() ? NodeTransform::Identity() : shape.transforms[a];
      W.middleRows<4>(4 * a) = N.N[a] * T.transpose();
      const Eigen::Map<const Eigen::Matrix<double, 3, 4>> X(shape.reference.data() + 12 * a);
      tangent += N.dN[a] * (X * T.row(0).transpose());
    }
    sum += gauss.weight * tangent.norm() * W * table(gauss.xi) * W.transpose();
  }
  std::vector<int> rows;
  for (int a = 0; a < n; ++a)
    for (int i = 0; i < 4; ++i)
      if (!shape.is_fixed(a)) rows.push_back(4 * a + i);
  const int m = static_cast<int>(rows.size());
  Matrix M = Matrix::Zero(3 * m, 3 * m);
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < m; ++j) M.block<3, 3>(3 * i, 3 * j) = sum(rows[i], rows[j]) * Matrix3::Identity();
  return M;
}

}  // namespace invar
