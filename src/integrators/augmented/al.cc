// `al`: the augmented Lagrangian index-3 equations [Dopico2007] eq. (2) with the trapezoidal rule and nothing that
// stabilizes them. Velocity constraints and energy drift away until steps fail: this is what the other methods of the
// folder cure.
#include "invar/integrators/augmented/types.h"
#include "invar/integrators/penalty.h"
#include "invar/integrators/structural/structural_integrator.h"

namespace invar {

MethodType al_type() {
  MethodType type;
  type.name = "al";
  type.doc =
      "augmented Lagrangian with the trapezoidal rule; drifts and fails, for comparison with the stabilized ones";
  type.reference = "[Dopico2007] eq. (2)";
  add_augmented_options(type.schema);
  type.make = [](const MechanicalSystem& system, const Params& params) -> std::unique_ptr<Integrator> {
    StructuralOptions options;
    options.penalty = params.number("penalty");
    options.form = augmented_form(options.penalty);
    options.max_iterations = static_cast<int>(params.integer("iterations"));
    std::vector<std::string> notes;
    if (system.rows() > 0)
      notes.emplace_back("al is unstable by design; al_projection and al_conserving are its stabilized forms");
    return std::make_unique<StructuralIntegrator>(system, options, notes);
  };
  return type;
}

}  // namespace invar
