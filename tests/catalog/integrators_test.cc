// Every method of the catalog with its options, on a system of each class: what it claims in Traits is measured.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "catalog/method_configurations.h"
#include "invar/testing/check_integrator.h"

namespace invar::catalog {
namespace {

class MethodClaims : public testing::TestWithParam<MethodConfiguration> {};

TEST_P(MethodClaims, hold_on_every_sample_system) {
  const MethodConfiguration& c = GetParam();
  const MethodType& type = method_types().at(c.method);
  for (const auto& sample : integrator_samples()) {
    const ReadySystem ready(sample.text);
    ASSERT_TRUE(ready.status.ok()) << sample.name << ": " << ready.status.message();
    if (c.leaves_out.contains(sample.name)) continue;
    const auto own = c.runs.find(sample.name);
    const auto run = own != c.runs.end() ? own->second : sample.run.at(c.order);
    const IntegratorFactory make = [&] {
      return type.make(ready.system, Params(SpecNode::make_map(c.options, "test"), type.schema));
    };
    IntegratorCheckOptions options{.step = run.step, .steps = run.steps};
    const auto limit = c.limits.find(sample.name);
    const bool limited = limit != c.limits.end();
    if (limited) options.order_tolerance = 1e9;  // the order is compared below, everything else as ever
    const IntegratorCheckReport report = check_integrator(ready.system, make, ready.start, options);
    EXPECT_TRUE(report.ok) << sample.name << ": " << report.violation << "\n" << report.summary();
    if (!limited) continue;
    EXPECT_GT(report.order, limit->second.lowest_order) << sample.name << ": " << report.summary();
    EXPECT_LT(report.order, limit->second.highest_order) << sample.name << ": " << report.summary();
  }
}

INSTANTIATE_TEST_SUITE_P(Catalog, MethodClaims, testing::ValuesIn(method_configurations()),
                         [](const auto& param_info) { return param_info.param.method + "_" + param_info.param.label; });

TEST(MethodCatalog, has_a_measured_configuration_for_every_method) {
  for (const auto& name : method_types().names())
    EXPECT_TRUE(std::any_of(method_configurations().begin(), method_configurations().end(),
                            [&](const MethodConfiguration& c) { return c.method == name; }))
        << "no configuration of the method " << name << " is measured";
}

// See Traits::conserves_momentum: with planar bodies on lever arms the angular momentum is kept to second order.
TEST(PlanarBodies, keep_angular_momentum_to_second_order_and_linear_momentum_exactly) {
  const MethodType& type = method_types().at("ep");
  const auto& samples = integrator_samples();
  const auto sample =
      std::find_if(samples.begin(), samples.end(), [](const auto& s) { return s.name == "free_planar_bodies"; });
  const ReadySystem ready(sample->text);
  const auto check = [&](double h, int steps) {
    return check_integrator(ready.system, [&] { return type.make(ready.system, Params(SpecNode(), type.schema)); },
                            ready.start, {.step = h, .steps = steps});
  };
  const auto coarse = check(0.02, 50), fine = check(0.01, 100);
  EXPECT_NEAR(std::log2(coarse.angular_momentum / fine.angular_momentum), 2, 0.1);
  EXPECT_LT(coarse.linear_momentum, 1e-14);
}

}  // namespace
}  // namespace invar::catalog
