// What flexible bodies cost: the wind turbine of [Bauchau2003] sec. 6.3 (62 nodes), and cantilevers of 10 to 10 000
// cubic elements, whose step must cost in proportion to their number.
#include <fmt/format.h>

#include "support/bench.h"

using namespace invar;
using namespace invar::bench;

namespace {

void print(const char* label, const Timed& t, double other = 0) {
  fmt::print("  {:<28} {:9.3f} ms a step, {:.2f} iterations, {:.2f} factorizations{}{}\n", label, 1e3 * t.per_step(),
             static_cast<double>(t.iterations) / static_cast<double>(t.steps),
             static_cast<double>(t.factorizations) / static_cast<double>(t.steps),
             other > 0 ? fmt::format(", {:.2f} x", t.per_step() / other) : "", t.ok ? "" : "  (failed)");
}

}  // namespace

int main() {
  const Bench turbine("bauchau_wind_turbine.yaml");
  fmt::print("wind turbine: {} coordinates, {} rows, h = 5 ms\n", turbine.system().coordinates(),
             turbine.system().rows());
  const Timed ep = turbine.run("ep", {}, 0.005, 1);
  print("ep", ep);
  print("ed", turbine.run("ed", {}, 0.005, 1), ep.per_step());

  fmt::print("right-angle cantilever of N elements a leg, h = 0.05 s: time a step and element\n");
  for (const char* method : {"ep", "ed"})
    for (const int n : {5, 50, 500, 5000}) {
      const Bench frame("right_angle_cantilever.yaml", {{"N", std::to_string(n)}});
      const Timed t = frame.run(method, {}, 0.05, n > 1000 ? 0.25 : 1);
      fmt::print("  {} N = {:<6} {:9.3f} ms a step, {:7.2f} us an element, {:.2f} iterations{}\n", method, n,
                 1e3 * t.per_step(), 1e6 * t.per_step() / (2 * n),
                 static_cast<double>(t.iterations) / static_cast<double>(t.steps), t.ok ? "" : "  (failed)");
    }
}
