#include "reproduce/figures.h"

#include <fmt/format.h>

#include "reproduce/measure.h"

namespace invar::reproduce {

using plot::Dash;
using plot::Symbol;

void add_components(plot::Panel& panel, const std::vector<double>& x, const Recording& run,
                    const std::array<std::string, 3>& channels, const std::array<std::string, 3>& names,
                    const std::array<std::string, 3>& keys) {
  constexpr std::array<Symbol, 3> kMarkers{Symbol::kCircle, Symbol::kSquare, Symbol::kTriangle};
  for (int i = 0; i < 3; ++i)
    panel.add({.name = names[i],
               .key = keys[i],
               .x = x,
               .y = run.column(channels[i]),
               .color = i,
               .marker = kMarkers[i],
               .markers = 20});
}

void add_slope(plot::Panel& panel, const std::vector<double>& h, double h_through, double error_through, double order) {
  const std::vector<double> ends{h.front(), h.back()};
  panel.add({.x = ends,
             .y = power_line(ends, h_through, error_through, order),
             .color = plot::kGuide,
             .dash = Dash::kDotted,
             .width = 1.2,
             .label = order == 1 ? "*h*" : fmt::format("*h*^{{{:g}}}", order)});
}

}  // namespace invar::reproduce
