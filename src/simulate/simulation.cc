#include "invar/simulate/simulation.h"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <limits>

#include "invar/core/error.h"
#include "invar/core/step_window.h"

namespace invar {

namespace {
// Constant steps pass a point of their grid where an instant that ends a step is closer to it (step_control/fixed.cc).
constexpr double kPassed = 2e-3;
}  // namespace

Simulation::Simulation(IntegratorFactory make, SimulationOptions options)
    : make_(std::move(make)), options_(std::move(options)), integrator_(make_()), stepper_(options_) {
  if (!options_.tolerance)
    control_ = make_fixed_control(options_, *integrator_, stepper_);
  else if (integrator_->traits().error_order == 0)
    control_ = make_doubling_control(options_, *integrator_, make_(), stepper_);
  else
    control_ = make_embedded_control(options_, *integrator_, stepper_);
  if (options_.tolerance) integrator_->ask_for_errors();
  for (const auto& clock : {options_.breaks, options_.ticks})
    if (clock) clocks_.push_back(clock.get());
  if (options_.tolerance && options_.every) clocks_.push_back(&every_.emplace(*options_.every));
}

Simulation::~Simulation() = default;

void Simulation::add(Event& event) { events_.push_back({&event}); }

Integrator& Simulation::beside() {
  if (!beside_) beside_ = make_();
  beside_->reset();
  return *beside_;
}

Status Simulation::start(const State& s) {
  integrator_->reset();
  stepper_.counts = {};
  report_ = {};
  report_.state = s;
  for (const Clock* clock : clocks_) clock->tick(report_.state);
  used_inputs_ = report_.state.inputs.u;
  t_start_ = s.t;
  next_sample_ = 1;
  control_->start(s.t);
  for (StepObserver* observer : observers_) {
    report_.status = observer->start(report_.state);
    if (!report_.status.ok()) break;
  }
  keep_guards(report_.state);
  due_.clear();
  const double just_before = std::nextafter(s.t, -std::numeric_limits<double>::infinity());
  for (std::size_t i = 0; i < events_.size(); ++i)
    if (const double known = events_[i].event->next(just_before); known <= s.t) {
      events_[i].done = known;
      due_.push_back(i);
    }
  if (!due_.empty() && report_.status.ok()) act();
  used_inputs_ = report_.state.inputs.u;
  if (options_.sample_every)
    for (StepObserver* observer : observers_) observer->sample({0, report_.state, nullptr, nullptr});
  return report_.status;
}

StepReport Simulation::step() {
  advance(std::numeric_limits<double>::infinity());
  candidate_.report.status = report_.status;
  return candidate_.report;
}

const SimulationReport& Simulation::run_to(double t, const std::function<void()>& between) {
  const auto begin = std::chrono::steady_clock::now();
  while (report_.status.ok() && report_.stopped_by.empty() && !control_->reached(report_.state.t, t)) {
    advance(t);
    if (between && report_.status.ok()) between();
  }
  report_.wall_seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return report();
}

const SimulationReport& Simulation::report() const {
  report_.rejected_steps = stepper_.counts.rejected_steps;
  report_.newton_iterations = stepper_.counts.newton_iterations;
  report_.factorizations = stepper_.counts.factorizations;
  report_.last_step = stepper_.counts.last_step;
  report_.step_seconds = stepper_.counts.step_seconds;
  return report_;
}

double Simulation::next_stop(double end) const {
  double stop = end;
  for (const Clock* clock : clocks_) stop = std::min(stop, clock->next(report_.state.t));
  for (const Watched& watched : events_)
    stop = std::min(stop, watched.event->next(std::max(report_.state.t, watched.done)));
  return stop;
}

void Simulation::advance(double end) {
  if (report_.state.inputs.u != used_inputs_) {
    control_->drop();
    used_inputs_ = report_.state.inputs.u;
  }
  report_.status = control_->next(report_.state, {next_stop(end), end}, candidate_);
  if (!report_.status.ok()) return;
  find_events(report_.state, candidate_);
  report_.status = candidate_.report.status;
  if (!report_.status.ok()) return;
  accept(candidate_);
  if (!report_.status.ok()) return;
  bool interrupted = false;
  for (const Clock* clock : clocks_)
    if (clock->interrupts(report_.state.t)) {
      clock->tick(report_.state);
      interrupted = true;
    }
  if (interrupted) continue_from(report_.state, {});
  for (std::size_t i = 0, due = 0; i < events_.size(); ++i) {
    if (due < due_.size() && due_[due] == i)
      ++due;
    else if (events_[i].event->pass(report_.state))
      events_[i].guard = events_[i].event->guard(report_.state);
  }
  if (!due_.empty()) act();
  used_inputs_ = report_.state.inputs.u;
}

void Simulation::continue_from(const State& s, const Change& change) {
  integrator_->continue_from(s, change);
  control_->continue_from(s, change);
}

void Simulation::accept(const Candidate& step) {
  lambda_ = *step.lambda;
  Status status;
  try {
    const StepWindow window(report_.state.t, step.s1.t);  // observers see the end of the step from within
    for (StepObserver* observer : observers_) {
      status = observer->step(report_.state, step.s1, step.report, lambda_);
      if (!status.ok()) break;
    }
    if (options_.sample_every && status.ok()) show_samples(report_.state, step.s1);
  } catch (const ModelError& error) {
    status = {StatusCode::kModelError, error.what()};
  }
  std::swap(report_.state, candidate_.s1);
  ++report_.steps;
  if (!status.ok()) report_.status = status;
}

// The instants of sample_every in the step from s0 to s1. Those inside are reached by a step of their own from s0, which
// is shorter than the one that was accepted, and so no less accurate.
void Simulation::show_samples(const State& s0, const State& s1) {
  const double every = *options_.sample_every, near = 1e-9 * every;
  const auto show = [&](const SampledState& sample) {
    for (StepObserver* observer : observers_) observer->sample(sample);
  };
  for (; t_start_ + static_cast<double>(next_sample_) * every <= s1.t + near; ++next_sample_) {
    const double t = t_start_ + static_cast<double>(next_sample_) * every;
    if (std::abs(t - s1.t) <= near) {
      show({next_sample_, s1, nullptr, nullptr});
    } else if (options_.tolerance || std::min(t - s0.t, s1.t - t) < kPassed * options_.step) {
      Integrator& integrator = beside();
      StepReport within;
      try {
        const StepWindow window(s0.t, t);
        within = integrator.step(s0, t - s0.t, sampled_);
        sampled_.inputs = s0.inputs;
      } catch (const ModelError&) {
        continue;
      }
      if (!within.status.ok()) continue;
      sampled_.t = t;
      show({next_sample_, sampled_, &within, &integrator.lambda()});
    }
  }
}

void Simulation::archive(Archive& a) {
  // What is stored is sound: a run that was interrupted goes on.
  report_.status = a.reading() ? Status{} : report_.status;
  a("state", report_.state);
  a("steps", report_.steps);
  a("wall_seconds", report_.wall_seconds);
  a("stopped_by", report_.stopped_by);
  a("used_inputs", used_inputs_);
  a("lambda", lambda_);
  a("t_start", t_start_);
  a("next_sample", next_sample_);
  a("counts", stepper_.counts);
  a("integrator", *integrator_);
  a("control", *control_);
  a("last_event", last_event_);
  a("window_start", window_start_);
  a("in_a_row", in_a_row_);
  a("in_window", in_window_);
  for (Watched& watched : events_) {
    a("guard", watched.guard);
    a("rate", watched.rate);
    a("done", watched.done);
    a("event", *watched.event);
  }
  for (StepObserver* observer : observers_) a("observer", *observer);
}

SimulationReport simulate(const IntegratorFactory& make, const State& start, const SimulationOptions& options,
                          StepObserver& observer) {
  Simulation simulation(make, options);
  simulation.add(observer);
  if (!simulation.start(start).ok()) return simulation.report();
  return simulation.run_to(options.t_end);
}

std::string SimulationReport::message() const {
  if (status.ok())
    return stopped_by.empty() ? "completed" : fmt::format("ended by \"{}\" at t = {:.6g} s", stopped_by, state.t);
  const std::string step = last_step > 0 ? fmt::format(", h = {:.3g}", last_step) : "";
  return fmt::format("stopped at t = {:.6g} s, step {}{}: {}", state.t, steps, step, status.message());
}

}  // namespace invar
