#include "reproduce/examples/braun2012_variants.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "reproduce/measure.h"

namespace invar::reproduce::braun2012 {

const char* name_of(Variant variant) {
  static constexpr std::array<const char*, 5> kNames{"proposed", "proposed, no energy correction", "Baumgarte",
                                                     "proposed, applied after the step", "unconstrained, same scheme"};
  return kNames[variant];
}

const char* key_of(Variant variant) {
  static constexpr std::array<const char*, 5> kKeys{"proposed", "no_energy", "baumgarte", "after_step",
                                                    "unconstrained"};
  return kKeys[variant];
}

int color_of(Variant variant) {
  static constexpr std::array<int, 5> kColors{0, 1, 3, 5, 2};
  return kColors[variant];
}

Overrides options(Variant variant) {
  return {{"integrator", "rk4"},
          {"stabilization", variant == kBaumgarte ? "baumgarte" : "braun"},
          {"energy", variant == kProposed || variant == kAfterStep ? "braun" : "none"},
          {"correction", variant == kAfterStep ? "post" : "hold"}};
}

plot::Chart violations_chart(const Motions& motions, const std::string& error_label, double window) {
  plot::Chart chart;
  chart.title = "violations of constraints and energy, and error, over time";
  chart.panel_height = 150;
  const auto panel = [&](const std::string& label, const std::string& key, const std::vector<double> Motion::*what,
                         double low) {
    const bool first = chart.panels.empty();
    auto& p = chart.add_panel("", {.label = "*t* (s)", .key = "t"}, {.label = label, .log = true, .min = low}, key);
    for (const Variant v : kVariants) {
      plot::Series s{.color = color_of(v), .width = 1.1};
      // One legend for all panels, so that it also lists what the first one does not have.
      if (first) s.name = name_of(v);
      if (!(motions[v].*what).empty()) {
        s.key = key_of(v);
        s.x = motions[v].t;
        s.y = absolute(motions[v].*what);
        if (window > 0) envelope(s.x, s.y, window);
      }
      p.add(std::move(s));
    }
  };
  panel("|*\u03a6*_{q}|", "phi", &Motion::position, 1e-17);
  panel("|d*\u03a6*_{q}/d*t*|", "phi_rate", &Motion::velocity, 1e-17);
  panel("|*\u03a6*_{e}| (J)", "energy", &Motion::energy, 1e-16);
  panel(error_label, "error", &Motion::error, 1e-9);
  return chart;
}

double growth(const Motion& motion, const std::vector<double>& values, double from) {
  double before = 0, after = 0;
  for (size_t i = 0; i < values.size(); ++i) {
    double& side = motion.t[i] < from ? before : after;
    side = std::max(side, std::abs(values[i]));
  }
  return after / before;
}

double trend(const std::vector<double>& values) {
  const auto tenth = static_cast<std::ptrdiff_t>(values.size() / 10);
  const double first = std::accumulate(values.begin(), values.begin() + tenth, 0.0);
  const double last = std::accumulate(values.end() - tenth, values.end(), 0.0);
  return std::abs(last - first) / static_cast<double>(tenth);
}

}  // namespace invar::reproduce::braun2012
