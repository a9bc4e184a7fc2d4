// The motion that trials are measured against, and how well it is known: methods of different kinds are refined until the
// share of time is used up; what two refinements of one method, and two methods, differ by bounds the error. One method
// always gets its two runs, however long they take: without them there would be nothing to compare with.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "invar/compare/trial.h"

namespace invar::compare {

struct Reference {
  std::string made_by;           // "explicit dop853, tolerance 1e-11"; empty: no method came through
  std::string confirmed_by;      // the method of another kind nearest to it; empty if there is none
  double accuracy = 0;           // bound for its error, over the size of the motion
  double size = 0;               // largest range of a coordinate over the run
  double velocity_accuracy = 0;  // the same of velocities, over the largest range of one
  double velocity_size = 0;      // this range
  double load_accuracy = 0;      // the same of loads, each over its own size; 0 without loads
  Vector load_size;              // of each load (loads.h)
  Instants q, v, loads;
  std::vector<NamedResult> results;   // the section results of the model, in the finest run
  std::vector<std::string> failures;  // of methods that did not come through
};

// Refines a few methods, one thread each, within `seconds` of CPU time a method.
Reference make_reference(const Model& model, const Problem& problem, double seconds,
                         const std::function<bool()>& cancelled);

}  // namespace invar::compare
