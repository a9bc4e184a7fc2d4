// Comparisons of methods: candidates, a reference of known accuracy, and advice that follows from the numbers.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include "benchmarks/model_run.h"
#include "invar/compare/output.h"
#include "invar/core/error.h"
#include "invar/core/parallel.h"
#include "oracles/pendulum.h"

namespace invar::compare {
namespace {

Request pendulum(const std::string& methods) {
  Request request{.model = benchmarks::model_path("yoon_pendulum")};
  request.candidates = parse_candidates(methods);
  request.end = 4;
  request.step = 0.01;
  request.budget = 3;
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
  const TrialSeries& s = c.series.at(0);
  const Trial *coarse = s.at(0.02), *fine = s.at(0.01);
  ASSERT_TRUE(coarse && fine);
  EXPECT_NEAR(std::log2(coarse->error / fine->error), 2, 0.05);
  EXPECT_LT(fine->energy_error(), kRoundOffLimit);
  for (size_t i = 0; i + 1 < s.trials.size(); ++i) EXPECT_GT(s.trials[i].step, s.trials[i + 1].step);
}

TEST(Comparison, times_grow_with_the_number_of_steps) {
  const Comparison c = run_comparison(pendulum("ep:order=2,explicit:integrator=rk4"));
  for (const TrialSeries& s : c.series) {
    const Trial *coarse = s.at(0.01), *fine = s.at(0.01 / 8);
    ASSERT_TRUE(coarse && fine) << s.candidate.name();
    ASSERT_EQ(fine->certificate.steps, 8 * coarse->certificate.steps);
    // Iterations become fewer with the step; a factor of two is left for caches.
    EXPECT_GT(fine->seconds, 3 * coarse->seconds) << s.candidate.name();
    EXPECT_LT(fine->seconds, 16 * coarse->seconds) << s.candidate.name();
    EXPECT_LE(coarse->seconds, coarse->used);
  }
}

TEST(Comparison, doubles_the_step_until_the_motion_is_lost) {
  const Comparison c = run_comparison(pendulum("ep:order=2,explicit:integrator=rk4"));
  for (const TrialSeries& s : c.series) {
    const Trial* largest = s.largest_stable();
    ASSERT_TRUE(largest);
    EXPECT_LE(largest->error, kLostMotion);
    const Trial* next = s.at(2 * largest->step);
    // Either the next one fails, or it would leave fewer than four steps.
    EXPECT_NE(s.capped, next != nullptr) << s.candidate.name();
    EXPECT_TRUE(!next || !is_stable(*next));
    if (s.capped) {
      EXPECT_GT(2 * largest->step * 4, c.problem.end);
    }
  }
}

TEST(Comparison, counts_what_a_method_takes_out_as_drift_of_the_energy) {
  const Comparison c = run_comparison(pendulum("ed,ep:order=2"));
  const Trial *ed = c.series[0].at(0.01), *ep = c.series[1].at(0.01);
  ASSERT_TRUE(ed && ep);
  EXPECT_LT(ed->energy_error(), kRoundOffLimit) << "its balance closes";
  EXPECT_NEAR(ed->energy_drift(), ed->certificate.dissipated_numerical / ed->certificate.energy_scale,
              0.01 * ed->energy_drift());
  EXPECT_GT(ed->energy_drift(), 1e-8);
  EXPECT_LT(ep->energy_drift(), kRoundOffLimit);
  for (const auto& row : invariant_rows(c))
    if (row[0] == "ed") {
      EXPECT_EQ(row[7], fmt::format("{:.1e}", ed->energy_drift()));
    }
}

TEST(Comparison, tells_when_the_end_is_not_the_one_asked_for) {
  Request request = pendulum("ep:order=2");
  request.end = 1.7;
  const Comparison c = run_comparison(request);
  EXPECT_NEAR(c.problem.end, 1.6, 1e-12);
  const auto notes = notes_of(c);
  ASSERT_FALSE(notes.empty());
  EXPECT_NE(notes[0].find("1.6 s, not at 1.7 s"), std::string::npos) << notes[0];
  request.end = 1.6;
  EXPECT_TRUE(notes_of(run_comparison(request)).empty());
}

TEST(Comparison, names_keys_on_its_page_as_readers_know_them) {
  Comparison c = run_comparison(pendulum("ep:order=2"));
  c.reference.accuracy = 0.01;
  const auto without_marks = [](std::string text) {
    std::erase(text, '`');
    return text;
  };
  const std::string page = to_page(c, advise(c), "invar compare", without_marks);
  EXPECT_NE(page.find("an earlier end or a larger budget helps"), std::string::npos);
}

TEST(Comparison, of_a_tiny_budget_has_a_reference_and_tells_what_was_cut_off) {
  Request request{.model = benchmarks::model_path("dopico_iltis_smooth")};
  request.candidates = parse_candidates("ep:order=2,al_projection");
  request.end = 0.5;
  request.budget = 0.01;
  const Comparison c = run_comparison(request);
  ASSERT_FALSE(c.reference.made_by.empty());
  // A reference of so little time may be so coarse that a method is as good before its time is over.
  const auto as_good = [&](const Trial& t) {
    return t.completed() && t.error < std::max(3 * c.reference.accuracy, 1e-12);
  };
  const auto rows = advice_rows(c);
  for (const TrialSeries& s : c.series) {
    const std::string name = s.candidate.name();
    EXPECT_TRUE(s.cut_off > 0 || std::any_of(s.trials.begin(), s.trials.end(), as_good)) << name;
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const auto& r) { return r[0] == name; });
    ASSERT_NE(row, rows.end()) << name;
    EXPECT_EQ(row->back().find("cut off by the budget") != std::string::npos, s.cut_off > 0) << name;
  }
}

