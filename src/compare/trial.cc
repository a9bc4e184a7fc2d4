#include "invar/compare/trial.h"

#include <algorithm>
#include <chrono>
#include <ctime>

#include "invar/results/run.h"

namespace invar::compare {

namespace {

class Configurations final : public TableWriter {
 public:
  Configurations(std::vector<Vector>& q, std::vector<Vector>& v) : q_(q), v_(v) {}
  void finish(const std::string&) override {}
  bool keep_state(const std::vector<std::string>&) override { return true; }
  void state(Vec q, Vec v) override {
    q_.emplace_back(q);
    v_.emplace_back(v);
  }

 protected:
  void do_begin() override {}
  void do_row(std::span<const double>) override {}

 private:
  std::vector<Vector>&q_, &v_;
};

double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

double Trial::energy_error() const {
  const double scale = certificate.energy_scale > 0 ? certificate.energy_scale : 1;
  return certificate.energy_balance_error_max.value_or(0) / scale;
}

Trial run_trial(const Problem& problem, const Candidate& candidate, double step, double limit_seconds,
                const std::function<bool()>& cancelled) {
  const auto model = load_model(problem.model, problem.set);
  RunRequest request;
  request.model = problem.model;
  request.method = candidate.method;
  request.options = candidate.options;
  (candidate.adaptive ? request.tolerance : request.step) = step;
  request.end = problem.end;
  request.every = problem.interval;
  request.state = true;

  Trial trial{.step = step};
  Configurations table(trial.q, trial.v);
  bool too_long = false, stopped = false;
  double begin = -1;  // of the loop: after the first step, without what was prepared before it
  // The budget is time of the reader, not of the processor.
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double>(limit_seconds);
  RunHooks hooks;
  hooks.writer = &table;
  hooks.time_steps = true;
  hooks.divide_steps = false;
  hooks.interrupted = [&] {
    if (begin < 0) begin = thread_seconds();
    too_long = Clock::now() > end;
    stopped = cancelled && cancelled();
    return too_long || stopped;
  };
  const RunResult result = run(*model, request, hooks);
  // The clock of the wall tells which part of the loop were steps, that of the thread what the loop cost.
  const double steps = static_cast<double>(std::max<long long>(2, result.certificate.steps));
  const double cpu = begin < 0 ? result.report.step_seconds : (thread_seconds() - begin) * steps / (steps - 1);
  const double part = result.report.wall_seconds > 0 ? result.report.step_seconds / result.report.wall_seconds : 1;
  trial.seconds = std::min(cpu * part, result.report.step_seconds);
  trial.certificate = result.certificate;
  if (result.report.status.ok()) {
    trial.outcome = Outcome::kCompleted;
  } else {
    trial.outcome = stopped ? Outcome::kCancelled : too_long ? Outcome::kTooLong : Outcome::kFailed;
    trial.message = result.certificate.message;
  }
  return trial;
}

double largest_difference(const std::vector<Vector>& a, const std::vector<Vector>& b) {
  double largest = 0;
  for (size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    largest = std::max(largest, (a[i] - b[i]).cwiseAbs().maxCoeff());
  return largest;
}

}  // namespace invar::compare
