// TreeSolver: KKT matrices of trees and chains, eliminated along their joints from the leaves to the root. With c a branch
// and p its parent (solve/tree_plan.h),
//
//   (T1)  A_c x_c + A_cp x_p + B_c^T l = b_c,    G_c x_c + G_p x_p = g,    A_p x_p + A_pc x_c + B_p^T l = b_p
//
// Each row of G_c takes the largest entry that is left of it as its pivot (Gauss-Jordan), which gives
//
//   (T2)  x_c = S y + W x_p + w,    G_c S = 0,  G_c W = -G_p,  G_c w = g
//   (T3)  D = S'^T A_c S,  V = A_c W + A_cp,  H = D^-1 S'^T V,  U = (A_pc + W'^T A_c) S      (primed: of B)
//   (T4)  A_p += W'^T V + A_pc W - U H
//
// so y are the free directions of the joint, and A_p carries the articulated inertia of all above it. No multiplier is a pivot: bodies of any
// mass ratio and inertia pass, and constraints of branches need no regularization (the diagonal -E of their rows is ignored).
//
// A branch whose constraints are nearly dependent or whose free directions have no inertia joins the core, together with its parents'
// side, until reset(). The core goes to a general solver.
#pragma once

#include <memory>
#include <vector>

#include "invar/solve/linear_solver.h"
#include "invar/solve/tree_plan.h"

namespace invar {

// Null where branches are few: then the general solver alone is as good.
std::unique_ptr<LinearSolver> make_tree_solver(const SparsePattern& pattern, const std::vector<int>& nodes);

}  // namespace invar
