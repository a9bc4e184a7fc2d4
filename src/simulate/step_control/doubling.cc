// Step doubling: one step of 2 h against two of h. The two are kept, so that what a step conserves stays conserved.
#include "invar/simulate/step_control/adaptive.h"

namespace invar {

namespace {

// A step with its numbers, which outlives the next one of the integrator.
struct KeptStep {
  State s1;
  StepReport report;
  Vector lambda;
  std::vector<double> drive_work, mu;

  void keep(const Integrator& integrator) {
    lambda = integrator.lambda();
    drive_work.assign(report.drive_work.begin(), report.drive_work.end());
    mu.assign(report.mu.begin(), report.mu.end());
    refer();
  }
  void refer() {
    report.drive_work = drive_work;
    report.mu = mu;
  }
  void offer(Candidate& out) {
    std::swap(out.s1, s1);
    out.report = report;
    out.lambda = &lambda;
  }
  void archive(Archive& a) {
    a("s1", s1);
    a("report", report);
    a("lambda", lambda);
    a("drive_work", drive_work);
    a("mu", mu);
    refer();
  }
};

class DoublingControl final : public StepControl {
 public:
  DoublingControl(const SimulationOptions& options, Integrator& integrator, std::unique_ptr<Integrator> coarse,
                  Stepper& stepper)
      : options_(options),
        integrator_(integrator),
        coarse_(std::move(coarse)),
        stepper_(stepper),
        power_(1.0 / (integrator.traits().order + 1)),
        richardson_(std::pow(2.0, integrator.traits().order) - 1),
        longest_(longest_step(options)) {}

  void start(double t) override {
    t_start_ = t;
    h_ = std::min(options_.step, longest_);
    cut();
  }

  Status next(const State& s0, const Horizon& horizon, Candidate& out) override {
    if (has_second_ && second_.s1.t > horizon.stop) cut();  // there is a stop now that was not there before
    if (has_second_) {
      has_second_ = false;
      second_.offer(out);
      if (changes_) restart();
      return {};
    }
    const double smallest = smallest_step(t_start_, s0.t, horizon.end), left = horizon.stop - s0.t;
    while (true) {
      const bool last = 2 * h_ >= left * (1 - 1e-12);
      const double step = last ? 0.5 * left : h_;
      if (!last && h_ < smallest) {  // time would no longer advance
        stepper_.counts.last_step = h_;
        return tolerance_not_met();
      }
      double factor = 0.25;
      const Status status = attempt(s0, step, factor);
      if (status.ok() && factor >= 0.9 * 0.9) {
        first_.s1.t = s0.t + step;
        second_.s1.t = last ? horizon.stop : first_.s1.t + step;
        choose_next(step, factor, last);
        has_second_ = true;
        first_.offer(out);
        return {};
      }
      ++stepper_.counts.rejected_steps;
      h_ = step * std::min(0.8, std::max(0.1, factor));
      restart();
      stepper_.counts.last_step = h_;
      if (h_ < smallest) return status.ok() ? tolerance_not_met() : status;
    }
  }

  bool reached(double t, double end) const override { return !(end - t > smallest_step(t_start_, t, end)); }
  void continue_from(const State& s, const Change& change) override { coarse_->continue_from(s, change); }
  void cut() override { has_second_ = changes_ = false; }
  void drop() override {
    if (!has_second_) return;
    cut();
    restart();
  }

  void archive(Archive& a) override {
    a("t_start", t_start_);
    a("h", h_);
    a("has_second", has_second_);
    a("changes", changes_);
    if (has_second_) a("second", second_);
    coarse_->archive(a);
  }

 private:
  Status attempt(const State& s0, double step, double& factor) {
    const StepReport whole = stepper_.try_step(*coarse_, s0, 2 * step, coarse_end_);
    if (!whole.status.ok()) return whole.status;
    for (KeptStep* half : {&first_, &second_}) {
      half->report = stepper_.try_step(integrator_, half == &first_ ? s0 : first_.s1, step, half->s1);
      if (!half->report.status.ok()) return half->report.status;
      half->keep(integrator_);
    }
    const double error = (coarse_end_.q - second_.s1.q).cwiseAbs().maxCoeff() / richardson_;
    factor = error > 0 ? 0.9 * std::pow(*options_.tolerance / error, power_) : 4.0;
    return {};
  }

  // Equal steps let the predictor work, so small changes are not made.
  void choose_next(double step, double factor, bool last) {
    const double wanted = std::min(longest_, step * std::min(4.0, factor));
    changes_ = last || wanted > 1.3 * h_ || wanted < h_;
    if (changes_ && !last) h_ = std::max(wanted, 0.2 * h_);
  }

  void restart() {
    integrator_.restart();
    coarse_->restart();
  }

  const SimulationOptions& options_;
  Integrator& integrator_;
  std::unique_ptr<Integrator> coarse_;
  Stepper& stepper_;
  const double power_, richardson_, longest_;
  double t_start_ = 0, h_ = 0;
  KeptStep first_, second_;
  State coarse_end_;
  bool has_second_ = false;  // it is the next to be offered,
  bool changes_ = false;     // and the size of the steps changes after it
};

}  // namespace

std::unique_ptr<StepControl> make_doubling_control(const SimulationOptions& options, Integrator& integrator,
                                                   std::unique_ptr<Integrator> coarse, Stepper& stepper) {
  return std::make_unique<DoublingControl>(options, integrator, std::move(coarse), stepper);
}

}  // namespace invar
