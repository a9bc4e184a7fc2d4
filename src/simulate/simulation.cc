#include "invar/simulate/simulation.h"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <limits>
#include <vector>

#include "invar/core/cpu_clock.h"
#include "invar/core/error.h"

namespace invar {

namespace {

// The golden section: no two midpoints of nested parts coincide.
constexpr double kSplit = 0.38196601125010515;

class Loop {
 public:
  Loop(const IntegratorFactory& make, const State& start, const SimulationOptions& options, StepObserver& observer)
      : options_(options), observer_(observer), integrator_(make()) {
    report_.state = start;
    if (options.tolerance && integrator_->traits().error_order == 0) coarse_ = make();
    if (options.tolerance && options.sample_every) sampler_ = make();
    t_start_ = start.t;
    if (options.max_step) longest_ = *options.max_step;
    if (!options.tolerance) integrator_->set_nominal_step(options.step);
  }

  SimulationReport run() {
    const auto begin = std::chrono::steady_clock::now();
    report_.status = observer_.start(report_.state);
    if (options_.sample_every) observer_.sample({0, report_.state, nullptr, nullptr});
    if (report_.status.ok()) {
      if (!options_.tolerance)
        run_fixed();
      else if (coarse_)
        run_doubling();
      else
        run_embedded();
    }
    report_.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return report_;
  }

 private:
  void run_fixed() {
    const double t0 = report_.state.t, h = options_.step, span = options_.t_end - t0;
    // Steps of size h; a last shorter one unless the end is a multiple of h up to rounding. It is the only one where h is
    // longer than the run.
    const long long whole = static_cast<long long>(std::floor(span / h * (1 + 1e-12) + 1e-9));
    for (long long i = 1; i <= whole && report_.status.ok(); ++i) advance(t0 + static_cast<double>(i) * h, h);
    const double left = options_.t_end - report_.state.t;
    if (report_.status.ok() && left > (whole > 0 ? 1e-9 * h : 0)) advance(options_.t_end, left);
  }

  // One step of size h that ends at t1; if it fails, its two parts, and theirs. False if the run has to end.
  bool advance(double t1, double h, int depth = 0) {
    const StepReport step = try_step(*integrator_, report_.state, h, next_);
    if (step.status.ok()) {
      next_.t = t1;
      accept(step, integrator_->lambda());
      return report_.status.ok();
    }
    ++report_.rejected_steps;
    integrator_->reset();
    if (depth == options_.max_divisions || !is_recoverable(step.status.code)) {
      report_.status = step.status;
      report_.last_step = h;
      return false;
    }
    // Unequal parts: halves of halves would keep a midpoint where the step just failed.
    const double first = kSplit * h;
    const double middle = report_.state.t + first;
    return advance(middle, first, depth + 1) && advance(t1, h - first, depth + 1);
  }

