// The Iltis over the smooth and the rough road of [Dopico2007], 5 and 8 s at h = 10 ms: time of one core beside real time, for
// all methods. A method that fails is told with the time it reached.
#include <fmt/format.h>

#include "support/bench.h"

using namespace invar;
using namespace invar::bench;

namespace {

constexpr double kStep = 0.01;

struct Case {
  const char* method;
  Overrides options;
  const char* label;
};

void measure(const std::string& model, double end) {
  const Bench b(model + ".yaml");
  fmt::print("{}, {} coordinates, {} constraints, h = {} s, {} s; one factorization + solve {:.1f} us\n", model,
             b.system().coordinates(), b.system().rows(), kStep, end, 1e6 * b.factorization_seconds());
  fmt::print("{:34} {:>8} {:>10} {:>9} {:>6} {:>8} {:>14}\n", "method", "CPU ms", "real time", "us/step", "iter.",
             "factors", "energy error J");
  for (const Case& c :
       {Case{"al_projection", {}, ""},
        Case{"al_projection", {{"tolerance", "1e-8"}, {"projection_iterations", "1"}}, ", to 1e-8 (real time)"},
        Case{"al", {}, ""}, Case{"al_conserving", {}, ""}, Case{"al_conserving_projection", {}, ""}, Case{"ep", {}, ""},
        Case{"ed", {}, ""}, Case{"ggl", {}, ""}, Case{"newmark", {}, ""}, Case{"hht", {}, ""},
        Case{"generalized_alpha", {}, ""}, Case{"explicit", {{"integrator", "rk4"}}, ", rk4"}}) {
    const Timed t = b.run(c.method, c.options, kStep, end);
    const double steps = static_cast<double>(t.steps);
    fmt::print("{:34} {:8.1f} {:9.0f}x {:9.1f} {:6.2f} {:8.2f} {:14.1e}{}\n", std::string(c.method) + c.label,
               1e3 * t.seconds, steps * kStep / t.seconds, 1e6 * t.per_step(),
               static_cast<double>(t.iterations) / steps, static_cast<double>(t.factorizations) / steps, t.energy_error,
               t.ok ? "" : fmt::format("  (fails at {:.2f} s)", t.end.t));
  }
}

}  // namespace

int main() {
  measure("dopico_iltis_smooth", 5);
  fmt::print("\n");
  measure("dopico_iltis_rough", 8);
}
