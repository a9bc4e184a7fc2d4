// `em`: keeps energy, positions and velocities at step ends (docs/theory/both-levels.md), order 2 or, by symmetric composition, 4
// and 6.
#include "invar/integrators/energy_momentum/composed_integrator.h"
#include "invar/integrators/energy_momentum/em_step.h"
#include "invar/integrators/energy_momentum/types.h"

namespace invar {

namespace {

Traits em_traits(int order) {
  return {.order = order,
          .symmetric = true,
          .conserves_energy = true,
          .conserves_momentum = true,
          .position_exact = true,
          .velocity_exact = true,
          .error_order = order == 2 ? 2 : 0,
          .prefers_equal_steps = true,
          .treats_nonlinear_rows = true,
          .treats_variable_mass = true,
          .treats_internals = true,
          .takes_middle = true,
          .goes_back = order > 2};
}

}  // namespace

MethodType em_type() {
  MethodType type;
  type.name = "em";
  type.doc =
      "energy balance, positions and velocities kept to round-off at step ends, momenta too (planar bodies: 2nd "
      "order); "
      "multipliers of full order";
  type.reference = "[Kinon2023], [Bauchau2003] sec. 3";
  type.schema.choice("order", {"2", "4", "6"}, "order of accuracy; 4 and 6 by symmetric composition")
      .default_value("2");
  type.schema
      .choice("form", {"reduced", "full"}, "unknowns: orthonormality of frames eliminated, or kept as constraints")
      .default_value("reduced");
  type.schema
      .choice("iteration", {"sweeps", "whole"},
              "linear systems: positions and velocities in turn, or in one matrix, which is larger and converges where "
              "sweeps do not (they then change to it)")
      .default_value("sweeps");
  type.schema.integer("max_iterations", "Newton iterations before a step counts as failed")
      .range(2, 1000)
      .default_value(20);
  type.make = [](const MechanicalSystem& system, const Params& params) -> std::unique_ptr<Integrator> {
    EmOptions options;
    options.form = params.text("form") == "full" ? KktForm::kFull : KktForm::kReduced;
    options.sweeps = params.text("iteration") == "sweeps";
    options.max_iterations = static_cast<int>(params.integer("max_iterations"));
    const int order = std::stoi(params.text("order"));
    return std::make_unique<ComposedIntegrator<EmStep>>(system, em_traits(order), composition_of_identity(order),
                                                        options);
  };
  return type;
}

}  // namespace invar
