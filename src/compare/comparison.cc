#include "invar/compare/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <limits>
#include <mutex>

#include "invar/core/error.h"
#include "invar/core/parallel.h"
#include "invar/model/model.h"
#include "invar/verify/convergence.h"

namespace invar::compare {

namespace {

constexpr int kCoarser = 4, kFiner = 7;               // doublings of the step to the instants of comparison; halvings
constexpr double kFewestSteps = 4;                    // of a run with the largest step
constexpr double kReferenceShare = 0.35;              // of the budget
constexpr double kSmallestShare = 0.02;               // s a candidate may use in any case
constexpr double kTiming = 0.02;                      // s of CPU time for repetitions of a short trial
constexpr double kLoosest = 1e-3, kTightest = 1e-12;  // tolerances

Problem make_problem(const Request& request, const Model& model) {
  Problem p{.model = request.model};
  const double end = request.end.value_or(model.run.end.value_or(10));
  p.step = request.step.value_or(model.run.step.value_or(std::min(0.01, end / 100)));
  if (p.step * 10 > end) {
    const SourceLocation where = request.step  ? SourceLocation{"`step`", 0, 0}
                                 : request.end ? SourceLocation{"`end`", 0, 0}
                                               : model.run.where("step");
    throw ModelError(where, "step",
                     fmt::format("= {:g} s leaves less than ten steps until {:g} s, too few to compare", p.step, end),
                     "use a smaller step or a later end");
  }
  int doublings = kCoarser;
  while (doublings > 0 && p.step * std::pow(2, doublings) * 10 > end) --doublings;
  p.interval = p.step * std::pow(2, doublings);
  p.end = p.interval * std::max(1.0, std::floor(end / p.interval * (1 + 1e-12)));
  p.asked_end = end;
  return p;
}

// Runs the trials of one candidate.
class Climber {
 public:
  Climber(const Model& model, const Problem& problem, const Reference& reference, double share,
          const std::function<bool()>& cancelled)
      : model_(model), problem_(problem), reference_(reference), left_(share), cancelled_(cancelled) {}

  TrialSeries run(const Contender& candidate) {
    series_.candidate = candidate;
    try {
      if (candidate.adaptive)
        tighten();
      else
        vary_step();
    } catch (const ModelError& error) {
      series_.refused = error.what();
      series_.trials.clear();
    }
    for (Trial& t : series_.trials) t.q.clear();
    std::sort(series_.trials.begin(), series_.trials.end(),
              [](const Trial& a, const Trial& b) { return a.step > b.step; });
    return std::move(series_);
  }

 private:
  void vary_step() {
    const Trial* first = attempt(problem_.step);
    if (!first) {  // too dear for its share: larger steps, from the cheapest on
      for (double h = problem_.interval; h > 1.5 * problem_.step; h *= 0.5)
        if (!attempt(h)) break;
      return;
    }
    if (is_stable(*first)) {
      // Larger steps cost less, unless they do not converge: they are tried even if the share is used up.
      const double enough = 2 * first->used;
      series_.capped = true;
      for (double h = 2 * problem_.step; h * kFewestSteps <= problem_.end * (1 + 1e-12); h *= 2)
        if (const Trial* t = attempt(h, enough); !t || !is_stable(*t)) {
          series_.capped = false;
          break;
        }
      estimate_at_step();
    }
    double h = 0.5 * problem_.step;
    for (int i = 0; i < kFiner; ++i, h *= 0.5)
      if (const Trial* t = attempt(h); !t || is_at_the_end(*t)) break;
  }

  void tighten() {
    for (double tolerance = kLoosest; tolerance >= kTightest; tolerance *= 0.1)
      if (const Trial* t = attempt(tolerance); !t || is_at_the_end(*t)) break;
  }

