// Checkers for terms, for our own catalogs and for terms written by users: does a constraint, potential, force, memory force,
// Pfaffian or variable inertia keep what terms/*.h promises? They try random points with a fixed seed and report the first promise that is
// broken, in words:
//
//   const CheckReport report = check_potential(my_spring, {.nodes = {NodeKind::kPoint3, NodeKind::kPoint3},
//                                                          .rigid_motion_invariant = true});
//   EXPECT_TRUE(report.ok) << report.violation;
//
// Checked are: outputs are added to; values are finite; first and second derivatives and the tangents of the two-point
// versions against differences; the identities (D1), (D2), (D3) to rounding for increments from 1e-12 to 10; the limit q1 -> q0;
// where claimed, invariance under rigid motion and with it the balance of force and moment of the two-point versions; along
// paths (terms/path.h) the work of forces and constraints, the decay of energy, and the tangents.
#pragma once

#include <functional>
#include <random>
#include <string>
#include <vector>

#include "invar/core/layout.h"
#include "invar/terms/constraint.h"
#include "invar/terms/force.h"
#include "invar/terms/memory_force.h"
#include "invar/terms/pfaffian.h"
#include "invar/terms/potential.h"
#include "invar/terms/variable_inertia.h"

namespace invar {

struct CheckOptions {
  std::vector<NodeKind> nodes = {};     // kinds of the local nodes; points are then made of orthonormal frames
  int size = 0;                         // number of local coordinates; needed only without `nodes`
  bool rigid_motion_invariant = false;  // needs `nodes`
  unsigned seed = 1;
  int points = 4;
  double scale = 1;                    // size of coordinates and increments
  double derivative_tolerance = 1e-7;  // relative; differences of order 4 are good to about 1e-10
  double identity_tolerance = 1e-12;   // relative to the parts that cancel
  double time = 0.7;                   // about which instants are drawn
  // Replaces the random point, for terms that are only defined in a part of space.
  std::function<Vector(std::mt19937&)> point = {};
};

struct CheckReport {
  bool ok = true;
  std::string violation;  // the first one; empty if ok
};

CheckReport check_constraint(const Constraint& term, const CheckOptions& options);
CheckReport check_potential(const Potential& term, const CheckOptions& options);
CheckReport check_force(const Force& term, const CheckOptions& options);
CheckReport check_memory_force(const MemoryForce& term, const CheckOptions& options);
CheckReport check_pfaffian(const Pfaffian& term, const CheckOptions& options);
CheckReport check_variable_inertia(const VariableInertia& term, const CheckOptions& options);

}  // namespace invar
