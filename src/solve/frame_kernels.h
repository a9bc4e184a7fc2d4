// The small dense products that systems of frames consist of. Written in groups of four numbers, which one instruction
// multiplies where the processor has AVX2; sums are taken in the same order everywhere.
#pragma once

#include <vector>

#include "invar/core/types.h"

namespace invar {

struct FrameProduct {
  int dense;     // where the block begins
  int from, to;  // first coordinates of the two frames, in x and in y
};

// y += D x for many 12 x 12 blocks of two frames, stored by rows.
void add_frame_products(const std::vector<FrameProduct>& products, const double* blocks, const double* x, double* y);

// The elimination of a frame's internal constraints (node_reduction.h): dd_j = P (w x e_j) for its directors, and the axial
// vector of N R - (N R)^T for residuals R of them.
struct FrameElimination {
  Matrix3 P = Matrix3::Zero(), N = Matrix3::Zero();  // D_f^-T and D_m^-1
  // The same as matrices, row k belongs to component k of the directors; the fourth column is zero.
  using ByRows = Eigen::Matrix<double, 9, 4, Eigen::RowMajor>;
  ByRows Y = ByRows::Zero(), Z_transposed = ByRows::Zero();

  void set(const Matrix3& P_new, const Matrix3& N_new);
  Eigen::Matrix<double, 9, 1> expand(const Vector3& w) const { return Y.leftCols<3>().lazyProduct(w); }
  Vector3 project(const Eigen::Ref<const Eigen::Matrix<double, 9, 1>>& R) const {
    return Z_transposed.leftCols<3>().transpose().lazyProduct(R);
  }
};

// Z D Y, a 6 x 6 block whose rows begin at values[target[i]]; D by rows.
void reduce_frame_block(const double* D, const FrameElimination& a, const FrameElimination& b, const int* target,
                        double* values);
// (r, w) = (x_r, Y^T x_d) of a row x = (x_r, x_d) with 12 entries; or with Z^T for Y.
void reduce_frame_row(const double* x, const FrameElimination::ByRows& Y, double* reduced);

// Reduced constraint rows, cut into their parts on single nodes: entries and unknowns of a part stand side by side.
struct RowPart {
  int row, unknown, size, first;
};

// values += (Z B^T) E^-1 (G Y): rows[r] is the first part of row r, and `targets` says for each entry of b and each part
// of its row where the products begin.
void add_row_products(const std::vector<RowPart>& parts, const std::vector<int>& rows, const double* penalty,
                      const double* b, const double* g, const int* targets, double* values);
// x -= (Z B^T) c and c += (G Y) x.
void subtract_transposed_rows(const std::vector<RowPart>& parts, const double* b, const double* c, double* x);
void add_rows(const std::vector<RowPart>& parts, const double* g, const double* x, double* c);

}  // namespace invar
