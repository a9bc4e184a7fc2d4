#include "reproduce/examples/iltis_runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>

namespace invar::reproduce::iltis {

namespace {

// A column at other times, by straight lines.
double value_at(const std::vector<double>& t, const std::vector<double>& y, double x) {
  const auto after = std::upper_bound(t.begin(), t.end(), x);
  if (after == t.begin()) return y.front();
  if (after == t.end()) return y.back();
  const auto i = static_cast<size_t>(after - t.begin());
  return y[i - 1] + (y[i] - y[i - 1]) * (x - t[i - 1]) / (t[i] - t[i - 1]);
}

}  // namespace

Settings settings(const std::string& method, double h, double end) {
  return {.method = method,
          .step = h,
          .end = end,
          .outputs = {"chassis.position.z", "chassis.acceleration.x", "chassis.acceleration.z", "wheel_fl.position.x",
                      "wheel_fl.position.z", "wheel_fr.position.z", "wheel_rl.position.z", "wheel_rr.position.z"},
          .divide = false};
}

const std::vector<Formulation>& formulations() {
  static const std::vector<Formulation> all = {{"A (projections)", "a", "al_projection", 0},
                                               {"B (conserving)", "b", "al_conserving", 2},
                                               {"A + B", "both", "al_conserving_projection", 3},
                                               {"plain augmented Lagrangian", "plain", "al", 1},
                                               {"EP [Bauchau2003]", "ep", "ep", 4},
                                               {"ED [Bauchau2003]", "ed", "ed", 5},
                                               {"generalized alpha", "alpha", "generalized_alpha", 6},
                                               {"explicit", "explicit", "explicit", 7}};
  return all;
}

bool passes(const Recording& run) { return run.certificate.completed(); }
std::string outcome(const Recording& run) {
  return passes(run) ? "passes" : fmt::format("{:.2f} s", run.certificate.t_reached);
}
double iterations(const Recording& run) {
  return passes(run) ? static_cast<double>(run.certificate.newton_iterations) : NAN;
}
double time_reached(const Recording& run) { return run.certificate.t_reached; }
double balance(const Recording& run) { return run.certificate.energy_balance_error_max.value_or(NAN); }

double largest_difference(const Recording& a, const Recording& b, const std::string& channel) {
  double largest = 0;
  for (size_t i = 0; i < a.size(); ++i)
    largest = std::max(largest, std::abs(a.column(channel)[i] - value_at(b.t(), b.column(channel), a.t()[i])));
  return largest;
}

double rms_difference(const Recording& a, const Recording& b, double from, double to, double delay) {
  const auto &z = a.column("chassis.position.z"), &exact = b.column("chassis.position.z");
  double sum = 0;
  int count = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    if (a.t()[i] < from || a.t()[i] > to) continue;
    const double error = z[i] - value_at(b.t(), exact, a.t()[i] - delay);
    sum += error * error;
    ++count;
  }
  return std::sqrt(sum / std::max(count, 1));
}

double delay(const Recording& run, const Recording& exact) {
  double best = 0, least = 1e300;
  for (int ms = -60; ms <= 60; ++ms) {
    const double error = rms_difference(run, exact, 4.2, 6.8, 1e-3 * ms);
    if (error < least) least = error, best = 1e-3 * ms;
  }
  return best;
}

std::vector<double> crests(const Recording& run) {
  const auto& z = run.column("chassis.position.z");
  const auto [low, high] = std::minmax_element(z.begin(), z.end());
  const double middle = 0.5 * (*low + *high);
  std::vector<double> heights;
  bool above_middle = false;
  for (const double value : z) {
    if (value <= middle) {
      above_middle = false;
    } else if (!above_middle) {
      above_middle = true;
      heights.push_back(value);
    } else {
      heights.back() = std::max(heights.back(), value);
    }
  }
  return heights;
}

double time_at(const Recording& run, double x) {
  const auto& wheel = run.column("wheel_fl.position.x");
  for (size_t i = 1; i < wheel.size(); ++i)
    if (wheel[i - 1] < x && wheel[i] >= x)
      return run.t()[i - 1] + (run.t()[i] - run.t()[i - 1]) * (x - wheel[i - 1]) / (wheel[i] - wheel[i - 1]);
  return NAN;
}

double peak_acceleration(const Recording& run) {
  const auto &x = run.column("chassis.acceleration.x"), &z = run.column("chassis.acceleration.z");
  double peak = 0;
  for (size_t i = 0; i < x.size(); ++i) peak = std::max(peak, std::hypot(x[i], z[i]));
  return peak / 9.81;
}

Recording limited(const char* model, const std::string& method, double h, const Limits& limits) {
  Settings s = settings(method, h, model == std::string(kSmooth) ? kSmoothEnd : kRoughEnd);
  s.options = {{"iterations", std::to_string(limits.iterations)}, {"tolerance", limits.tolerance}};
  if (!limits.penalty.empty()) s.options.emplace_back("penalty", limits.penalty);
  return record(model, s);
}

Recording to_tolerance(const std::string& method, const std::string& tolerance) {
  Settings s = settings(method, kStep, kSmoothEnd);
  s.options = {{"tolerance", tolerance}};
  return record(kSmooth, s);
}

double step_seconds(const std::string& method) {
  Settings s = settings(method, kStep, kSmoothEnd);
  s.timing_seconds = 0.5;
  return record(kSmooth, s).step_seconds;
}

Timed timed_record(const char* model, const Settings& s) {
  const std::clock_t begin = std::clock();
  Timed out{record(model, s), 0};
  out.cpu = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  return out;
}

std::string reason(const Recording& run) { return passes(run) ? "" : run.certificate.message; }

const std::vector<double>& steps_to_try() {
  static const std::vector<double> steps = {0.001, 0.002, 0.005, 0.01, 0.02, 0.03, 0.04, 0.06,
                                            0.08,  0.1,   0.15,  0.2,  0.25, 0.3,  0.4,  0.5};
  return steps;
}
StepLimit find_limit(const std::string& method, const Timed& at_ten) {
  const auto& steps = steps_to_try();
  const auto ten = static_cast<size_t>(std::find(steps.begin(), steps.end(), kStep) - steps.begin());
  StepLimit out;
  const auto try_step = [&](size_t i) {
    Timed t = i == ten ? at_ten : timed_record(kSmooth, settings(method, steps[i], kSmoothEnd));
    if (passes(t.run)) {
      out.step = steps[i];
      out.run = std::move(t);
      return true;
    }
    out.beyond = fmt::format("{:g} ms: {}", 1e3 * steps[i], reason(t.run));
    return false;
  };
  size_t i = ten;
  while (i < steps.size() && try_step(i)) ++i;
  // One that fails with 10 ms: smaller ones.
  for (i = ten; out.step == 0 && i-- > 0;) {
    const std::string beyond = out.beyond;
    if (try_step(i)) out.beyond = beyond;
  }
  return out;
}

}  // namespace invar::reproduce::iltis
