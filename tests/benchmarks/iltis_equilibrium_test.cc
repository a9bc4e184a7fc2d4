// Statics of the Iltis against those of the IAVSD benchmark (tests/data/iltis_model.json).
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <regex>

#include "benchmarks/equilibrium_model.h"
#include "benchmarks/model_run.h"
#include "oracles/data.h"

namespace invar::benchmarks {
namespace {

using oracles::read_data;

struct Bounds {
  double z, pitch, force, rod;
};

void expect_table(const EquilibriumModel& m, const Bounds& bounds) {
  const auto data = read_data("iltis_model").at("equilibrium");
  EXPECT_NEAR(m.channel("chassis.position.z"), data.at("chassis_z").get<double>(), bounds.z);
  EXPECT_NEAR(m.channel("chassis.pitch"), data.at("chassis_pitch_rad").get<double>(), bounds.pitch);
  const std::vector<std::pair<std::string, std::string>> forces = {
      {"damper_fl.tension", "front_damper"}, {"damper_rr.tension", "rear_damper"}, {"leaf_fl.tension", "front_leaf"},
      {"leaf_rr.tension", "rear_leaf"},      {"tyre_fl.force.z", "front_tyre"},    {"tyre_rr.force.z", "rear_tyre"}};
  for (const auto& [channel, key] : forces)
    EXPECT_NEAR(m.channel(channel), data.at(key).get<double>(), bounds.force) << key;
  EXPECT_NEAR(m.vector("leaf_rod_fl.force").norm(), -data.at("front_leaf_rod").get<double>(), bounds.rod);
  EXPECT_NEAR(m.vector("leaf_rod_rr.force").norm(), -data.at("rear_leaf_rod").get<double>(), bounds.rod);
}

std::string iltis_text() {
  std::ifstream file(model_path("iltis"));
  std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  text = text.substr(0, text.find("\noutputs:"));
  text = std::regex_replace(text, std::regex("\n  speed: 10 "), "\n  speed: 0 ");
  return std::regex_replace(text, std::regex("\n  z: [0-9.]+"), "\n  z: 0.568");  // not where it ends
}

// The benchmark's statics have the load of a tyre at the center of the wheel: a vertical spring on it.
TEST(IltisEquilibrium, is_that_of_the_benchmark_to_all_printed_digits_with_tyres_loaded_at_the_center) {
  std::string text = iltis_text();
  text = std::regex_replace(text, std::regex("\n  tyre_fl: &tyre(\n    [^\n]*)+(\n      AF1[^\n]*)?"), "");
  text = std::regex_replace(text, std::regex("\n  tyre_[fr][lr]:[^\n]*"), "");
  for (const std::string corner : {"fl", "fr", "rl", "rr"})
    text = std::regex_replace(text, std::regex("\n  spin_" + corner + ":"),
                              "\n  tyre_" + corner + ": {type: leaf_spring, between: [ground, hub_" + corner +
                                  "], axis: [0, 0, 1], stiffness: tyre_k, free_length: radius_" + corner.substr(0, 1) +
                                  "}\n  spin_" + corner + ":");
  expect_table(EquilibriumModel(text), {5e-7, 1e-8, 0.006, 0.006});
}

// On the road the load acts where the wheel touches: wheels that lean by 0.8 mrad turn about the arms by 1 N m. This is 4 N
// in the rods, 0.1 N in springs and a micrometer.
TEST(IltisEquilibrium, with_tyres_on_the_road_differs_by_the_moment_of_leaning_wheels) {
  expect_table(EquilibriumModel(iltis_text()), {2e-6, 1e-6, 0.1, 4});
}

}  // namespace
}  // namespace invar::benchmarks
