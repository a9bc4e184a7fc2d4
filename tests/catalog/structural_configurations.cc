#include "catalog/method_configurations.h"

namespace invar::catalog {

std::vector<MethodConfiguration> structural_configurations() {
  MethodConfiguration damped{"newmark", "damped", 1, {{"beta", "0.36"}, {"gamma", "0.7"}}};
  for (const auto& sample : integrator_samples())
    damped.runs[sample.name] = {sample.run.at(2).step / 4, 4 * sample.run.at(2).steps};
  MethodConfiguration annihilating{"generalized_alpha", "annihilating", 2, {{"rho_inf", "0"}}};
  annihilating.runs = {{"free_rigid_body", {0.005, 200}}, {"four_bar", {0.00125, 200}}, {"driven_crank", {0.005, 100}}};
  return {
      {"newmark", "trapezoidal", 2, {}},
      damped,
      {"hht", "default", 2, {}},
      {"hht", "most_damping", 2, {{"alpha", "-1/3"}}},
      {"generalized_alpha", "default", 2, {}},
      annihilating,
  };
}

std::vector<MethodConfiguration> augmented_configurations() {
  return {
      {"al", "default", 2, {}},
      {"al", "penalty_of_the_paper", 2, {{"penalty", "1e7"}}},
      {"al_projection", "trapezoidal", 2, {}},
      {"al_projection", "mass", 2, {{"projection_matrix", "mass"}}},
      {"al_projection", "one_solve", 2, {{"projection_iterations", "1"}}},
      {"al_projection", "hht", 2, {{"integrator", "hht"}}},
      {"al_projection", "generalized_alpha", 2, {{"integrator", "generalized_alpha"}}},
      {"al_conserving", "default", 2, {}},
      {"al_conserving", "penalty_of_the_paper", 2, {{"penalty", "1e7"}}},
      {"al_conserving_projection", "mass", 2, {}},
      {"al_conserving_projection", "tangent", 2, {{"projection_matrix", "tangent"}}},
      {"al_conserving_projection", "one_solve", 2, {{"projection_iterations", "1"}}},
  };
}

}  // namespace invar::catalog
