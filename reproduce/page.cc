#include "reproduce/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "invar/core/version.h"
#include "invar/plot/markup.h"
#include "invar/plot/svg.h"
#include "invar/plot/ticks.h"
#include "reproduce/data_file.h"

namespace invar::reproduce {

using plot::escape_xml;
using plot::to_html;

namespace {

constexpr const char* kHead = R"(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{}</title>
<style>
:root{{color-scheme:light dark;--text:#1c1e21;--soft:#5c626b;--line:#d9dce1;--page:#fff;--box:#f6f7f9;--good:#1d7a4d;
--mend:#9a6700;--bad:#b3382c}}
@media (prefers-color-scheme:dark){{:root{{--text:#dfe2e6;--soft:#9aa1ab;--line:#363a41;--page:#17191d;--box:#1f2227;
--good:#5fcf96;--mend:#e3b341;--bad:#ff8b7d}}}}
body{{margin:0 auto;max-width:62rem;padding:1.5rem 1.2rem 4rem;background:var(--page);color:var(--text);
font:16px/1.5 "Helvetica Neue",Helvetica,Arial,"DejaVu Sans",sans-serif}}
h1{{font-size:1.5rem;line-height:1.25;margin:0 0 .3rem}}h2{{font-size:1.2rem;margin:2.6rem 0 .6rem;padding-top:.6rem;
border-top:1px solid var(--line)}}
a{{color:inherit}}.soft{{color:var(--soft)}}p{{max-width:46rem}}
table{{border-collapse:collapse;width:100%;font-size:.9rem;margin:.6rem 0 1rem}}
th,td{{text-align:left;vertical-align:top;padding:.42rem .7rem .42rem 0;border-bottom:1px solid var(--line)}}
th{{font-weight:600;color:var(--soft)}}td.number{{white-space:nowrap;font-variant-numeric:tabular-nums}}
.scroll{{overflow-x:auto}}
.verdict{{white-space:nowrap;font-weight:600}}.holds{{color:var(--good)}}.remedy{{color:var(--mend)}}.fails{{color:var(--bad)}}
.check{{display:grid;grid-template-columns:1fr auto;gap:0 1rem}}.check b{{font-weight:600;white-space:nowrap}}
.check .bound{{color:var(--soft);font-weight:400}}
figure{{margin:1.4rem 0}}figure svg{{width:100%;height:auto;max-width:640px}}figcaption{{font-size:.9rem;max-width:46rem}}
code{{background:var(--box);padding:.15em .35em;border-radius:3px;font-size:.88em;overflow-wrap:anywhere}}
dl{{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem;font-size:.9rem}}dt{{color:var(--soft)}}dd{{margin:0}}
</style>
</head>
<body>
)";

std::string verdict_cell(const Claim& claim) {
  const Verdict v = claim.verdict();
  const char* style = v == Verdict::kHolds ? "holds" : v == Verdict::kHoldsWithRemedy ? "remedy" : "fails";
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

std::string claims_table(const ExampleReport& report) {
  std::string out =
      "<div class=\"scroll\"><table>\n<tr><th>the paper says</th><th>measured</th><th>verdict</th></tr>\n";
  for (const Claim& claim : report.claims) {
    out += fmt::format("<tr id=\"{}\"><td>{} <span class=\"soft\">({})</span>{}</td><td>{}{}{}</td><td>{}</td></tr>\n",
                       escape_xml(claim.key), to_html(claim.says), to_html(claim.where),
                       claim.comment.empty() ? "" : "<br><span class=\"soft\">" + to_html(claim.comment) + "</span>",
                       check_lines(claim.printed, ""), check_lines(claim.remedy, "remedy:"),
                       check_lines(claim.evidence, "also:"), verdict_cell(claim));
  }
  return out + "</table></div>\n";
}

std::string figure_block(const Example& example, const Figure& figure, const std::string& folder) {
  const std::string file = example.name + "_" + figure.key;
  std::string links = fmt::format("<a href=\"{}/{}.svg\">SVG</a>", folder, file);
  for (const DataTable& table : data_tables(figure, file))
    links += fmt::format(", <a href=\"{}/{}.csv\">{}.csv</a>", folder, table.name, table.name);
  return fmt::format("<figure>\n{}<figcaption>{}{} <span class=\"soft\">[{}]</span></figcaption>\n</figure>\n",
                     plot::to_svg(figure.chart, example.paper + "-" + file),
                     figure.number.empty() ? "" : "<b>" + escape_xml(figure.number) + "</b> ", to_html(figure.caption),
                     links);
}

std::string foot() { return fmt::format("<p class=\"soft\">Invar {}</p>\n</body>\n</html>\n", version()); }

}  // namespace

bool ExampleResult::as_expected() const {
  return std::all_of(report.claims.begin(), report.claims.end(), [](const Claim& c) { return c.as_expected(); });
}

std::string paper_page(const Paper& paper, const std::vector<const ExampleResult*>& results,
                       const std::string& folder) {
  std::string out = fmt::format(fmt::runtime(kHead), escape_xml(paper.short_name) + " reproduced");
  out += fmt::format("<h1>{} reproduced</h1>\n<p class=\"soft\">{}</p>\n", escape_xml(paper.short_name),
                     to_html(paper.citation));
  out +=
      "<p>Curves are ours, computed with the paper\u2019s settings. A claim <b>holds</b> if the measured numbers are "
      "within the bounds as the paper states it, <b>holds with remedy</b> if a stated change is needed, and otherwise "
      "<b>does not hold</b>.</p>\n";
  for (const ExampleResult* result : results) {
    const ExampleReport& report = result->report;
    out += fmt::format("<h2 id=\"{}\">{}</h2>\n", escape_xml(result->example->name), to_html(result->example->title));
    out += claims_table(report);
    for (const Figure& figure : report.figures) out += figure_block(*result->example, figure, folder);
    out += "<dl>\n";
    for (const auto& [name, value] : report.settings)
      out += fmt::format("<dt>{}</dt><dd>{}</dd>\n", to_html(name), to_html(value));
    out += "</dl>\n";
    for (const auto& note : report.notes) out += fmt::format("<p class=\"soft\">{}</p>\n", to_html(note));
    out += fmt::format("<p>Repeat: <code>invar reproduce {}</code>; only the main run: <code>{}</code></p>\n",
                       result->example->id(), escape_xml(report.command));
  }
  return out + foot();
}

std::string index_page(const std::vector<ExampleResult>& results) {
  std::string out = fmt::format(fmt::runtime(kHead), "Papers reproduced");
  out +=
      "<h1>Papers reproduced</h1>\n<div class=\"scroll\"><table>\n"
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
    std::map<Verdict, int> count;
    for (const Claim& claim : result.report.claims) ++count[claim.verdict()];
    out += fmt::format(
        "<tr><td><a href=\"{}.html#{}\">{}</a></td><td class=\"number\">{}</td><td class=\"number holds\">{}</td>"
        "<td class=\"number remedy\">{}</td><td class=\"number fails\">{}</td><td>{}</td></tr>\n",
        last, result.example->name, to_html(result.example->title), result.report.figures.size(),
        count[Verdict::kHolds], count[Verdict::kHoldsWithRemedy], count[Verdict::kDoesNotHold],
        result.as_expected() ? "as expected" : "<span class=\"fails\">not as expected</span>");
  }
  return out + "</table></div>\n" + foot();
}

}  // namespace invar::reproduce
