// A simulation that is stored between two steps and read by a new one goes on bit for bit: for every method of the catalog, on
// every sample system, with every kind of step control.
#include <gtest/gtest.h>

#include "catalog/method_configurations.h"
#include "invar/integrators/integrator.h"
#include "invar/simulate/simulation.h"
#include "invar/spec/params.h"

namespace invar::catalog {
namespace {

// All that a run shows.
struct Trace final : StepObserver {
  std::vector<double> numbers;
  void keep(const Vector& x) { numbers.insert(numbers.end(), x.begin(), x.end()); }
  Status start(const State&) override { return {}; }
  Status step(const State&, const State& s1, const StepReport& r, const Vector& lambda) override {
    keep(s1.q);
    keep(s1.v);
    keep(lambda);
    for (const double x : {s1.t, r.work_applied, r.work_drives, r.dissipated_physical, r.dissipated_numerical,
                           r.velocity_mid_max, r.local_error, double(r.iterations), double(r.factorizations)})
      numbers.push_back(x);
    numbers.insert(numbers.end(), r.drive_work.begin(), r.drive_work.end());
    numbers.insert(numbers.end(), r.mu.begin(), r.mu.end());
    return {};
  }
};

class Resume : public ::testing::TestWithParam<MethodConfiguration> {
 protected:
  // Makes `steps` steps; after each of `stops` the simulation is replaced by one that reads its archive.
  static std::vector<double> follow(const ReadySystem& ready, const SimulationOptions& options, int steps,
                                    const std::vector<int>& stops) {
    const MethodConfiguration& c = GetParam();
    const MethodType& type = method_types().at(c.method);
    const Params params(SpecNode::make_map(c.options, "test"), type.schema);
    const auto make = [&] { return type.make(ready.system, params); };
    Trace trace;
    auto simulation = std::make_unique<Simulation>(make, options);
    simulation->add(trace);
    simulation->start(ready.start);
    for (int i = 1; i <= steps; ++i) {
      if (!simulation->step().status.ok()) break;
      if (std::find(stops.begin(), stops.end(), i) == stops.end()) continue;
      Archive stored;
      simulation->archive(stored);
      auto next = std::make_unique<Simulation>(make, options);
      next->add(trace);
      Archive read(stored.bytes());
      next->archive(read);
      read.finish();
      Archive again;
      next->archive(again);
      EXPECT_TRUE(again.bytes() == stored.bytes()) << "what was read is not what was written";
      simulation = std::move(next);
    }
    const SimulationReport& report = simulation->report();
    for (const long long x : {report.steps, report.rejected_steps, report.newton_iterations, report.factorizations})
      trace.numbers.push_back(static_cast<double>(x));
    return trace.numbers;
  }

  static void expect_same(const ReadySystem& ready, const SimulationOptions& options, const std::string& what) {
    const std::vector<double> whole = follow(ready, options, 14, {}),
                              resumed = follow(ready, options, 14, {1, 4, 5, 11});
    ASSERT_EQ(whole.size(), resumed.size()) << what;
    for (std::size_t i = 0; i < whole.size(); ++i)
      ASSERT_TRUE(whole[i] == resumed[i] || (std::isnan(whole[i]) && std::isnan(resumed[i])))
          << what << ": number " << i << " of " << whole.size() << ": " << whole[i] << " and " << resumed[i];
  }
};

TEST_P(Resume, is_exact_to_the_last_bit_on_every_sample_system) {
  const MethodConfiguration& c = GetParam();
  for (const IntegratorSample& sample : integrator_samples()) {
    if (c.leaves_out.contains(sample.name)) continue;
    const ReadySystem ready(sample.text);
    SimulationOptions options;
    options.step = sample.run.begin()->second.step;
    expect_same(ready, options, sample.name + ", constant steps");
    options.tolerance = 1e-7;
    options.every = 3.7 * options.step;
    expect_same(ready, options, sample.name + ", step-size control");
  }
}

INSTANTIATE_TEST_SUITE_P(Catalog, Resume, ::testing::ValuesIn(method_configurations()),
                         [](const auto& param_info) { return param_info.param.method + "_" + param_info.param.label; });

}  // namespace
}  // namespace invar::catalog