  // Step doubling: one step of 2 h against two of h. The two are kept, so that what a step conserves stays conserved.
  void run_doubling() {
    const double power = 1.0 / (integrator_->traits().order + 1);
    const double richardson = std::pow(2.0, integrator_->traits().order) - 1;
    double h = std::min(options_.step, longest_);
    const double smallest = smallest_step();
    State half, end, coarse_end;
    while (report_.status.ok() && options_.t_end - report_.state.t > smallest) {
      const double stop = next_stop(report_.state.t);
      const double left = stop - report_.state.t;
      const bool last = 2 * h >= left * (1 - 1e-12);
      const double step = last ? 0.5 * left : h;
      if (!last && h < smallest) {  // time would no longer advance
        report_.last_step = h;
        report_.status = {StatusCode::kStepTooSmall, "the tolerance cannot be met"};
        return;
      }
      const StepReport whole = try_step(*coarse_, report_.state, 2 * step, coarse_end);
      StepReport first, second;
      if (whole.status.ok()) first = try_step(*integrator_, report_.state, step, half);
      if (first.status.ok()) {
        lambda_ = integrator_->lambda();
        drive_work_.assign(first.drive_work.begin(), first.drive_work.end());
        first.drive_work = drive_work_;
        mu_.assign(first.mu.begin(), first.mu.end());
        first.mu = mu_;
      }
      if (whole.status.ok() && first.status.ok()) second = try_step(*integrator_, half, step, end);
      const Status status = !whole.status.ok() ? whole.status : !first.status.ok() ? first.status : second.status;
      double factor = 0.25;
      if (status.ok()) {
        const double error = (coarse_end.q - end.q).cwiseAbs().maxCoeff() / richardson;
        factor = error > 0 ? 0.9 * std::pow(*options_.tolerance / error, power) : 4.0;
      }
      if (!status.ok() || factor < 0.9 * 0.9) {
        ++report_.rejected_steps;
        h = step * std::min(0.8, std::max(0.1, factor));
        integrator_->reset();
        coarse_->reset();
        report_.last_step = h;
        if (h < smallest) {
          report_.status = status.ok() ? Status{StatusCode::kStepTooSmall, "the tolerance cannot be met"} : status;
          return;
        }
        continue;
      }
      half.t = report_.state.t + step;
      end.t = last ? stop : half.t + step;
      next_ = half;
      accept(first, lambda_);
      if (!report_.status.ok()) return;
      next_ = end;
      accept(second, integrator_->lambda());
      // Equal steps let the predictor work, so small changes are not made.
      const double wanted = std::min(longest_, step * std::min(4.0, factor));
      if (!last && (wanted > 1.3 * h || wanted < h)) {
        h = std::max(wanted, 0.2 * h);
        integrator_->reset();
        coarse_->reset();
      } else if (last) {
        integrator_->reset();
        coarse_->reset();
      }
    }
  }

  // Methods that estimate their own error: PI control [Hairer1993] sec. II.4, eq. (4.13) and [Gustafsson1991]. They are
  // not reset after a rejected step: they see that it is repeated from the same state, and what they remember of earlier
  // steps, such as the energy at the start of the run, stays true.
  void run_embedded() {
    const double power = 1.0 / (integrator_->traits().error_order + 1);
    const double smallest = smallest_step();
    double h = std::min(options_.step, longest_), last_error = 1;
    bool after_rejection = false;
    while (report_.status.ok() && options_.t_end - report_.state.t > smallest) {
      const double stop = next_stop(report_.state.t), left = stop - report_.state.t;
      const bool last = h >= left * (1 - 1e-12);
      // Two equal steps to the stop rather than one and a tiny rest.
      const double step = last ? left : 2 * h > left ? 0.5 * left : h;
      const StepReport r = try_step(*integrator_, report_.state, step, next_);
      const double error = r.status.ok() ? std::max(r.local_error / *options_.tolerance, 1e-10) : 1e10;
      if (r.status.ok() && error <= 1) {
        next_.t = last ? stop : report_.state.t + step;
        accept(r, integrator_->lambda());
        const double factor = 0.9 * std::pow(error, -0.7 * power) * std::pow(last_error, 0.4 * power);
        h = step * std::clamp(factor, 0.2, after_rejection ? 1.0 : 5.0);
        // A step cut short by a stop says nothing about the size that is possible.
        if (step < 0.5 * proposed_) h = std::max(h, std::min(proposed_, 5 * h));
        h = std::min(h, longest_);
        last_error = std::max(error, 1e-4);
        after_rejection = false;
      } else {
        ++report_.rejected_steps;
        h = step * (r.status.ok() ? std::max(0.2, 0.9 * std::pow(error, -power)) : 0.25);
        after_rejection = true;
        if (h < smallest || (!r.status.ok() && !is_recoverable(r.status.code))) {
          report_.last_step = h;
          report_.status = r.status.ok() ? Status{StatusCode::kStepTooSmall, "the tolerance cannot be met"} : r.status;
          return;
        }
      }
      proposed_ = h;
    }
  }

