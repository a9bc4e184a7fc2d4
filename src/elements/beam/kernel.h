// The arithmetic of a beam element at one Gauss point, for a number of nodes that the compiler knows. Two kernels have the
// same members:
//
//   PlainBeamKernel    nodes attached as they are: two weights a node, N and N' (beam_shape.h), hence each vector of a node
//                      moves three strains only: r all of Gamma, d_m those of Gamma_m and of the two K_i with i != m
//   GeneralBeamKernel  any weights W (offsets, turned sections): each vector may move all six
//
// Strain rows are stored by vectors, b[vector][s] the derivative of strain number strain(vector, s). Measured on cubic
// elements, tangents are formed three times as fast as with sizes known at run time.
#pragma once

#include "invar/elements/beam/beam_potential.h"

namespace invar {

template <int kNodes, int kStrains>
struct BeamRows {
  static constexpr int kVectors = 4 * kNodes, kSize = 12 * kNodes;
  Vector3 b[kVectors][kStrains];
};

template <int kNodes>
class PlainBeamKernel {
 public:
  static constexpr int kVectors = 4 * kNodes, kSize = 12 * kNodes, kStrains = 3;
  using Rows = BeamRows<kNodes, kStrains>;
  using Table = Eigen::Matrix<double, kVectors, kVectors>;
  using Columns = Eigen::Matrix<double, 3, kVectors>;

  explicit PlainBeamKernel(const BeamGaussPoint& point) {
    for (int a = 0; a < kNodes; ++a) {
      N_[a] = point.W(4 * a + 1, 1);
      dN_[a] = point.W(4 * a, 0);
    }
  }

  static int strain(int vector, int s) {
    const int m = vector % 4 - 1;
    return m < 0 ? s : s == 0 ? m : 3 + (m + s) % 3;
  }

  BeamPoint interpolate(const double* q) const {
    const Eigen::Map<const Columns> X(q);
    BeamPoint P;
    P.col(0) = dN_[0] * X.col(0);
    P.template middleCols<3>(1) = N_[0] * X.template middleCols<3>(1);
    P.template middleCols<3>(4) = dN_[0] * X.template middleCols<3>(1);
    for (int a = 1; a < kNodes; ++a) {
      P.col(0) += dN_[a] * X.col(4 * a);
      P.template middleCols<3>(1) += N_[a] * X.template middleCols<3>(4 * a + 1);
      P.template middleCols<3>(4) += dN_[a] * X.template middleCols<3>(4 * a + 1);
    }
    return P;
  }

  void add_force(const BeamPoint& F, double* g) const {
    Eigen::Map<Columns> G(g);
    for (int a = 0; a < kNodes; ++a) {
      G.col(4 * a) += dN_[a] * F.col(0);
      G.template middleCols<3>(4 * a + 1) += N_[a] * F.template middleCols<3>(1) + dN_[a] * F.template middleCols<3>(4);
    }
  }

  void calc_rows(const BeamPoint& P, Rows& rows) const {
    for (int a = 0; a < kNodes; ++a) {
      const double n = 0.5 * N_[a], dn = 0.5 * dN_[a];
      for (int m = 0; m < 3; ++m) {
        const int j = (m + 1) % 3, k = (m + 2) % 3;
        auto& b = rows.b[4 * a + 1 + m];
        rows.b[4 * a][m] = dN_[a] * P.col(1 + m);
        b[0] = N_[a] * P.col(0);
        b[1] = n * P.col(4 + k) - dn * P.col(1 + k);
        b[2] = dn * P.col(1 + j) - n * P.col(4 + j);
      }
    }
  }

  // table += second derivative of S . E, the same for the three components of the vectors.
  void add_geometric(const Vector6& S, Table& table) const {
    for (int b = 0; b < kNodes; ++b)
      for (int a = 0; a < kNodes; ++a) {
        const double turn = 0.5 * (N_[a] * dN_[b] - dN_[a] * N_[b]);
        for (int m = 0; m < 3; ++m) {
          const int j = (m + 1) % 3, k = (m + 2) % 3;
          table(4 * a, 4 * b + 1 + m) += dN_[a] * N_[b] * S[m];
          table(4 * a + 1 + m, 4 * b) += N_[a] * dN_[b] * S[m];
          table(4 * a + 1 + k, 4 * b + 1 + j) += turn * S[3 + m];
          table(4 * a + 1 + j, 4 * b + 1 + k) -= turn * S[3 + m];
        }
      }
  }

