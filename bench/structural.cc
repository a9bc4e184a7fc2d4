// Structural and augmented Lagrangian methods on the N-four-bar with N = 40: what a step costs beside a step of `ep`
// and beside one factorization and solve of the KKT matrix.
#include <fmt/format.h>

#include "support/bench.h"

using namespace invar;
using namespace invar::bench;

int main() {
  const Bench b("n_four_bar.yaml", {{"N", "40"}});
  constexpr double kStep = 0.01, kEnd = 2;
  const double factor = b.factorization_seconds(), ep = b.run("ep", {}, kStep, kEnd).per_step();
  fmt::print("n_four_bar, N = 40, h = {} s, {} s; one factorization + solve {:.1f} us\n", kStep, kEnd, 1e6 * factor);
  fmt::print("{:34} {:>9} {:>6} {:>9} {:>6} {:>8} {:>14}\n", "method", "us/step", "/ ep", "/ factor", "iter.",
             "factors", "energy error J");
  struct Case {
    const char* method;
    Overrides options;
    const char* label;
  };
  for (const Case& c : {Case{"ep", {}, ""}, Case{"newmark", {}, ""}, Case{"hht", {}, ""},
                        Case{"generalized_alpha", {}, ""}, Case{"al", {}, ""}, Case{"al_projection", {}, ""},
                        Case{"al_projection", {{"projection_iterations", "1"}}, ", one solve"},
                        Case{"al_projection", {{"projection_matrix", "mass"}}, ", mass"}, Case{"al_conserving", {}, ""},
                        Case{"al_conserving_projection", {}, ""},
                        Case{"al_conserving_projection", {{"projection_matrix", "tangent"}}, ", tangent"}}) {
    const Timed t = b.run(c.method, c.options, kStep, kEnd);
    const double steps = static_cast<double>(t.steps);
    fmt::print("{:34} {:9.1f} {:6.2f} {:9.1f} {:6.2f} {:8.2f} {:14.1e}{}\n", std::string(c.method) + c.label,
               1e6 * t.per_step(), t.per_step() / ep, t.per_step() / factor, static_cast<double>(t.iterations) / steps,
               static_cast<double>(t.factorizations) / steps, t.energy_error, t.ok ? "" : "  (failed)");
  }
}