  // Below it time would no longer advance: a few roundings of the largest time.
  double smallest_step() const { return 1e-14 * std::max(std::abs(t_start_), std::abs(options_.t_end)); }

  double next_stop(double t) const {
    if (!options_.every) return options_.t_end;
    const double k = std::floor(t / *options_.every * (1 + 1e-12) + 1e-9) + 1;
    return std::min(options_.t_end, k * *options_.every);
  }

  StepReport try_step(Integrator& integrator, const State& s0, double h, State& s1) {
    StepReport step;
    const double begin = options_.time_steps ? thread_cpu_seconds() : 0;
    try {
      const std::string reason = options_.refuse_step ? options_.refuse_step(s0.t, s0.t + h) : "";
      if (reason.empty())
        step = integrator.step(s0, h, s1);
      else
        step.status = {StatusCode::kModelError, reason};
    } catch (const ModelError& error) {  // a table outside its range: a status like any other trouble in a step
      step.status = {StatusCode::kModelError, error.what()};
    }
    if (options_.time_steps) report_.step_seconds += thread_cpu_seconds() - begin;
    report_.newton_iterations += step.iterations;
    report_.factorizations += step.factorizations;
    if (step.status.ok() && !(s1.q.allFinite() && s1.v.allFinite()))
      step.status = {StatusCode::kNotFinite, "in the state"};
    return step;
  }

  void accept(const StepReport& step, const Vector& lambda) {
    Status status;
    try {
      status = observer_.step(report_.state, next_, step, lambda);
      if (options_.sample_every && status.ok()) show_samples(report_.state, next_);
    } catch (const ModelError& error) {
      status = {StatusCode::kModelError, error.what()};
    }
    std::swap(report_.state, next_);
    ++report_.steps;
    if (!status.ok()) report_.status = status;
  }

  // The instants of sample_every in the step from s0 to s1. Those inside are reached by a step of their own from s0, which
  // is shorter than the one that was accepted, and so no less accurate.
  void show_samples(const State& s0, const State& s1) {
    const double every = *options_.sample_every, near = 1e-9 * every;
    for (; t_start_ + static_cast<double>(next_sample_) * every <= s1.t + near; ++next_sample_) {
      const double t = t_start_ + static_cast<double>(next_sample_) * every;
      if (std::abs(t - s1.t) <= near) {
        observer_.sample({next_sample_, s1, nullptr, nullptr});
      } else if (sampler_) {
        sampler_->reset();
        StepReport within;
        try {
          within = sampler_->step(s0, t - s0.t, sampled_);
        } catch (const ModelError&) {
          continue;
        }
        if (!within.status.ok()) continue;
        sampled_.t = t;
        observer_.sample({next_sample_, sampled_, &within, &sampler_->lambda()});
      }
    }
  }

  const SimulationOptions options_;
  StepObserver& observer_;
  std::unique_ptr<Integrator> integrator_, coarse_, sampler_;
  SimulationReport report_;
  State next_, sampled_;
  double t_start_ = 0;
  double longest_ = std::numeric_limits<double>::infinity();
  long long next_sample_ = 1;
  // Of the first of two half steps: multipliers and work of drives.
  Vector lambda_;
  std::vector<double> drive_work_, mu_;
  double proposed_ = 0;  // step size that the error control asked for last
};

}  // namespace

SimulationReport simulate(const IntegratorFactory& make, const State& start, const SimulationOptions& options,
                          StepObserver& observer) {
  return Loop(make, start, options, observer).run();
}

std::string SimulationReport::message() const {
  if (status.ok()) return "completed";
  const std::string step = last_step > 0 ? fmt::format(", h = {:.3g}", last_step) : "";
  return fmt::format("stopped at t = {:.6g} s, step {}{}: {}", state.t, steps, step, status.message());
}

}  // namespace invar
