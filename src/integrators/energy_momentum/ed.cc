// `ed`: energy-decaying integrator [Bauchau2003] sec. 4.
#include "invar/integrators/energy_momentum/ed_step.h"
#include "invar/integrators/energy_momentum/types.h"
#include "invar/solve/acceleration.h"

namespace invar {

namespace {

class EdIntegrator final : public Integrator {
 public:
  EdIntegrator(const MechanicalSystem& system, const EdOptions& options)
      : options_(options), massless_(has_singular_directors(system)), step_(system, options) {}

  Traits traits() const override {
    const bool literal = options_.rule == PathRule::kLiteral, preserves = options_.alpha == 0;
    return {.order = literal     ? 2
                     : preserves ? 4
                                 : 3,
            .symmetric = preserves && !literal,
            .conserves_energy = preserves,
            .dissipates = true,
            .position_exact = true,
            .velocity_exact = options_.exact_ends,
            .velocity_mid_exact = true,
            .treats_internals = true};
  }

  void reset() override { step_.reset(); }
  void continue_from(const State& /*s*/, const Change& change) override { step_.continue_from(change); }
  void archive(Archive& a) override { step_.archive(a); }
  StepReport step(const State& s0, double h, State& s1) override { return step_.step(s0, h, s1); }
  const Vector& lambda() const override { return step_.lambda(); }

  std::vector<std::string> notes(double) const override {
    if (options_.rule != PathRule::kLiteral) return {};
    std::vector<std::string> all{
        "stage = literal evaluates springs at the stage value, which is not a configuration of the motion: stiff parts "
        "that turn lose energy in proportion to the step; prefer stage = galerkin where anything is flexible"};
    if (massless_)
      all.emplace_back(
          "stage = literal leaves the stage values of coordinates without inertia (thin or flat bodies, beams) "
          "undetermined: "
          "steps are likely to fail; use stage = galerkin");
    return all;
  }

 private:
  EdOptions options_;
  bool massless_;
  EdStep step_;
};

}  // namespace

MethodType ed_type() {
  MethodType type;
  type.name = "ed";
  type.doc =
      "energy-decaying: constraints kept to round-off, energy never rises at any step size, high frequencies die out; "
      "order 3, or 4 without decay (alpha = 0)";
  type.reference = "[Bauchau2003] sec. 4";
  type.schema
      .number("alpha", "1",
              "numerical dissipation: 0 none, 1 most; amplitudes of very high frequencies shrink by (1 - alpha)/(1 + "
              "alpha) a step")
      .range(0, 1)
      .default_value(1.0);
  type.schema
      .choice("stage", {"galerkin", "literal"},
              "forces along the path of the step, or at the stage value as printed in the paper (order 2, for rigid "
              "bodies)")
      .default_value("galerkin");
  type.schema
      .choice("ends", {"exact", "mean"},
              "velocity constraints: also at step ends, by a projection whose loss is booked, or in the mean of the "
              "step alone (always with alpha = 0 and stage = literal)")
      .default_value("exact");
  type.schema
      .choice("form", {"reduced", "full"}, "unknowns: orthonormality of frames eliminated, or kept as constraints")
      .default_value("reduced");
  type.schema.integer("max_iterations", "Newton iterations before a step counts as failed")
      .range(2, 1000)
      .default_value(20);
  type.make = [](const MechanicalSystem& system, const Params& params) -> std::unique_ptr<Integrator> {
    EdOptions options;
    options.alpha = params.number("alpha");
    options.rule = params.text("stage") == "literal" ? PathRule::kLiteral : PathRule::kGalerkin;
    options.form = params.text("form") == "full" ? KktForm::kFull : KktForm::kReduced;
    options.exact_ends = params.text("ends") == "exact" && options.alpha > 0 && options.rule == PathRule::kGalerkin;
    options.max_iterations = static_cast<int>(params.integer("max_iterations"));
    return std::make_unique<EdIntegrator>(system, options);
  };
  return type;
}

}  // namespace invar
