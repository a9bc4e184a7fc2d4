// AssemblyPlan: where each term reads its coordinates and where its local results go. Computed once; while running,
// gathering and scattering are plain loops over precomputed indices.
#pragma once

#include <vector>

#include "invar/core/local_matrix.h"
#include "invar/system/sparse_pattern.h"
#include "invar/terms/assembly.h"

namespace invar {

// Local entries (i, j), (i, j + 1), ... that follow one another in a value array, too.
struct ScatterRun {
  int i, j, length, position;
};

// values += factor times the local matrix.
void scatter(const std::vector<ScatterRun>& runs, const LocalMatrix& local, double factor, Vector& values);
// The same for a symmetric matrix, read along its columns, where it is stored side by side.
void scatter_symmetric(const std::vector<ScatterRun>& runs, const LocalMatrix& local, Vector& values);

struct TermPlan {
  int size = 0;  // local coordinates
  int rows = 0;  // constraint rows, else 0
  int first_row = 0;
  int first_internal = 0, internals = 0;  // in z
  int first_input = 0, inputs = 0;        // in u
  struct Segment {
    int global, local, length;
  };
  std::vector<Segment> segments;
  std::vector<ScatterRun> K;  // into K_pattern
  std::vector<ScatterRun> G;  // into G_pattern, i is the local row

  template <class Local>
  void gather(const VecView& global, Local& local) const {
    local.resize(size);
    for (const auto& s : segments)
      for (int k = 0; k < s.length; ++k) local[s.local + k] = global[s.global + k];
  }
  // Internal variables and inputs of a term lie side by side.
  VecView take_internals(const VecView& z) const { return take(z, first_internal, internals); }
  VecView take_inputs(const VecView& u) const { return take(u, first_input, inputs); }
  static VecView take(const VecView& all, int first, int count);

  template <class Local>
  void scatter(const Local& local, VecOut global) const {
    for (const auto& s : segments)
      for (int k = 0; k < s.length; ++k) global[s.global + k] += local[s.local + k];
  }
};

std::vector<int> global_indices(const TermPlan& plan);  // of its local coordinates

struct AssemblyPlan {
  std::vector<TermPlan> inertias, variable_inertias, potentials, forces, memory_forces, constraints, pfaffians,
      velocity_constraints, invariants;
  SparsePattern K_pattern, G_pattern;
};

AssemblyPlan make_assembly_plan(const Assembly& assembly);

}  // namespace invar
