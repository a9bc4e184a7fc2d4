#include "invar/integrators/penalty.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "invar/solve/scaled_kkt.h"

namespace invar {

void calc_automatic_eps(const MechanicalSystem& system, const Vector& resistance, const Vector& G, Vector& eps) {
  calc_regularization(system, resistance, G, 1 / kAutomaticPenalty, eps);
  lower_to_heaviest(system, G, 1 / kAutomaticPenalty, eps);
}

void strengthen_eps(const MechanicalSystem& system, const Vector& resistance, const Vector& G, Vector& eps) {
  Vector automatic;
  calc_automatic_eps(system, resistance, G, automatic);
  eps = eps.cwiseMin(automatic);
}

std::string explain_penalty(const MechanicalSystem& system, const Vector& resistance, const Vector& G,
                            const Vector& eps, double penalty) {
  Vector s;
  calc_regularization(system, resistance, G, 1, s);
  lower_to_heaviest(system, G, 1, s);
  double largest = 0;
  for (int r = 0; r < s.size() && r < eps.size(); ++r) largest = std::max(largest, 1 / (1 + s[r] / eps[r]));
  if (!(largest > 0.1)) return "";
  return fmt::format(
      "; with penalty = {:g} an iteration leaves about {:.0f} % of a constraint residual, the more the smaller the "
      "step and the heavier the bodies: raise it, or choose penalty = 0, which suits every step",
      penalty, 100 * largest);
}

void add_augmented_options(Schema& schema) {
  schema
      .number("penalty", "1",
              "penalty factor alpha of all constraints, as in the paper (1e7 there), raised where a step is divided; "
              "0: chosen for step, masses and stiffness")
      .nonnegative()
      .default_value(0);
  schema.integer("iterations", "Newton iterations before a step counts as failed").range(2, 1000).default_value(20);
}

void add_tolerance_option(Schema& schema) {
  schema
      .number("tolerance", "1",
              "relative residual at which the iterations of a step stop, as in the paper; 0: at round-off")
      .range(0, 1e-3)
      .default_value(0);
}

}  // namespace invar
