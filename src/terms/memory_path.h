// Internal variables along the path of the energy-decaying scheme (terms/path.h). They are treated as that scheme treats
// velocities, by the time-discontinuous Galerkin method, with the same Gauss points as the forces:
//
//   (Z4)  z_f - z_i = h int f dtau,   z_j - z_i = h int (1 - 2 tau) f dtau,
//         z(tau) = (z_f + z_j)/2 - (1 - 2 tau)/2 [(z_f - z_i) - alpha (z_j - z_i)]
//
// 2 nz local equations, of third order with alpha = 1 and of fourth with alpha = 0; condensed like (Z3).
#pragma once

#include "invar/terms/memory_force.h"
#include "invar/terms/path.h"

namespace invar {

// Adds the force to (g, h) and sets z_f; returns the work.
double add_path_force(const MemoryForce& force, const LocalPath& path, VecOut g, VecOut h, VecOut z_f);
// What the friction in the force takes (terms/memory_force.h).
double calc_path_friction(const MemoryForce& force, const LocalPath& path, Vec z_f);
void add_path_tangent(const MemoryForce& force, const LocalPath& path, PathTangent& out);

}  // namespace invar
