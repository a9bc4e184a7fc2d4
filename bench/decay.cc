// What a step of `ed` costs beside one of `ep`: the N-four-bar of rods at N = 40, a chain of points, a ring of rigid
// bodies, where the internal constraints of frames can be eliminated, and a platform driven by formulas of time.
#include <fmt/format.h>

#include "support/bench.h"

using namespace invar;
using namespace invar::bench;

namespace {

void compare(const char* title, const Bench& b, double h, double end) {
  const Timed ep = b.run("ep", {}, h, end);
  fmt::print("{}: {} coordinates, {} rows; ep {:.1f} us/step, {:.2f} iterations\n", title, b.system().coordinates(),
             b.system().rows(), 1e6 * ep.per_step(),
             static_cast<double>(ep.iterations) / static_cast<double>(ep.steps));
  struct Case {
    const char *label, *method;
    Overrides options;
  };
  for (const auto& [label, method, options] : {Case{"ed", "ed", {}}, Case{"ed, full form", "ed", {{"form", "full"}}},
                                               Case{"ggl", "ggl", {}}, Case{"ep order 4", "ep", {{"order", "4"}}}}) {
    const Timed t = b.run(method, options, h, end);
    fmt::print("  {:<14} {:8.1f} us/step = {:.2f} x ep, {:.2f} iterations, {:.2f} factorizations{}\n", label,
               1e6 * t.per_step(), t.per_step() / ep.per_step(),
               static_cast<double>(t.iterations) / static_cast<double>(t.steps),
               static_cast<double>(t.factorizations) / static_cast<double>(t.steps), t.ok ? "" : "  (failed)");
  }
}

}  // namespace

int main() {
  compare("N-four-bar, N = 40, h = 0.01", Bench("n_four_bar.yaml", {{"N", "40"}}), 0.01, 5);
  compare("Bricard ring, h = 0.005", Bench("bricard.yaml"), 0.005, 1);
  compare("Stewart platform, h = 0.005", Bench("stewart_platform.yaml"), 0.005, 1);
  compare("chain of points, N = 100, h = 0.005", Bench("chain.yaml", {{"N", "100"}}), 0.005, 1);
}
