// The certificate for people.
//
//   slider_crank, method ep (order=2), step 0.001 s
//   completed at t = 10 s in 0.41 s
//   10000 steps, 20113 iterations, 10017 factorizations
//   30 coordinates, 29 constraints (2 redundant), 3 degrees of freedom
//
//     [ok] constraints, positions       3.1e-16        holds at round-off
//     [!!] energy balance                 0.015 J      large, 0.12 of 0.125 J
#include <fmt/format.h>

#include <cmath>
#include <ostream>

#include "invar/audit/certificate.h"

namespace invar {

Verdict judge(double relative_error) {
  const double size = std::abs(relative_error);
  if (size <= kRoundOffLimit) return Verdict::kRoundOff;
  return size <= kSmallLimit ? Verdict::kSmall : Verdict::kLarge;  // NaN is large
}

Verdict judge_motion(const Certificate& c) {
  if (c.motion_accuracy == name(ConvergenceKind::kRoundOff)) return Verdict::kRoundOff;
  if (!c.motion_error_estimate) return Verdict::kSmall;
  const double part = c.motion_size.value_or(0) > 0 ? *c.motion_error_estimate / *c.motion_size : 0;
  if (!(part <= kLargeMotionError)) return Verdict::kLarge;
  return c.motion_accuracy == name(ConvergenceKind::kConverged) && part <= kSmallLimit ? Verdict::kRoundOff
                                                                                       : Verdict::kSmall;
}

namespace {

constexpr std::size_t kWidth = 80;

std::string counted(long long count, const std::string& noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

class Printer {
 public:
  Printer(const Certificate& certificate, std::ostream& out, bool color) : c_(certificate), out_(out), color_(color) {}

  void print() {
    header();
    if (!c_.energy_balance_error_max) {  // there were no steps to audit
      line("  nothing was simulated");
      line(fmt::format("  {:<24}{:>16.9g} J", "energy at the start", c_.energy_initial));
      return;
    }
    const Verdict positions =
        constraint("constraints, positions", c_.constraint_position_max, c_.constraint_position_relative_max);
    step_end_velocities();
    constraint("constraints, as enforced", c_.constraint_velocity_mid_max, c_.constraint_velocity_mid_relative_max);
    constraint("constraints, accelerations", c_.constraint_acceleration_max, c_.constraint_acceleration_relative_max);
    if (!c_.worst_constraint.empty() && positions != Verdict::kRoundOff) {
      line(fmt::format("       worst constraint: {}", c_.worst_constraint));
    }
    if (c_.start_position_violation)
      line(fmt::format("       start as given violates positions by {:.2g}, velocities by {:.2g}",
                       *c_.start_position_violation, c_.start_velocity_violation.value_or(0)));
    energy();
    momentum("linear momentum", "N s", c_.linear_momentum_drift_max, c_.linear_momentum_scale);
    momentum("angular momentum", "N m s", c_.angular_momentum_drift_max, c_.angular_momentum_scale);
    if (c_.conserved_drift_max) {
      const Verdict verdict = judge(*c_.conserved_drift_max);
      invariant("conserved, \"" + c_.conserved_worst + "\"", *c_.conserved_drift_max, "", verdict,
                plain_words(verdict));
    }
    motion();
    for (const std::string& text : c_.warnings) warning(text);
    line("");
    ledger();
  }

 private:
  void line(const std::string& text) { out_ << text << '\n'; }
  std::string painted(const char* code, const std::string& text) const {
    return color_ ? fmt::format("\033[{}m{}\033[0m", code, text) : text;
  }

  void header() {
    std::string how = fmt::format(", method {}", c_.method);
    if (!c_.options.empty()) how += fmt::format(" ({})", c_.options);
    if (c_.step) how += fmt::format(", step {:.6g} s", *c_.step);
    if (c_.tolerance) how += fmt::format(", tolerance {:.3g}", *c_.tolerance);
    // Method and options may be long: broken at blanks, with the name of the model on the first line.
    std::string text = c_.model;
    bool first = true;
    const auto flush = [&] {
      line(first ? painted("1", c_.model) + text.substr(c_.model.size()) : text);
      first = false;
    };
    for (std::size_t at = 0; at < how.size();) {
      const std::size_t end = std::min(how.find(' ', at + 1), how.size());
      if (text.size() + end - at > kWidth && text.size() > c_.model.size()) {
        flush();
        text = "  " + how.substr(at + 1, end - at - 1);
      } else {
        text += how.substr(at, end - at);
      }
      at = end;
    }
    flush();
    std::string counts = counted(c_.steps, "step");
    if (c_.rejected_steps > 0) counts += fmt::format(" ({} rejected)", c_.rejected_steps);
    if (c_.newton_iterations > 0) counts += fmt::format(", {} iterations", c_.newton_iterations);
    if (c_.factorizations > 0) counts += fmt::format(", {} factorizations", c_.factorizations);
    if (c_.completed()) {
      line(fmt::format("{} at t = {:.6g} s in {:.3g} s", painted("32", "completed"), c_.t_reached, c_.wall_seconds));
    } else {
      line(fmt::format("{} at t = {:.6g} s of {:.6g} s after {:.3g} s", painted("31", c_.status), c_.t_reached,
                       c_.t_end, c_.wall_seconds));
      if (!c_.message.empty()) line(c_.message);
    }
    line(counts);
    const std::string redundant =
        c_.redundant_constraints > 0 ? fmt::format(" ({} redundant)", c_.redundant_constraints) : "";
    line(fmt::format("{}, {}{}, {} of freedom", counted(c_.coordinates, "coordinate"),
                     counted(c_.constraints, "constraint"), redundant, counted(c_.degrees_of_freedom, "degree")));
    line("");
  }

  void invariant(const std::string& name, double value, const std::string& unit, Verdict verdict,
                 const std::string& words) {
    static constexpr const char* kMarks[] = {"[ok]", "[ ~]", "[!!]"};
    static constexpr const char* kColors[] = {"32", "33", "31"};
    const auto i = static_cast<int>(verdict);
    line(fmt::format("  {} {:<27}{:>9.2g} {:<6} {}", painted(kColors[i], kMarks[i]), name, value, unit, words));
  }

  static const char* plain_words(Verdict verdict) {
    switch (verdict) {
      case Verdict::kRoundOff:
        return "holds at round-off";
      case Verdict::kSmall:
        return "small";
      case Verdict::kLarge:
        return "large";
    }
    return "";
  }

  // Relative to the terms of the rows; results of older versions have the residual alone.
  static Verdict judge_residual(const std::optional<double>& value, const std::optional<double>& relative) {
    return judge(relative ? *relative : value.value_or(0));
  }

  Verdict constraint(const std::string& name, const std::optional<double>& value,
                     const std::optional<double>& relative) {
    if (!value || c_.constraints == 0) return Verdict::kRoundOff;
    const Verdict verdict = judge_residual(value, relative);
    invariant(name, *value, "", verdict, plain_words(verdict));
    return verdict;
  }

  // Schemes that enforce the velocity constraint over the step leave a rest at its ends by construction, which is small if the
  // steps are.
  void step_end_velocities() {
    const auto& ends = c_.constraint_velocity_max;
    const bool elsewhere =
        c_.constraint_velocity_mid_max &&
        judge_residual(c_.constraint_velocity_mid_max, c_.constraint_velocity_mid_relative_max) == Verdict::kRoundOff;
    if (!ends || !elsewhere || judge_residual(ends, c_.constraint_velocity_relative_max) == Verdict::kRoundOff) {
      constraint("constraints, velocities", ends, c_.constraint_velocity_relative_max);
      return;
    }
    const double energy = c_.energy_scale > 0 ? c_.energy_normal_max.value_or(0) / c_.energy_scale : 0;
    if (energy > kStepEndEnergyLimit) {
      invariant("constraints, velocities", *ends, "", Verdict::kLarge,
                fmt::format("large at step ends: {:.0f} % of the energy", 100 * energy));
      line("       is in velocities across the constraints, not in the motion: smaller steps");
    } else {
      invariant("constraints, velocities", *ends, "", Verdict::kSmall, "enforced over steps, not at ends");
    }
  }

  void energy() {
    if (!c_.energy_balance_error_max) return;
    const double error = *c_.energy_balance_error_max;
    const double relative = c_.energy_scale > 0 ? error / c_.energy_scale : error;
    std::string words = plain_words(judge(relative));
    if (judge(relative) != Verdict::kRoundOff && c_.energy_scale > 0) {
      words += fmt::format(", {:.2g} of {:.3g} J", relative, c_.energy_scale);
    }
    invariant("energy balance", error, "J", judge(relative), words);
  }

  void momentum(const std::string& name, const std::string& unit, const std::optional<double>& drift,
                const std::optional<double>& scale) {
    if (drift) {
      const Verdict verdict = judge(scale && *scale > 0 ? *drift / *scale : *drift);
      invariant(name, *drift, unit, verdict, plain_words(verdict));
    } else {
      line(
          fmt::format("  {} {:<27}{:>9} {:<6} {}", painted("2", "[--]"), name, "", "", "not conserved by this system"));
    }
  }

  // Broken at blanks, under the names of the lines above.
  void below(const std::string& text) {
    std::string current = "      ";
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find(' ', at), text.size());
      if (current.size() + 1 + end - at > kWidth && current.size() > 6) {
        line(current);
        current = "      ";
      }
      current += " " + text.substr(at, end - at);
      at = end + 1;
    }
    line(current);
  }

