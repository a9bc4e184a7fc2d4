// The Iltis over the smooth road of [Dopico2007], 5 s at h = 10 ms: time of one core beside real time, for all methods.
#include <fmt/format.h>

#include "support/bench.h"

using namespace invar;
using namespace invar::bench;

int main() {
  const Bench b("dopico_iltis_smooth.yaml");
  constexpr double kStep = 0.01, kEnd = 5;
  fmt::print(
      "dopico_iltis_smooth, {} coordinates, {} constraints, h = {} s, {} s; one factorization + solve {:.1f} us\n",
      b.system().coordinates(), b.system().rows(), kStep, kEnd, 1e6 * b.factorization_seconds());
  fmt::print("{:34} {:>8} {:>10} {:>9} {:>6} {:>8} {:>14}\n", "method", "CPU ms", "real time", "us a step", "iter.",
             "factors", "energy error J");
  struct Case {
    const char* method;
    Overrides options;
    const char* label;
  };
  for (const Case& c :
       {Case{"al_projection", {}, ""},
        Case{"al_projection", {{"tolerance", "1e-8"}, {"projection_iterations", "1"}}, ", to 1e-8 (real time)"},
        Case{"al", {}, ""}, Case{"al_conserving", {}, ""}, Case{"al_conserving_projection", {}, ""}, Case{"ep", {}, ""},
        Case{"ed", {}, ""}, Case{"newmark", {}, ""}, Case{"hht", {}, ""}, Case{"generalized_alpha", {}, ""}}) {
    const Timed t = b.run(c.method, c.options, kStep, kEnd);
    const double steps = static_cast<double>(t.steps);
    fmt::print("{:34} {:8.1f} {:9.0f}x {:9.1f} {:6.2f} {:8.2f} {:14.1e}{}\n", std::string(c.method) + c.label,
               1e3 * t.seconds, kEnd / t.seconds, 1e6 * t.per_step(), static_cast<double>(t.iterations) / steps,
               static_cast<double>(t.factorizations) / steps, t.energy_error, t.ok ? "" : "  (failed)");
  }
}
