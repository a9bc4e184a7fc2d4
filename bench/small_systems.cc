// Small systems: microseconds a step, accuracy of the slider-crank over 100 s, and a million steps of a closed linkage.
#include <fmt/format.h>

#include <cmath>

#include "oracles/slider_crank.h"
#include "support/bench.h"

using namespace invar;
using namespace invar::bench;

int main() {
  for (const char* model :
       {"yoon_pendulum.yaml", "bauchau_rigid_body.yaml", "braun_double_four_bar.yaml", "braun_slider_crank.yaml"}) {
    const Timed t = Bench(model).run("ep", {}, 0.01, 200);
    fmt::print("{:28} {:7.3f} us/step, {:.2f} iterations, {:.2f} factorizations, energy error {:.1e} J\n", model,
               1e6 * t.per_step(), static_cast<double>(t.iterations) / static_cast<double>(t.steps),
               static_cast<double>(t.factorizations) / static_cast<double>(t.steps), t.energy_error);
  }
  const Bench crank("braun_slider_crank.yaml");
  const double exact = static_cast<double>(oracles::SliderCrank().state(100).slider);
  fmt::print("slider-crank, 100 s:\n");
  for (const auto& [order, h] :
       {std::pair{"2", 0.01}, {"4", 0.02}, {"4", 0.01}, {"4", 0.005}, {"6", 0.02}, {"6", 0.01}}) {
    const Timed t = crank.run("ep", {{"order", order}}, h, 100, 1);
    const double slider = t.end.q[3] + 0.5 * std::cos(t.end.q[5]);
    fmt::print("  order {} h = {:<6} slider error {:.1e} m, energy error {:.1e} J, {:.3f} s{}\n", order, h,
               std::abs(slider - exact), t.energy_error, t.seconds, t.ok ? "" : "  (failed)");
  }
  const Timed million = Bench("braun_double_four_bar.yaml").run("ep", {}, 0.01, 10000, 1);
  fmt::print("double four-bar, {} steps: energy error {:.1e} J, {:.2f} s\n", million.steps, million.energy_error,
             million.seconds);
}
