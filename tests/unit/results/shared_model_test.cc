// One model serves many threads: runs of it at the same time give the bits that each gives alone.
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <thread>

#include "invar/run/run.h"
#include "paths.h"

namespace invar {
namespace {

struct SharedRun {
  std::string method;
  double step;
};

// All coordinates and velocities after every step, as bits.
std::vector<std::uint64_t> run_bits(const Model& model, const SharedRun& job) {
  RunSpec spec;
  spec.method = job.method;
  spec.step = job.step;
  spec.end = 40 * job.step;
  std::vector<std::uint64_t> bits;
  StepCallback keep([&](const State&, const State& s, const StepReport&) {
    for (const double x : s.q) bits.push_back(std::bit_cast<std::uint64_t>(x));
    for (const double x : s.v) bits.push_back(std::bit_cast<std::uint64_t>(x));
    return Status{};
  });
  ModelRun run(model, spec);
  run.add(keep);
  run.execute();
  return bits;
}

// Formulas as drives, potentials, kinetic energies, velocity constraints and characteristics of springs.
class SharedModel : public testing::TestWithParam<const char*> {};

TEST_P(SharedModel, gives_the_same_bits_to_every_thread) {
  const auto model = load_model(source_path(std::string("models/") + GetParam() + ".yaml"));
  std::vector<SharedRun> jobs;
  for (const double step : {1e-3, 2e-3})
    for (const char* method : {"ep", "explicit", "ep"}) jobs.push_back({method, step});
  std::vector<std::vector<std::uint64_t>> alone, together(jobs.size());
  for (const auto& job : jobs) alone.push_back(run_bits(*model, job));
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < jobs.size(); ++i)
    threads.emplace_back([&, i] { together[i] = run_bits(*model, jobs[i]); });
  for (auto& thread : threads) thread.join();
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    EXPECT_FALSE(alone[i].empty());
    EXPECT_EQ(alone[i], together[i]) << jobs[i].method << ", step " << jobs[i].step;
  }
}

INSTANTIATE_TEST_SUITE_P(Models, SharedModel,
                         testing::Values("spin_up", "screw_press", "braun_slider_crank_angle", "rotating_hoop",
                                         "bicycle", "yoon_pendulum"),
                         [](const auto& param_info) { return std::string(param_info.param); });

}  // namespace
}  // namespace invar
