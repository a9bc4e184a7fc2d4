// Comparison: all methods that fit a model, each with several steps, measured against a reference of known accuracy.
//
// Every candidate starts with the step of the model file, then tries larger ones until one fails, then smaller ones while
// its share of the budget lasts or the reference no longer tells them apart. What runs is therefore the same from run to
// run, up to where the budget ends it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "invar/compare/reference.h"

namespace invar::compare {

struct Request {
  std::string model;
  Overrides set = {};
  std::vector<Candidate> candidates = default_candidates();
  double budget = 30;                         // s of wall time, about
  std::optional<double> end = {}, step = {};  // instead of those of the model file [s]
};

// All trials of a candidate, from the largest step (or tolerance) to the smallest.
struct Series {
  Candidate candidate;
  std::vector<Trial> trials;
  std::string refused;  // why the method does not treat this model; then there are no trials
  double cut_off = 0;   // step of the first trial if the share of the budget was too short for it

  // The largest step from which on all smaller ones that were tried completed; null if there is none.
  const Trial* largest_completed() const;
  // The cheapest trial with an error of at most `error`; null if there is none.
  const Trial* cheapest_below(double error) const;
  // The trial with the given step.
  const Trial* at(double step) const;
};

struct Comparison {
  Problem problem = {};
  std::string model_name = {};
  Reference reference = {};
  std::vector<Series> series = {};
  double seconds = 0;  // of wall time
};

struct Hooks {
  std::function<void(double part, const std::string& what)> progress;  // 0 to 1; from several threads, one at a time
  std::function<bool()> cancelled;
};

// Throws ModelError for a wrong model or option. Without a reference (see Reference::made_by) there are no trials.
Comparison run_comparison(const Request& request, const Hooks& hooks = {});

}  // namespace invar::compare
