// One run of a candidate with one step or tolerance, without recovery: a step that fails ends it. The configuration is kept
// at the instants where all trials are compared.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "invar/compare/candidate.h"
#include "invar/core/types.h"
#include "invar/results/certificate.h"

namespace invar::compare {

// What all trials have in common.
struct Problem {
  std::string model;  // path
  Overrides set = {};
  double step = 0.01;      // of the model file [s]
  double end = 1;          // a multiple of `interval` [s]
  double interval = 0.01;  // between the instants of comparison: the largest step tried [s]
};

enum class Outcome {
  kCompleted,
  kFailed,     // a step failed; the message says where and why
  kTooLong,    // cut off by the budget
  kCancelled,  // by the user
};

struct Trial {
  double step = 0;  // or the tolerance, of adaptive candidates
  Outcome outcome = Outcome::kFailed;
  std::string message = {};   // of a failure
  double seconds = 0;         // CPU time of the steps alone, without recording and audit
  double error = 0;           // largest of a coordinate at the instants of comparison, over the size of the motion
  double velocity_error = 0;  // the same of velocities, over the largest range of one: shows oscillations that q hides
  Certificate certificate = {};
  std::vector<Vector> q = {}, v = {};  // at the start and every interval; emptied once the errors are known

  bool completed() const { return outcome == Outcome::kCompleted; }
  // Energy that the balance cannot explain, over the scale of the energies.
  double energy_error() const;
};

// Throws ModelError where the model or an option is wrong, or the method does not treat such models.
Trial run_trial(const Problem& problem, const Candidate& candidate, double step, double limit_seconds,
                const std::function<bool()>& cancelled);

// Largest difference of a coordinate over the instants that both have.
double largest_difference(const std::vector<Vector>& a, const std::vector<Vector>& b);

}  // namespace invar::compare
