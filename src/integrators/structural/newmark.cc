// `newmark`: [Newmark1959] on the index-3 equations. The default is the trapezoidal rule, which damps nothing: with
// constraints the parts of velocity and acceleration normal to them drift away. It is here for comparison.
#include "invar/integrators/structural/structural_integrator.h"
#include "invar/integrators/structural/types.h"

namespace invar {

MethodType newmark_type() {
  MethodType type;
  type.name = "newmark";
  type.doc = "Newmark's method on position constraints; the trapezoidal rule drifts with constraints: for comparison";
  type.reference = "[Newmark1959]";
  type.schema.number("beta", "1", "weight of the new acceleration in positions").positive().default_value(0.25);
  type.schema.number("gamma", "1", "weight of the new acceleration in velocities; above 1/2 it damps, with order 1")
      .range(0.5, 1)
      .default_value(0.5);
  add_iteration_option(type.schema);
  type.make = [](const MechanicalSystem& system, const Params& params) -> std::unique_ptr<Integrator> {
    const double beta = params.number("beta"), gamma = params.number("gamma");
    StructuralOptions options;
    options.coefficients = make_newmark(beta, gamma);
    options.max_iterations = static_cast<int>(params.integer("max_iterations"));
    std::vector<std::string> notes;
    if (gamma == 0.5 && system.rows() > 0)
      notes.emplace_back(
          "newmark with gamma = 1/2 is unstable with constraints: their velocities drift until steps fail; hht and "
          "generalized_alpha damp this");
    if (2 * beta < gamma) notes.emplace_back("newmark with 2 beta < gamma is stable for small steps only");
    return std::make_unique<StructuralIntegrator>(system, options, notes);
  };
  return type;
}

}  // namespace invar
