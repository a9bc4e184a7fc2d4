// ComposedIntegrator: a step of the energy-momentum family alone, or a symmetric composition of several (composition.h), each with a
// memory of its own. Step has step(s0, h, s1, memory), accept_unmet, lambda, reset, continue_from, archive and a type Memory.
#pragma once

#include <span>
#include <vector>

#include "invar/integrators/composition.h"
#include "invar/integrators/energy_momentum/motion_error.h"
#include "invar/integrators/integrator.h"

namespace invar {

template <class Step>
class ComposedIntegrator final : public Integrator {
 public:
  template <class Options>
  ComposedIntegrator(const MechanicalSystem& system, const Traits& traits, std::span<const double> gamma,
                     const Options& options)
      : system_(system), traits_(traits), gamma_(gamma), step_(system, options), memory_(gamma_.size()) {}

  Traits traits() const override { return traits_; }

  void reset() override {
    restart();
    if (error_) error_->forget();
  }
  void restart() override {
    for (auto& memory : memory_) memory = {};
    step_.reset();
  }
  void continue_from(const State& /*s*/, const Change& change) override {
    for (auto& memory : memory_) memory = {};
    step_.continue_from(change);
    if (error_) error_->forget();
  }
  void ask_for_errors() override {
    if (gamma_.size() == 1) error_ = std::make_unique<MotionError>(system_);
  }

  void archive(Archive& a) override {
    a("memory", memory_);
    step_.archive(a);
    if (error_) a("error", *error_);
  }

  StepReport step(const State& s0, double h, State& s1) override {
    if (gamma_.size() == 1) {
      StepReport report = step_.step(s0, h, s1, memory_[0]);
      if (error_ && report.status.ok()) report.local_error = error_->estimate(s0, h, s1);
      return report;
    }
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
        std::vector<typename Step::Memory> nothing(parts.size());
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
  StepReport compose(std::span<const double> gamma, std::vector<typename Step::Memory>& memory, const State& s0,
                     double h, State& s1) {
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

  const MechanicalSystem& system_;
  Traits traits_;
  std::span<const double> gamma_;
  Step step_;
  std::vector<typename Step::Memory> memory_;  // one a stage
  State stage_[2];
  std::unique_ptr<MotionError> error_;  // where steps are chosen by it
  Vector drive_work_;                   // of all stages
};

}  // namespace invar
