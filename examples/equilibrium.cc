// Equilibrium and small oscillations of a physical pendulum: it hangs straight down, and swings with
//   f = sqrt(m g l / (I + m l^2)) / (2 pi)
// Run: equilibrium
#include <invar/invar.h>

#include <cmath>
#include <cstdio>
#include <numbers>

int main() {
  using namespace invar;
  const double m = 1, l = 0.5, I = 0.09, g = 9.81;
  ModelBuilder builder;
  builder.gravity({0, 0, -g});
  builder.add("arm", RigidBodyParams{.mass = m, .inertia = {0.01, I, I}, .position = {l, 0, 0}});
  builder.add("hinge", RevoluteParams{.between = {"ground", "arm"}, .at = {0, 0, 0}, .axis = {0, 1, 0}});
  const auto model = builder.finish();

  StaticAnalysis statics(*model, {});
  const StaticCertificate& found = statics.run();
  ModesAnalysis modes(*model, {.equilibrium = StartSpec{}});
  if (!found.completed() || !modes.run().ok()) return 3;
  std::printf("%s, V + m g l = %.1e J, %.6f Hz (%.6f Hz by theory)\n", stability_text(found).c_str(),
              std::abs(found.potential_energy + m * g * l), modes.report().modes[0].frequency(),
              std::sqrt(m * g * l / (I + m * l * l)) / (2 * std::numbers::pi));
}
