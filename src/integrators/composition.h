// Symmetric compositions of a symmetric second-order step: substeps gamma_i h, some backwards, that give order 4 or 6 and
// inherit every quantity the basic step keeps exactly.
#pragma once

#include <span>

namespace invar {

// Coefficients for order 2, 4 or 6; their sum is 1.
//   4: five stages [Suzuki1990]    6: nine stages [KahanLi1997]
std::span<const double> composition_coefficients(int order);

}  // namespace invar
