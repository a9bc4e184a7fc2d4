// Comparisons of methods: candidates, a reference of known accuracy, and advice that follows from the numbers.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "benchmarks/model_run.h"
#include "invar/compare/output.h"
#include "invar/compare/parallel.h"
#include "invar/core/error.h"
#include "oracles/pendulum.h"

namespace invar::compare {
namespace {

Request pendulum(const std::string& methods) {
  Request request{.model = benchmarks::model_path("yoon_pendulum")};
  request.candidates = parse_candidates(methods);
  request.end = 4;
  request.step = 0.01;
  request.budget = 6;
  return request;
}

TEST(Candidates, are_named_by_method_and_options) {
  const auto all = parse_candidates("ep:order=4, explicit:integrator=dop853, explicit:integrator=rk4:energy=none");
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0].name(), "ep order=4");
  EXPECT_EQ(all[1].name(), "explicit dop853");
  EXPECT_TRUE(all[1].adaptive);
  EXPECT_EQ(all[2].name(), "explicit rk4 energy=none");
  EXPECT_FALSE(all[2].adaptive);
}

TEST(Candidates, of_a_method_without_options_are_all_its_default_ones) {
  EXPECT_EQ(parse_candidates("explicit").size(), 4u);
  EXPECT_EQ(parse_candidates("ed").size(), 1u);
}

TEST(Candidates, of_unknown_methods_are_refused_with_the_nearest_name) {
  try {
    parse_candidates("ep,edd");
    FAIL();
  } catch (const ModelError& error) {
    EXPECT_NE(std::string(error.what()).find("\"ed\""), std::string::npos) << error.what();
  }
  EXPECT_THROW(parse_candidates(" , "), ModelError);
}

TEST(Parallel, does_each_job_once_and_passes_on_an_exception) {
  std::vector<int> count(100, 0);
  parallel_for(count.size(), [&](size_t i) { ++count[i]; });
  for (const int c : count) EXPECT_EQ(c, 1);
  EXPECT_THROW(parallel_for(3, [](size_t i) { i == 1 ? throw std::runtime_error("one") : void(); }),
               std::runtime_error);
}

TEST(Comparison, knows_its_reference_as_well_as_it_says) {
  const Comparison c = run_comparison(pendulum("ep"));
  ASSERT_FALSE(c.reference.made_by.empty());
  EXPECT_FALSE(c.reference.confirmed_by.empty());
  EXPECT_LT(c.reference.accuracy, 1e-8);
  const oracles::Pendulum exact = oracles::yoon_pendulum();
  for (size_t i = 0; i < c.reference.q.size(); ++i) {
    const auto s = exact.state(static_cast<double>(i) * c.problem.interval);
    const double error =
        std::hypot(c.reference.q[i][0] - static_cast<double>(s.x), c.reference.q[i][1] - static_cast<double>(s.y));
    EXPECT_LT(error, 2 * c.reference.accuracy * c.reference.size + 1e-12);
  }
}

TEST(Comparison, measures_the_order_of_a_method) {
  const Comparison c = run_comparison(pendulum("ep:order=2"));
  const Series& s = c.series.at(0);
  const Trial *coarse = s.at(0.02), *fine = s.at(0.01);
  ASSERT_TRUE(coarse && fine);
  EXPECT_NEAR(std::log2(coarse->error / fine->error), 2, 0.05);
  EXPECT_LT(fine->energy_error(), kRoundOffLimit);
  for (size_t i = 0; i + 1 < s.trials.size(); ++i) EXPECT_GT(s.trials[i].step, s.trials[i + 1].step);
}

