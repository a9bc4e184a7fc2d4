// Advice in words: which method and step for which purpose, by what was measured, and whether the criteria of the
// literature agree with it on this model.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "invar/compare/comparison.h"

namespace invar::compare {

struct Recommendation {
  std::string purpose = {};    // "fastest at an error of 1e-3"
  std::string candidate = {};  // its name; empty if none will do
  double step = 0;             // or tolerance
  bool adaptive = false;
  std::string reason = {};  // a sentence with the numbers

  // "--method ep --step 0.01 --option order=4"
  std::string options = {};
};

struct Criterion {
  std::string source;  // "[Dopico2007]"
  std::string says;
  bool agrees = false;
  std::string measured;
};

struct Advice {
  std::vector<Recommendation> recommendations;
  std::vector<Criterion> criteria;  // those that the trials can judge
};

// The error that counts as good enough for everyday work.
inline constexpr double kEverydayError = 1e-3;
// What a long run that conserves may be off and still be of use.
inline constexpr double kRoughError = 1e-2;
// Velocities and loads that are off by more, and by ten times more than positions, oscillate.
inline constexpr double kWrong = 0.1, kBeyondPositions = 10;
// Of loads that are wrong in this way the roughness (loads.h): fewer than eight steps a period.
inline constexpr double kRough = 0.1;
// CPU times and errors that differ by less than these factors are a tie: clocks are not better, and errors depend on the
// instants where they are taken. Ties go to the method that keeps more of the invariants, then to the faster one.
inline constexpr double kSameTime = 1.25, kSameError = 1.5;
// Time that the most accurate may take, in times of the fastest at kEverydayError.
inline constexpr double kPatienceFactor = 10;

// Of motions without a degree of freedom: outputs that a step shows well enough, relative to their size; reactions that
// count as the same.
inline constexpr double kSampledWell = 0.01, kSameReactions = 1e-6;

bool has_wrong_velocities(const Reference& reference, const Trial& trial);
bool has_wrong_loads(const Trial& trial);
// Completed, and neither.
bool is_right(const Reference& reference, const Trial& trial);

double constraint_error(const Trial& trial);
bool keeps_invariants(const Trial& trial);
// 2: energy and constraints at round-off; 1: constraints; 0: neither.
int kept_invariants(const Trial& trial);

// What the columns of the table and the advice are chosen by: the same rules for one method and for all.
struct Choice {
  const TrialSeries* series = nullptr;
  const Trial* trial = nullptr;
};
using Pool = std::vector<Choice>;
Pool pool_of(const TrialSeries& series);
Pool pool_of(const Comparison& comparison);
Choice fastest_everyday(const Reference& reference, const Pool& pool);
Choice most_accurate_within(const Reference& reference, const Pool& pool, double seconds);
Choice fastest_conserving(const Reference& reference, const Pool& pool);
// CPU time for most_accurate_within; infinity if no trial has an everyday error.
double time_for_accuracy(const Comparison& comparison);

std::vector<Criterion> judge_criteria(const Comparison& comparison);
Advice advise(const Comparison& comparison);

}  // namespace invar::compare
