// Stops a run at a condition, at the very instant: a pendulum passes its lowest point.
// Run: stop_at
#include <invar/invar.h>

#include <cmath>
#include <cstdio>

using namespace invar;

class LowestPoint final : public Event {
 public:
  std::string name() const override { return "lowest_point"; }
  double guard(const State& s) override { return -s.q[0]; }  // x of the mass falls through zero
  EventAction act(State&) override { return EventAction::kStop; }
};

int main() {
  ModelBuilder builder;
  builder.gravity({0, 0, -9.81});
  builder.add("mass", PointMassParams{.mass = 1, .position = {1, 0, 0}});
  builder.add("rod", DistanceParams{.between = {"ground", "mass"}, .at = {0, 0, 0}});
  ModelSimulation sim(builder.finish(), EpParams{.order = "4"}, {.step = 0.002});
  LowestPoint event;
  sim.simulation().add(event);
  const SimulationReport& report = sim.run_to(10);
  // A quarter of the period from the horizontal: K(1/2) sqrt(l/g), K the complete elliptic integral of parameter 1/2.
  const double exact = std::comp_ellint_1(std::sqrt(0.5)) * std::sqrt(1 / 9.81);
  std::printf("stopped by %s, %s\n", report.stopped_by.c_str(),
              std::abs(report.state.t - exact) < 1e-6 ? "within 1e-6 s of the exact instant" : "too early or too late");
}
