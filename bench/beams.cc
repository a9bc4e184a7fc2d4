// What flexible bodies cost: the wind turbine of [Bauchau2003] sec. 6.3, and right-angle cantilevers of 10 to 10 000 cubic
// elements, whose step must cost in proportion to their number.
#include <fmt/format.h>

#include "support/bench.h"

using namespace invar;
using namespace invar::bench;

namespace {

double per_step(long long count, const Timed& t) { return static_cast<double>(count) / static_cast<double>(t.steps); }

void print_turbine() {
  const Bench turbine("bauchau_wind_turbine.yaml");
  const double factor = turbine.factorization_seconds();
  fmt::print("wind turbine: {} coordinates, {} rows, h = 5 ms, 1 s; one factorization + solve {:.0f} us\n",
             turbine.system().coordinates(), turbine.system().rows(), 1e6 * factor);
  double ep = 0;
  for (const char* method : {"ep", "ed"}) {
    const Timed t = turbine.run(method, {}, 0.005, 1);
    if (ep == 0) ep = t.per_step();
    fmt::print(
        "  {:<4} {:7.3f} ms/step = {:.1f} x ep, {:.1f} x (factorization + solve); {:.2f} iterations, {:.2f} "
        "factorizations{}\n",
        method, 1e3 * t.per_step(), t.per_step() / ep, t.per_step() / factor, per_step(t.iterations, t),
        per_step(t.factorizations, t), t.ok ? "" : "  (failed)");
  }
}

// Iterations differ a little with the size of the elements; the cost of one of them shows the growth.
void print_growth(const char* method) {
  std::vector<double> elements, times, iteration_times;
  for (const int n : {5, 50, 500, 5000}) {
    const Bench frame("right_angle_cantilever.yaml", {{"N", std::to_string(n)}});
    const Timed t = frame.run(method, {}, 0.05, 0.55, n > 1000 ? 1 : 3);
    elements.push_back(2 * n);
    times.push_back(t.per_step());
    iteration_times.push_back(t.seconds / static_cast<double>(t.iterations));
    fmt::print(
        "  {} N = {:<6} {:9.3f} ms/step, {:6.2f} us per step and element, {:.2f} iterations, {:.2f} "
        "factorizations{}\n",
        method, n, 1e3 * t.per_step(), 1e6 * t.per_step() / (2 * n), per_step(t.iterations, t),
        per_step(t.factorizations, t), t.ok ? "" : "  (failed)");
  }
  fmt::print("  {} fitted exponent of a step {:.3f}, of an iteration {:.3f}\n", method,
             fitted_exponent(elements, times), fitted_exponent(elements, iteration_times));
}

}  // namespace

int main() {
  print_turbine();
  fmt::print("right-angle cantilever of N elements a leg, h = 0.05 s\n");
  print_growth("ep");
  print_growth("ed");
}