  void motion() {
    const std::string title = "motion, estimated error";
    const auto without_value = [&](const char* color, const char* mark, const char* words) {
      line(fmt::format("  {} {:<27}{:>9} {:<6} {}", painted(color, mark), title, "", "", words));
    };
    if (c_.motion_accuracy == name(ConvergenceKind::kNotEstimated)) {
      without_value("2", "[ ?]", "not estimated (--verify)");
      return;
    }
    if (!c_.motion_error_estimate) {
      without_value("33", "[ ~]", "could not be estimated");
    } else {
      std::string words;
      if (c_.motion_accuracy == name(ConvergenceKind::kRoundOff))
        words = "at round-off";
      else if (c_.motion_accuracy == name(ConvergenceKind::kNotConverged))
        words = "not converged, may be larger";
      else
        words = fmt::format("order {:.1f}", c_.motion_order.value_or(0));
      const double part = c_.motion_size.value_or(0) > 0 ? *c_.motion_error_estimate / *c_.motion_size : 0;
      if (judge_motion(c_) != Verdict::kRoundOff && c_.motion_accuracy == name(ConvergenceKind::kConverged))
        words += fmt::format(", {:.2g} % of motion", 100 * part);
      const std::string unit = c_.motion_unit == "1" ? "" : c_.motion_unit;
      invariant(title, *c_.motion_error_estimate, unit, judge_motion(c_), words);
    }
    if (!c_.motion_message.empty()) below(c_.motion_message);
    std::string open;
    int count = 0;
    for (const OutputAccuracy& output : c_.outputs) {
      if (output.converged || ++count > 4) continue;
      open += (open.empty() ? "" : ", ") + output.name;
    }
    if (count > 4) open += fmt::format(" and {} more", count - 4);
    if (!open.empty()) below("outputs without a converged estimate: " + open);
  }

