// `ep`: energy-preserving integrator [Bauchau2003] sec. 3, order 2 or, by symmetric composition, 4 and 6.
#include "invar/integrators/energy_momentum/composed_integrator.h"
#include "invar/integrators/energy_momentum/ep_step.h"
#include "invar/integrators/energy_momentum/types.h"

namespace invar {

namespace {

Traits ep_traits(int order) {
  return {.order = order,
          .symmetric = true,
          .conserves_energy = true,
          .conserves_momentum = true,
          .position_exact = true,
          .velocity_mid_exact = true,
          .error_order = order == 2 ? 2 : 0,
          .prefers_equal_steps = true,
          .treats_nonlinear_rows = true,
          .treats_variable_mass = true,
          .treats_internals = true,
          .takes_middle = true,
          .goes_back = order > 2};
}

}  // namespace

MethodType ep_type() {
  MethodType type;
  type.name = "ep";
  type.doc =
      "energy-preserving: constraints and energy kept to round-off at any step size, momenta too (planar bodies: 2nd "
      "order)";
  type.reference = "[Bauchau2003] sec. 3";
  type.schema.choice("order", {"2", "4", "6"}, "order of accuracy; 4 and 6 by symmetric composition")
      .default_value("2");
  type.schema
      .choice("form", {"reduced", "full"},
              "unknowns: orthonormality of frames eliminated, or kept as constraints (as augmented multipliers do)")
      .default_value("reduced");
  type.schema
      .choice("multipliers", {"direct", "augmented"}, "multipliers as unknowns, or by augmented Lagrangian iteration")
      .default_value("direct");
  type.schema.number("penalty", "1", "augmented multipliers: penalty relative to the constraints' own stiffness")
      .positive()
      .default_value(1e9);
  type.schema.integer("max_iterations", "Newton iterations before a step counts as failed")
      .range(2, 1000)
      .default_value(20);
  type.make = [](const MechanicalSystem& system, const Params& params) -> std::unique_ptr<Integrator> {
    if (params.is_given("form") && params.text("form") == "reduced" && params.text("multipliers") == "augmented")
      params.fail("form", "cannot be combined with multipliers = augmented, which keep orthonormality as constraints",
                  "leave form out or set it to full");
    EpOptions options;
    options.form = params.text("multipliers") == "augmented" ? KktForm::kAugmented
                   : params.text("form") == "full"           ? KktForm::kFull
                                                             : KktForm::kReduced;
    options.penalty = params.number("penalty");
    options.max_iterations = static_cast<int>(params.integer("max_iterations"));
    const int order = std::stoi(params.text("order"));
    return std::make_unique<ComposedIntegrator<EpStep>>(system, ep_traits(order), composition_coefficients(order),
                                                        options);
  };
  return type;
}

}  // namespace invar
