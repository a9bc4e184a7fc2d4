// `ggl`: stabilized index-2 method after Gear, Gupta and Leimkuhler, [Bauchau2003] sec. 5.
#include "invar/integrators/energy_momentum/ggl_step.h"
#include "invar/integrators/energy_momentum/types.h"

namespace invar {

namespace {

class GglIntegrator final : public Integrator {
 public:
  GglIntegrator(const MechanicalSystem& system, const GglOptions& options)
      : options_(options), step_(system, options) {}

  Traits traits() const override {
    const bool end = options_.end_point;
    return {.order = 2,
            .symmetric = true,
            .conserves_energy = !end,
            .conserves_momentum = !end,
            .position_exact = true,
            .velocity_exact = end,
            .velocity_mid_exact = !end,
            .treats_internals = true,
            .takes_middle = true};
  }

  void reset() override { step_.reset(); }
  void continue_from(const State& /*s*/, const Change& change) override { step_.continue_from(change); }
  void archive(Archive& a) override { step_.archive(a); }
  StepReport step(const State& s0, double h, State& s1) override { return step_.step(s0, h, s1); }
  const Vector& lambda() const override { return step_.lambda(); }

 private:
  GglOptions options_;
  GglStep step_;
};

}  // namespace

MethodType ggl_type() {
  MethodType type;
  type.name = "ggl";
  type.doc =
      "stabilized index 2: a second set of multipliers for the velocity constraints; in its mean-value form they "
      "vanish "
      "and the method is ep";
  type.reference = "[Bauchau2003] sec. 5";
  type.schema
      .choice("discretization", {"mean_value", "end_point"},
              "velocity constraints in the mean of the step, or at its end together with the positions")
      .default_value("mean_value");
  type.schema.integer("max_iterations", "Newton iterations before a step counts as failed")
      .range(2, 1000)
      .default_value(30);
  type.make = [](const MechanicalSystem& system, const Params& params) -> std::unique_ptr<Integrator> {
    GglOptions options;
    options.end_point = params.text("discretization") == "end_point";
    options.max_iterations = static_cast<int>(params.integer("max_iterations"));
    return std::make_unique<GglIntegrator>(system, options);
  };
  return type;
}

}  // namespace invar
