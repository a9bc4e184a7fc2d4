#include "invar/integrators/explicit/options.h"

#include "invar/integrators/explicit/energy_control.h"
#include "invar/integrators/explicit/scheme.h"
#include "invar/integrators/explicit/stabilization.h"

namespace invar {

namespace {

std::vector<std::string> energy_options() {
  std::vector<std::string> names = energy_control_names();
  names.emplace_back("auto");
  return names;
}

}  // namespace

void add_explicit_options(Schema& schema) {
  schema.choice("integrator", scheme_names(), "ab3 starts with rk4; dopri5 and dop853 estimate their error (tolerance)")
      .default_value("rk4");
  schema
      .choice("stabilization", stabilization_names(),
              "of the constraints: feedback of their violation as a force (baumgarte) or along their gradient "
              "(gradient_feedback), or corrections in the metric of the mass (braun)")
      .default_value("braun");
  schema
      .choice(
          "energy", energy_options(),
          "control of the energy law: as a constraint (multiplier), along its gradient (steepest_descent), along the "
          "velocity (velocity_gradient), or along the admissible motion (braun); auto: braun, or none where drives do "
          "work")
      .default_value("auto");
  schema
      .choice("correction", {"post", "hold"},
              "when braun acts: after each step, down to round-off, or as terms held over the stages of the next step")
      .default_value("post");
  schema
      .number(
          "baumgarte_alpha", "1/s",
          "gain of the rate of violation; default: critical damping with baumgarte_beta, or 2/h if neither is given "
          "(0.54/h for ab3)")
      .nonnegative();
  schema
      .number("baumgarte_beta", "1/s^2",
              "gain of the violation; default: critical damping with baumgarte_alpha, or 1/h^2 if neither is given "
              "(0.073/h^2 for ab3); 40 in [Yoon]")
      .nonnegative();
  schema
      .number("gradient_gain", "1/s", "gradient_feedback: rate at which violations decay; default 1/h (0.27/h for ab3)")
      .positive();
  schema.number("eta", "1/s", "energy multiplier: rate at which the energy error decays, [Yoon] eq. (9)")
      .positive()
      .default_value(10);
  schema
      .number(
          "rho", "1/(J s)",
          "energy steepest_descent and velocity_gradient: gain on velocities, [Yoon] eqs. (13), (17); limited where "
          "the integrator could not follow")
      .positive()
      .default_value(1);
  schema.number("rho_q", "1/(J s)", "energy steepest_descent: gain on coordinates; default: rho").nonnegative();
  schema
      .number("truncation", "1",
              "singular values of the constraints below this, relative to the largest, count as zero")
      .range(1e-12, 1e-2)
      .default_value(1e-6);
  schema
      .choice("linear_solver", {"auto", "dense", "sparse"},
              "singular value decomposition, or sparse factorization for large systems")
      .default_value("auto");
}

ExplicitOptions read_explicit_options(const Params& params) {
  const auto optional = [&](const char* name) {
    return params.has(name) ? std::optional<double>(params.number(name)) : std::nullopt;
  };
  ExplicitOptions o;
  o.integrator = params.text("integrator");
  o.stabilization = params.text("stabilization");
  o.energy = params.text("energy");
  o.post = params.text("correction") == "post";
  o.baumgarte_alpha = optional("baumgarte_alpha");
  o.baumgarte_beta = optional("baumgarte_beta");
  o.gradient_gain = optional("gradient_gain");
  o.eta = params.number("eta");
  o.rho = params.number("rho");
  o.rho_q = optional("rho_q");
  o.truncation = params.number("truncation");
  const std::string& solver = params.text("linear_solver");
  o.linear_solver = solver == "dense"    ? ConstrainedSolverKind::kDense
                    : solver == "sparse" ? ConstrainedSolverKind::kSparse
                                         : ConstrainedSolverKind::kAuto;
  return o;
}

ExplicitOptions resolve(ExplicitOptions options, const MechanicalSystem& system) {
  if (options.energy == "auto") options.energy = system.rheonomic() && system.invariants() == 0 ? "none" : "braun";
  return options;
}

}  // namespace invar
