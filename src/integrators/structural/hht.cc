// `hht`: the alpha method [Hilber1977] on the index-3 equations: forces averaged between the ends of the step.
#include "invar/integrators/structural/structural_integrator.h"
#include "invar/integrators/structural/types.h"

namespace invar {

MethodType hht_type() {
  MethodType type;
  type.name = "hht";
  type.doc = "Hilber-Hughes-Taylor method on position constraints: second order, damps high frequencies";
  type.reference = "[Hilber1977]";
  type.schema.number("alpha", "1", "amount of damping: 0 is the trapezoidal rule, -1/3 damps most")
      .range(-1.0 / 3, 0)
      .default_value(-0.1);
  add_iteration_option(type.schema);
  type.make = [](const MechanicalSystem& system, const Params& params) -> std::unique_ptr<Integrator> {
    const double alpha = params.number("alpha");
    StructuralOptions options;
    options.coefficients = make_hht(alpha);
    options.max_iterations = static_cast<int>(params.integer("max_iterations"));
    std::vector<std::string> notes;
    if (alpha == 0 && system.rows() > 0)
      notes.emplace_back("hht with alpha = 0 is the trapezoidal rule, which is unstable with constraints");
    return std::make_unique<StructuralIntegrator>(system, options, notes);
  };
  return type;
}

}  // namespace invar
