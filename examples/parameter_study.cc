// A study in threads: one builder describes the model with a parameter, each thread builds its own model with another value.
// Run: parameter_study
#include <invar/invar.h>

#include <cstdio>
#include <thread>
#include <vector>

int main() {
  using namespace invar;
  ModelBuilder builder;
  builder.parameter("stiffness", 10);
  builder.gravity({0, 0, -9.81});
  builder.add("arm", RigidBodyParams{.mass = 1, .inertia = {0.01, 0.09, 0.09}, .position = {0.5, 0, 0}});
  builder.add("hinge", RevoluteParams{.between = {"ground", "arm"}, .at = {0, 0, 0}, .axis = {0, 1, 0}});
  builder.add("spring", TorsionSpringParams{.joint = "hinge", .stiffness = "stiffness"});

  const std::vector<int> values = {10, 20, 40, 80};
  std::vector<double> lowest(values.size(), 0);
  std::vector<std::jthread> threads;
  for (std::size_t i = 0; i < values.size(); ++i)
    threads.emplace_back([&lowest, i, model = builder.finish({{"stiffness", std::to_string(values[i])}})] {
      ModelSimulation sim(model, EpParams{}, {.step = 0.002});
      while (sim.state().t < 2 && sim.step().status.ok()) lowest[i] = std::min(lowest[i], sim.value("arm.position.z"));
    });
  threads.clear();  // waits for all
  for (std::size_t i = 0; i < values.size(); ++i)
    std::printf("stiffness %2d N m/rad: lowest position %.4f m\n", values[i], lowest[i]);
}
