#include "invar/integrators/augmented/penalty.h"

namespace invar {

void calc_automatic_eps(const MechanicalSystem& system, const Vector& resistance, const Vector& G, Vector& eps) {
  calc_regularization(system, resistance, G, 1 / kAutomaticPenalty, eps);
}

void add_augmented_options(Schema& schema) {
  schema
      .number("penalty", "1",
              "penalty factor alpha of all constraints, as in the paper (1e7 there); 0: chosen for step, masses and "
              "stiffness")
      .nonnegative()
      .default_value(0);
  schema.integer("iterations", "Newton iterations before a step counts as failed").range(2, 1000).default_value(20);
}

}  // namespace invar