  // Null when the time is over; `least` seconds are there in any case.
  const Trial* attempt(double step, double least = 0) {
    if (cancelled_ && cancelled_()) return nullptr;
    Trial trial = run_trial(model_, problem_, series_.candidate, step, std::max(left_, least), cancelled_, kTiming);
    left_ = std::max(left_ - trial.used, kSmallestShare);
    if (trial.outcome == Outcome::kTooLong) series_.cut_off = std::max(series_.cut_off, step);
    if (trial.outcome == Outcome::kTooLong || trial.outcome == Outcome::kCancelled) return nullptr;
    if (trial.completed()) {
      trial.error = largest_difference(trial.q, reference_.q) / reference_.size;
      trial.velocity_error = largest_difference(trial.v, reference_.v) / reference_.velocity_size;
      trial.load_error = largest_difference(trial.loads, reference_.loads, reference_.load_size);
    }
    if (series_.candidate.adaptive || step < 0.9 * problem_.step || step > 4.5 * problem_.step) trial.q.clear();
    trial.v.clear();
    trial.loads.clear();
    series_.trials.push_back(std::move(trial));
    return &series_.trials.back();
  }

  // The error with the step of the model, from this trial and those with two and four times its step.
  void estimate_at_step() {
    Trial* trials[3] = {};
    for (Trial& t : series_.trials)
      for (int i = 0; i < 3; ++i)
        if (t.completed() && std::abs(t.step / problem_.step - (1 << i)) < 1e-9) trials[i] = &t;
    if (trials[0] && trials[1]) {
      verify::Differences d;
      d.fine = differences_at(trials[0]->q, trials[1]->q);
      if (trials[2]) d.coarse = differences_at(trials[1]->q, trials[2]->q);
      d.size = reference_.size;
      d.rounding = kRoundOffLimit * d.size;
      const verify::ErrorEstimate e = verify::estimate_error(d, trials[0]->order, 2);
      if (e.kind != ConvergenceKind::kFailed) trials[0]->error_estimate = e.error / reference_.size;
    }
  }

  // Largest difference of a coordinate at each instant; NaN where one of the trials has none.
  static std::vector<double> differences_at(const Instants& a, const Instants& b) {
    std::vector<double> out;
    for (size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
      const bool there = a[i].size() > 0 && a[i].size() == b[i].size();
      out.push_back(there ? (a[i] - b[i]).cwiseAbs().maxCoeff() : std::numeric_limits<double>::quiet_NaN());
    }
    return out;
  }

  // The reference does not tell smaller errors apart.
  bool is_at_the_end(const Trial& trial) const {
    return trial.completed() && trial.error < std::max(3 * reference_.accuracy, 1e-12);
  }

