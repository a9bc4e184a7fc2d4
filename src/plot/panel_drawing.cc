#include "invar/plot/panel_drawing.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "invar/plot/markup.h"
#include "invar/plot/svg.h"

namespace invar::plot {

namespace {

constexpr double kFont = 12, kSmall = 11, kTitle = 12.5;
constexpr double kTickRoom = 18, kLabelRoom = 18, kLegendRow = 17, kTitleRoom = 20;
constexpr int kColors = 7;

std::string color_class(const Series& s, size_t position) {
  if (s.color == kGuide) return "guide";
  return fmt::format("c{}", (s.color >= 0 ? s.color : static_cast<int>(position)) % kColors);
}

std::string dash_attribute(Dash dash) {
  switch (dash) {
    case Dash::kDashed:
      return " stroke-dasharray=\"6 3.5\"";
    case Dash::kDotted:
      return " stroke-dasharray=\"1.5 2.8\"";
    default:
      return "";
  }
}

std::string marker_shape(Symbol marker, double x, double y) {
  switch (marker) {
    case Symbol::kCircle:
      return fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3.1\"/>", x, y);
    case Symbol::kSquare:
      return fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"5.6\" height=\"5.6\"/>", x - 2.8, y - 2.8);
    case Symbol::kTriangle:
      return fmt::format("<path d=\"M{:.1f} {:.1f}l3.6 6.2h-7.2z\"/>", x, y - 3.9);
    case Symbol::kDiamond:
      return fmt::format("<path d=\"M{:.1f} {:.1f}l3.6 3.8l-3.6 3.8l-3.6 -3.8z\"/>", x, y - 3.8);
    case Symbol::kCross:
      return fmt::format("<path d=\"M{:.1f} {:.1f}l5.6 5.6m0 -5.6l-5.6 5.6\"/>", x - 2.8, y - 2.8);
    case Symbol::kNone:
      break;
  }
  return "";
}

std::string text_element(double x, double y, const char* anchor, double size, const std::string& text,
                         const std::string& more = "") {
  return fmt::format(
      "<text xml:space=\"preserve\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" font-size=\"{:g}\"{}>{}</text>\n", x,
      y, anchor, size, more, to_tspans(text, size));
}

double legend_item_width(const Series& s) { return 30 + text_width(s.name, kSmall) + 16; }

int legend_rows(const Panel& panel, double room) {
  double used = 0;
  int rows = 0;
  for (const Series& s : panel.series) {
    if (s.name.empty()) continue;
    const double width = legend_item_width(s);
    if (rows == 0 || used + width > room) {
      ++rows;
      used = 0;
    }
    used += width;
  }
  return rows;
}

// Range of the data, and the ticks on an axis of so many pixels.
Ticks axis_ticks(const Panel& panel, bool is_x, double pixels) {
  const Axis& axis = is_x ? panel.x : panel.y;
  double lo = std::numeric_limits<double>::infinity(), hi = -lo;
  for (const Series& s : panel.series)
    for (const double v : is_x ? s.x : s.y) {
      if (!std::isfinite(v) || (axis.log && v <= 0)) continue;
      lo = std::min(lo, v);
      hi = std::max(hi, v);
    }
  if (!(lo <= hi)) lo = axis.log ? 0.1 : 0, hi = 1;
  if (axis.min) lo = *axis.min;
  if (axis.max) hi = *axis.max;
  const int wanted = std::max(2, static_cast<int>(pixels / (is_x ? 75 : 38)));
  if (axis.log && is_x && hi > lo) {
    // A step size or the like: not up to whole decades, only a margin for the markers.
    const double margin = std::pow(hi / lo, 0.04);
    return log_ticks(axis.min ? lo : lo / margin, axis.max ? hi : hi * margin, true, true, wanted);
  }
  if (axis.log) return log_ticks(lo, hi, axis.min.has_value(), axis.max.has_value(), wanted);
  // Time runs from the first to the last instant, without margin.
  const bool tight = is_x && !panel.x.equal;
  return linear_ticks(lo, hi, axis.min.has_value() || tight, axis.max.has_value() || tight, wanted);
}

}  // namespace

double PanelDrawing::prepare(double width, double height) {
  if (panel_.x.equal) {
    prepare_equal(width, height);
  } else {
    x_ = axis_ticks(panel_, true, width);
    y_ = axis_ticks(panel_, false, height);
  }
  double numbers = 0;
  for (const auto& label : y_.labels) numbers = std::max(numbers, text_width(label, kSmall));
  return numbers + 12 + (panel_.y.label.empty() ? 0 : kLabelRoom);
}

