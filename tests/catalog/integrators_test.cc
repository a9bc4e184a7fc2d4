// Every method of the catalog with its options, on a system of each class: what it claims in Traits is measured.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "catalog/method_table.h"
#include "paths.h"

namespace invar::catalog {
namespace {

class MethodClaims : public ::testing::TestWithParam<MethodConfiguration> {};

TEST_P(MethodClaims, hold_on_every_sample_system) {
  const MethodConfiguration& c = GetParam();
  for (const auto& sample : integrator_samples()) {
    if (c.leaves_out.contains(sample.name)) continue;
    const IntegratorCheckReport report = measure(c, sample);
    EXPECT_TRUE(report.ok) << sample.name << ": " << report.violation << "\n" << report.summary();
    const auto limit = c.limits.find(sample.name);
    if (limit == c.limits.end()) continue;
    EXPECT_GT(report.order, limit->second.lowest_order) << sample.name << ": " << report.summary();
    EXPECT_LT(report.order, limit->second.highest_order) << sample.name << ": " << report.summary();
  }
}

INSTANTIATE_TEST_SUITE_P(Catalog, MethodClaims, ::testing::ValuesIn(method_configurations()),
                         [](const auto& param_info) { return param_info.param.method + "_" + param_info.param.label; });

TEST(MethodCatalog, has_a_measured_configuration_for_every_method) {
  for (const auto& name : method_types().names())
    EXPECT_TRUE(std::any_of(method_configurations().begin(), method_configurations().end(),
                            [&](const MethodConfiguration& c) { return c.method == name; }))
        << "no configuration of the method " << name << " is measured";
}

// INVAR_UPDATE_DOCS=1 writes the table instead of comparing it (script/test --update-docs).
TEST(MethodTable, of_the_documentation_is_what_is_measured) {
  const std::string path = source_path("docs/methods.md"), table = make_method_table();
  std::ifstream file(path);
  std::stringstream stream;
  stream << file.rdbuf();
  const std::string text = stream.str(), begin = "<!-- measured: begin -->\n", end = "<!-- measured: end -->\n";
  const auto from = text.find(begin), to = text.find(end);
  ASSERT_NE(from, std::string::npos) << path;
  ASSERT_NE(to, std::string::npos) << path;
  const std::string now = text.substr(0, from + begin.size()) + table + text.substr(to);
  if (std::getenv("INVAR_UPDATE_DOCS"))
    std::ofstream(path) << now;
  else
    EXPECT_EQ(text, now) << "docs/methods.md is not what is measured; run script/test --update-docs";
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
