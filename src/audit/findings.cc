#include "invar/audit/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace invar {

namespace {

const char* plain_words(Verdict verdict) {
  return verdict == Verdict::kKept ? "holds at round-off" : verdict == Verdict::kSmall ? "small" : "large";
}

class Judge {
 public:
  explicit Judge(const Certificate& certificate) : c_(certificate) {}

  std::vector<Finding> run() {
    if (!c_.energy_balance_error_max) return {};  // there were no steps to audit
    const auto positions =
        constraint("constraints, positions", c_.constraint_position_max, c_.constraint_position_relative_max);
    if (!c_.worst_constraint.empty() && positions != Verdict::kKept)
      add_more(fmt::format("worst constraint: {}", c_.worst_constraint));
    step_end_velocities();
    constraint("constraints, as enforced", c_.constraint_velocity_mid_max, c_.constraint_velocity_mid_relative_max);
    constraint("constraints, accelerations", c_.constraint_acceleration_max, c_.constraint_acceleration_relative_max);
    if (c_.start_position_violation)
      add_more(fmt::format("start as given violates positions by {:.2g}, velocities by {:.2g}",
                           *c_.start_position_violation, c_.start_velocity_violation.value_or(0)));
    energy();
    momentum("linear momentum", "N s", c_.linear_momentum_drift_max, c_.linear_momentum_scale);
    momentum("angular momentum", "N m s", c_.angular_momentum_drift_max, c_.angular_momentum_scale);
    if (c_.conserved_drift_max) {
      const Verdict verdict = judge(*c_.conserved_drift_max);
      add("conserved, \"" + c_.conserved_worst + "\"", *c_.conserved_drift_max, "", verdict, plain_words(verdict));
    }
    motion();
    for (const std::string& text : c_.warnings) add("warning", std::nullopt, "", Verdict::kLarge, text);
    return std::move(all_);
  }

 private:
  void add(std::string name, std::optional<double> value, std::string unit, Verdict verdict, std::string sentence) {
    all_.push_back({std::move(name), value, std::move(unit), verdict, std::move(sentence), {}});
  }
  void add_more(std::string text) {
    if (!all_.empty()) all_.back().more.push_back(std::move(text));
  }

  // Relative to the terms of the rows; results of older versions have the residual alone.
  static Verdict judge_residual(const std::optional<double>& value, const std::optional<double>& relative) {
    return judge(relative ? *relative : value.value_or(0));
  }

  Verdict constraint(const std::string& name, const std::optional<double>& value,
                     const std::optional<double>& relative) {
    if (!value || c_.constraints == 0) return Verdict::kKept;
    const Verdict verdict = judge_residual(value, relative);
    add(name, *value, "", verdict, plain_words(verdict));
    return verdict;
  }

  // Schemes that enforce the velocity constraint over the step leave a rest at its ends by construction, which is small if the
  // steps are.
  void step_end_velocities() {
    const auto& ends = c_.constraint_velocity_max;
    const bool elsewhere =
        c_.constraint_velocity_mid_max &&
        judge_residual(c_.constraint_velocity_mid_max, c_.constraint_velocity_mid_relative_max) == Verdict::kKept;
    if (!ends || !elsewhere || judge_residual(ends, c_.constraint_velocity_relative_max) == Verdict::kKept) {
      constraint("constraints, velocities", ends, c_.constraint_velocity_relative_max);
      return;
    }
    const double energy = c_.energy_scale > 0 ? c_.energy_normal_max.value_or(0) / c_.energy_scale : 0;
    if (energy > kStepEndEnergyLimit) {
      add("constraints, velocities", *ends, "", Verdict::kLarge,
          fmt::format("large at step ends: {:.0f} % of the energy", 100 * energy));
      add_more("is in velocities across the constraints, not in the motion: smaller steps");
    } else {
      add("constraints, velocities", *ends, "", Verdict::kSmall, "enforced over steps, not at ends");
    }
  }

