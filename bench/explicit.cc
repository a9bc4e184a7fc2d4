// Explicit methods: time to a given accuracy on the N-four-bar (IFToMM A02, N = 40, 10 s) with step-size control, cost of
// an evaluation as a ratio to the factorization and solution of its matrix, growth with N, and the pendulum.
#include <fmt/format.h>

#include <cmath>

#include "invar/simulate/simulation.h"
#include "oracles/n_four_bar.h"
#include "oracles/pendulum.h"
#include "support/bench.h"

using namespace invar;
using namespace invar::bench;

namespace {

class NoObserver final : public StepObserver {
 public:
  Status start(const State&) override { return {}; }
  Status step(const State&, const State&, const StepReport&, const Vector&) override { return {}; }
};

struct Controlled {
  SimulationReport report;
  double seconds = 0;
};

Controlled run(const Bench& b, const Overrides& options, double tolerance, double t_end, int repeats) {
  const MethodType& type = method_types().at("explicit");
  const SpecNode node = SpecNode::make_map(options, "options");
  SimulationOptions simulation;
  simulation.tolerance = tolerance;
  simulation.t_end = t_end;
  Controlled result;
  NoObserver observer;
  result.seconds = best_seconds(
      [&] {
        result.report =
            simulate([&] { return type.make(b.system(), Params(node, type.schema)); }, b.start(), simulation, observer);
      },
      repeats);
  return result;
}

double tip_error(const Bench& b, const State& end, int N) {
  const auto exact = oracles::NFourBar(N).state(end.t);
  const int x = b.system().layout().node(0).offset;
  return std::hypot(end.q[x] - static_cast<double>(exact.x), end.q[x + 1] - static_cast<double>(exact.y));
}

}  // namespace

int main() {
  const Bench b("n_four_bar.yaml", {{"N", "40"}});
  const double factor = b.factorization_seconds();
  fmt::print("N = 40, 10 s, corrected constraints and energy, step-size control:\n");
  for (const char* integrator : {"dopri5", "dop853"})
    for (const double tolerance : {1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9}) {
      const Controlled c = run(b, {{"integrator", integrator}}, tolerance, 10, 5);
      const double evaluations = static_cast<double>(c.report.factorizations);
      fmt::print(
          "  {:6} tolerance {:.0e}: tip error {:.1e} m in {:.4f} s, {} steps ({} rejected), {:.1f} us an evaluation = "
          "{:.2f} x (factorization + solve){}\n",
          integrator, tolerance, tip_error(b, c.report.state, 40), c.seconds, c.report.steps, c.report.rejected_steps,
          1e6 * c.seconds / evaluations, c.seconds / evaluations / factor, c.report.status.ok() ? "" : "  (failed)");
    }
  std::vector<double> sizes, times;
  fmt::print("cost of a step of dop853 over N (1 s, h = 0.05):\n");
  for (const int N : {10, 40, 160, 640, 2560}) {
    const Bench bars("n_four_bar.yaml", {{"N", std::to_string(N)}});
    const Timed t = bars.run("explicit", {{"integrator", "dop853"}}, 0.05, 1);
    sizes.push_back(N);
    times.push_back(t.per_step());
    fmt::print("  N = {:5}  {:10.1f} us/step\n", N, 1e6 * t.per_step());
  }
  fmt::print("  fitted exponent {:.3f}\n", fitted_exponent(sizes, times));
  const Bench pendulum("yoon_pendulum.yaml");
  for (const double tolerance : {1e-6, 1e-8, 1e-10}) {
    const Controlled c = run(pendulum, {{"integrator", "dop853"}}, tolerance, 10, 20);
    const auto exact = oracles::yoon_pendulum().state(10);
    fmt::print("pendulum, 10 s, dop853, tolerance {:.0e}: error {:.1e} m in {:.3f} ms\n", tolerance,
               std::hypot(c.report.state.q[0] - static_cast<double>(exact.x),
                          c.report.state.q[1] - static_cast<double>(exact.y)),
               1e3 * c.seconds);
  }
}
