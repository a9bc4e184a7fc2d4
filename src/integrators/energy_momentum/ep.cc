// `ep`: energy-preserving integrator [Bauchau2003] sec. 3, order 2 or, by symmetric composition, 4 and 6.
#include "invar/integrators/composition.h"
#include "invar/integrators/energy_momentum/ep_step.h"
#include "invar/integrators/energy_momentum/types.h"

namespace invar {

namespace {

class EpIntegrator final : public Integrator {
 public:
  EpIntegrator(const MechanicalSystem& system, int order, const EpOptions& options)
      : order_(order), gamma_(composition_coefficients(order)), step_(system, options), memory_(gamma_.size()) {}

  Traits traits() const override {
    return {.order = order_,
            .symmetric = true,
            .conserves_energy = true,
            .conserves_momentum = true,
            .position_exact = true,
            .velocity_mid_exact = true,
            .treats_nonlinear_rows = true,
            .treats_variable_mass = true};
  }

  void reset() override {
    for (auto& memory : memory_) memory = {};
    step_.reset();
  }

  void archive(Archive& a) override {
    a("memory", memory_);
    step_.archive(a);
  }

  StepReport step(const State& s0, double h, State& s1) override {
    if (gamma_.size() == 1) return step_.step(s0, h, s1, memory_[0]);
    step_.accept_unmet(false);
    StepReport report = compose(gamma_, memory_, s0, h, s1);
    if (report.status.ok() || !is_recoverable(report.status.code)) return report;
    // Beside a singular position one of many substeps lands badly, and parts of the step would come ever closer to it. A few
    // plain steps pass, which end elsewhere; the error of this one step is then of third order.
    static constexpr double kWhole[] = {1.0}, kHalves[] = {0.5, 0.5}, kUnequal[] = {0.382, 0.618};
    for (const bool accepts : {false, true}) {
      step_.accept_unmet(accepts);
      for (const std::span<const double> parts :
           {std::span<const double>(kHalves), std::span<const double>(kUnequal), std::span<const double>(kWhole)}) {
        const StepReport failed = report;
        std::vector<EpStep::Memory> nothing(parts.size());
        report = compose(parts, nothing, s0, h, s1);
        report.iterations += failed.iterations;
        report.factorizations += failed.factorizations;
        if (report.status.ok()) break;
      }
      if (report.status.ok()) break;
    }
    for (auto& memory : memory_) memory = {};
    return report;
  }

  const Vector& lambda() const override { return step_.lambda(); }

 private:
  StepReport compose(std::span<const double> gamma, std::vector<EpStep::Memory>& memory, const State& s0, double h,
                     State& s1) {
    StepReport total;
    const State* from = &s0;
    for (size_t i = 0; i < gamma.size(); ++i) {
      State& to = i + 1 == gamma.size() ? s1 : stage_[i % 2];
      const StepReport r = step_.step(*from, gamma[i] * h, to, memory[i]);
      total.iterations += r.iterations;
      total.factorizations += r.factorizations;
      total.work_applied += r.work_applied;
      if (!r.drive_work.empty()) {
        if (i == 0) drive_work_.setZero(static_cast<Eigen::Index>(r.drive_work.size()));
        drive_work_ += Vector::Map(r.drive_work.data(), drive_work_.size());
      }
      total.dissipated_physical += r.dissipated_physical;
      if (r.velocity_mid_max >= total.velocity_mid_max) {
        total.velocity_mid_max = r.velocity_mid_max;
        total.velocity_mid_row = r.velocity_mid_row;
      }
      if (!r.status.ok()) {
        total.status = r.status;
        return total;
      }
      from = &to;
    }
    total.book_drives(drive_work_);
    s1.t = s0.t + h;
    return total;
  }

  int order_;
  std::span<const double> gamma_;
  EpStep step_;
  std::vector<EpStep::Memory> memory_;  // one a stage
  State stage_[2];
  Vector drive_work_;  // of all stages
};

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
      params.fail("form", "cannot stand beside multipliers = augmented, which keep orthonormality as constraints",
                  "leave form out or set it to full");
    EpOptions options;
    options.form = params.text("multipliers") == "augmented" ? KktForm::kAugmented
                   : params.text("form") == "full"           ? KktForm::kFull
                                                             : KktForm::kReduced;
    options.penalty = params.number("penalty");
    options.max_iterations = static_cast<int>(params.integer("max_iterations"));
    return std::make_unique<EpIntegrator>(system, std::stoi(params.text("order")), options);
  };
  return type;
}

}  // namespace invar
