// AssemblyPlan: where each term reads its coordinates and where its local results go. Computed once; while running,
// gathering and scattering are plain loops over precomputed indices.
#pragma once

#include <vector>

#include "invar/system/sparse_pattern.h"
#include "invar/terms/assembly.h"

namespace invar {

// One local entry (i, j) and its position in a value array.
struct ScatterEntry {
  int i, j, position;
};

struct TermPlan {
  int size = 0;  // local coordinates
  int rows = 0;  // constraint rows, else 0
  int first_row = 0;
  struct Segment {
    int global, local, length;
  };
  std::vector<Segment> segments;
  std::vector<ScatterEntry> K;  // into K_pattern
  std::vector<ScatterEntry> G;  // into G_pattern, i is the local row

  template <class Local>
  void gather(Vec global, Local& local) const {
    local.resize(size);
    for (const auto& s : segments)
      for (int k = 0; k < s.length; ++k) local[s.local + k] = global[s.global + k];
  }
  template <class Local>
  void scatter(const Local& local, VecOut global) const {
    for (const auto& s : segments)
      for (int k = 0; k < s.length; ++k) global[s.global + k] += local[s.local + k];
  }
};

struct AssemblyPlan {
  std::vector<TermPlan> inertias, potentials, forces, constraints, pfaffians;
  SparsePattern K_pattern, G_pattern;
};

AssemblyPlan make_assembly_plan(const Assembly& assembly);

}  // namespace invar
