// Stores a run and resumes it in a new simulation: both go on alike, bit for bit.
// Run: checkpoint
#include <invar/invar.h>

#include <cstdio>

using namespace invar;

std::shared_ptr<const Model> double_pendulum() {
  ModelBuilder builder;
  builder.gravity({0, 0, -9.81});
  builder.add("p", PointMassParams{.mass = 1, .position = {1, 0, 0}});
  builder.add("s", PointMassParams{.mass = 1, .position = {2, 0, 0}});
  builder.add("upper", DistanceParams{.between = {"ground", "p"}, .at = {0, 0, 0}});
  builder.add("lower", DistanceParams{.between = {"p", "s"}});
  return builder.finish();
}

int main() {
  const auto model = double_pendulum();
  ModelSimulation whole(model, EpParams{}, {.step = 0.01});
  whole.run_to(5);
  Archive stored;
  whole.archive(stored);
  const std::string bytes = stored.bytes();  // may go to a file
  whole.run_to(10);

  ModelSimulation resumed(model, EpParams{}, {.step = 0.01});
  Archive from(bytes);
  resumed.archive(from);
  resumed.run_to(10);
  const bool same = whole.state().q == resumed.state().q && whole.state().v == resumed.state().v;
  std::printf("resumed from %zu bytes: %s\n", bytes.size(), same ? "the same to the last bit" : "different");
  return same ? 0 : 1;
}
