// `al_projection`: formulation A of [Dopico2007], the augmented Lagrangian index-3 equations (2) with a structural
// integrator, after each step velocities and accelerations projected by eqs. (3), (4). With P = M + gamma h C + beta
// h^2 K and k = beta h^2 the matrix of the projections is that of Newton: one factorization serves all three. K has the
// geometric stiffness of the constraints in it, as Newton needs it.
#include "invar/integrators/augmented/projection.h"
#include "invar/integrators/augmented/types.h"
#include "invar/integrators/penalty.h"
#include "invar/integrators/structural/structural_step.h"

namespace invar {

namespace {

class AlProjectionIntegrator final : public Integrator {
 public:
  AlProjectionIntegrator(const MechanicalSystem& system, const StructuralOptions& options,
                         const ProjectionOptions& projection)
      : step_(system, options),
        projection_(system, projection),
        lambda_(Vector::Zero(system.rows())),
        position_exact_(options.tolerance == 0),
        velocity_exact_(projection.solves > 1) {}

  Traits traits() const override {
    return {.order = 2, .position_exact = position_exact_, .velocity_exact = velocity_exact_, .treats_internals = true};
  }

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
    a("lambda", lambda_);
  }

  void set_nominal_step(double h) override { step_.set_nominal_step(h); }

  StepReport step(const State& s0, double h, State& s1) override {
    StepReport report = step_.step(s0, h, s1);
    if (!report.status.ok()) return report;
    const NewtonFactors newton{step_.kkt(), step_.tangent(), step_.eps(), &step_.end()};
    if (!projection_.project_velocity(newton, s1, report)) return report;
    qdd_ = step_.acceleration();
    projection_.project_acceleration(newton, qdd_);
    step_.replace_end(s1.v, qdd_, projection_.impulse());
    lambda_ = step_.lambda() + projection_.impulse();
    return report;
  }

  // The multipliers that belong to the projected accelerations: those of the step alone are of first order, because
  // each step starts with consistent accelerations and makes an error of h/3 q''' in its own.
  const Vector& lambda() const override { return lambda_; }

 private:
  StructuralStep step_;
  EndProjection projection_;
  Vector qdd_, lambda_;
  bool position_exact_, velocity_exact_;
};

AlphaCoefficients read_coefficients(const Params& params) {
  const std::string& name = params.text("integrator");
  if (name == "hht") return make_hht(params.number("alpha"));
  if (name == "generalized_alpha") return make_generalized_alpha(params.number("rho_inf"));
  return {};
}

}  // namespace

MethodType al_projection_type() {
  MethodType type;
  type.name = "al_projection";
  type.doc =
      "augmented Lagrangian with projected velocities and accelerations: robust, constraints exact, loses energy";
  type.reference = "[Dopico2007] formulation A";
  add_augmented_options(type.schema);
  type.schema.choice("integrator", {"trapezoidal", "hht", "generalized_alpha"}, "integrator of the equations of motion")
      .default_value("trapezoidal");
  type.schema.number("alpha", "1", "of hht: 0 is the trapezoidal rule, -1/3 damps most")
      .range(-1.0 / 3, 0)
      .default_value(-0.1);
  type.schema.number("rho_inf", "1", "of generalized_alpha: factor a step multiplies infinite frequencies with")
      .range(0, 1)
      .default_value(0.8);
  add_tolerance_option(type.schema);
  add_projection_options(type.schema, "tangent");
  type.make = [](const MechanicalSystem& system, const Params& params) -> std::unique_ptr<Integrator> {
    StructuralOptions options;
    options.coefficients = read_coefficients(params);
    options.penalty = params.number("penalty");
    options.form = augmented_form(options.penalty);
    options.max_iterations = static_cast<int>(params.integer("iterations"));
    options.tolerance = params.number("tolerance");
    return std::make_unique<AlProjectionIntegrator>(system, options, read_projection_options(params));
  };
  return type;
}

}  // namespace invar