TEST(Comparison, recommends_what_its_table_shows) {
  const Comparison c = run_comparison(pendulum("ep,al,al_projection,al_conserving,explicit"));
  const Advice advice = advise(c);
  ASSERT_EQ(advice.recommendations.size(), 4u);
  const Recommendation& fastest = advice.recommendations[0];
  const Trial* recommended = nullptr;
  for (const Series& s : c.series)
    if (s.candidate.name() == fastest.candidate) recommended = s.cheapest_below(kEverydayError);
  ASSERT_TRUE(recommended);
  for (const Series& s : c.series) {
    const Trial* t = s.cheapest_below(kEverydayError);
    EXPECT_TRUE(!t || recommended->seconds <= t->seconds) << s.candidate.name();
  }
  const Recommendation& conserving = advice.recommendations[2];
  EXPECT_NE(conserving.reason.find("round-off"), std::string::npos) << conserving.reason;
  // A pendulum is neither stiff nor violent; what remains holds on it.
  EXPECT_EQ(advice.criteria.size(), 3u);
  for (const Criterion& criterion : advice.criteria) EXPECT_TRUE(criterion.agrees) << criterion.measured;
}

// An elastic arm falls about a hinge: its stretching is far too fast for the step, as that of the blades of a turbine.
TEST(Comparison, of_a_stiff_flexible_body_says_which_methods_oscillate) {
  const std::string file = testing::TempDir() + "compare_arm.yaml";
  std::ofstream(file) << R"(
gravity: [0, 0, -9.81]
elements:
  arm: {type: beam, from: [0, 0, 0], to: [1, 0, 0], elements: 1, stretch: 1.001,
    section: {shape: rectangle, width: 0.05, height: 0.02, E: 7e10, rho: 2700}}
joints: {hinge: {type: revolute, between: [ground, arm.start], at: [0, 0, 0], axis: [0, 1, 0]}}
method: {name: ed, step: 0.01, end: 0.4}
)";
  Request request{.model = file};
  request.candidates = parse_candidates("ep,ed,explicit:integrator=rk4");
  request.budget = 20;
  const Comparison c = run_comparison(request);
  ASSERT_FALSE(c.reference.made_by.empty());
  const Trial *ep = c.series[0].at(0.01), *ed = c.series[2].at(0.01);
  ASSERT_TRUE(ep && ed && ep->completed() && ed->completed());
  EXPECT_LT(ep->error, kRoughError);
  EXPECT_GT(ep->velocity_error, 2 * ed->velocity_error);
  EXPECT_EQ(c.series[3].largest_completed(), nullptr) << "an explicit method cannot do such steps";
  const Advice advice = advise(c);
  ASSERT_EQ(advice.criteria.size(), 1u);
  EXPECT_EQ(advice.criteria[0].source, "[Bauchau2003]");
  EXPECT_TRUE(advice.criteria[0].agrees) << advice.criteria[0].measured;
}

TEST(Comparison, says_why_a_method_does_not_take_part) {
  Request request = pendulum("ep,explicit:integrator=rk4:energy=magic");
  const Comparison c = run_comparison(request);
  EXPECT_TRUE(c.series.back().trials.empty());
  EXPECT_NE(c.series.back().refused.find("must be one of"), std::string::npos) << c.series.back().refused;
}

TEST(Comparison, of_less_than_ten_steps_is_refused) {
  Request request = pendulum("ep");
  request.step = 1;
  EXPECT_THROW(run_comparison(request), ModelError);
}

TEST(ComparisonOutput, has_all_methods_in_table_json_and_page) {
  const Comparison c = run_comparison(pendulum("ep,ed"));
  const Advice advice = advise(c);
  const auto rows = table_rows(c);
  EXPECT_EQ(rows.size(), 1 + c.series.size());
  const std::string json = to_json(c, advice), page = to_page(c, advice, "invar compare <model>");
  for (const Series& s : c.series) {
    EXPECT_NE(json.find("\"name\": \"" + s.candidate.name() + "\""), std::string::npos) << json;
    EXPECT_NE(page.find(s.candidate.name()), std::string::npos);
  }
  EXPECT_NE(page.find("<svg"), std::string::npos);
  EXPECT_NE(page.find("invar compare &lt;model&gt;"), std::string::npos);
  EXPECT_EQ(page.find("nan"), std::string::npos);
}

}  // namespace
}  // namespace invar::compare