  void energy() {
    const double error = *c_.energy_balance_error_max;
    const double relative = c_.energy_scale > 0 ? error / c_.energy_scale : error;
    const Verdict verdict = judge(relative);
    std::string words = plain_words(verdict);
    if (verdict != Verdict::kKept && c_.energy_scale > 0)
      words += fmt::format(", {:.2g} of {:.3g} J", relative, c_.energy_scale);
    add("energy balance", error, "J", verdict, words);
  }

  void momentum(const std::string& name, const std::string& unit, const std::optional<double>& drift,
                const std::optional<double>& scale) {
    if (!drift) {
      add(name, std::nullopt, unit, Verdict::kNotConserved, "not conserved by this system");
      return;
    }
    const Verdict verdict = judge(scale && *scale > 0 ? *drift / *scale : *drift);
    add(name, *drift, unit, verdict, plain_words(verdict));
  }

  void motion() {
    const std::string title = "motion, estimated error";
    const std::string unit = c_.motion_unit == "1" ? "" : c_.motion_unit;
    if (c_.motion_accuracy == name(ConvergenceKind::kNotEstimated)) {
      add(title, std::nullopt, unit, Verdict::kNotEstimated, "not estimated (`verify`)");
      return;
    }
    if (!c_.motion_error_estimate) {
      add(title, std::nullopt, unit, Verdict::kSmall, "could not be estimated");
    } else {
      std::string words;
      if (c_.motion_accuracy == name(ConvergenceKind::kRoundOff))
        words = "at round-off";
      else if (c_.motion_accuracy == name(ConvergenceKind::kNotConverged))
        words = "not converged, may be larger";
      else
        words = fmt::format("order {:.1f}", c_.motion_order.value_or(0));
      const double part = c_.motion_size.value_or(0) > 0 ? *c_.motion_error_estimate / *c_.motion_size : 0;
      const Verdict verdict = judge_motion(c_);
      if (verdict != Verdict::kKept && c_.motion_accuracy == name(ConvergenceKind::kConverged))
        words += fmt::format(", {:.2g} % of motion", 100 * part);
      add(title, *c_.motion_error_estimate, unit, verdict, words);
    }
    if (!c_.motion_message.empty()) add_more(c_.motion_message);
    std::string open;
    int count = 0;
    for (const OutputAccuracy& output : c_.outputs) {
      if (output.converged || ++count > 4) continue;
      open += (open.empty() ? "" : ", ") + output.name;
    }
    if (count > 4) open += fmt::format(" and {} more", count - 4);
    if (!open.empty()) add_more("outputs without a converged estimate: " + open);
  }

  const Certificate& c_;
  std::vector<Finding> all_;
};

}  // namespace

Verdict judge(double relative_error) {
  const double size = std::abs(relative_error);
  if (size <= kRoundOffLimit) return Verdict::kKept;
  return size <= kSmallLimit ? Verdict::kSmall : Verdict::kLarge;  // NaN is large
}

Verdict judge_motion(const Certificate& c) {
  if (c.motion_accuracy == name(ConvergenceKind::kRoundOff)) return Verdict::kKept;
  if (!c.motion_error_estimate) return Verdict::kSmall;
  const double part = c.motion_size.value_or(0) > 0 ? *c.motion_error_estimate / *c.motion_size : 0;
  if (!(part <= kLargeMotionError)) return Verdict::kLarge;
  return c.motion_accuracy == name(ConvergenceKind::kConverged) && part <= kSmallLimit ? Verdict::kKept
                                                                                       : Verdict::kSmall;
}

const char* name(Verdict verdict) {
  static constexpr const char* kNames[] = {"kept", "small", "large", "not_conserved", "not_estimated"};
  return kNames[static_cast<int>(verdict)];
}

std::vector<Finding> judge(const Certificate& certificate) { return Judge(certificate).run(); }

std::string overall_verdict(const std::vector<Finding>& all) {
  const bool large = std::any_of(all.begin(), all.end(), [](const Finding& f) { return f.verdict == Verdict::kLarge; });
  return large ? "not_kept" : "kept";
}

std::string overall_verdict(const Certificate& certificate) {
  return certificate.completed() ? overall_verdict(judge(certificate)) : "failed";
}

}  // namespace invar
