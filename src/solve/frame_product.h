// y += D x for many 12 x 12 blocks of two frames, stored by rows. Written in groups of four numbers, which one instruction
// multiplies where the processor has AVX2; sums are taken in the same order everywhere.
#pragma once

#include <vector>

namespace invar {

struct FrameProduct {
  int dense;     // where the block begins
  int from, to;  // first coordinates of the two frames, in x and in y
};

void add_frame_products(const std::vector<FrameProduct>& products, const double* blocks, const double* x, double* y);

}  // namespace invar
