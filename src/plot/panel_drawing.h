// One panel of a chart as SVG elements: axes, legend, lines, markers. What svg.cc puts together.
#pragma once

#include <cmath>
#include <string>

#include "invar/plot/chart.h"
#include "invar/plot/ticks.h"

namespace invar::plot {

struct Box {
  double x, y, width, height;
};

// From values to pixels.
struct Scale {
  double min = 0, max = 1, p0 = 0, p1 = 1;
  bool log = false;
  double operator()(double v) const {
    const double part = log ? std::log(v / min) / std::log(max / min) : (v - min) / (max - min);
    return p0 + part * (p1 - p0);
  }
  bool can_show(double v) const { return std::isfinite(v) && (!log || v > 0); }
};

class PanelDrawing {
 public:
  PanelDrawing(const Panel& panel, std::string clip_id) : panel_(panel), clip_(std::move(clip_id)) {}

  // Ticks for a frame of this size; returns the room that numbers and label of the y axis need.
  double prepare(double width, double height);
  // Room of title and legend, and of numbers and label of the x axis.
  double room_above(double width) const;
  double room_below() const;
  std::string draw(const Box& frame, double left_edge) const;

 private:
  void prepare_equal(double width, double height);
  std::string legend(const Box& frame, double top) const;
  std::string axes(const Box& f, const Scale& sx, const Scale& sy, double left_edge) const;
  std::string line(const Series& s, size_t position, const Scale& sx, const Scale& sy) const;
  std::string marks(const Series& s, size_t position, const Scale& sx, const Scale& sy) const;

  const Panel& panel_;
  std::string clip_;
  Ticks x_, y_;
};

}  // namespace invar::plot
