#include "invar/compare/output.h"

#include <fmt/format.h>

#include <cmath>

#include "invar/audit/findings.h"
#include "invar/core/json.h"
#include "invar/core/version.h"

namespace invar::compare {

namespace {

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

Json results_json(const std::vector<NamedResult>& results) {
  Json all = Json::object();
  for (const NamedResult& r : results) all[r.name] = r.value;
  return all;
}

Json trial_json(const Trial& t, bool adaptive) {
  const Certificate& c = t.certificate;
  const auto if_completed = [&](double value) { return t.completed() ? Json(value) : Json(nullptr); };
  return {{adaptive ? "tolerance" : "step", t.step},
          {"outcome", outcome_text(t.outcome)},
          {"message", t.message},
          {"verdict", overall_verdict(c)},
          {"error", if_completed(t.error)},
          {"error_estimate", json_or_null(t.error_estimate)},
          {"velocity_error", if_completed(t.velocity_error)},
          {"load_error", if_completed(t.load_error)},
          {"load_roughness", t.load_roughness},
          {"seconds", t.seconds},
          {"steps", c.steps},
          {"newton_iterations", c.newton_iterations},
          {"factorizations", c.factorizations},
          {"energy_drift", t.energy_drift()},
          {"energy_balance_error", t.energy_error()},
          {"dissipated_numerical", c.dissipated_numerical},
          {"constraint_position_max", json_or_null(c.constraint_position_max)},
          {"constraint_velocity_max", json_or_null(c.constraint_velocity_max)},
          {"constraint_velocity_mid_max", json_or_null(c.constraint_velocity_mid_max)},
          {"results", results_json(c.results)}};
}

// The first line of a message: the table has no room for more.
std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

// Of "stopped at t = 7.68 s, step 48, h = 0.16: Newton did not converge: details" the time and the kind of failure.
std::string short_failure(const Trial& t) {
  const auto begin = t.message.find(": ");
  if (begin == std::string::npos) return first_line(t.message);
  std::string reason = t.message.substr(begin + 2, t.message.find(':', begin + 2) - begin - 2);
  // Of a model that cannot be evaluated only the rest says why.
  if (reason == sentence(StatusCode::kModelError)) reason = t.message.substr(begin + 2);
  return fmt::format("{} at t = {:.3g} s", first_line(reason), t.certificate.t_reached);
}

// What ended the series: the smallest step that fails says most, then what the budget cut off.
std::string failure_of(const TrialSeries& s) {
  if (!s.refused.empty()) return first_line(s.refused);
  const char* size = s.candidate.adaptive ? "tol" : "h";
  std::string text;
  for (auto t = s.trials.rbegin(); t != s.trials.rend() && text.empty(); ++t) {
    if (!t->completed())
      text = fmt::format("{} {:.3g}: {}", size, t->step, short_failure(*t));
    else if (!is_stable(*t))
      text = fmt::format("{} {:.3g}: loses the motion, error {:.2g}", size, t->step, t->error);
  }
  if (s.cut_off > 0)
    text += fmt::format("{}{} {:.3g}: cut off by the budget", text.empty() ? "" : "; ", size, s.cut_off);
  return text;
}

// The trial with the step of the model file, of adaptive candidates the cheapest good one; null if it did not come through.
const Trial* shown_trial(const Comparison& comparison, const TrialSeries& s) {
  const Trial* t =
      s.candidate.adaptive ? fastest_everyday(comparison.reference, pool_of(s)).trial : s.at(comparison.problem.step);
  return t && t->completed() ? t : nullptr;
}

std::string milliseconds(const Choice& c) { return c.trial ? fmt::format("{:.3g}", 1e3 * c.trial->seconds) : ""; }

Json prescribed_json(const Comparison& comparison) {
  if (!comparison.prescribed) return nullptr;
  Json all = Json::array();
  for (const auto& r : comparison.prescribed->resolutions)
    all.push_back({{"step", r.step}, {"error", r.error}, {"channel", r.channel}});
  return {{"fine_step", comparison.prescribed->fine_step}, {"resolutions", all}};
}

}  // namespace

Rows advice_rows(const Comparison& comparison) {
  const double limit = time_for_accuracy(comparison);
  Rows rows = {{"method", "largest stable step", "error there", fmt::format("ms to {:g}", kEverydayError),
                std::isfinite(limit) ? fmt::format("error in {:.3g} ms", 1e3 * limit) : "smallest error",
                "ms conserving", "what ended it"}};
  for (const TrialSeries& s : comparison.series) {
    std::vector<std::string> row = {s.candidate.name(), "", "", "", "", "", failure_of(s)};
    if (const Trial* t = s.largest_stable()) {
      row[1] = fmt::format("{}{:.3g}", s.candidate.adaptive ? "tol " : s.capped ? ">= " : "", t->step);
      row[2] = short_number(t->error);
    }
    const Pool pool = pool_of(s);
    row[3] = milliseconds(fastest_everyday(comparison.reference, pool));
    if (const Choice c = most_accurate_within(comparison.reference, pool, limit); c.trial)
      row[4] = short_number(c.trial->error);
    row[5] = milliseconds(fastest_conserving(comparison.reference, pool));
    rows.push_back(std::move(row));
  }
  return rows;
}

Rows result_rows(const Comparison& comparison) {
  Rows rows = {{"method", "step"}};
  const auto add = [&](const std::string& name, const std::string& step, const std::vector<NamedResult>& results) {
    std::vector<std::string> row = {name, step};
    for (const NamedResult& r : results) row.push_back(fmt::format("{:.6g}", r.value));
    rows.push_back(std::move(row));
  };
  if (comparison.reference.results.empty()) return rows;
  for (const NamedResult& r : comparison.reference.results) rows[0].push_back(r.name);
  add("reference", "", comparison.reference.results);
  for (const TrialSeries& s : comparison.series)
    if (const Trial* t = shown_trial(comparison, s))
      add(s.candidate.name(), fmt::format("{}{:.3g}", s.candidate.adaptive ? "tol " : "", t->step),
          t->certificate.results);
  return rows;
}

Rows invariant_rows(const Comparison& comparison) {
  Rows rows = {{"method", "step", "error", "estimated", "velocity error", "load error", "load roughness",
                "energy drift", "position", "velocity", "iterations a step"}};
  for (const TrialSeries& s : comparison.series) {
    const Trial* t = shown_trial(comparison, s);
    if (!t) continue;
    const Certificate& c = t->certificate;
    const bool loads = comparison.has_loads;
    rows.push_back({s.candidate.name(), fmt::format("{}{:.3g}", s.candidate.adaptive ? "tol " : "", t->step),
                    short_number(t->error), t->error_estimate ? short_number(*t->error_estimate) : "",
                    short_number(t->velocity_error) + (has_wrong_velocities(comparison.reference, *t) ? " !" : ""),
                    loads ? short_number(t->load_error) : "",
                    loads ? short_number(t->load_roughness) + (has_wrong_loads(*t) ? " !" : "") : "",
                    short_number(t->energy_drift()),
                    c.constraint_position_max ? short_number(*c.constraint_position_max) : "",
                    c.constraint_velocity_max ? short_number(*c.constraint_velocity_max) : "",
                    c.steps > 0 && c.newton_iterations > 0
                        ? fmt::format("{:.1f}", static_cast<double>(c.newton_iterations) / static_cast<double>(c.steps))
                        : ""});
  }
  return rows;
}

std::string prescribed_text(const Comparison& comparison) {
  const PrescribedMotion& motion = *comparison.prescribed;
  if (!motion.status.ok())
    return "The motion is prescribed: drives and constraints leave no degree of freedom. They cannot be satisfied all "
           "the "
           "time: " +
           motion.status.message();
  return "The motion is prescribed: drives and constraints leave no degree of freedom. Nothing is integrated, every "
         "method "
         "follows the motion at any step, and errors of positions say nothing. The step decides at which instants the "
         "outputs are computed, so it is chosen by what it shows of them.";
}

Rows resolution_rows(const Comparison& comparison) {
  Rows rows = {{"step [s]", "error between instants", "largest in"}};
  for (const auto& r : comparison.prescribed->resolutions)
    rows.push_back({fmt::format("{:.4g}", r.step), short_number(r.error), r.channel});
  return rows;
}

Rows reaction_rows(const Comparison& comparison) {
  Rows rows = {{"method", "step or tolerance", "error of outputs", "ms", "position", "velocity", "what ended it"}};
  for (const TrialSeries& s : comparison.series) {
    std::vector<std::string> row = {s.candidate.name(), "", "", "", "", "", failure_of(s)};
    if (!s.trials.empty() && s.trials[0].completed()) {
      const Trial& t = s.trials[0];
      row[1] = fmt::format("{}{:.3g}", s.candidate.adaptive ? "tol " : "", t.step);
      row[2] = short_number(t.load_error);
      row[3] = fmt::format("{:.3g}", 1e3 * t.seconds);
      row[4] = short_number(t.certificate.constraint_position_max.value_or(0));
      row[5] = short_number(t.certificate.constraint_velocity_max.value_or(0));
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

std::vector<std::string> notes_of(const Comparison& comparison) {
  std::vector<std::string> notes;
  const Problem& p = comparison.problem;
  const Reference& r = comparison.reference;
  if (std::abs(p.end - p.asked_end) > 1e-9 * p.asked_end)
    notes.push_back(
        fmt::format("runs end at t = {:g} s, not at {:g} s: the last multiple of {:g} s, where all are compared", p.end,
                    p.asked_end, p.interval));
  if (r.accuracy > 0.1 * kEverydayError)
    notes.push_back(fmt::format("no error below {:.1e} can be told apart; an earlier `end` or a larger `budget` helps",
                                r.accuracy));
  if (r.velocity_accuracy >= 0.5 * kWrong)
    notes.push_back(
        fmt::format("velocities of the reference are known to {:.1e} of their range only, so those of the "
                    "trials are not judged",
                    r.velocity_accuracy));
  if (comparison.has_loads && r.load_accuracy >= 0.5 * kWrong)
    notes.push_back(
        fmt::format("loads of the reference are known to {:.1e} of their size only: they hold oscillations "
                    "that it does not resolve",
                    r.load_accuracy));
  if (r.confirmed_by.empty() && !comparison.prescribed)
    for (const auto& failure : r.failures) notes.push_back("the reference is not confirmed: " + first_line(failure));
  return notes;
}

std::string to_json(const Comparison& comparison, const Advice& advice) {
  const Problem& p = comparison.problem;
  const Reference& r = comparison.reference;
  Json json{{"model", comparison.model_name},
            {"file", p.model},
            {"version", version()},
            {"step", p.step},
            {"end", p.end},
            {"end_asked", p.asked_end},
            {"interval", p.interval},
            {"seconds", comparison.seconds},
            {"cpu_seconds", comparison.cpu_seconds},
            {"prescribed", prescribed_json(comparison)},
            {"reference",
             {{"made_by", r.made_by},
              {"confirmed_by", r.confirmed_by},
              {"accuracy", r.accuracy},
              {"size", r.size},
              {"velocity_accuracy", r.velocity_accuracy},
              {"load_accuracy", r.load_accuracy},
              {"results", results_json(r.results)}}},
            {"methods", Json::array()},
            {"advice", Json::array()},
            {"criteria", Json::array()}};
  for (const TrialSeries& s : comparison.series) {
    Json trials = Json::array();
    for (const Trial& t : s.trials) trials.push_back(trial_json(t, s.candidate.adaptive));
    json["methods"].push_back({{"name", s.candidate.name()},
                               {"method", s.candidate.method},
                               {"refused", s.refused},
                               {"cut_off", s.cut_off > 0 ? Json(s.cut_off) : Json(nullptr)},
                               {"capped", s.capped},
                               {"trials", trials}});
  }
  for (const Recommendation& a : advice.recommendations)
    json["advice"].push_back({{"purpose", a.purpose},
                              {"name", a.candidate},
                              {a.adaptive ? "tolerance" : "step", a.candidate.empty() ? Json(nullptr) : Json(a.step)},
                              {"options", a.options},
                              {"reason", a.reason}});
  for (const Criterion& c : advice.criteria)
    json["criteria"].push_back(
        {{"source", c.source}, {"says", c.says}, {"agrees", c.agrees}, {"measured", c.measured}});
  return json_lines(json) + "\n";
}

}  // namespace invar::compare