double PanelDrawing::room_above(double width) const {
  return (panel_.title.empty() ? 0 : kTitleRoom) + legend_rows(panel_, width) * kLegendRow + 6;
}
double PanelDrawing::room_below() const { return kTickRoom + (panel_.x.label.empty() ? 0 : kLabelRoom); }

std::string PanelDrawing::draw(const Box& frame, double left_edge) const {
  std::string out;
  const Scale sx{x_.min, x_.max, frame.x, frame.x + frame.width, panel_.x.log};
  const Scale sy{y_.min, y_.max, frame.y + frame.height, frame.y, panel_.y.log};
  double top = frame.y - room_above(frame.width);
  if (!panel_.title.empty())
    out += text_element(frame.x, top + 14, "start", kTitle, panel_.title, " font-weight=\"600\"");
  out += legend(frame, top + (panel_.title.empty() ? 0 : kTitleRoom));
  out += axes(frame, sx, sy, left_edge);
  out += fmt::format(
      "<clipPath id=\"{}\"><rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/></clipPath>\n", clip_,
      frame.x - 0.5, frame.y - 0.5, frame.width + 1, frame.height + 1);
  out += fmt::format("<g clip-path=\"url(#{})\">\n", clip_);
  for (size_t i = 0; i < panel_.series.size(); ++i) out += line(panel_.series[i], i, sx, sy);
  out += "</g>\n";
  for (size_t i = 0; i < panel_.series.size(); ++i) out += marks(panel_.series[i], i, sx, sy);
  return out;
}

// One length a unit on both axes: the axis with room to spare shows more.
void PanelDrawing::prepare_equal(double width, double height) {
  x_ = axis_ticks(panel_, true, width);
  y_ = axis_ticks(panel_, false, height);
  const double unit = std::max((x_.max - x_.min) / width, (y_.max - y_.min) / height);
  const auto widen = [&](Ticks& ticks, double pixels, int wanted) {
    const double middle = (ticks.min + ticks.max) / 2, half = unit * pixels / 2;
    ticks = linear_ticks(middle - half, middle + half, true, true, wanted);
  };
  widen(x_, width, static_cast<int>(width / 75));
  widen(y_, height, static_cast<int>(height / 38));
}

std::string PanelDrawing::legend(const Box& frame, double top) const {
  std::string out;
  double x = frame.x, y = top + 10;
  for (size_t i = 0; i < panel_.series.size(); ++i) {
    const Series& s = panel_.series[i];
    if (s.name.empty()) continue;
    const double width = legend_item_width(s);
    if (x > frame.x && x + width > frame.x + frame.width) x = frame.x, y += kLegendRow;
    const std::string color = color_class(s, i);
    if (s.dash != Dash::kNone)
      out += fmt::format("<path class=\"line {}\" stroke-width=\"{:g}\"{} d=\"M{:.1f} {:.1f}h24\"/>\n", color, s.width,
                         dash_attribute(s.dash), x, y - 4);
    if (s.marker != Symbol::kNone)
      out += fmt::format("<g class=\"mark {}\" stroke-width=\"1.2\">{}</g>\n", color,
                         marker_shape(s.marker, x + 12, y - 4));
    out += text_element(x + 30, y, "start", kSmall, s.name);
    x += width;
  }
  return out;
}

std::string PanelDrawing::axes(const Box& f, const Scale& sx, const Scale& sy, double left_edge) const {
  std::string out, ticks, grid;
  const double bottom = f.y + f.height, right = f.x + f.width;
  for (size_t i = 0; i < x_.major.size(); ++i) {
    const double p = sx(x_.major[i]);
    grid += fmt::format("M{:.1f} {:.1f}V{:.1f}", p, f.y, bottom);
    ticks += fmt::format("M{:.1f} {:.1f}v-5M{:.1f} {:.1f}v5", p, bottom, p, f.y);
    out += text_element(p, bottom + 15, "middle", kSmall, x_.labels[i]);
  }
  for (const double v : x_.minor) {
    const double p = sx(v);
    ticks += fmt::format("M{:.1f} {:.1f}v-2.5M{:.1f} {:.1f}v2.5", p, bottom, p, f.y);
  }
  for (size_t i = 0; i < y_.major.size(); ++i) {
    const double p = sy(y_.major[i]);
    grid += fmt::format("M{:.1f} {:.1f}H{:.1f}", f.x, p, right);
    ticks += fmt::format("M{:.1f} {:.1f}h5M{:.1f} {:.1f}h-5", f.x, p, right, p);
    out += text_element(f.x - 6, p + 4, "end", kSmall, y_.labels[i]);
  }
  for (const double v : y_.minor) {
    const double p = sy(v);
    ticks += fmt::format("M{:.1f} {:.1f}h2.5M{:.1f} {:.1f}h-2.5", f.x, p, right, p);
  }
  out = fmt::format("<path class=\"grid\" d=\"{}\"/>\n<path class=\"tick\" d=\"{}\"/>\n", grid, ticks) + out;
  out += fmt::format("<rect class=\"frame\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/>\n", f.x, f.y,
                     f.width, f.height);
  if (!panel_.x.label.empty())
    out += text_element(f.x + f.width / 2, bottom + kTickRoom + 13, "middle", kFont, panel_.x.label);
  if (!panel_.y.label.empty()) {
    const double x = left_edge + 12, y = f.y + f.height / 2;
    out += text_element(x, y, "middle", kFont, panel_.y.label,
                        fmt::format(" transform=\"rotate(-90 {:.1f} {:.1f})\"", x, y));
  }
  return out;
}

