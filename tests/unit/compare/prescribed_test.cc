// Comparisons of models without a degree of freedom: the step is chosen by what it shows of the outputs.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "benchmarks/model_run.h"
#include "invar/compare/output.h"

namespace invar::compare {
namespace {

constexpr double kRate = 20;  // rad/s

std::string write_crank() {
  const auto path = std::filesystem::temp_directory_path() / "invar_prescribed_crank.yaml";
  std::ofstream(path) << R"(
model: crank
bodies: {a: {type: planar_body, mass: 2, inertia: 0.1, position: [0.5, 0], angular_velocity: 20, velocity: [0, 10]}}
joints: {j: {type: planar_revolute, between: [ground, a], at: [0, 0]}}
drives: {d: {type: angle, joint: j, value: 20*t}}
method: {name: ep, step: 0.01, end: 1.28}
outputs: [j.force.x, j.force.y]
)";
  return path.string();
}

// The force in the hinge of a crank at constant speed is m r w^2 (cos, sin)(w t). Read off a straight line between instants
// h apart, (w h)^2/8 of the amplitude is missing in the middle: root mean square over time (w h)^2/(2 sqrt(30) sqrt(2)).
TEST(PrescribedMotion, is_resolved_by_a_step_as_the_second_derivative_of_its_outputs_says) {
  const auto model = load_model(write_crank());
  EXPECT_TRUE(is_prescribed(*model));
  const PrescribedMotion motion =
      sample_prescribed(*model, {.model = "", .step = 0.01, .end = 1.28, .asked_end = 1.28, .interval = 0.16}, {});
  ASSERT_TRUE(motion.status.ok()) << motion.status.message();
  ASSERT_GE(motion.resolutions.size(), 5u);
  int compared = 0;
  for (const auto& r : motion.resolutions) {
    const double wh = kRate * r.step;
    if (wh > 0.5 || r.step < 4 * motion.fine_step) continue;
    // Beside the ends of the quotient only sums over samples instead of integrals: (1 - 1/n^2) and so on.
    EXPECT_NEAR(r.error / (wh * wh / (2 * std::sqrt(60.0))), 1, 0.1) << r.step;
    ++compared;
  }
  EXPECT_GE(compared, 2);
}

TEST(PrescribedMotion, gets_advice_on_its_outputs_and_not_on_its_motion) {
  Request request{.model = write_crank()};
  request.candidates = parse_candidates("ep,hht");
  request.budget = 3;
  const Comparison c = run_comparison(request);
  ASSERT_TRUE(c.prescribed.has_value());
  const Advice advice = advise(c);
  ASSERT_EQ(advice.recommendations.size(), 1u);
  // The largest of 0.01 s 2^k with (w h)^2/15.5 <= 0.01, i.e. w h <= 0.39: 0.01 s.
  EXPECT_NEAR(advice.recommendations[0].step, 0.01, 1e-9) << advice.recommendations[0].reason;
  for (const TrialSeries& s : c.series) {
    ASSERT_EQ(s.trials.size(), 1u) << s.refused;
    EXPECT_LT(s.trials[0].load_error, 1e-9) << s.candidate.name();
  }
  EXPECT_NE(prescribed_text(c).find("prescribed"), std::string::npos);
  const std::string page = to_page(c, advice, "invar compare"), json = to_json(c, advice);
  EXPECT_NE(page.find("The motion is prescribed"), std::string::npos);
  EXPECT_NE(json.find("\"resolutions\""), std::string::npos);
  EXPECT_EQ(json.find("nan"), std::string::npos);
}

TEST(PrescribedMotion, is_not_seen_where_something_can_move) {
  EXPECT_FALSE(is_prescribed(*load_model(benchmarks::model_path("yoon_pendulum"))));
  EXPECT_FALSE(is_prescribed(*load_model(benchmarks::model_path("bennett"))));
  EXPECT_TRUE(is_prescribed(*load_model(benchmarks::model_path("stewart_platform"))));
}

}  // namespace
}  // namespace invar::compare
