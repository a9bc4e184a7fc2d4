#include "invar/report/document_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "invar/core/version.h"
#include "invar/io/base64.h"
#include "invar/io/json.h"
#include "invar/plot/markup.h"
#include "invar/plot/svg.h"
#include "invar/report/report_page.h"
#include "invar/spec/schema.h"

namespace invar {

namespace {

// Columns of pixels that a long line is thinned to, four points each.
constexpr int kPixels = 1000;

// Where the figure goes; the viewer and the plain page look for it.
std::string place_of(const std::string& id) { return fmt::format("<figure data-figure=\"{}\"></figure>\n", id); }

std::string optional_number(const std::optional<double>& x) { return x ? json_number(*x) : "null"; }

std::string packed(const std::vector<double>& numbers) {
  return "\"" + to_base64(numbers.data(), numbers.size() * sizeof(double)) + "\"";
}

std::string axis_json(const plot::Axis& axis) {
  return fmt::format(R"({{"label":{},"log":{},"min":{},"max":{},"equal":{}}})", json_quoted(plot::to_html(axis.label)),
                     axis.log, optional_number(axis.min), optional_number(axis.max), axis.equal);
}

const char* text_of(plot::Marker marker) {
  static constexpr const char* kNames[] = {"none", "circle", "square", "triangle", "diamond", "cross"};
  return kNames[static_cast<int>(marker)];
}

const char* text_of(plot::Dash dash) {
  static constexpr const char* kNames[] = {"solid", "dashed", "dotted", "none"};
  return kNames[static_cast<int>(dash)];
}

std::string series_json(const plot::Series& s, int position, bool log_x) {
  std::vector<double> x = s.x, y = s.y;
  if (x.size() > static_cast<std::size_t>(kPixels)) {
    const auto [low, high] = std::minmax_element(x.begin(), x.end());
    plot::thin_out(x, y, *low, *high, kPixels, log_x);
  }
  return fmt::format(R"({{"name":{},"key":{},"color":{},"dash":"{}","marker":"{}","markers":{},"width":{},"label":{},)"
                     R"("x":{},"y":{}}})",
                     json_quoted(plot::to_html(s.name)), json_quoted(s.key), s.color == -1 ? position : s.color,
                     text_of(s.dash), text_of(s.marker), s.markers, json_number(s.width),
                     json_quoted(plot::to_plain(s.label)), packed(x), packed(y));
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

}  // namespace

std::string chart_json(const plot::Chart& chart) {
  std::string panels;
  for (const plot::Panel& panel : chart.panels) {
    std::string series;
    int position = 0;
    for (const plot::Series& s : panel.series)
      series += (series.empty() ? "" : ",") + series_json(s, position++, panel.x.log);
    panels += fmt::format(R"({}{{"title":{},"x":{},"y":{},"series":[{}]}})", panels.empty() ? "" : ",",
                          json_quoted(plot::to_html(panel.title)), axis_json(panel.x), axis_json(panel.y), series);
  }
  return fmt::format(R"({{"title":{},"columns":{},"height":{},"panels":[{}]}})", json_quoted(chart.title),
                     chart.columns, json_number(chart.panel_height), panels);
}

DocumentPage::DocumentPage(std::string title, std::string lead) : title_(std::move(title)), lead_(std::move(lead)) {}

void DocumentPage::add_figure(plot::Chart chart, const std::string& id, const std::string& caption) {
  body_ += place_of(id);
  figures_.push_back({std::move(chart), id, caption});
}

std::string DocumentPage::html() const {
  if (has_report_page()) {
    std::string figures;
    for (const Figure& f : figures_)
      figures += fmt::format(R"({}{{"id":{},"caption":{},"chart":{}}})", figures.empty() ? "" : ",\n",
                             json_quoted(f.id), json_quoted(f.caption), chart_json(f.chart));
    return fill_report_page(
        fmt::format(R"({{"format":1,"version":{},"document":{{"title":{},"lead":{},"html":{},"figures":[{}]}}}})",
                    json_quoted(version()), json_quoted(title_), json_quoted(lead_), json_quoted(body_), figures));
  }
  std::string body = body_;
  for (const Figure& f : figures_) {
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
