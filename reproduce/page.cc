#include "reproduce/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "invar/plot/markup.h"
#include "invar/plot/ticks.h"
#include "invar/report/document_page.h"
#include "reproduce/data_file.h"

namespace invar::reproduce {

using plot::escape_xml;
using plot::to_html;

namespace {

std::string verdict_cell(const Claim& claim) {
  const ClaimVerdict v = claim.verdict();
  const char* style = v == ClaimVerdict::kHolds ? "holds" : v == ClaimVerdict::kHoldsWithRemedy ? "remedy" : "fails";
  std::string text = fmt::format("<span class=\"verdict {}\">{}</span>", style, to_text(v));
  if (!claim.as_expected())
    text += fmt::format("<br><span class=\"fails\">not what we expect ({})</span>", to_text(claim.expected));
  return text;
}

std::string check_lines(const std::vector<Check>& checks, const char* heading) {
  std::string out;
  for (const Check& c : checks) {
    out += fmt::format("<div class=\"check\"><span>{}{}</span><b>{}{} <span class=\"bound\">{} {}</span></b></div>\n",
                       *heading ? fmt::format("<span class=\"soft\">{}</span> ", heading) : "", to_html(c.what),
                       to_html(plot::measured_text(c.value)), c.unit.empty() ? "" : " " + to_html(c.unit),
                       c.passes() ? "\u2713" : "\u2717", to_html(c.bound_text()));
  }
  return out;
}

// What the paper says, or what we found beside it.
std::string claims_table(const ExampleReport& report, bool ours) {
  std::string out = fmt::format(
      "<div class=\"scroll\"><table class=\"stack\">\n<tr><th>{}</th><th>measured</th><th>verdict</th></tr>\n",
      ours ? "ours, not in the paper" : "the paper says");
  const size_t empty = out.size();
  for (const Claim& claim : report.claims) {
    if (claim.ours != ours) continue;
    out += fmt::format("<tr id=\"{}\"><td>{} <span class=\"soft\">({})</span>{}</td><td>{}{}{}</td><td>{}</td></tr>\n",
                       escape_xml(claim.key), to_html(claim.says), to_html(claim.where),
                       claim.comment.empty() ? "" : "<br><span class=\"soft\">" + to_html(claim.comment) + "</span>",
                       check_lines(claim.printed, ""), check_lines(claim.remedy, "remedy:"),
                       check_lines(claim.evidence, "also:"), verdict_cell(claim));
  }
  return out.size() == empty ? "" : out + "</table></div>\n";
}

std::string table_block(const Example& example, const PageTable& table, const std::string& folder) {
  std::string out = fmt::format(
      "<p id=\"{}\">{}{} <span class=\"soft\">[<a href=\"{}/{}_{}.csv\">CSV</a>]</span></p>\n"
      "<div class=\"scroll\"><table>\n<tr>",
      table.key, table.number.empty() ? "" : "<b>" + escape_xml(table.number) + "</b> ", to_html(table.caption), folder,
      example.name, table.key);
  for (const auto& heading : table.headings) out += "<th>" + to_html(heading) + "</th>";
  out += "</tr>\n";
  for (const auto& row : table.rows) {
    out += "<tr>";
    for (const auto& cell : row) out += "<td>" + to_html(cell) + "</td>";
    out += "</tr>\n";
  }
  return out + "</table></div>\n";
}

void add_figure(DocumentPage& page, const Example& example, const Figure& figure, const std::string& folder) {
  const std::string file = example.name + "_" + figure.key;
  std::string links = fmt::format("<a href=\"{}/{}.svg\">SVG</a>", folder, file);
  for (const DataTable& table : data_tables(figure, file))
    links += fmt::format(", <a href=\"{}/{}.csv\">{}.csv</a>", folder, table.name, table.name);
  page.add_figure(figure.chart, example.paper + "-" + file,
                  fmt::format("{}{} <span class=\"soft\">[{}]</span>",
                              figure.number.empty() ? "" : "<b>" + escape_xml(figure.number) + "</b> ",
                              to_html(figure.caption), links));
}

}  // namespace

bool ExampleResult::as_expected() const {
  return std::all_of(report.claims.begin(), report.claims.end(), [](const Claim& c) { return c.as_expected(); });
}

std::string paper_page(const Paper& paper, const std::vector<const ExampleResult*>& results,
                       const std::string& folder) {
  DocumentPage page(paper.short_name + " reproduced", to_html(paper.citation));
  page.add(
      "<p>Curves are ours, computed with the paper\u2019s settings. A claim <b>holds</b> if the measured numbers are "
      "within the bounds as the paper states it, <b>holds with remedy</b> if a stated change is needed, and otherwise "
      "<b>does not hold</b>. Observations of ours are listed apart and do not count as claims.</p>\n");
  for (const ExampleResult* result : results) {
    const ExampleReport& report = result->report;
    page.add(
        fmt::format("<h2 id=\"{}\">{}</h2>\n", escape_xml(result->example->name), to_html(result->example->title)));
    page.add(claims_table(report, false));
    page.add(claims_table(report, true));
    for (const PageTable& table : report.tables) page.add(table_block(*result->example, table, folder));
    page.add("<div class=\"figures\">\n");
    for (const Figure& figure : report.figures) add_figure(page, *result->example, figure, folder);
    std::string out = "</div>\n<dl>\n";
    for (const auto& [name, value] : report.settings)
      out += fmt::format("<dt>{}</dt><dd>{}</dd>\n", to_html(name), to_html(value));
    out += "</dl>\n";
    for (const auto& note : report.notes) out += fmt::format("<p class=\"soft\">{}</p>\n", to_html(note));
    out += fmt::format("<p>Repeat: <code>invar reproduce {}</code>; only the main run: <code>{}</code></p>\n",
                       result->example->id(), escape_xml(report.command));
    page.add(out);
  }
  return page.html();
}

std::string index_page(const std::vector<ExampleResult>& results) {
  std::string out =
      "<div class=\"scroll\"><table>\n"
      "<tr><th>example</th><th>figures</th><th>holds</th><th>with remedy</th><th>does not hold</th><th></th></tr>\n";
  std::string last;
  for (const ExampleResult& result : results) {
    if (result.example->paper != last) {
      last = result.example->paper;
      for (const Paper& paper : papers())
        if (paper.key == last)
          out += fmt::format("<tr><th colspan=\"6\"><a href=\"{}.html\">{}</a> {}</th></tr>\n", paper.key,
                             escape_xml(paper.short_name), to_html(paper.citation));
    }
    std::map<ClaimVerdict, int> count;
    for (const Claim& claim : result.report.claims)
      if (!claim.ours) ++count[claim.verdict()];
    out += fmt::format(
        "<tr><td><a href=\"{}.html#{}\">{}</a></td><td class=\"number\">{}</td><td class=\"number holds\">{}</td>"
        "<td class=\"number remedy\">{}</td><td class=\"number fails\">{}</td><td>{}</td></tr>\n",
        last, result.example->name, to_html(result.example->title), result.report.figures.size(),
        count[ClaimVerdict::kHolds], count[ClaimVerdict::kHoldsWithRemedy], count[ClaimVerdict::kDoesNotHold],
        result.as_expected() ? "as expected" : "<span class=\"fails\">not as expected</span>");
  }
  DocumentPage page("Papers reproduced");
  page.add(out + "</table></div>\n");
  return page.html();
}

}  // namespace invar::reproduce
