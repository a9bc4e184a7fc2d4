// Methods that estimate their own error: PI control [Hairer1993] sec. II.4, eq. (4.13) and [Gustafsson1991].
#include "invar/simulate/step_control/adaptive.h"

namespace invar {

namespace {

class EmbeddedControl final : public StepControl {
 public:
  EmbeddedControl(const SimulationOptions& options, Integrator& integrator, Stepper& stepper)
      : options_(options),
        integrator_(integrator),
        stepper_(stepper),
        power_(1.0 / (integrator.traits().error_order + 1)),
        longest_(longest_step(options)),
        keeps_size_(integrator.traits().prefers_equal_steps) {}

  void start(double t) override {
    t_start_ = t;
    h_ = std::min(options_.step, longest_);
    last_error_ = 1;
    proposed_ = 0;
    after_rejection_ = false;
  }

  Status next(const State& s0, const Horizon& horizon, Candidate& out) override {
    const double smallest = smallest_step(t_start_, s0.t, horizon.end), left = horizon.stop - s0.t;
    while (true) {
      const bool last = h_ >= left * (1 - 1e-12);
      // Two equal steps to the stop rather than one and a tiny rest.
      const double step = last ? left : 2 * h_ > left ? 0.5 * left : h_;
      out.report = stepper_.try_step(integrator_, s0, step, out.s1);
      const StepReport& r = out.report;
      const double error = r.status.ok() ? std::max(r.local_error / *options_.tolerance, 1e-10) : 1e10;
      if (r.status.ok() && error <= 1) {
        out.s1.t = last ? horizon.stop : s0.t + step;
        out.lambda = &integrator_.lambda();
        accept(step, error);
        return {};
      }
      ++stepper_.counts.rejected_steps;
      integrator_.restart();
      h_ = step * (r.status.ok() ? std::max(0.2, 0.9 * std::pow(error, -power_)) : 0.25);
      after_rejection_ = true;
      proposed_ = h_;
      if (h_ < smallest || (!r.status.ok() && !is_recoverable(r.status.code))) {
        stepper_.counts.last_step = h_;
        return r.status.ok() ? tolerance_not_met() : r.status;
      }
    }
  }

  bool reached(double t, double end) const override { return !(end - t > smallest_step(t_start_, t, end)); }
  void cut() override {}
  void continue_from(const State& /*s*/, const Change& /*change*/) override { last_error_ = 1; }

  void archive(Archive& a) override {
    a("t_start", t_start_);
    a("h", h_);
    a("last_error", last_error_);
    a("proposed", proposed_);
    a("after_rejection", after_rejection_);
  }

 private:
  void accept(double step, double error) {
    if (keeps_size_) return accept_equal(step, error);
    const double factor = 0.9 * std::pow(error, -0.7 * power_) * std::pow(last_error_, 0.4 * power_);
    h_ = step * std::clamp(factor, 0.2, after_rejection_ ? 1.0 : 5.0);
    // A step cut short by a stop says nothing about the size that is possible.
    if (step < 0.5 * proposed_) h_ = std::max(h_, std::min(proposed_, 5 * h_));
    h_ = std::min(h_, longest_);
    last_error_ = std::max(error, 1e-4);
    after_rejection_ = false;
    proposed_ = h_;
  }

  // Steps grow by a third or more, or shrink, or stay what they are.
  void accept_equal(double step, double error) {
    const double wanted =
        std::min(longest_, step * std::min(after_rejection_ ? 1.0 : 3.0, 0.9 * std::pow(error, -power_)));
    const bool was_cut = step < 0.999 * h_;
    if (!was_cut && (wanted > 1.3 * h_ || wanted < h_)) h_ = std::max(wanted, 0.2 * h_);
    last_error_ = std::max(error, 1e-4);
    after_rejection_ = false;
  }

  const SimulationOptions& options_;
  Integrator& integrator_;
  Stepper& stepper_;
  const double power_, longest_;
  const bool keeps_size_;
  double t_start_ = 0, h_ = 0, last_error_ = 1;
  double proposed_ = 0;  // step size that the error control asked for last
  bool after_rejection_ = false;
};

}  // namespace

std::unique_ptr<StepControl> make_embedded_control(const SimulationOptions& options, Integrator& integrator,
                                                   Stepper& stepper) {
  return std::make_unique<EmbeddedControl>(options, integrator, stepper);
}

}  // namespace invar
