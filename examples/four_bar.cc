// A planar four-bar linkage built in code and stepped: positions are given roughly, the start is assembled, the energy is kept.
// Run: four_bar
#include <invar/invar.h>

#include <cmath>
#include <cstdio>

int main() {
  using namespace invar;
  // Corners of the linkage: A and D on the ground, B at the end of the crank, C at the end of the rocker.
  const Vector2 A(0, 0), B(0.2, 0.35), C(1.15, 0.9), D(1, 0);
  ModelBuilder builder;
  builder.name("four_bar").gravity({0, -9.81, 0});
  const auto add_link = [&](const std::string& name, const Vector2& from, const Vector2& to) {
    const Vector2 along = to - from, middle = 0.5 * (from + to);
    const double mass = 2 * along.norm();  // 2 kg/m
    builder.add(name, PlanarBodyParams{.mass = mass,
                                       .inertia = mass * along.squaredNorm() / 12,
                                       .position = {middle[0], middle[1]},
                                       .angle = std::atan2(along[1], along[0])});
  };
  add_link("crank", A, B);
  add_link("coupler", B, C);
  add_link("rocker", C, D);
  builder.add("a", PlanarRevoluteParams{.between = {"ground", "crank"}, .at = A});
  builder.add("b", PlanarRevoluteParams{.between = {"crank", "coupler"}, .at = B});
  builder.add("c", PlanarRevoluteParams{.between = {"coupler", "rocker"}, .at = C});
  builder.add("d", PlanarRevoluteParams{.between = {"rocker", "ground"}, .at = D});

  ModelSimulation sim(builder.finish(), EpParams{}, {.step = 0.005});
  const double start = sim.calc_energy();
  double largest = 0;
  for (int i = 0; i < 1000; ++i) {
    const StepReport report = sim.step();
    if (!report.status.ok()) return std::printf("%s\n", report.status.message().c_str()), 3;
    largest = std::max(largest, std::abs(sim.calc_energy() - start));
  }
  std::printf("t = %g s, rocker at %.3f rad, energy kept to %s\n", sim.state().t, sim.value("rocker.angle"),
              largest < 1e-10 * (1 + std::abs(start)) ? "rounding" : "less than rounding");
}
