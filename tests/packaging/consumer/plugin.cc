// A shared module with the library inside: it exists only if all of the library is position-independent code.
#include <invar/invar.h>

extern "C" double step_a_pendulum() {
  using namespace invar;
  ModelBuilder builder;
  builder.gravity({0, 0, -9.81});
  builder.add("bob", PointMassParams{.mass = 1, .position = {1, 0, 0}});
  builder.add("string", DistanceParams{.between = {"ground", "bob"}, .at = {0, 0, 0}});
  ModelSimulation sim(builder.finish(), EpParams{}, {.step = 0.01});
  sim.run_to(1);
  return sim.state().q.head(3).norm();
}