std::string PanelDrawing::line(const Series& s, size_t position, const Scale& sx, const Scale& sy) const {
  if (s.dash == Dash::kNone) return "";
  std::vector<double> x, y;
  for (size_t i = 0; i < std::min(s.x.size(), s.y.size()); ++i) {
    if (!sx.can_show(s.x[i]) || !sy.can_show(s.y[i])) continue;
    // What lies beside the frame is not written, but for the ends of the lines that enter it.
    const auto beside = [&](size_t k) { return k >= s.x.size() || s.x[k] < sx.min || s.x[k] > sx.max; };
    if (beside(i) && (i == 0 || beside(i - 1)) && beside(i + 1)) continue;
    x.push_back(s.x[i]);
    y.push_back(s.y[i]);
  }
  thin_out(x, y, sx.min, sx.max, static_cast<int>(std::abs(sx.p1 - sx.p0)), sx.log);
  // Beyond the frame a coordinate says nothing more, but may be too large for a reader of the file.
  const auto bounded = [](double p) { return std::clamp(p, -1e4, 1e4); };
  std::string d;
  for (size_t i = 0; i < x.size(); ++i)
    d += fmt::format("{}{:.1f} {:.1f}", i == 0 ? "M" : "L", bounded(sx(x[i])), bounded(sy(y[i])));
  if (d.empty()) return "";
  // A broad guide lies under the lines that it is compared with.
  const char* faint = s.color == kGuide && s.width >= 3 ? " opacity=\".45\"" : "";
  return fmt::format("<path class=\"line {}\" stroke-width=\"{:g}\"{}{} d=\"{}\"/>\n", color_class(s, position),
                     s.width, dash_attribute(s.dash), faint, d);
}

std::string PanelDrawing::marks(const Series& s, size_t position, const Scale& sx, const Scale& sy) const {
  const size_t n = std::min(s.x.size(), s.y.size());
  std::string shapes, out;
  const auto shown = [&](size_t i) {
    return sx.can_show(s.x[i]) && sy.can_show(s.y[i]) && s.x[i] >= sx.min * (1 - 1e-12) &&
           s.x[i] <= sx.max * (1 + 1e-12) && s.y[i] >= sy.min && s.y[i] <= sy.max;
  };
  if (s.marker != Symbol::kNone && n > 0) {
    const size_t count = s.markers > 0 ? std::min<size_t>(s.markers, n) : n;
    // Markers of neighbouring series stand a little apart, so that coinciding lines can be told.
    const double shift = count < n ? 0.25 + 0.5 * static_cast<double>(position % 3) / 3 : 0;
    for (size_t k = 0; k < count; ++k) {
      const auto i = std::min(n - 1, static_cast<size_t>((static_cast<double>(k) + shift) * static_cast<double>(n) /
                                                         static_cast<double>(count)));
      if (shown(i)) shapes += marker_shape(s.marker, sx(s.x[i]), sy(s.y[i]));
    }
    out += fmt::format("<g class=\"mark {}\" stroke-width=\"1.2\">{}</g>\n", color_class(s, position), shapes);
  }
  if (!s.label.empty() && n > 0) {
    const size_t first = sx(s.x[0]) < sx(s.x[n - 1]) ? 0 : n - 1;
    out += text_element(sx(s.x[first]) + 2, sy(s.y[first]) - 6, "start", kSmall, s.label);
  }
  return out;
}

}  // namespace invar::plot
