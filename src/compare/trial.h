// One run of a candidate with one step or tolerance, without recovery: a step that fails ends it. The configuration is kept
// at the instants where all trials are compared. Recording does not change the steps: what an adaptive method has between
// its steps is computed beside the run, and a fixed step larger than the interval is compared at its ends.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "invar/audit/certificate.h"
#include "invar/compare/contender.h"
#include "invar/core/types.h"
#include "invar/model/model.h"

namespace invar::compare {

// What all trials have in common.
struct Problem {
  std::string model;       // path
  double step = 0.01;      // of the model file [s]
  double end = 1;          // a multiple of `interval` [s]
  double asked_end = 1;    // what was asked for [s]
  double interval = 0.01;  // between the instants of comparison [s]
};

enum class Outcome {
  kCompleted,
  kFailed,     // a step failed; the message says where and why
  kTooLong,    // cut off by the budget
  kCancelled,  // by the user
};

// Values at the instants of comparison, by their number; empty where a trial has none.
using Instants = std::vector<Vector>;

struct Trial {
  double step = 0;  // or the tolerance, of adaptive candidates
  Outcome outcome = Outcome::kFailed;
  std::string message = {};  // of a failure
  double seconds = 0;        // CPU time of the steps alone, without recording and audit
  double used = 0;           // CPU time of all that was done for the trial
  double error = 0;          // largest of a coordinate at the instants of comparison, over the size of the motion
  // What --verify would say of the error without the reference, from the trials with two and four times the step.
  std::optional<double> error_estimate = {};
  double velocity_error = 0;  // the same of velocities, over the largest range of one: shows oscillations that q hides
  double load_error = 0;      // the same of loads (loads.h), each over its own size
  double load_roughness = 0;  // of loads, from step to step
  int order = 2;              // of the method
  Certificate certificate = {};
  Instants q = {}, v = {}, loads = {};  // emptied once the errors are known

  bool completed() const { return outcome == Outcome::kCompleted; }
  // Over the scale of the energies: what the balance of work and all dissipation cannot explain, and what the motion loses or
  // gains against the exact balance, the dissipation of the method included.
  double energy_error() const;
  double energy_drift() const;
};

// Trials on several threads share the model. `limit_seconds` is CPU time, so that a busy machine does not change what runs. Throws ModelError where the model or an
// option is wrong, or the method does not treat such models.
Trial run_trial(const Model& model, const Problem& problem, const Contender& candidate, double step,
                double limit_seconds, const std::function<bool()>& cancelled, double timing_seconds = 0);

// Largest difference of a component over the instants that both have; each component over its scale, if one is given.
double largest_difference(const Instants& a, const Instants& b, const Vector& scale = {});

}  // namespace invar::compare
