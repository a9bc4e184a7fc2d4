#include "reproduce/examples/yoon_cases.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "reproduce/measure.h"

namespace invar::reproduce {

double YoonExact::turns(double t) const {
  int changes = 0;
  for (double s = kYoonStep; s <= t; s += kYoonStep) changes += x(s) * x(s - kYoonStep) < 0;
  return 0.5 * changes;
}

Settings yoon_settings(const Overrides& controls, const std::vector<std::string>& outputs) {
  Settings s{.method = "explicit", .step = kYoonStep, .end = kYoonEnd, .outputs = outputs};
  s.options = {{"integrator", "ab3"}, {"stabilization", "none"}, {"energy", "none"}};
  for (const auto& [name, value] : controls) {
    const auto same = [&, n = name](const auto& option) { return option.first == n; };
    const auto found = std::find_if(s.options.begin(), s.options.end(), same);
    if (found != s.options.end())
      found->second = value;
    else
      s.options.emplace_back(name, value);
  }
  return s;
}

YoonCase run_yoon(const char* model, const std::string& key, const std::string& name, const Overrides& controls,
                  const YoonExact& exact) {
  const bool angle = std::string(model) == kYoonAngleModel;
  const std::vector<std::string> outputs = angle ? std::vector<std::string>{"theta.value"}
                                                 : std::vector<std::string>{"mass.position", "string.coupling.length"};
  const Recording run = record(model, yoon_settings(controls, outputs));
  YoonCase c{.key = key, .name = name, .controls = controls, .t = run.t()};
  if (angle) {
    for (const double theta : run.column("theta.value")) {
      c.x.push_back(std::cos(theta));
      c.y.push_back(std::sin(theta));
    }
  } else {
    c.x = run.column("mass.position.x");
    c.y = run.column("mass.position.y");
    c.coupling = run.column("string.coupling.length");
  }
  const auto& E = run.column("energy.total");
  for (size_t i = 0; i < run.size(); ++i) {
    c.geometry.push_back((c.x[i] * c.x[i] + c.y[i] * c.y[i] - 1) / 2);
    c.energy.push_back(E[i] - E[0]);
    c.error.push_back(c.x[i] - exact.x(c.t[i]));
  }
  return c;
}

std::string choose_yoon_gain(const char* model, const std::string& gain, Overrides controls) {
  std::string best;
  double smallest = 1e300;
  controls.emplace_back(gain, "");
  for (int k = 0; k <= 24; ++k) {
    controls.back().second = fmt::format("{:.3g}", std::pow(10.0, k / 8.0 - 1));
    const Recording run = record(model, yoon_settings(controls, {}));
    const double psi = max_abs(drift(run.column("energy.total")));
    if (run.certificate.status != "completed" || !(psi < smallest)) continue;
    smallest = psi;
    best = controls.back().second;
  }
  return best;
}

}  // namespace invar::reproduce
