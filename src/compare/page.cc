// The page of a comparison: advice first, then diagrams, then every trial.
#include <fmt/format.h>

#include <algorithm>

#include "invar/compare/output.h"
#include "invar/plot/chart.h"
#include "invar/plot/markup.h"
#include "invar/report/document_page.h"

namespace invar::compare {

namespace {

using plot::escape_xml;

constexpr double kSmallestShown = 1e-16;

using Value = double (*)(const Trial&);
using Shown = std::function<std::string(const std::string&)>;

double drawn_seconds(const Trial& t) { return std::max(t.seconds, 1e-7); }
double error_of(const Trial& t) { return std::max(t.error, kSmallestShown); }
double step_of(const Trial& t) { return t.certificate.t_reached / std::max(1.0, double(t.certificate.steps)); }
double velocity_error_of(const Trial& t) { return std::max(t.velocity_error, kSmallestShown); }
double energy_of(const Trial& t) { return std::max(t.energy_drift(), kSmallestShown); }
double position_of(const Trial& t) {
  return std::max(t.certificate.constraint_position_max.value_or(0), kSmallestShown);
}
double velocity_of(const Trial& t) {
  return std::max(t.certificate.constraint_velocity_max.value_or(0), kSmallestShown);
}

void draw(plot::Panel& panel, const Comparison& comparison, Value x, Value y) {
  using plot::Symbol;
  static constexpr Symbol kMarkers[] = {Symbol::kCircle, Symbol::kSquare, Symbol::kTriangle, Symbol::kDiamond};
  static constexpr plot::Dash kDashes[] = {plot::Dash::kSolid, plot::Dash::kDashed, plot::Dash::kDotted};
  static constexpr int kColors = 9;  // of the palette
  int color = 0;
  for (const TrialSeries& s : comparison.series) {
    plot::Series line{.name = s.candidate.name(), .key = s.candidate.name(), .color = color % kColors};
    line.marker = kMarkers[color % 4];
    line.dash = kDashes[color / kColors % 3];
    ++color;  // the same look in all diagrams
    for (const Trial& t : s.trials) {
      if (!is_stable(t)) continue;
      line.x.push_back(x(t));
      line.y.push_back(y(t));
    }
    if (!line.x.empty()) panel.add(std::move(line));
  }
}

void add_figure(DocumentPage& page, const Comparison& comparison, const char* id, const std::string& caption,
                const char* x_label, const char* y_label, Value x, Value y, double guide = 0) {
  plot::Chart chart;
  chart.title = caption;
  chart.panel_height = 330;
  auto& panel = chart.add_panel("", {.label = x_label, .log = true}, {.label = y_label, .log = true});
  draw(panel, comparison, x, y);
  if (guide > 0 && !panel.series.empty()) {
    double low = 1e300, high = 0;
    for (const auto& s : panel.series)
      for (const double v : s.x) {
        low = std::min(low, v);
        high = std::max(high, v);
      }
    panel.add({.x = {low, high}, .y = {guide, guide}, .color = plot::kGuide, .label = "known to"});
  }
  page.add_figure(std::move(chart), id, escape_xml(caption));
}

std::string advice_table(const Comparison& comparison, const Advice& advice) {
  std::string out =
      "<div class=\"scroll\"><table class=\"stack\">\n<tr><th>for</th><th>use</th><th>because</th></tr>\n";
  for (const Recommendation& r : advice.recommendations)
    out += fmt::format("<tr><td>{}</td><td><b>{}</b>{}</td><td>{}</td></tr>\n", escape_xml(r.purpose),
                       escape_xml(r.candidate.empty() ? "none" : r.candidate),
                       r.options.empty() ? ""
                                         : fmt::format("<br><code>invar run {} {}</code>",
                                                       escape_xml(comparison.problem.model), escape_xml(r.options)),
                       escape_xml(r.reason));
  out += "</table></div>\n";
  if (advice.criteria.empty()) return out;
  out += "<h2>What the literature says</h2>\n<div class=\"scroll\"><table class=\"stack\">\n";
  for (const Criterion& c : advice.criteria)
    out += fmt::format("<tr><td>{}: {}</td><td>{}</td><td><span class=\"verdict {}\">{}</span></td></tr>\n",
                       escape_xml(c.source), escape_xml(c.says), escape_xml(c.measured), c.agrees ? "holds" : "fails",
                       c.agrees ? "agrees" : "disagrees");
  return out + "</table></div>\n";
}

std::string table(const Rows& rows, const char* style, const Shown& shown) {
  // Columns without a value are left out.
  std::vector<bool> used(rows.front().size(), false);
  for (std::size_t i = 1; i < rows.size(); ++i)
    for (std::size_t k = 0; k < used.size(); ++k) used[k] = used[k] || !rows[i][k].empty();
  std::string out = fmt::format("<div class=\"scroll\"><table class=\"{}\">\n", style);
  bool heading = true;
  for (const auto& row : rows) {
    out += "<tr>";
    for (std::size_t k = 0; k < row.size(); ++k)
      if (used[k]) out += fmt::format("<{0}>{1}</{0}>", heading ? "th" : "td", escape_xml(shown(row[k])));
    out += "</tr>\n";
    heading = false;
  }
  return out + "</table></div>\n";
}

void add_notes(DocumentPage& page, const Comparison& comparison, const Shown& shown) {
  for (const std::string& note : notes_of(comparison))
    page.add(fmt::format("<p>Note: {}.</p>\n", escape_xml(shown(note))));
}

std::string prescribed_page(const Comparison& comparison, const Advice& advice, const std::string& command,
                            const Shown& shown) {
  DocumentPage page(comparison.model_name + ": which step?", escape_xml(prescribed_text(comparison)));
  page.add(advice_table(comparison, advice));
  if (const Rows rows = resolution_rows(comparison); rows.size() > 1)
    page.add("<h2>What a step shows of the outputs</h2>\n" + table(rows, "", shown) +
             "<p class=\"soft\">Outputs between the instants of a step, read off a straight line: root mean square of "
             "the error over time, relative to the size of the output.</p>\n");
  page.add(fmt::format("<h2>Outputs at the step of {:g} s</h2>\n", comparison.problem.step) +
           table(reaction_rows(comparison), "failures", shown));
  add_notes(page, comparison, shown);
  page.add(fmt::format("<p>Repeat: <code>{}</code></p>\n", escape_xml(command)));
  return page.html();
}

}  // namespace

std::string to_page(const Comparison& comparison, const Advice& advice, const std::string& command,
                    const Shown& shown) {
  if (comparison.prescribed) return prescribed_page(comparison, advice, command, shown);
  const Problem& p = comparison.problem;
  const Reference& r = comparison.reference;
  DocumentPage page(
      comparison.model_name + ": which method?",
      fmt::format(
          "{} to t = {:g} s, around the step of {:g} s. The error is the largest of a coordinate at multiples of "
          "{:g} s, over the size of the motion ({:.3g}). Reference: {}, known to {:.1e}{}.",
          escape_xml(p.model), p.end, p.step, p.interval, r.size, escape_xml(r.made_by), r.accuracy,
          r.confirmed_by.empty() ? "" : ", confirmed by " + escape_xml(r.confirmed_by)));
  page.add(advice_table(comparison, advice));
  page.add("<h2>Work and precision</h2>\n<div class=\"figures\">\n");
  add_figure(page, comparison, "work", "Error against CPU time: lower left is better.", "CPU time (s)", "error",
             drawn_seconds, error_of, r.accuracy);
  add_figure(page, comparison, "order", "Error against the mean step.", "step (s)", "error", step_of, error_of,
             r.accuracy);
  page.add("</div>\n<h2>Velocities and invariants</h2>\n<div class=\"figures\">\n");
  add_figure(page, comparison, "velocity_error", "Error of velocities against the mean step.", "step (s)",
             "velocity error", step_of, velocity_error_of, r.velocity_accuracy);
  add_figure(
      page, comparison, "energy",
      "Drift of the energy: what the motion loses or gains against the balance of work and physical dissipation, "
      "over the energy of the run. What a method takes out by design counts.",
      "step (s)", "energy drift", step_of, energy_of);
  add_figure(page, comparison, "position", "Largest violation of a constraint.", "step (s)", "position residual",
             step_of, position_of);
  add_figure(page, comparison, "velocity", "Largest violation of a constraint at velocity level, at the ends of steps.",
             "step (s)", "velocity residual", step_of, velocity_of);
  page.add("</div>\n<h2>What the advice is taken from</h2>\n" + table(advice_rows(comparison), "failures", shown));
  page.add(fmt::format(
      "<p class=\"soft\">Largest stable step: from which on all smaller ones completed with an error of at most {:g}, "
      "a "
      "failed step not being divided; &gt;= where no larger one was tried. Milliseconds are CPU time of the steps "
      "without recording; they, and the errors beside them, are of trials whose velocities and loads do not oscillate "
      "from step to step. Conserving: energy drift and constraints at most 1e-10, error at most {:g}.</p>\n",
      kLostMotion, kRoughError));
  page.add(fmt::format("<h2>At the step of {:g} s</h2>\n", p.step) + table(invariant_rows(comparison), "", shown));
  page.add(fmt::format(
      "<p class=\"soft\">Of methods with step-size control the cheapest tolerance with an error of at most {:g}. An "
      "exclamation mark: oscillates from step to step.</p>\n",
      kEverydayError));
  if (const Rows rows = result_rows(comparison); rows.size() > 1)
    page.add("<h2>Results of the same runs</h2>\n" + table(rows, "", shown));
  add_notes(page, comparison, shown);
  page.add(fmt::format("<p>Repeat: <code>{}</code></p>\n", escape_xml(command)));
  return page.html();
}

}  // namespace invar::compare
