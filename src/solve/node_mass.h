// The mass of single nodes, and the directions in which they have none.
//
// A thin or flat body has a singular mass matrix in the coordinates of its frame, but not in its six ways to move:
// with dr and the rotation w about body axes, dd_j = D (w x e_j),
//
//   (N1)  M_6 = Y^T M Y,   a thin rod keeps m and its two moments across, and its moment about the axis, however small.
//
// M_6 is judged with rows and columns scaled to a unit diagonal, so that no ratio of inertia to mass counts as zero. Only a
// direction that is still zero then has no inertia: its acceleration follows from no equation unless a constraint holds it.
#pragma once

#include <vector>

#include "invar/system/mechanical_system.h"

namespace invar {

struct MasslessDirection {
  int node;
  Vector dq;  // of all coordinates of the node, in q; a frame moves as a rigid body
};

// Of the nodes, each for itself: constraints may hold them.
std::vector<MasslessDirection> find_massless_directions(const MechanicalSystem& system, Vec q);

// Those combinations that no constraint holds at (t, q), one for each node that takes part most.
std::vector<MasslessDirection> find_undetermined_directions(const MechanicalSystem& system, double t, Vec q);

// Entries that make the mass matrix solvable where a node has a massless direction beside others with mass, in K_pattern:
// a tiny inertia on that node. Only for matrices of iterations whose residual is exact.
Vector calc_mass_regularization(const MechanicalSystem& system);

// The same with `relative` times that inertia, and on nodes without any mass as well: by the heaviest of what is connected
// with them.
Vector calc_lent_mass(const MechanicalSystem& system, double relative);

// Whether some coordinate of a node that has inertia has none itself: directors of thin and flat bodies and of beams.
bool has_singular_directors(const MechanicalSystem& system);

}  // namespace invar
