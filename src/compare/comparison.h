// Comparison: all methods that fit a model, each with several steps, measured against a reference of known accuracy.
//
// Every candidate starts with the step of the model file, then tries larger ones until one fails or loses the motion, then
// smaller ones while its share of the budget lasts or the reference no longer tells them apart. Shares are CPU time, so what
// runs is the same from run to run and on a busy machine, up to where the budget ends it; where it does, that is told.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "invar/compare/prescribed.h"
#include "invar/compare/reference.h"

namespace invar::compare {

struct Request {
  std::string model;
  Overrides set = {};
  std::vector<Contender> candidates = default_candidates();
  double budget = 30;                         // s of processor time on each core, about
  std::optional<double> end = {}, step = {};  // instead of those of the model file [s]
};

// All trials of a candidate, from the largest step (or tolerance) to the smallest.
struct TrialSeries {
  Contender candidate;
  std::vector<Trial> trials;
  std::string refused;  // why the method does not treat this model; then there are no trials
  double cut_off = 0;   // largest step (or tolerance) that the share of the budget was too short for; 0: none
  bool capped = false;  // larger steps than the largest tried would leave too few steps

  // The largest step from which on all smaller ones that were tried are stable; null if there is none.
  const Trial* largest_stable() const;
  // The trial with the given step.
  const Trial* at(double step) const;
};

// A run that is off by more than this part of the size of the motion has lost it: its step is not stable, even if every
// step of it could be solved.
inline constexpr double kLostMotion = 0.5;
inline bool is_stable(const Trial& t) { return t.completed() && t.error <= kLostMotion; }

struct Comparison {
  Problem problem = {};
  std::string model_name = {};
  Reference reference = {};
  std::vector<TrialSeries> series = {};
  double seconds = 0;      // of wall time
  double cpu_seconds = 0;  // of processor time, of all threads together
  std::optional<PrescribedMotion> prescribed =
      {};                  // if no degree of freedom is left; trials then take one step size only
  bool has_loads = false;  // forces or moments among the outputs
};

struct Hooks {
  std::function<void(double part, const std::string& what)> progress;  // 0 to 1; from several threads, one at a time
  std::function<bool()> cancelled;
};

// Throws ModelError for a wrong model or option. Without a reference (see Reference::made_by) there are no trials.
Comparison run_comparison(const Request& request, const Hooks& hooks = {});
// The same with the model of the request as it was loaded.
Comparison run_comparison(const Model& model, const Request& request, const Hooks& hooks = {});

}  // namespace invar::compare
