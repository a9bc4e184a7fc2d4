// Integrator around StructuralStep, shared by the methods that are nothing but it.
#pragma once

#include "invar/integrators/structural/structural_step.h"

namespace invar {

class StructuralIntegrator : public Integrator {
 public:
  StructuralIntegrator(const MechanicalSystem& system, const StructuralOptions& options,
                       std::vector<std::string> notes = {})
      : step_(system, options),
        traits_{.order = options.coefficients.second_order() ? 2 : 1, .position_exact = true, .treats_internals = true},
        notes_(std::move(notes)) {}

  Traits traits() const override { return traits_; }
  void reset() override { step_.reset(); }
  void continue_from(const State& /*s*/, const Change& change) override { step_.continue_from(change); }
  void archive(Archive& a) override { step_.archive(a); }
  void set_nominal_step(double h) override { step_.set_nominal_step(h); }
  StepReport step(const State& s0, double h, State& s1) override { return step_.step(s0, h, s1); }
  const Vector& lambda() const override { return step_.lambda(); }
  std::vector<std::string> notes(double) const override { return notes_; }

 private:
  StructuralStep step_;
  Traits traits_;
  std::vector<std::string> notes_;
};

// The option max_iterations of these methods.
inline void add_iteration_option(Schema& schema) {
  schema.integer("max_iterations", "Newton iterations before a step counts as failed").range(2, 1000).default_value(20);
}

}  // namespace invar
