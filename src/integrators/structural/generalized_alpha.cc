// `generalized_alpha`: [Chung1993], for index-3 equations as [Arnold2007].
#include "invar/integrators/structural/structural_integrator.h"
#include "invar/integrators/structural/types.h"

namespace invar {

MethodType generalized_alpha_type() {
  MethodType type;
  type.name = "generalized_alpha";
  type.doc = "generalized-alpha method on position constraints: second order, damping of high frequencies as chosen";
  type.reference = "[Chung1993], [Arnold2007]";
  type.schema.number("rho_inf", "1", "factor by which a step multiplies oscillations of infinite frequency")
      .range(0, 1)
      .default_value(0.8);
  add_iteration_option(type.schema);
  type.make = [](const MechanicalSystem& system, const Params& params) -> std::unique_ptr<Integrator> {
    const double rho_inf = params.number("rho_inf");
    StructuralOptions options;
    options.coefficients = make_generalized_alpha(rho_inf);
    options.max_iterations = static_cast<int>(params.integer("max_iterations"));
    std::vector<std::string> notes;
    if (rho_inf == 1 && system.rows() > 0)
      notes.emplace_back("generalized_alpha with rho_inf = 1 damps nothing, and is weakly unstable with constraints");
    return std::make_unique<StructuralIntegrator>(system, options, notes);
  };
  return type;
}

}  // namespace invar
