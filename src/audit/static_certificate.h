// StaticCertificate: what was found of an equilibrium, and how well it is known. One flat JSON object, as the certificate of a
// run, with a verdict and findings of its own.
#pragma once

#include <string>
#include <vector>

#include "invar/audit/findings.h"
#include "invar/equilibrium/stability.h"

namespace invar {

struct StaticCertificate {
  std::string model;
  std::string method;                // "newton", "descent", "arc length"
  std::string status = "completed";  // or "stopped"
  std::string message;               // why there is no equilibrium
  // "stable", "neutral" or "unstable"; "not determined" where nothing was found.
  Stability stability = Stability::kUnknown;
  bool determined = false;
  int unstable_directions = 0, neutral_directions = 0, degrees_of_freedom = 0;
  double load_factor = 1;
  double residual = 0, force_scale = 0;  // relative to the largest force; that force [N]
  double constraint_position_max = 0;    // largest residual
  double length = 1;                     // size of the model [m], what positions are judged by
  double potential_energy = 0;           // J
  long long iterations = 0, factorizations = 0, load_cuts = 0;
  int unstable_equilibria_left = 0;          // on the way
  std::optional<double> path_unstable_from;  // load factor
  double place_uncertainty = 0;              // by rounding, in sizes of the model, along the softest direction
  std::string softest_coordinate;            // that moves most along it
  std::vector<double> limit_factors;         // load factors of limit points
  double spin = 0;                           // rad/s
  long long coordinates = 0, constraints = 0, points = 0;  // points of the load path
  double wall_seconds = 0;

  bool completed() const { return status == "completed"; }
};

// "stable", "unstable in 1 of 3 directions, neutral in 1 of 3 directions"
std::string stability_text(const StaticCertificate& certificate);

std::vector<Finding> judge(const StaticCertificate& certificate);
// "kept", "not_kept" (a finding is large: an equilibrium nothing comes to rest in) or "failed" (there is none).
std::string overall_verdict(const StaticCertificate& certificate);

// One key per line; ends with a newline.
std::string to_json(const StaticCertificate& certificate);

}  // namespace invar
