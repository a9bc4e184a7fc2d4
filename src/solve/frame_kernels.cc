#include "invar/solve/frame_kernels.h"

#include <cstring>

#include "invar/core/clone_for_avx2.h"

namespace invar {

namespace {

using Four = double __attribute__((vector_size(32)));

[[gnu::always_inline]] inline void read(const double* from, Four& x) { std::memcpy(&x, from, sizeof(Four)); }
[[gnu::always_inline]] inline void write(const Four& x, double* to) { std::memcpy(to, &x, sizeof(Four)); }

// y += factor x, most often for the six unknowns of a frame.
[[gnu::always_inline]] inline void add_scaled(int size, double factor, const double* x, double* y) {
  if (size == 6) {
    Four a, b;
    read(x, a);
    read(y, b);
    b += factor * a;
    write(b, y);
    y[4] += factor * x[4];
    y[5] += factor * x[5];
  } else {
    for (int i = 0; i < size; ++i) y[i] += factor * x[i];
  }
}

// Y^T x of the nine components of directors.
[[gnu::always_inline]] inline void reduce_directors(const double* x, const FrameElimination::ByRows& Y, double* w) {
  Four sum = {}, row;
  for (int k = 0; k < 9; ++k) {
    read(Y.data() + 4 * k, row);
    sum += x[k] * row;
  }
  for (int i = 0; i < 3; ++i) w[i] = sum[i];
}

}  // namespace

INVAR_CLONE_FOR_AVX2
void add_frame_products(const std::vector<FrameProduct>& products, const double* blocks, const double* x, double* y) {
  for (const auto& p : products) {
    const double* D = blocks + p.dense;
    double* to = y + p.to;
    Four a, b, c, d;
    read(x + p.from, a);
    read(x + p.from + 4, b);
    read(x + p.from + 8, c);
    for (int i = 0; i < 12; ++i, D += 12) {
      read(D, d);
      Four sum = d * a;
      read(D + 4, d);
      sum += d * b;
      read(D + 8, d);
      sum += d * c;
      to[i] += (sum[0] + sum[1]) + (sum[2] + sum[3]);
    }
  }
}

void FrameElimination::set(const Matrix3& P_new, const Matrix3& N_new) {
  P = P_new;
  N = N_new;
  // w x e_1 = (0, w3, -w2), w x e_2 = (-w3, 0, w1), w x e_3 = (w2, -w1, 0)
  const auto fill = [](const Matrix3& X, ByRows& rows) {
    rows.block<3, 1>(0, 1) = -X.col(2), rows.block<3, 1>(0, 2) = X.col(1);
    rows.block<3, 1>(3, 0) = X.col(2), rows.block<3, 1>(3, 2) = -X.col(0);
    rows.block<3, 1>(6, 0) = -X.col(1), rows.block<3, 1>(6, 1) = X.col(0);
  };
  fill(P, Y);
  fill(N.transpose(), Z_transposed);
}

INVAR_CLONE_FOR_AVX2
void reduce_frame_block(const double* D, const FrameElimination& a, const FrameElimination& b, const int* target,
                        double* values) {
  double left[3][12];
  for (int c = 0; c < 12; c += 4) {
    Four x = {}, y = {}, z = {}, d1, d2, d3;
    for (int j = 0; j < 3; ++j) {
      read(D + 12 * (3 + j) + c, d1);
      read(D + 12 * (6 + j) + c, d2);
      read(D + 12 * (9 + j) + c, d3);
      x += a.N(2, j) * d2 - a.N(1, j) * d3;
      y += a.N(0, j) * d3 - a.N(2, j) * d1;
      z += a.N(1, j) * d1 - a.N(0, j) * d2;
    }
    write(x, left[0] + c);
    write(y, left[1] + c);
    write(z, left[2] + c);
  }
  for (int i = 0; i < 6; ++i) {
    const double* row = i < 3 ? D + 12 * i : left[i - 3];
    double* to = values + target[i];
    for (int j = 0; j < 3; ++j) to[j] = row[j];
    reduce_directors(row + 3, b.Y, to + 3);
  }
}

INVAR_CLONE_FOR_AVX2
void reduce_frame_row(const double* x, const FrameElimination::ByRows& Y, double* reduced) {
  for (int j = 0; j < 3; ++j) reduced[j] = x[j];
  reduce_directors(x + 3, Y, reduced + 3);
}

INVAR_CLONE_FOR_AVX2
void add_row_products(const std::vector<RowPart>& parts, const std::vector<int>& rows, const double* penalty,
                      const double* b, const double* g, const int* targets, double* values) {
  for (size_t r = 0; r + 1 < rows.size(); ++r) {
    const RowPart *first = &parts[rows[r]], *last = parts.data() + rows[r + 1];
    for (const RowPart* p = first; p != last; ++p)
      for (int i = 0; i < p->size; ++i) {
        const double factor = penalty[p->row] * b[p->first + i];
        for (const RowPart* o = first; o != last; ++o) add_scaled(o->size, factor, g + o->first, values + *targets++);
      }
  }
}

INVAR_CLONE_FOR_AVX2
void subtract_transposed_rows(const std::vector<RowPart>& parts, const double* b, const double* c, double* x) {
  for (const RowPart& part : parts) add_scaled(part.size, -c[part.row], b + part.first, x + part.unknown);
}

INVAR_CLONE_FOR_AVX2
void add_rows(const std::vector<RowPart>& parts, const double* g, const double* x, double* c) {
  for (const RowPart& part : parts) {
    double sum = 0;
    for (int i = 0; i < part.size; ++i) sum += g[part.first + i] * x[part.unknown + i];
    c[part.row] += sum;
  }
}

}  // namespace invar
