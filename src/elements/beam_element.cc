#include "invar/elements/beam_element.h"

#include "invar/elements/beam_shape.h"

namespace invar {

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
    points.push_back(point);
  }
  return points;
}

}  // namespace invar
