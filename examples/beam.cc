// A clamped beam bent by its own weight: steel, one metre. The tip falls, swings and loses its energy to damping; where it
// comes to rest it agrees with the linear theory of beams, w = rho A g l^4 / (8 E I).
// Run: beam
#include <invar/invar.h>

#include <cstdio>

int main() {
  using namespace invar;
  const double l = 1, side = 0.02, E = 2.1e11, rho = 7850, g = 9.81;
  ModelBuilder builder;
  builder.gravity({0, 0, -g});
  builder.add("beam", BeamParams{.from = {0, 0, 0},
                                 .to = {l, 0, 0},
                                 .section = {.shape = "rectangle", .width = side, .height = side, .E = E, .rho = rho},
                                 .elements = 3,
                                 .start = "clamped",
                                 .damping = {.mass = 60}});
  ModelSimulation sim(builder.finish(), EpParams{}, {.step = 0.002});
  if (const SimulationReport& report = sim.run_to(1); !report.status.ok())
    return std::printf("%s\n", report.message().c_str()), 3;
  const double A = side * side, I = A * A / 12;
  std::printf("tip %.4f mm, linear theory %.4f mm\n", 1e3 * sim.value("beam.end.position.z"),
              -1e3 * rho * A * g * l * l * l * l / (8 * E * I));
}
