#include "invar/discrete/rank_update.h"

#include "invar/core/clone_for_avx2.h"
#include "invar/core/local_matrix.h"

namespace invar {

namespace {

INVAR_CLONE_FOR_AVX2
void add_columns(const double* __restrict A, const double* __restrict T, const double* __restrict B, int m, int n,
                 double* __restrict K, int stride) {
  for (int j = 0; j < n; ++j) {
    for (int r = 0; r < m; ++r) {
      double factor = 0;
      for (int s = 0; s < m; ++s) factor += T[r + s * m] * B[s + j * m];
      if (factor == 0) continue;
      const double* a = A + r;
      double* column = K + j * stride;
      if (m == 1)
        for (int i = 0; i < n; ++i) column[i] += a[i] * factor;
      else
        for (int i = 0; i < n; ++i) column[i] += a[i * m] * factor;
    }
  }
}

}  // namespace

void add_rank_update(const LocalMatrix& A, const LocalMatrix& T, const LocalMatrix& B, MatOut K) {
  add_columns(A.data(), T.data(), B.data(), static_cast<int>(A.rows()), static_cast<int>(A.cols()), K.data(),
              static_cast<int>(K.outerStride()));
}

}  // namespace invar