  const Model& model_;
  const Problem& problem_;
  const Reference& reference_;
  double left_;
  const std::function<bool()>& cancelled_;
  TrialSeries series_;
};

// Every candidate once, with the step of the file: do the reactions come out as the constraints prescribe them?
void run_prescribed(const Request& request, const Model& model, const Hooks& hooks, Comparison& result) {
  const Problem& problem = result.problem;
  OutputsOfState outputs(model);
  Instants exact;
  State s = outputs.find_start();
  const double t0 = s.t;
  const int count = static_cast<int>(std::round((problem.end - t0) / problem.interval));
  for (int i = 0; i <= count; ++i) {
    if (!outputs.prescribe(t0 + i * problem.interval, s).ok()) return;
    exact.push_back(outputs.at(s));
  }
  Vector size;
  for (const Vector& x : exact) {
    if (size.size() == 0) size.setZero(x.size());
    if (x.size() == size.size()) size = size.cwiseMax(x.cwiseAbs());
  }
  for (Eigen::Index i = 0; i < size.size(); ++i) {
    double largest = 0;  // of the same unit
    for (Eigen::Index k = 0; k < size.size(); ++k)
      if (outputs.channels()[static_cast<size_t>(k)].unit == outputs.channels()[static_cast<size_t>(i)].unit)
        largest = std::max(largest, size[k]);
    size[i] = std::max(size[i], 1e-9 * largest);
    if (!(size[i] > 0)) size[i] = 1;
  }
  result.has_loads = size.size() > 0;
  result.series.resize(request.candidates.size());
  const double share =
      std::max(kSmallestShare, request.budget * static_cast<double>(core_count()) / request.candidates.size());
  parallel_for(request.candidates.size(), [&](size_t i) {
    TrialSeries& series = result.series[i];
    series.candidate = request.candidates[i];
    try {
      const double step = series.candidate.adaptive ? 1e-6 : problem.step;
      Trial trial = run_trial(model, problem, series.candidate, step, share, hooks.cancelled, kTiming);
      if (trial.outcome == Outcome::kTooLong) series.cut_off = step;
      OutputsOfState here(model);
      Instants found;
      for (size_t k = 0; k < trial.q.size(); ++k) {
        State at;
        at.t = t0 + static_cast<double>(k) * problem.interval;
        at.q = trial.q[k];
        at.v = trial.v[k];
        found.push_back(at.q.size() ? here.at(at) : Vector());
      }
      if (trial.completed()) trial.load_error = largest_difference(found, exact, size);
      trial.q.clear();
      trial.v.clear();
      trial.loads.clear();
      series.trials.push_back(std::move(trial));
    } catch (const ModelError& error) {
      series.refused = error.what();
    }
  });
}

}  // namespace

const Trial* TrialSeries::largest_stable() const {
  const Trial* largest = nullptr;
  for (auto t = trials.rbegin(); t != trials.rend() && is_stable(*t); ++t) largest = &*t;
  return largest;
}

const Trial* TrialSeries::at(double step) const {
  for (const Trial& t : trials)
    if (std::abs(t.step - step) < 1e-9 * step) return &t;
  return nullptr;
}

Comparison run_comparison(const Request& request, const Hooks& hooks) {
  return run_comparison(*load_model(request.model, request.set), request, hooks);
}

Comparison run_comparison(const Model& model, const Request& request, const Hooks& hooks) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  const std::clock_t cpu_begin = std::clock();
  Comparison result{.problem = make_problem(request, model), .model_name = model.name};
  std::mutex guard;
  const auto progress = [&](double part, const std::string& what) {
    const std::lock_guard lock(guard);
    if (hooks.progress) hooks.progress(part, what);
  };
  const auto finish = [&] {
    result.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    result.cpu_seconds = static_cast<double>(std::clock() - cpu_begin) / CLOCKS_PER_SEC;
  };
  if (is_prescribed(model)) {
    progress(0, "prescribed motion");
    result.prescribed = sample_prescribed(model, result.problem, hooks.cancelled);
    run_prescribed(request, model, hooks, result);
    finish();
    return result;
  }
  progress(0, "reference");
  const double cores = static_cast<double>(core_count());
  result.reference = make_reference(model, result.problem, kReferenceShare * request.budget * std::min(cores, 3.0) / 3,
                                    hooks.cancelled);
  result.has_loads = result.reference.load_size.size() > 0;
  if (!result.reference.made_by.empty()) {
    const auto& candidates = request.candidates;
    const double share = std::max(
        kSmallestShare, (1 - kReferenceShare) * request.budget * cores / static_cast<double>(candidates.size()));
    result.series.resize(candidates.size());
    size_t done = 0;
    parallel_for(candidates.size(), [&](size_t i) {
      result.series[i] = Climber(model, result.problem, result.reference, share, hooks.cancelled).run(candidates[i]);
      const std::lock_guard lock(guard);
      ++done;
      if (hooks.progress)
        hooks.progress(kReferenceShare +
                           (1 - kReferenceShare) * static_cast<double>(done) / static_cast<double>(candidates.size()),
                       candidates[i].name());
    });
  }
  finish();
  return result;
}

}  // namespace invar::compare
