#include "invar/solve/frame_product.h"

#include <cstring>

#include "invar/core/clone_for_avx2.h"

namespace invar {

namespace {

using Four = double __attribute__((vector_size(32)));

[[gnu::always_inline]] inline void read(const double* from, Four& x) { std::memcpy(&x, from, sizeof(Four)); }

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

}  // namespace invar