TEST(Comparison, recommends_what_its_table_shows) {
  const Comparison c = run_comparison(pendulum("ep,al,al_projection,al_conserving,explicit"));
  const Advice advice = advise(c);
  ASSERT_EQ(advice.recommendations.size(), 4u);
  const Recommendation& conserving = advice.recommendations[2];
  EXPECT_NE(conserving.reason.find("round-off"), std::string::npos) << conserving.reason;
  // A pendulum is neither stiff nor violent; what remains holds on it.
  EXPECT_EQ(advice.criteria.size(), 3u);
  for (const Criterion& criterion : advice.criteria) EXPECT_TRUE(criterion.agrees) << criterion.measured;
}

// Trials as they might have been measured.
Trial measured(double step, double error, double seconds, double energy_drift, double position) {
  Trial t{.step = step, .outcome = Outcome::kCompleted};
  t.error = t.velocity_error = error;
  t.seconds = seconds;
  t.certificate.energy_scale = 1;
  t.certificate.energy_drift_max = energy_drift;
  t.certificate.energy_balance_error_max = energy_drift;
  t.certificate.constraints = 1;
  t.certificate.constraint_position_max = t.certificate.constraint_velocity_max = position;
  return t;
}

Comparison two_methods(const Trial& first, const Trial& second) {
  Comparison c;
  c.reference.made_by = "by hand";
  c.reference.accuracy = 1e-10;
  c.series = {{.candidate = {"explicit", {{"energy", "velocity_gradient"}}}, .trials = {first}, .refused = ""},
              {.candidate = {"ep"}, .trials = {second}, .refused = ""}};
  return c;
}

