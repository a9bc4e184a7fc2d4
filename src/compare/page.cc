// The page of a comparison: advice first, then diagrams, then every trial.
#include <fmt/format.h>

#include <algorithm>

#include "invar/compare/output.h"
#include "invar/plot/chart.h"
#include "invar/plot/markup.h"
#include "invar/plot/svg.h"
#include "invar/results/plain_page.h"

namespace invar::compare {

namespace {

using plot::escape_xml;

constexpr double kSmallestShown = 1e-16;

using Value = double (*)(const Trial&);

double seconds_of(const Trial& t) { return std::max(t.seconds, 1e-7); }
double error_of(const Trial& t) { return std::max(t.error, kSmallestShown); }
double step_of(const Trial& t) { return t.certificate.t_reached / std::max(1.0, double(t.certificate.steps)); }
double energy_of(const Trial& t) { return std::max(t.energy_error(), kSmallestShown); }
double position_of(const Trial& t) {
  return std::max(t.certificate.constraint_position_max.value_or(0), kSmallestShown);
}
double velocity_of(const Trial& t) {
  return std::max(t.certificate.constraint_velocity_max.value_or(0), kSmallestShown);
}

void draw(plot::Panel& panel, const Comparison& comparison, Value x, Value y) {
  using plot::Marker;
  static constexpr Marker kMarkers[] = {Marker::kCircle, Marker::kSquare, Marker::kTriangle, Marker::kDiamond};
  static constexpr plot::Dash kDashes[] = {plot::Dash::kSolid, plot::Dash::kDashed, plot::Dash::kDotted};
  static constexpr int kColors = 7;  // of the palette
  int color = 0;
  for (const Series& s : comparison.series) {
    plot::Series line{.name = s.candidate.name(), .key = s.candidate.name(), .color = color % kColors};
    line.marker = kMarkers[color % 4];
    line.dash = kDashes[color / kColors % 3];
    ++color;  // the same look in all diagrams
    for (const Trial& t : s.trials) {
      if (!t.completed() || t.error > 10) continue;
      line.x.push_back(x(t));
      line.y.push_back(y(t));
    }
    if (!line.x.empty()) panel.add(std::move(line));
  }
}

std::string figure(const Comparison& comparison, const char* id, const std::string& caption, const char* x_label,
                   const char* y_label, Value x, Value y, double guide = 0) {
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
  return fmt::format("<figure>\n{}<figcaption>{}</figcaption>\n</figure>\n", plot::to_svg(chart, id),
                     escape_xml(caption));
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

std::string summary_table(const Comparison& comparison) {
  std::string out = "<div class=\"scroll\"><table class=\"failures\">\n";
  bool heading = true;
  for (const auto& row : table_rows(comparison)) {
    out += "<tr>";
    for (const auto& cell : row) out += fmt::format("<{0}>{1}</{0}>", heading ? "th" : "td", escape_xml(cell));
    out += "</tr>\n";
    heading = false;
  }
  return out + "</table></div>\n";
}

}  // namespace

std::string to_page(const Comparison& comparison, const Advice& advice, const std::string& command) {
  const Problem& p = comparison.problem;
  const Reference& r = comparison.reference;
  std::string out = page_head(comparison.model_name + ": methods compared");
  out += fmt::format("<h1>{}: which method?</h1>\n", escape_xml(comparison.model_name));
  out += fmt::format(
      "<p class=\"soft\">{} to t = {:g} s, around the step of {:g} s. The error is the largest of a coordinate at "
      "multiples of {:g} s, over the size of the motion ({:.3g}). Reference: {}, known to {:.1e}{}.</p>\n",
      escape_xml(p.model), p.end, p.step, p.interval, r.size, escape_xml(r.made_by), r.accuracy,
      r.confirmed_by.empty() ? "" : ", confirmed by " + escape_xml(r.confirmed_by));
  out += advice_table(comparison, advice);
  out += "<h2>Work and precision</h2>\n<div class=\"figures\">\n";
  out += figure(comparison, "work", "Error against CPU time: lower left is better.", "CPU time (s)", "error",
                seconds_of, error_of, r.accuracy);
  out +=
      figure(comparison, "order", "Error against the mean step.", "step (s)", "error", step_of, error_of, r.accuracy);
  out += "</div>\n<h2>Invariants</h2>\n<div class=\"figures\">\n";
  out += figure(comparison, "energy",
                "Energy that the balance of work and dissipation does not explain, over the energy of the run.",
                "step (s)", "relative energy", step_of, energy_of);
  out += figure(comparison, "position", "Largest violation of a constraint.", "step (s)", "position residual", step_of,
                position_of);
  out += figure(comparison, "velocity", "Largest violation of a constraint at velocity level, at the ends of steps.",
                "step (s)", "velocity residual", step_of, velocity_of);
  out += "</div>\n<h2>All methods</h2>\n" + summary_table(comparison);
  out += fmt::format(
      "<p class=\"soft\">Largest step: from which on all smaller ones completed, a failed step not being divided. "
      "Energy "
      "and constraints: at the step of {:g} s. CPU times are those of the steps, without recording.</p>\n"
      "<p>Repeat: <code>{}</code></p>\n",
      p.step, escape_xml(command));
  return out + page_foot();
}

}  // namespace invar::compare
