// LinearSolver: direct solution of a square, unsymmetric sparse system with a fixed pattern: analyse once, factor often.
//
// Small systems are solved densely (partial pivoting), larger ones with KLU [Davis2010] or, where the factors consist of
// dense blocks, by panels in the order that KLU has chosen: pivot order kept from one factorization to the next and renewed
// when the pivots have become poor.
#pragma once

#include <memory>

#include "invar/core/archive.h"
#include "invar/core/status.h"
#include "invar/system/sparse_pattern.h"

namespace invar {

class LinearSolver {
 public:
  virtual ~LinearSolver() = default;
  // Values in the order of the pattern given to make_linear_solver. False if the matrix is singular.
  virtual bool factor(const Vector& values) = 0;
  virtual void solve(Vector& b) const = 0;  // in place
  // Whether the solution depends on the diagonal entry of this unknown: multipliers of branches are found without their
  // regularization (solve/tree_solver.h). As of the last factorization.
  virtual bool uses_diagonal(int /*unknown*/) const { return true; }
  // Forgets the pivot order, so that results depend on nothing that was factored before.
  virtual void reset() {}
  // What later factorizations depend on.
  virtual void archive(Archive& /*a*/) {}
};

// Order below which a dense factorization is used; measured: KLU's overhead is amortized near 24 unknowns.
inline constexpr int kDenseLimit = 24;

// `nodes`, if given, says which unknowns belong together: the node of each, -1 for multipliers.
std::unique_ptr<LinearSolver> make_linear_solver(const SparsePattern& pattern, const std::vector<int>& nodes = {});
std::unique_ptr<LinearSolver> make_dense_solver(const SparsePattern& pattern);
std::unique_ptr<LinearSolver> make_klu_solver(const SparsePattern& pattern, const std::vector<int>& nodes = {});

}  // namespace invar
