// `al_conserving` and `al_conserving_projection`: formulation B of [Dopico2007], alone and with the velocities
// projected after each step (A + B). The acceleration is no state of B, the next step does not see it: it need not be
// projected.
#include "invar/integrators/augmented/conserving_step.h"
#include "invar/integrators/augmented/types.h"
#include "invar/integrators/penalty.h"

namespace invar {

namespace {

ConservingOptions read_conserving_options(const Params& params) {
  return {.penalty = params.number("penalty"),
          .max_iterations = static_cast<int>(params.integer("iterations")),
          .tolerance = params.number("tolerance")};
}

class AlConservingIntegrator final : public Integrator {
 public:
  AlConservingIntegrator(const MechanicalSystem& system, const Params& params)
      : options_(read_conserving_options(params)), step_(system, options_) {}

  Traits traits() const override {
    const bool exact = options_.tolerance == 0;
    return {.symmetric = exact,
            .conserves_energy = exact,
            .conserves_momentum = exact,
            .position_exact = exact,
            .velocity_mid_exact = exact,
            .treats_internals = true,
            .takes_middle = true};
  }
  void reset() override { step_.reset(); }
  void continue_from(const State& /*s*/, const Change& change) override { step_.continue_from(change); }
  void archive(Archive& a) override { step_.archive(a); }
  void set_nominal_step(double h) override { step_.set_nominal_step(h); }
  StepReport step(const State& s0, double h, State& s1) override { return step_.step(s0, h, s1); }
  const Vector& lambda() const override { return step_.lambda(); }

 private:
  ConservingOptions options_;
  ConservingStep step_;
};

class AlConservingProjectionIntegrator final : public Integrator {
 public:
  AlConservingProjectionIntegrator(const MechanicalSystem& system, const Params& params)
      : options_(read_conserving_options(params)),
        step_(system, options_),
        projection_options_(read_projection_options(params)),
        projection_(system, projection_options_) {}

  Traits traits() const override {
    const bool converged = options_.tolerance == 0, repeated = projection_options_.solves > 1;
    const bool mass = projection_options_.mass && repeated && converged;
    return {.conserves_momentum = mass,
            .dissipates = mass,
            .position_exact = converged,
            .velocity_exact = repeated,
            .treats_internals = true,
            .takes_middle = true};
  }
  void set_nominal_step(double h) override { step_.set_nominal_step(h); }
  void reset() override {
    step_.reset();
    projection_.reset();
  }
  void continue_from(const State& /*s*/, const Change& change) override {
    step_.continue_from(change);
    if (change.rows) projection_.reset();
  }
  void archive(Archive& a) override {
    step_.archive(a);
    projection_.archive(a);
  }
  StepReport step(const State& s0, double h, State& s1) override {
    StepReport report = step_.step(s0, h, s1);
    if (report.status.ok()) projection_.project_velocity(step_.newton(), s1, report);
    return report;
  }
  const Vector& lambda() const override { return step_.lambda(); }

 private:
  ConservingOptions options_;
  ConservingStep step_;
  ProjectionOptions projection_options_;
  EndProjection projection_;
};

}  // namespace

MethodType al_conserving_type() {
  MethodType type;
  type.name = "al_conserving";
  type.doc = "augmented Lagrangian that keeps energy and constraints to round-off; the steps are those of ep";
  type.reference = "[Dopico2007] formulation B";
  add_augmented_options(type.schema);
  add_tolerance_option(type.schema);
  type.make = [](const MechanicalSystem& system, const Params& params) -> std::unique_ptr<Integrator> {
    return std::make_unique<AlConservingIntegrator>(system, params);
  };
  return type;
}

MethodType al_conserving_projection_type() {
  MethodType type;
  type.name = "al_conserving_projection";
  type.doc = "al_conserving with projected velocities: constraints exact in position and velocity, energy never rises";
  type.reference = "[Dopico2007] formulations A and B";
  add_augmented_options(type.schema);
  add_tolerance_option(type.schema);
  add_projection_options(type.schema, "mass");
  type.make = [](const MechanicalSystem& system, const Params& params) -> std::unique_ptr<Integrator> {
    return std::make_unique<AlConservingProjectionIntegrator>(system, params);
  };
  return type;
}

}  // namespace invar