TEST(Advice, gives_ties_to_the_method_that_keeps_the_invariants) {
  // The first is a little faster and more accurate, and leaves the constraints.
  const auto a =
      advise(two_methods(measured(0.01, 8e-4, 1e-3, 1e-12, 1e-5), measured(0.01, 9e-4, 1.2e-3, 1e-12, 1e-15)));
  for (const Recommendation& r : a.recommendations) EXPECT_EQ(r.candidate, "ep") << r.purpose;
  // Twice as fast, or twice as accurate, is no tie.
  const auto b =
      advise(two_methods(measured(0.01, 4e-4, 5e-4, 1e-12, 1e-5), measured(0.01, 9e-4, 1.2e-3, 1e-12, 1e-15)));
  EXPECT_EQ(b.recommendations[0].candidate, "explicit energy=velocity_gradient");
  EXPECT_EQ(b.recommendations[1].candidate, "explicit energy=velocity_gradient");
  EXPECT_EQ(b.recommendations[2].candidate, "ep") << "the first does not keep its constraints";
}

TEST(Advice, passes_over_trials_with_wrong_velocities_or_loads_and_says_so) {
  Trial oscillates = measured(0.02, 1e-4, 1e-3, 1e-12, 1e-15);
  oscillates.velocity_error = 0.5;
  const Trial right = measured(0.01, 1e-3, 5e-3, 1e-5, 1e-15);
  const auto check = [&](const char* what) {
    const Comparison c = two_methods(oscillates, right);
    for (const Recommendation& r : advise(c).recommendations) EXPECT_EQ(r.candidate, "ep") << what << ": " << r.purpose;
    EXPECT_NE(advise(c).recommendations[0].reason.find(what), std::string::npos);
    EXPECT_EQ(advice_rows(c)[1][3], "") << "the table passes over it too";
    EXPECT_EQ(advice_rows(c)[2][3], "5");
  };
  check("velocities");
  oscillates.velocity_error = 1e-4;
  oscillates.load_error = oscillates.load_roughness = 0.5;
  check("loads");
  oscillates.load_roughness = 0.01;  // smooth loads of another size are an error, not an oscillation
  EXPECT_NE(advise(two_methods(oscillates, right)).recommendations[0].candidate, "ep");
}

// An elastic arm falls about a hinge: its stretching is far too fast for the step, as that of the blades of a turbine.
TEST(Comparison, of_a_stiff_flexible_body_says_which_methods_oscillate) {
  const std::string file = ::testing::TempDir() + "compare_arm.yaml";
  std::ofstream(file) << R"(
gravity: [0, 0, -9.81]
elements:
  arm: {type: beam, from: [0, 0, 0], to: [1, 0, 0], elements: 1, stretch: 1.001,
    section: {shape: rectangle, width: 0.05, height: 0.02, E: 7e10, rho: 2700}}
joints: {hinge: {type: revolute, between: [ground, arm.start], at: [0, 0, 0], axis: [0, 1, 0]}}
method: {name: ed, step: 0.01, end: 0.4}
outputs: [arm.mid.force_1]
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
  EXPECT_TRUE(has_wrong_loads(*ep)) << ep->load_roughness << " " << ep->load_error;
  EXPECT_FALSE(has_wrong_loads(*ed)) << ed->load_roughness;
  EXPECT_EQ(c.series[3].largest_stable(), nullptr) << "an explicit method cannot do such steps";
  const Advice advice = advise(c);
  EXPECT_EQ(advice.recommendations[3].candidate, "ed") << advice.recommendations[3].reason;
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
  EXPECT_EQ(advice_rows(c).size(), 1 + c.series.size());
  EXPECT_EQ(invariant_rows(c).size(), 1 + c.series.size());
  const std::string json = to_json(c, advice), page = to_page(c, advice, "invar compare <model>");
  for (const TrialSeries& s : c.series) {
    EXPECT_NE(json.find("\"name\": \"" + s.candidate.name() + "\""), std::string::npos) << json;
    EXPECT_NE(page.find(s.candidate.name()), std::string::npos);
  }
  EXPECT_NE(page.find("data-figure"), std::string::npos);
  EXPECT_NE(page.find("invar compare &lt;model&gt;"), std::string::npos);
  EXPECT_EQ(json.find("nan"), std::string::npos);
}

}  // namespace
}  // namespace invar::compare
