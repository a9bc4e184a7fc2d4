#include "reproduce/examples/iltis_figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <tuple>

#include "invar/parts/road.h"

namespace invar::reproduce::iltis {

namespace {

void add_curve(plot::Panel& panel, const Recording& run, const std::string& channel, const std::string& name,
               const std::string& key, int color, plot::Dash dash = plot::Dash::kSolid) {
  panel.add({.name = name, .key = key, .x = run.t(), .y = run.column(channel), .color = color, .dash = dash});
}

void add_profile(Figure& figure, const Model& model, const std::string& road, const std::string& title,
                 const std::string& key) {
  for (const auto& part : model.other_parts) {
    const auto* found = dynamic_cast<const Road*>(part.get());
    if (!found || found->name() != road) continue;
    auto& p = figure.chart.add_panel(title, {.label = "*x* (m)", .key = "x"}, {.label = "height (m)"}, key);
    plot::Series s{.name = "", .key = "height", .color = 0};
    for (int i = 0; i <= 3000; ++i) {
      s.x.push_back(0.01 * i);
      s.y.push_back(found->profile().at(0.01 * i).height);
    }
    p.add(std::move(s));
    return;
  }
  throw std::logic_error("the model has no road " + road);
}

}  // namespace

Figure chassis_figure(const std::string& key, const std::string& number, const std::string& caption,
                      const std::vector<Curve>& curves, const Recording& exact, double from) {
  Figure f{key, number, caption, {}};
  f.chart.title = caption;
  auto& p = f.chart.add_panel("", {.label = "*t* (s)", .key = "t"}, {.label = "*z* of the chassis (m)"});
  for (const auto& [formulation, run] : curves)
    add_curve(p, *run, "chassis.position.z", formulation->name, formulation->key, formulation->color);
  p.add({.name = "*h* = 1 ms",
         .key = "",
         .x = exact.t(),
         .y = exact.column("chassis.position.z"),
         .color = plot::kGuide,
         .dash = plot::Dash::kDashed});
  if (from > 0) {
    p.x.min = from;
    p.y.min = 0.3;
    p.y.max = 1.5;
  }
  return f;
}

Figure wheels_figure(const Recording& a, const Recording& b) {
  Figure f{"fig10", "Fig. 10", "Smooth road: centers of the wheels, formulations A and B.", {}};
  f.chart.title = f.caption;
  for (const auto& [side, front, rear] : {std::tuple{"right wheels", "wheel_fr.position.z", "wheel_rr.position.z"},
                                          {"left wheels", "wheel_fl.position.z", "wheel_rl.position.z"}}) {
    auto& p =
        f.chart.add_panel(side, {.label = "*t* (s)", .key = "t"}, {.label = "*z* (m)"}, std::string(side).substr(0, 5));
    add_curve(p, a, front, "front, A", "front_a", 0);
    add_curve(p, b, front, "front, B", "front_b", 2, plot::Dash::kDashed);
    add_curve(p, a, rear, "rear, A", "rear_a", 1);
    add_curve(p, b, rear, "rear, B", "rear_b", 3, plot::Dash::kDashed);
  }
  return f;
}

Figure smooth_road_figure() {
  Figure f{
      "fig8", "Fig. 8", "Road profile I, with bumps as chosen here; the paper prints no dimensions in its text.", {}};
  f.chart.title = "height of the smooth road under the right and the left wheels";
  f.chart.panel_height = 110;
  const auto model = load(kSmooth, settings("ep", kStep, kSmoothEnd));
  add_profile(f, *model, "right", "right wheels", "right");
  add_profile(f, *model, "left", "left wheels", "left");
  return f;
}

Figure rough_road_figure() {
  Figure f{"fig11", "Fig. 11", "Road profile II, with ramp and stairs as chosen here; the same under all wheels.", {}};
  f.chart.title = "height of the rough road";
  f.chart.panel_height = 140;
  add_profile(f, *load(kRough, settings("ep", kStep, kRoughEnd)), "left", "", "");
  return f;
}

double parameter(const char* model, const std::string& name) {
  for (const SpecParameter& p : load(model, settings("ep", kStep, kStep))->parameters)
    if (p.name == name) return p.value;
  throw std::logic_error("the model has no parameter " + name);
}

}  // namespace invar::reproduce::iltis
