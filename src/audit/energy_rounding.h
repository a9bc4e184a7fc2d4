// How far rounding alone moves the energy of a state: the floor of the scale to which an energy balance is judged. It counts
// where nothing moves and the energy itself is zero or next to it, so that there is nothing else to compare an error with.
//
//   (E1)  |U(q + d) - U(q)|,  d_j = k eps l_j with the sign of U_q           rounding of positions
//   (E2)  1/2 w.M w,          w_j = k eps l_j/h                              velocities that are rounding of positions
//
// l_j of system/coordinate_scale.h: a watch and a bridge are judged alike.
#pragma once

#include "invar/core/state.h"
#include "invar/system/mechanical_system.h"

namespace invar {

double calc_potential_rounding(const MechanicalSystem& system, const State& s);  // (E1) [J]
double calc_kinetic_rounding(const MechanicalSystem& system, const Vector& w);   // (E2) [J]

}  // namespace invar
