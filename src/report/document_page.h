// Pages of texts, tables and charts: those of `invar compare` and `invar reproduce`. They are shown by the report page
// (report/report_page.h), with its colors, legends, cursor and zoom; without it (docs/adr/0009) as plain HTML with the
// charts as SVG.
//
//   DocumentPage page("slider_crank: which method?", "to t = 10 s");
//   page.add("<h2>Work and precision</h2>");
//   page.add_figure(chart, "work", "Error against CPU time.");
//   write(page.html());
#pragma once

#include <string>
#include <vector>

#include "invar/plot/chart.h"

namespace invar {

class DocumentPage {
 public:
  // `lead` is HTML, a sentence or two below the title.
  explicit DocumentPage(std::string title, std::string lead = "");

  // HTML; the caller escapes texts. Classes: soft, scroll (around tables), stack (rows stand upright on a phone), number,
  // holds / remedy / fails (green, amber, red), check, figures (around figures).
  void add(const std::string& html) { body_ += html; }
  // `id` is unique in the page; `caption` is HTML.
  void add_figure(plot::Chart chart, const std::string& id, const std::string& caption);

  std::string html() const;

 private:
  struct PlacedFigure {
    plot::Chart chart;
    std::string id, caption;
  };
  std::string title_, lead_, body_;
  std::vector<PlacedFigure> figures_;
};

// The data of a chart as JSON; lines are thinned to what a wide screen shows when zoomed a little.
std::string chart_json(const plot::Chart& chart);

}  // namespace invar
