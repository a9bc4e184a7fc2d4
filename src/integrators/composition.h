// Symmetric compositions of a symmetric second-order step: substeps gamma_i h, some backwards, that give order 4 or 6 and
// inherit every quantity the basic step keeps exactly.
//
// The theory of compositions wants steps that tend to the identity with h. Under constraints a step of EP does not: it
// reverses the normal part of the velocity, B_m (v1 + v0) = 0. Two equal steps do; therefore each stage of order 6 consists
// of two halves. With single steps the order measured was 4, with halves 6, at the same work. Order 4 is not affected.
#pragma once

#include <span>

namespace invar {

// Coefficients for order 2, 4 or 6; their sum is 1.
//   4: five stages [Suzuki1990]    6: nine stages [KahanLi1997] of two equal steps
std::span<const double> composition_coefficients(int order);

// The same for steps that tend to the identity, as those of `em`: nine single stages for order 6.
std::span<const double> composition_of_identity(int order);

}  // namespace invar
