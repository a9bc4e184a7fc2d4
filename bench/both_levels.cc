// What it costs to keep velocities at step ends: a step of `em` (with sweeps, and with one matrix), of `ggl` at the end point and of
// `ed` over one of `ep`, with the same step size, without recording. And steps chosen by error, beside constant ones.
#include <fmt/format.h>

#include "support/bench.h"

using namespace invar;
using namespace invar::bench;

namespace {

double per_step(const Timed& t, long long count) { return static_cast<double>(count) / static_cast<double>(t.steps); }

}  // namespace

int main() {
  struct Case {
    const char* model;
    Overrides parameters;
    double h, end;
  };
  fmt::print("{:28} {:>9} {:>6}   {:>16} {:>16} {:>16} {:>16}\n", "", "ep", "", "em, sweeps", "em, whole",
             "ggl end_point", "ed");
  fmt::print("{:28} {:>9} {:>6}   {:>16} {:>16} {:>16} {:>16}\n", "", "us/step", "it", "ratio    it", "ratio    it",
             "ratio    it", "ratio    it");
  for (const Case& c : {Case{"yoon_pendulum.yaml", {}, 0.01, 100}, Case{"double_pendulum.yaml", {}, 0.005, 20},
                        Case{"bauchau_rigid_body.yaml", {}, 0.0125, 20}, Case{"braun_slider_crank.yaml", {}, 0.01, 50},
                        Case{"bricard.yaml", {}, 0.005, 10}, Case{"n_four_bar.yaml", {{"N", "40"}}, 0.01, 10},
                        Case{"n_four_bar.yaml", {{"N", "1000"}}, 0.01, 1}, Case{"chain.yaml", {{"N", "100"}}, 0.002, 1},
                        Case{"bicycle.yaml", {}, 0.01, 5}, Case{"stewart_platform.yaml", {}, 0.005, 5},
                        Case{"dopico_iltis_smooth.yaml", {}, 0.01, 5}, Case{"dopico_iltis_rough.yaml", {}, 0.005, 5},
                        Case{"bauchau_wind_turbine.yaml", {}, 0.005, 2}, Case{"flexible_four_bar.yaml", {}, 0.01, 2}}) {
    const Bench b(c.model, c.parameters);
    const Timed ep = b.run("ep", {}, c.h, c.end);
    std::string name = c.model;
    name = name.substr(0, name.find('.'));
    for (const auto& [key, value] : c.parameters) name += " " + key + "=" + value;
    fmt::print("{:28} {:9.2f} {:6.2f}", name, 1e6 * ep.per_step(), per_step(ep, ep.iterations));
    for (const auto& [method, options] : {std::pair<const char*, Overrides>{"em", {}},
                                          {"em", {{"iteration", "whole"}}},
                                          {"ggl", {{"discretization", "end_point"}}},
                                          {"ed", {}}}) {
      const Timed t = b.run(method, options, c.h, c.end);
      fmt::print("   {:8.2f} {:7.2f}{}", t.per_step() / ep.per_step(), per_step(t, t.iterations),
                 t.ok ? "" : " (failed)");
    }
    fmt::print("\n");
  }
  fmt::print("order 6 of em (9 stages) over that of ep (18 stages), braun_slider_crank h = 0.02: ");
  const Bench crank("braun_slider_crank.yaml");
  const Timed ep6 = crank.run("ep", {{"order", "6"}}, 0.02, 50), em6 = crank.run("em", {{"order", "6"}}, 0.02, 50);
  fmt::print("{:.2f}\n", em6.per_step() / ep6.per_step());
  std::vector<double> sizes, times;
  fmt::print("em, n_four_bar: cost per step over N\n");
  for (const int N : {10, 100, 1000, 4000}) {
    const Timed t = Bench("n_four_bar.yaml", {{"N", std::to_string(N)}}).run("em", {}, 0.01, 0.5, 2);
    sizes.push_back(N);
    times.push_back(t.per_step());
    fmt::print("  N = {:5} {:10.1f} us\n", N, 1e6 * t.per_step());
  }
  fmt::print("  fitted exponent {:.3f}\n", fitted_exponent(sizes, times));
}