  // Broken at blanks, below its mark.
  void warning(const std::string& text) {
    const std::string mark = "  " + painted("31", "[!!]") + " ", margin = "       ";
    std::string words;
    bool first = true;
    const auto flush = [&] {
      line((first ? mark : margin) + words);
      first = false;
    };
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find(' ', at), text.size());
      if (!words.empty() && margin.size() + words.size() + 1 + end - at > kWidth) {
        flush();
        words.clear();
      }
      words += (words.empty() ? "" : " ") + text.substr(at, end - at);
      at = end + 1;
    }
    flush();
  }

  void ledger() {
    line(fmt::format("  {:<24}{:>16.9g} J", "energy at the start", c_.energy_initial));
    line(fmt::format("  {:<24}{:>16.9g} J", "energy at the end", c_.energy_final));
    entry("work of forces", c_.work_applied);
    entry("work of drives", c_.work_drives);
    entry("dissipated", c_.dissipated_physical);
    entry("dissipated by method", c_.dissipated_numerical);
  }
  // What did not happen needs no line.
  void entry(const char* name, double value) {
    if (value != 0) line(fmt::format("  {:<24}{:>16.9g} J", name, value));
  }

  const Certificate& c_;
  std::ostream& out_;
  bool color_;
};

}  // namespace

void print_readable(const Certificate& certificate, std::ostream& out, bool color) {
  Printer(certificate, out, color).print();
}

}  // namespace invar
