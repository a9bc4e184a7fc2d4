#include "catalog/catalog_sample.h"

#include <Eigen/SVD>

namespace invar::catalog {

namespace {

template <class Placed, class Evaluate>
void scatter(const Assembly& assembly, const Placed& placed, Vec q, const Evaluate& evaluate, Matrix& J) {
  const int n = assembly.local_size(placed.nodes), m = placed.term->rows();
  Vector local(n);
  std::vector<int> index;
  for (const int node : placed.nodes) {
    const Node& info = assembly.layout.node(node);
    for (int i = 0; i < node_size(info.kind); ++i) index.push_back(info.offset + i);
  }
  for (int i = 0; i < n; ++i) local[i] = q[index[i]];
  Matrix block = Matrix::Zero(m, n);
  evaluate(local, block);
  for (int j = 0; j < n; ++j) J.col(index[j]).segment(placed.first_row, m) += block.col(j);
}

}  // namespace

Matrix full_jacobian(const Assembly& assembly, double t, Vec q) {
  Matrix J = Matrix::Zero(assembly.layout.rows(), assembly.layout.coordinates());
  for (const auto& placed : assembly.constraints)
    scatter(
        assembly, placed, q,
        [&](const Vector& x, Matrix& block) {
          placed.term->add_Phi_q({t, x}, block);
        },
        J);
  for (const auto& placed : assembly.pfaffians)
    scatter(
        assembly, placed, q,
        [&](const Vector& x, Matrix& block) {
          placed.term->add_A({t, x}, block);
        },
        J);
  return J;
}

int rank(const Matrix& J) {
  const Eigen::JacobiSVD<Matrix> svd(J);
  const Vector& s = svd.singularValues();
  return static_cast<int>((s.array() > 1e-9 * s[0]).count());
}

}  // namespace invar::catalog
