// Systems of solve/kkt.h and solve/double_kkt.h where masses of bodies that are connected lie far apart: a light link that
// carries a heavy body, or a light body on a heavy one. The Schur complement G M^-1 G^T then has entries of 1/m_light, and where
// the light link passes a force on, singular values of 1/m_heavy: these drown in its rounding and in a regularization that is
// measured by its diagonal. With the largest mass s of each connected part,
//
//   (K2)  [ A/s  B^T  ] [dq ]      = - [r_f/s]
//         [ G    -s E ] [l/s]          [r_c  ]
//
// all that matters is of order one, and pivots are entries of G where a coordinate has next to no mass of its own. E is lowered
// to what it would be if all bodies were as heavy as the heaviest. s is a power of two, and 1 in parts with masses of one scale:
// systems of such parts alone are solved as they are.
//
// In the augmented forms E is a penalty, 1/(k alpha), and A + B^T E^-1 G loses the light bodies: it has entries of alpha next to
// those of m_light, and a penalty that is 1e8 times what the heavy body resists leaves no digit of masses 1e8 times lighter.
// So (K2) is solved with the multipliers as unknowns. That is the same system, whose multipliers were not condensed: exact
// arithmetic gives the same iterations. E is then only scaled.
#pragma once

#include <memory>

#include "invar/solve/double_kkt.h"
#include "invar/solve/kkt.h"

namespace invar {

// Whether masses of bodies that are connected differ by more than six decades.
bool has_masses_far_apart(const MechanicalSystem& system);

// eps as calc_regularization gives it. Where masses of connected bodies lie far apart: at most what it were if all were as
// heavy as the heaviest.
void lower_to_heaviest(const MechanicalSystem& system, const Vector& G, double epsilon, Vector& eps);

std::unique_ptr<KktSolver> make_scaled_kkt_solver(const MechanicalSystem& system, KktForm form);
// balances: how many of the two blocks of rows with A are balances of forces, with multipliers that are forces.
std::unique_ptr<DoubleKktSolver> make_scaled_double_kkt_solver(const MechanicalSystem& system, KktForm form,
                                                               int balances);

}  // namespace invar
