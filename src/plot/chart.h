// Charts as data: panels with line and marker series on linear or logarithmic axes. to_svg (svg.h) draws them.
//
//   Chart chart;
//   Panel& p = chart.add_panel("Energy", {.label = "*t* (s)"}, {.label = "*E* (J)", .log = true});
//   p.add({.name = "energy-preserving", .x = t, .y = e, .marker = Symbol::kCircle});
//
// Texts understand the marks of markup.h: *italic*, x_{sub}, x^{super}.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace invar::plot {

enum class Symbol { kNone, kCircle, kSquare, kTriangle, kDiamond, kCross };
// A color beside the palette, for lines that guide the eye.
inline constexpr int kGuide = -2;
enum class Dash { kSolid, kDashed, kDotted, kNone };  // kNone: markers only

struct Series {
  std::string name = {};  // in the legend; without one the series is not listed there
  std::string key = {};   // column in data files; empty: not written there (guides, reference lines)
  std::vector<double> x = {}, y = {};
  int color = -1;  // in the palette, or kGuide; -1: by position in the panel
  Dash dash = Dash::kSolid;
  Symbol marker = Symbol::kNone;
  // Markers spread over the line as in printed figures, so many; 0: one at each point.
  int markers = 0;
  double width = 1.5;
  std::string label = {};  // written above the left end of the line; for guides
};

struct Axis {
  std::string label = {};  // with the unit
  bool log = false;
  std::optional<double> min = {}, max = {};  // otherwise from the data
  std::string key = {};                      // column of x in data files
  bool equal = false;                        // of the x axis: a unit is as long as on the y axis (paths, drawings)
};

struct Panel {
  std::string title;
  Axis x, y;
  std::vector<Series> series;
  std::string key;  // in front of the columns of its series, if there are several panels

  Series& add(Series s) {
    series.push_back(std::move(s));
    return series.back();
  }
};

struct Chart {
  std::string title;         // for readers who cannot see it
  std::deque<Panel> panels;  // a reference to one stays good when more are added
  int columns = 1;
  double width = 640, panel_height = 210;  // px; the height is that of a frame, without titles and legends

  Panel& add_panel(std::string panel_title, Axis x, Axis y, std::string key = "") {
    panels.push_back({std::move(panel_title), std::move(x), std::move(y), {}, std::move(key)});
    return panels.back();
  }
};

}  // namespace invar::plot
