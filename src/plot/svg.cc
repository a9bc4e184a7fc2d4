#include "invar/plot/svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "invar/plot/markup.h"
#include "invar/plot/panel_drawing.h"

namespace invar::plot {

namespace {

constexpr double kGap = 14, kRight = 14;

// Selectors of classes only: some converters know neither variables nor nesting.
constexpr const char* kStyle = R"(<style>
.invar-chart{color:#1c1e21;background:#fff;font-family:"Helvetica Neue",Helvetica,Arial,"DejaVu Sans",sans-serif}
.invar-chart text{fill:currentColor}
.invar-chart .frame{fill:none;stroke:currentColor;stroke-width:1}
.invar-chart .tick{stroke:currentColor;stroke-width:1}
.invar-chart .grid{stroke:currentColor;stroke-width:.6;opacity:.13}
.invar-chart .line{fill:none;stroke-linejoin:round}
.invar-chart .c0{stroke:#0072b2}.invar-chart .c1{stroke:#d55e00}.invar-chart .c2{stroke:#009e73}
.invar-chart .c3{stroke:#b0508a}.invar-chart .c4{stroke:#1c1e21}.invar-chart .c5{stroke:#b88400}
.invar-chart .c6{stroke:#3f9fd8}.invar-chart .guide{stroke:#8a8f97}
.invar-chart .mark{fill:#fff}
@media (prefers-color-scheme:dark){
.invar-chart{color:#dfe2e6;background:#17191d}
.invar-chart .c0{stroke:#5ab4f0}.invar-chart .c1{stroke:#ff8a4c}.invar-chart .c2{stroke:#3fcf9f}
.invar-chart .c3{stroke:#e28fc0}.invar-chart .c4{stroke:#dfe2e6}.invar-chart .c5{stroke:#e8b93c}
.invar-chart .c6{stroke:#9ad4f7}.invar-chart .guide{stroke:#8d939c}
.invar-chart .mark{fill:#17191d}}
@media print{.invar-chart{color:#1c1e21;background:#fff}}
</style>
)";

}  // namespace

std::string to_svg(const Chart& chart, const std::string& id) {
  const int columns = std::max(1, chart.columns);
  const double column_width = (chart.width - (columns - 1) * kGap) / columns;
  std::vector<PanelDrawing> drawings;
  for (size_t i = 0; i < chart.panels.size(); ++i)
    drawings.emplace_back(chart.panels[i], fmt::format("{}-clip{}", id, i));
  // Frames of a column begin at the same place.
  std::vector<double> left(columns, 0);
  for (size_t i = 0; i < drawings.size(); ++i)
    left[i % columns] = std::max(left[i % columns], drawings[i].prepare(column_width - 70, chart.panel_height));
  std::string body;
  double y = 4;
  for (size_t first = 0; first < drawings.size(); first += columns) {
    const size_t last = std::min(first + columns, drawings.size());
    double above = 0, below = 0;
    for (size_t i = first; i < last; ++i) {
      const double width = column_width - left[i - first] - kRight;
      drawings[i].prepare(width, chart.panel_height);
      above = std::max(above, drawings[i].room_above(width));
      below = std::max(below, drawings[i].room_below());
    }
    for (size_t i = first; i < last; ++i) {
      const double edge = static_cast<double>(i - first) * (column_width + kGap);
      const double x = edge + left[i - first];
      body += drawings[i].draw({x, y + above, column_width - left[i - first] - kRight, chart.panel_height}, edge);
    }
    y += above + chart.panel_height + below + kGap;
  }
  return fmt::format(
             "<svg xmlns=\"http://www.w3.org/2000/svg\" id=\"{}\" class=\"invar-chart\" role=\"img\" aria-label=\"{}\" "
             "viewBox=\"0 0 {:g} {:g}\" width=\"{:g}\" height=\"{:g}\">\n",
             escape_xml(id), escape_xml(to_plain(chart.title)), chart.width, std::ceil(y), chart.width, std::ceil(y)) +
         kStyle + body + "</svg>\n";
}

}  // namespace invar::plot
