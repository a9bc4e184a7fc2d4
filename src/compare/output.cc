#include "invar/compare/output.h"

#include <fmt/format.h>

#include "invar/core/version.h"
#include "invar/io/json.h"

namespace invar::compare {

namespace {

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      out += fmt::format("\\{}", c);
    else if (static_cast<unsigned char>(c) < 0x20)
      out += fmt::format("\\u{:04x}", c);
    else
      out += c;
  }
  return out + "\"";
}

std::string number(const std::optional<double>& value) { return value ? json_number(*value) : "null"; }

std::string short_number(double value) { return fmt::format("{:.1e}", value); }

const char* outcome_text(Outcome outcome) {
  switch (outcome) {
    case Outcome::kCompleted:
      return "completed";
    case Outcome::kFailed:
      return "failed";
    case Outcome::kTooLong:
      return "too long";
    case Outcome::kCancelled:
      return "cancelled";
  }
  return "";
}

std::string trial_json(const Trial& t, bool adaptive) {
  const Certificate& c = t.certificate;
  return fmt::format(
      R"({{"{}":{},"outcome":"{}","message":{},"error":{},"velocity_error":{},"seconds":{},"steps":{},"newton_iterations":{},)"
      R"("factorizations":{},"energy_balance_error":{},"dissipated_numerical":{},"constraint_position_max":{},)"
      R"("constraint_velocity_max":{},"constraint_velocity_mid_max":{}}})",
      adaptive ? "tolerance" : "step", json_number(t.step), outcome_text(t.outcome), quoted(t.message),
      t.completed() ? json_number(t.error) : "null", t.completed() ? json_number(t.velocity_error) : "null",
      json_number(t.seconds), c.steps, c.newton_iterations, c.factorizations, json_number(t.energy_error()),
      json_number(c.dissipated_numerical), number(c.constraint_position_max), number(c.constraint_velocity_max),
      number(c.constraint_velocity_mid_max));
}

// The first line of a message: the table has no room for more.
std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

// Of "stopped at t = 7.68 s, step 48, h = 0.16: Newton did not converge: details" the time and the kind of failure.
std::string short_failure(const Trial& t) {
  const auto begin = t.message.find(": ");
  if (begin == std::string::npos) return first_line(t.message);
  const std::string reason = t.message.substr(begin + 2, t.message.find(':', begin + 2) - begin - 2);
  return fmt::format("{} at t = {:.3g} s", first_line(reason), t.certificate.t_reached);
}

std::string failure_of(const Series& s) {
  if (!s.refused.empty()) return first_line(s.refused);
  for (auto t = s.trials.rbegin(); t != s.trials.rend(); ++t)  // the smallest step that fails says most
    if (!t->completed())
      return fmt::format("{} {:.3g}: {}", s.candidate.adaptive ? "tol" : "h", t->step, short_failure(*t));
  if (s.trials.empty() && s.cut_off > 0)
    return fmt::format("{} {:.3g}: takes longer than its share of the budget", s.candidate.adaptive ? "tol" : "h",
                       s.cut_off);
  return "";
}

}  // namespace

std::vector<std::vector<std::string>> table_rows(const Comparison& comparison) {
  std::vector<std::vector<std::string>> rows = {{"method", "largest step", "error there", "iterations a step",
                                                 "ms to 1e-3", "energy", "position", "velocity", "failure"}};
  const double h = comparison.problem.step;
  for (const Series& s : comparison.series) {
    std::vector<std::string> row = {s.candidate.name(), "", "", "", "", "", "", "", failure_of(s)};
    if (const Trial* t = s.largest_completed()) {
      row[1] = fmt::format("{}{:.3g}", s.candidate.adaptive ? "tol " : "", t->step);
      row[2] = short_number(t->error);
    }
    if (const Trial* t = s.cheapest_below(kEverydayError)) row[4] = fmt::format("{:.3g}", 1e3 * t->seconds);
    // Invariants at the step of the model; of adaptive ones at the cheapest good trial.
    const Trial* shown = s.candidate.adaptive ? s.cheapest_below(kEverydayError) : s.at(h);
    if (shown && shown->completed()) {
      const Certificate& c = shown->certificate;
      if (c.steps > 0 && c.newton_iterations > 0)
        row[3] = fmt::format("{:.1f}", static_cast<double>(c.newton_iterations) / static_cast<double>(c.steps));
      row[5] = short_number(shown->energy_error());
      if (c.constraint_position_max) row[6] = short_number(*c.constraint_position_max);
      if (c.constraint_velocity_max) row[7] = short_number(*c.constraint_velocity_max);
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string to_json(const Comparison& comparison, const Advice& advice) {
  const Problem& p = comparison.problem;
  const Reference& r = comparison.reference;
  std::string out = fmt::format(
      R"({{"model":{},"file":{},"version":{},"step":{},"end":{},"interval":{},"seconds":{},"reference":{{"made_by":{},)"
      R"("confirmed_by":{},"accuracy":{},"size":{}}},"methods":[)",
      quoted(comparison.model_name), quoted(p.model), quoted(version()), json_number(p.step), json_number(p.end),
      json_number(p.interval), json_number(comparison.seconds), quoted(r.made_by), quoted(r.confirmed_by),
      json_number(r.accuracy), json_number(r.size));
  for (const Series& s : comparison.series) {
    out +=
        fmt::format(R"({}{{"name":{},"method":{},"refused":{},"trials":[)", &s == comparison.series.data() ? "" : ",",
                    quoted(s.candidate.name()), quoted(s.candidate.method), quoted(s.refused));
    for (const Trial& t : s.trials) out += (&t == s.trials.data() ? "" : ",") + trial_json(t, s.candidate.adaptive);
    out += "]}";
  }
  out += R"(],"advice":[)";
  for (const Recommendation& a : advice.recommendations)
    out += fmt::format(R"({}{{"purpose":{},"name":{},"options":{},"reason":{}}})",
                       &a == advice.recommendations.data() ? "" : ",", quoted(a.purpose), quoted(a.candidate),
                       quoted(a.options), quoted(a.reason));
  out += R"(],"criteria":[)";
  for (const Criterion& c : advice.criteria)
    out +=
        fmt::format(R"({}{{"source":{},"says":{},"agrees":{},"measured":{}}})", &c == advice.criteria.data() ? "" : ",",
                    quoted(c.source), quoted(c.says), c.agrees, quoted(c.measured));
  return json_indented(out + "]}") + "\n";
}

}  // namespace invar::compare
