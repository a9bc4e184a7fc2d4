// The penalty alpha of [Dopico2007] eq. (2), in the form in which solve/kkt.h takes it: eps = 1/(k alpha), where k is the factor
// of the multipliers in the scaled balance (h^2/4 for the trapezoidal rule).
//
// Given as a number, it is the alpha of the paper for every row (1e7 in its pendulum). Otherwise each row gets
// k alpha = kAutomaticPenalty/s with s the row's diagonal entry of the Schur complement G M^-1 G^T: independent of step,
// masses and units. An iteration leaves about s/(s + 1/(k alpha)) of ... of the residual of the rows.
#pragma once

#include "invar/core/schema.h"
#include "invar/system/mechanical_system.h"

namespace invar {

inline constexpr double kAutomaticPenalty = 1e8;

void calc_penalty_eps(const MechanicalSystem& system, const Vector& G, double penalty, double k, Vector& eps);

// The options that all methods of the family have: penalty, iterations.
void add_augmented_options(Schema& schema);

}  // namespace invar
