#include "invar/report/document_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "invar/core/json.h"
#include "invar/core/version.h"
#include "invar/io/base64.h"
#include "invar/plot/markup.h"
#include "invar/plot/svg.h"
#include "invar/report/report_page.h"

namespace invar {

namespace {

// Columns of pixels that a long line is thinned to, four points each.
constexpr int kPixels = 1000;

// Where the figure goes; the viewer and the plain page look for it.
std::string place_of(const std::string& id) { return fmt::format("<figure data-figure=\"{}\"></figure>\n", id); }

std::string packed(const std::vector<double>& numbers) {
  return to_base64(numbers.data(), numbers.size() * sizeof(double));
}

Json axis_json(const plot::Axis& axis) {
  return {{"label", plot::to_html(axis.label)},
          {"log", axis.log},
          {"min", json_or_null(axis.min)},
          {"max", json_or_null(axis.max)},
          {"equal", axis.equal}};
}

const char* text_of(plot::Symbol marker) {
  static constexpr const char* kNames[] = {"none", "circle", "square", "triangle", "diamond", "cross"};
  return kNames[static_cast<int>(marker)];
}

const char* text_of(plot::Dash dash) {
  static constexpr const char* kNames[] = {"solid", "dashed", "dotted", "none"};
  return kNames[static_cast<int>(dash)];
}

Json series_json(const plot::Series& s, int position, bool log_x) {
  std::vector<double> x = s.x, y = s.y;
  if (x.size() > static_cast<std::size_t>(kPixels)) {
    const auto [low, high] = std::minmax_element(x.begin(), x.end());
    plot::thin_out(x, y, *low, *high, kPixels, log_x);
  }
  return {{"name", plot::to_html(s.name)},
          {"key", s.key},
          {"color", s.color == -1 ? position : s.color},
          {"dash", text_of(s.dash)},
          {"marker", text_of(s.marker)},
          {"markers", s.markers},
          {"width", s.width},
          {"label", plot::to_plain(s.label)},
          {"x", packed(x)},
          {"y", packed(y)}};
}

constexpr const char* kPlainHead = R"(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{}</title>
<style>
:root{{color-scheme:light dark}}
body{{max-width:70rem;margin:1rem auto;padding:0 1rem;font:15px/1.5 system-ui,sans-serif}}
th,td{{text-align:left;vertical-align:top;padding:.3rem .8rem .3rem 0}}
.scroll{{overflow-x:auto}}figure{{margin:1rem 0}}figure svg{{max-width:100%;height:auto}}
</style>
</head>
<body>
)";

Json chart_tree(const plot::Chart& chart) {
  Json json;
  json["title"] = chart.title;
  json["columns"] = chart.columns;
  json["height"] = chart.panel_height;
  json["panels"] = Json::array();
  for (const plot::Panel& panel : chart.panels) {
    Json series = Json::array();
    for (const plot::Series& s : panel.series)
      series.push_back(series_json(s, static_cast<int>(series.size()), panel.x.log));
    json["panels"].push_back({{"title", plot::to_html(panel.title)},
                              {"x", axis_json(panel.x)},
                              {"y", axis_json(panel.y)},
                              {"series", series}});
  }
  return json;
}

}  // namespace

std::string chart_json(const plot::Chart& chart) { return json_text(chart_tree(chart)); }

DocumentPage::DocumentPage(std::string title, std::string lead) : title_(std::move(title)), lead_(std::move(lead)) {}

void DocumentPage::add_figure(plot::Chart chart, const std::string& id, const std::string& caption) {
  body_ += place_of(id);
  figures_.push_back({std::move(chart), id, caption});
}

std::string DocumentPage::html() const {
  if (has_report_page()) {
    Json document{{"title", title_}, {"lead", lead_}, {"html", body_}, {"figures", Json::array()}};
    for (const PlacedFigure& f : figures_)
      document["figures"].push_back({{"id", f.id}, {"caption", f.caption}, {"chart", chart_tree(f.chart)}});
    return fill_report_page(json_text({{"format", 1}, {"version", version()}, {"document", document}}));
  }
  std::string body = body_;
  for (const PlacedFigure& f : figures_) {
    const std::string place = place_of(f.id);
    if (const auto at = body.find(place); at != std::string::npos)
      body.replace(
          at, place.size(),
          fmt::format("<figure>\n{}<figcaption>{}</figcaption>\n</figure>\n", plot::to_svg(f.chart, f.id), f.caption));
  }
  return fmt::format(fmt::runtime(kPlainHead), plot::escape_xml(title_)) +
         fmt::format("<h1>{}</h1>\n<p>{}</p>\n{}<p>Invar {}</p>\n</body>\n</html>\n", plot::escape_xml(title_), lead_,
                     body, version());
}

}  // namespace invar
