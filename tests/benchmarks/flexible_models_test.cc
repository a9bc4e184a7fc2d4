// The flexible models that ship without a published table: other elements, other steps and closed forms stand in for one.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <regex>

#include "benchmarks/model_run.h"

namespace invar::benchmarks {
namespace {

std::string changed(const std::string& model, const std::vector<std::pair<std::string, std::string>>& changes) {
  std::ifstream file(model_path(model));
  std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  for (const auto& [from, to] : changes) {
    EXPECT_NE(text.find(from), std::string::npos) << from;
    text = std::regex_replace(text, std::regex(from), to);
  }
  return text;
}

double difference(const RecordedRun& a, const RecordedRun& b, const std::vector<std::string>& channels) {
  double largest = 0;
  for (const auto& channel : channels) largest = std::max(largest, std::abs(a.last(channel) - b.last(channel)));
  return largest;
}

// 12 quadratic elements in the place of 6 cubic ones, `ed` with 25 ms: a flight of 20 m.
TEST(FlyingSpaghetti, flies_the_same_way_with_other_elements) {
  const Settings settings{.method = "ed", .step = 0.025, .end = 6, .every = 6};
  const RecordedRun cubic = run_model("flying_spaghetti", settings),
                    quadratic = run_text(changed("flying_spaghetti", {{"elements: 6", "elements: 12\n    order: 2"}}),
                                         settings);
  EXPECT_LT(difference(cubic, quadratic,
                       {"beam.start.position.x", "beam.start.position.y", "beam.start.position.z",
                        "beam.end.position.x", "beam.end.position.y", "beam.end.position.z"}),
            5e-5);
  EXPECT_NEAR(cubic.last("energy.total"), quadratic.last("energy.total"), 1e-4 * cubic.last("energy.total"));
}

// With all axes in line it is a parallelogram: the last bar turns with the first, by omega (t - 0.05).
TEST(FlexibleFourBar, turns_as_a_parallelogram_without_misalignment) {
  const RecordedRun run =
      run_model("flexible_four_bar", {.set = {{"misalignment", "0"}}, .step = 0.02, .end = 2, .every = 2});
  EXPECT_NEAR(run.last("d.angle"), -0.6 * 1.95, 1e-7);
  EXPECT_NEAR(run.last("bar_2.mid.position.z"), 0, 1e-12);
  EXPECT_LT(std::abs(run.last("motor.torque")), 1e-3) << "steady, no load";
}

TEST(FlexibleFourBar, with_its_misalignment_does_not_depend_on_the_elements) {
  const Settings settings{.step = 0.02, .end = 2, .every = 2};
  const RecordedRun plain = run_model("flexible_four_bar", settings);
  const RecordedRun other =
      run_text(changed("flexible_four_bar", {{"elements: 2", "elements: 6\n    order: 2"},
                                             {"elements: 4, section", "elements: 12, order: 2, section"}}),
               settings);
  EXPECT_LT(difference(plain, other, {"d.angle"}), 1e-6);
  EXPECT_LT(difference(plain, other, {"bar_2.mid.position.x", "bar_2.mid.position.y", "bar_2.mid.position.z"}), 1e-7);
  EXPECT_LT(difference(plain, other, {"motor.torque"}), 1e-4);
  EXPECT_NEAR(plain.last("d.angle"), -1.172407, 1e-6) << "the last bar runs ahead by 2.4 mrad";
}

// Ropes slacken and snap, so that details depend on the step; where the rider is does not.
TEST(FlexibleSwing, carries_its_rider_the_same_way_with_other_steps_and_elements) {
  const Settings settings{.step = 0.001, .end = 1, .every = 1};
  Settings half = settings;
  half.step = 0.0005;
  const RecordedRun plain = run_model("flexible_swing", settings), fine = run_model("flexible_swing", half),
                    other =
                        run_text(changed("flexible_swing", {{"elements: 2,", "elements: 4,"},
                                                            {"elements: 4, pretension", "elements: 8, pretension"}}),
                                 settings);
  EXPECT_LT(difference(plain, fine, {"rider.position.x"}), 1e-4);
  EXPECT_LT(difference(plain, fine, {"rider.position.y", "rider.position.z"}), 5e-3);
  EXPECT_LT(difference(plain, other, {"rider.position.x", "rider.position.y", "rider.position.z"}), 5e-3);
}

}  // namespace
}  // namespace invar::benchmarks
