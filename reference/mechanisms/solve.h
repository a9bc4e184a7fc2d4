// Motion of a random mechanism and what Invar must show of it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mechanisms/model.h"

namespace invar::mechanisms {

struct Solution {
  Model model;
  std::vector<std::string> names;
  std::vector<std::vector<Real>> table;  // by instant; NaN where a value is not unique
  std::vector<Real> sensitivity;         // by channel
  int degrees_of_freedom, redundant;
  Real balance, residual;  // own errors: energy [J], largest residual of a constraint
  int attempt;
};

// Nothing if the draw is not fit for a comparison; `why` says what was wrong.
std::optional<Solution> solve(std::uint64_t seed, int attempt, std::string& why);
// The first draw that has consistent velocities, without its motion.
bool write_model(std::uint64_t seed, const std::string& path);
void write(const Solution& solution, const std::string& path);

}  // namespace invar::mechanisms