 private:
  double N_[kNodes], dN_[kNodes];
};

template <int kNodes>
class GeneralBeamKernel {
 public:
  static constexpr int kVectors = 4 * kNodes, kSize = 12 * kNodes, kStrains = 6;
  using Rows = BeamRows<kNodes, kStrains>;
  using Table = Eigen::Matrix<double, kVectors, kVectors>;
  using Columns = Eigen::Matrix<double, 3, kVectors>;

  explicit GeneralBeamKernel(const BeamGaussPoint& point) : W_(point.W.data()) {}

  static int strain(int, int s) { return s; }
  BeamPoint interpolate(const double* q) const { return Eigen::Map<const Columns>(q).lazyProduct(W_); }
  void add_force(const BeamPoint& F, double* g) const {
    Eigen::Map<Columns>(g).noalias() += F.lazyProduct(W_.transpose());
  }

  void calc_rows(const BeamPoint& P, Rows& rows) const {
    for (int a = 0; a < kVectors; ++a) {
      const auto w = W_.row(a);
      for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        rows.b[a][i] = w[0] * P.col(1 + i) + w[1 + i] * P.col(0);
        rows.b[a][3 + i] = 0.5 * (w[1 + k] * P.col(4 + j) + w[4 + j] * P.col(1 + k) - w[1 + j] * P.col(4 + k) -
                                  w[4 + k] * P.col(1 + j));
      }
    }
  }

  void add_geometric(const Vector6& S, Table& table) const {
    table.noalias() += calc_beam_force(W_, S).lazyProduct(W_.transpose());
  }

 private:
  Eigen::Map<const Eigen::Matrix<double, kVectors, 7>> W_;
};

// L = B^T D.
template <class Kernel>
using BeamColumns = Eigen::Matrix<double, Kernel::kSize, 6>;

template <class Kernel>
void calc_columns(const typename Kernel::Rows& B, const Matrix6& D, BeamColumns<Kernel>& L) {
  for (int v = 0; v < Kernel::kVectors; ++v)
    for (int r = 0; r < 6; ++r) {
      Vector3 sum = D(Kernel::strain(v, 0), r) * B.b[v][0];
      for (int s = 1; s < Kernel::kStrains; ++s) sum += D(Kernel::strain(v, s), r) * B.b[v][s];
      L.template block<3, 1>(3 * v, r) = sum;
    }
}

// K += L B.
template <class Kernel>
void add_strain_product(const BeamColumns<Kernel>& L, const typename Kernel::Rows& B, MatOut& K) {
  for (int v = 0; v < Kernel::kVectors; ++v)
    for (int c = 0; c < 3; ++c) {
      Eigen::Map<Eigen::Matrix<double, Kernel::kSize, 1>> column(&K(0, 3 * v + c));
      for (int s = 0; s < Kernel::kStrains; s += 3)
        column += B.b[v][s][c] * L.col(Kernel::strain(v, s)) + B.b[v][s + 1][c] * L.col(Kernel::strain(v, s + 1)) +
                  B.b[v][s + 2][c] * L.col(Kernel::strain(v, s + 2));
    }
}

template <class Kernel>
void add_table(double factor, const typename Kernel::Table& table, MatOut& K) {
  for (int b = 0; b < Kernel::kVectors; ++b)
    for (int i = 0; i < 3; ++i) {
      double* column = &K(i, 3 * b + i);
      for (int a = 0; a < Kernel::kVectors; ++a) column[3 * a] += factor * table(a, b);
    }
}

// P at a point of the axis, from coordinates, the part of fixed nodes included.
template <class Kernel>
BeamPoint calc_point(const Kernel& kernel, const BeamGaussPoint& point, Vec q) {
  return kernel.interpolate(q.data()) + point.fixed;
}

// Calls visit.operator()<Kernel>() with the kernel for the points of an element.
template <class Visit>
void visit_beam_kernel(const std::vector<BeamGaussPoint>& points, bool plain, Visit&& visit) {
  const auto choose = [&]<int kNodes>() {
    if (plain) return visit.template operator()<PlainBeamKernel<kNodes>>();
    return visit.template operator()<GeneralBeamKernel<kNodes>>();
  };
  switch (points.front().W.rows() / 4) {
    case 1:
      return choose.template operator()<1>();
    case 2:
      return choose.template operator()<2>();
    case 3:
      return choose.template operator()<3>();
    case 4:
      return choose.template operator()<4>();
    default:  // all nodes stand on the ground: nothing moves
      return;
  }
}

}  // namespace invar
