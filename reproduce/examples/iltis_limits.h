// [Dopico2007] profile II: B fails at the stairs, A and A + B pass. Where Invar's formulations fail if iterations are limited
// and one penalty is taken for all constraints, by the rule of iltis_runs.h.
#pragma once

#include "reproduce/example.h"
#include "reproduce/examples/iltis_runs.h"

namespace invar::reproduce::iltis {

// The setting that comes nearest to the paper, found by trying the ones of `scan`.
inline const Limits kNearest{"1e7", 7, "1e-10"};

// A, B and A + B with one setting.
struct Trio {
  Recording a, b, both;
};
Trio run_trio(const char* model, double h, const Limits& limits);

// With the nearest setting: both roads, several steps, the paper beside it.
struct Nearest {
  Trio smooth_10, smooth_60, rough_1, rough_5, rough_10, rough_20;
};
Nearest run_nearest();
PageTable nearest_table(const Nearest& runs);

// Rough road, 10 ms: how the outcome depends on penalty and iterations. `automatic`: the runs with the options by default.
PageTable scan_table(const Nearest& runs, const Trio& automatic);

}  // namespace invar::reproduce::iltis
