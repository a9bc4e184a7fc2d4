// Elimination of one branch, see solve/tree_solver.h. Matrices have rows of 8 numbers, zeros beyond what is used, so that inner
// loops have a length that the compiler knows.
#pragma once

#include "invar/solve/tree_plan.h"

namespace invar {

inline constexpr int kLanes = TreeBranch::kMost;
using LaneMatrix = double[kLanes][kLanes];

// What a joint leaves free: x at the pivots = w + S y + W x_p.
struct JointElimination {
  LaneMatrix inverse, W, S;  // row k: of the k-th pivot
  int pivot[kLanes], free[kLanes];
};

struct BranchBlocks {
  LaneMatrix A, A_cp, A_pc;      // A gathers what children leave
  double size[kLanes];           // of what adds up on the diagonal of A
  JointElimination right, left;  // of G, and of B
  LaneMatrix D, H, U;            // D: its LU factors
  double w[kLanes], y[kLanes];   // of a solution
  bool symmetric;                // left is right
};

// G: m rows with n entries, G_p with np. False if rows are nearly dependent.
bool eliminate_joint(int m, int n, const LaneMatrix& G, const LaneMatrix& G_p, JointElimination& out);
// (T3), and (T4) to the parent's A and the sizes on its diagonal (null: there is none). False if a free direction has no inertia, or
// has lost it where large parts cancel.
bool eliminate_branch(const TreeBranch& branch, BranchBlocks& blocks, LaneMatrix* A_parent, double* size_parent);

// x: all unknowns, right sides before. Leaves to root, then root to leaves.
void reduce_branch(const TreeBranch& branch, BranchBlocks& blocks, double* x);
void expand_branch(const TreeBranch& branch, const BranchBlocks& blocks, double* x);

}  // namespace invar
