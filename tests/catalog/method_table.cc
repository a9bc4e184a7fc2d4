#include "catalog/method_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace invar::catalog {

namespace {

constexpr double kRoundOff = 1e-11;  // relative, as in IntegratorCheckOptions

// Largest values over the samples.
struct Row {
  std::set<int> orders;
  double energy = 0, rise = 0, linear = 0, angular = 0, position = 0, velocity = 0, velocity_mid = 0;
  bool rheonomic = false, nonholonomic = false, failed = false;
  Traits traits;
};

Row measure_row(const MethodConfiguration& c) {
  Row row;
  for (const auto& sample : integrator_samples()) {
    if (c.leaves_out.contains(sample.name)) continue;
    const IntegratorCheckReport r = measure(c, sample);
    row.traits = r.claimed;
    row.failed |= !r.ok;
    row.orders.insert(static_cast<int>(std::lround(r.order)));
    row.energy = std::max(row.energy, r.energy_drift);
    row.rise = std::max(row.rise, r.energy_rise);
    row.linear = std::max(row.linear, r.linear_momentum);
    if (sample.text.find("planar_body") == std::string::npos) row.angular = std::max(row.angular, r.angular_momentum);
    row.position = std::max(row.position, r.position);
    row.velocity = std::max(row.velocity, r.velocity);
    row.velocity_mid = std::max(row.velocity_mid, r.velocity_mid);
    row.rheonomic |= sample.name.starts_with("driven");
    row.nonholonomic |= sample.name == "chaplygin_sleigh";
  }
  return row;
}

const char* mark(bool yes) { return yes ? "yes" : ""; }

std::string options_text(const MethodConfiguration& c) {
  std::string text;
  for (const auto& [name, value] : c.options) text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, value);
  return text;
}

}  // namespace

IntegratorCheckReport measure(const MethodConfiguration& c, const IntegratorSample& sample) {
  const MethodType& type = method_types().at(c.method);
  const ReadySystem ready(sample.text);
  if (!ready.status.ok()) {
    IntegratorCheckReport report;
    report.ok = false;
    report.violation = ready.status.message();
    return report;
  }
  const auto own = c.runs.find(sample.name);
  const auto run = own != c.runs.end() ? own->second : sample.run.at(c.order);
  IntegratorCheckOptions options{.step = run.step, .steps = run.steps};
  // Where another order than the declared one is known, it is compared by the suite; everything else as ever.
  if (c.limits.contains(sample.name)) options.order_tolerance = 1e9;
  const IntegratorFactory make = [&] {
    return type.make(ready.system, Params(SpecNode::make_map(c.options, "test"), type.schema));
  };
  return check_integrator(ready.system, make, ready.start, options);
}

std::string make_method_table() {
  std::string text =
      "| method | options | order | implicit | symmetric | energy exact | energy never rises | momenta exact | "
      "positions "
      "exact | velocities exact at step ends | in the mean of a step | error estimate | drives | non-holonomic | "
      "variable mass |\n"
      "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n";
  for (const auto& c : method_configurations()) {
    const Row row = measure_row(c);
    // The order that all samples reach; what single ones do better stands in the configurations.
    const int order = row.orders.contains(c.order) ? c.order : *row.orders.begin();
    text +=
        fmt::format("| `{}` | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |\n", c.method,
                    options_text(c), row.failed ? "fails" : std::to_string(order), mark(row.traits.is_implicit),
                    mark(row.traits.symmetric), mark(row.energy < kRoundOff), mark(row.rise < kRoundOff),
                    mark(row.linear < kRoundOff && row.angular < kRoundOff), mark(row.position < kRoundOff),
                    mark(row.velocity < kRoundOff), mark(row.traits.velocity_mid_exact && row.velocity_mid < kRoundOff),
                    mark(row.traits.error_order > 0), mark(row.rheonomic), mark(row.nonholonomic),
                    mark(row.traits.treats_variable_mass));
  }
  return text;
}

}  // namespace invar::catalog
