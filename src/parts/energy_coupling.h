// Coupling of a constraint row with the energy, [Yoon] eq. (20):
//
//   Y = psi_q . chi_q + psi_v . chi_v,    psi = T + U,    chi = Phi(t, q)  or  A(t, q) v + a(t, q)
//
// The larger |Y|, the more a correction of the energy along its full gradient disturbs this row, and the other way round.
// For a row of positions chi_v = 0, so that Y = U_q . Phi_q: a correction of velocities alone, eq. (17), is not coupled.
#pragma once

#include "invar/parts/snapshot.h"
#include "invar/terms/assembly.h"

namespace invar {

// Y of row `row` of the constraint assembly.constraints[constraint].
double calc_position_coupling(const Assembly& assembly, int constraint, int row, double t, Vec q);
// Y of row `row` of assembly.pfaffians[pfaffian].
double calc_velocity_coupling(const Assembly& assembly, int pfaffian, int row, double t, Vec q, Vec v);

}  // namespace invar
