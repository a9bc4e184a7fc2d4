// The penalty alpha of [Dopico2007] eq. (2), in the form in which solve/kkt.h takes it: eps = 1/(k alpha), where k is
// the factor of the multipliers in the scaled balance (h^2/4 for the trapezoidal rule).
//
// Given as a number, it is the alpha of the paper for every row (1e7 in its pendulum). An iteration leaves about 1/(1 +
// k alpha s) of the residual of a row, s its entry of the Schur complement G A^-1 G^T with the matrix of Newton, A = M + ... +
// k K: small steps, large masses or stiff beams then need a larger alpha. Without a number each row gets k alpha =
// kAutomaticPenalty/s, which suits every step, mass, stiffness and unit; the internal constraints of frames, which no user sees,
// are then eliminated exactly, as with an infinite penalty. Where masses of connected bodies lie far apart, s is that of the
// heaviest: a row of a light link resists no more than the heavy body that it carries.
#pragma once

#include <cmath>
#include <string>

#include "invar/solve/kkt.h"
#include "invar/spec/schema.h"
#include "invar/system/mechanical_system.h"

namespace invar {

// Tried on the models that ship, mean iterations a step of al_projection and al_conserving: 1e4 5.0 and 7.0, 1e6 2.7
// and 3.9, 1e7 2.4 and 2.9, 1e8 2.3 and 2.7, 1e9 and 1e10 the same. Above 1e8 rounding begins to show where rows are
// redundant: the energy that projections take out of the Bricard ring changes in its second digit.
inline constexpr double kAutomaticPenalty = 1e8;

// The penalties that need no number. `resistance`: absolute values of mass and scaled stiffness, whose diagonal stands for
// that of the matrix of Newton.
void calc_automatic_eps(const MechanicalSystem& system, const Vector& resistance, const Vector& G, Vector& eps);

// A given penalty is meant for the step size of the run, `nominal` (0: not known). With it, parts of a divided step would
// converge worse than the step that failed, because k falls with h^2: they are held at least as with penalties that need no
// number, which grow with 1/h^2.
inline bool is_part_of_step(double h, double nominal) { return std::abs(h) < (1 - 1e-9) * nominal; }
void strengthen_eps(const MechanicalSystem& system, const Vector& resistance, const Vector& G, Vector& eps);

// Why an iteration with a given penalty did not converge, if the penalty is the reason: what it leaves of the residual of
// the worst row. Empty if that is less than a tenth. `resistance` as above.
std::string explain_penalty(const MechanicalSystem& system, const Vector& resistance, const Vector& G,
                            const Vector& eps, double penalty);

// The form of (K1) that goes with it.
inline KktForm augmented_form(double penalty) { return penalty > 0 ? KktForm::kAugmented : KktForm::kReducedAugmented; }

// The options that all methods of the family have: penalty, iterations; and the one of those that are stabilized.
void add_augmented_options(Schema& schema);
void add_tolerance_option(Schema& schema);

}  // namespace invar
