// Advice in words: which method and step for which purpose, by what was measured, and whether the criteria of the
// literature agree with it on this model.
#pragma once

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
// Velocities that are off by more, while positions are right, oscillate.
inline constexpr double kWrongVelocity = 0.1;
bool has_wrong_velocities(const Reference& reference, const Trial& trial);

// Energy that a scheme takes out by design, and what is wrong at the end of a run together with what the balance cannot
// explain; both over the scale of the energies.
double lost_energy(const Trial& trial);
double energy_drift(const Trial& trial);

std::vector<Criterion> judge_criteria(const Comparison& comparison);
Advice advise(const Comparison& comparison);

}  // namespace invar::compare
