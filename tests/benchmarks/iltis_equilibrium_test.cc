// Statics of the Iltis against those of the IAVSD benchmark (tests/data/iltis_model.json).
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "benchmarks/equilibrium_model.h"
#include "benchmarks/model_run.h"
#include "oracles/data.h"

namespace invar::benchmarks {
namespace {

using oracles::read_data;

struct Bounds {
  double z, pitch, force, damper, rod;
};

void expect_table(const EquilibriumModel& m, const Bounds& bounds) {
  const auto data = read_data("iltis_model").at("equilibrium");
  const auto listed = [&](const char* key) { return data.at(key).get<double>(); };
  EXPECT_NEAR(m.channel("chassis.position.z"), listed("chassis_z"), bounds.z);
  EXPECT_NEAR(m.channel("chassis.pitch"), listed("chassis_pitch_rad"), bounds.pitch);
  EXPECT_NEAR(m.channel("damper_fl.tension"), listed("front_damper"), bounds.damper);
  EXPECT_NEAR(m.channel("damper_rr.tension"), listed("rear_damper"), bounds.damper);
  EXPECT_NEAR(m.channel("leaf_fl.tension"), listed("front_leaf"), bounds.force);
  EXPECT_NEAR(m.channel("leaf_rr.tension"), listed("rear_leaf"), bounds.force);
  EXPECT_NEAR(m.channel("tyre_fl.force.z"), listed("front_tyre"), bounds.force);
  EXPECT_NEAR(m.channel("tyre_rr.force.z"), listed("rear_tyre"), bounds.force);
  EXPECT_NEAR(m.vector("leaf_rod_fl.force").norm(), -listed("front_leaf_rod"), bounds.rod);
  EXPECT_NEAR(m.vector("leaf_rod_rr.force").norm(), -listed("rear_leaf_rod"), bounds.rod);
}

// The model as it ships, not started where it ends.
EquilibriumModel solve(const std::string& load_at_center) {
  std::ifstream file(model_path("iltis"));
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  return EquilibriumModel(text, {}, {}, {{"speed", "0"}, {"z", "0.568"}, {"load_at_center", load_at_center}});
}

// The benchmark's statics have the load of a tyre at the center of the wheel. Bounds: half a unit of the last printed digit;
// for height and pitch the rounding of the radii (5e-7 m), for dampers that of their lower ends (5e-8 m at 50 kN/m).
TEST(IltisEquilibrium, is_that_of_the_benchmark_to_all_printed_digits_with_tyres_loaded_at_the_center) {
  expect_table(solve("1"), {5e-8 + 5e-7, 1e-8, 0.005, 0.0075, 0.005});
}

// On the road the load acts where the wheel touches: wheels that lean by 0.8 mrad turn about the arms by 1 N m. This is 4 N
// in the rods, 0.1 N in springs and a micrometer.
TEST(IltisEquilibrium, with_tyres_on_the_road_differs_by_the_moment_of_leaning_wheels) {
  expect_table(solve("0"), {2e-6, 1e-6, 0.1, 0.1, 4});
}

// Along the road, across it and about the vertical nothing holds a vehicle that stands: it is where it was.
TEST(IltisEquilibrium, is_neutral_in_three_directions_and_does_not_slide_along_them) {
  for (const char* load_at_center : {"0", "1"}) {
    const EquilibriumModel m = solve(load_at_center);
    const StabilityReport& stability = m.found.report.point.stability;
    EXPECT_EQ(stability.kind, Stability::kNeutral) << load_at_center;
    EXPECT_EQ(stability.neutral, 3) << load_at_center;
    EXPECT_EQ(stability.negative, 0) << load_at_center;
    EXPECT_NEAR(m.channel("chassis.position.y"), 0, 1e-8) << load_at_center;
    EXPECT_NEAR(m.channel("chassis.yaw"), 0, 1e-8) << load_at_center;
    // The wheels go back a little where the chassis pitches.
    EXPECT_NEAR(m.channel("chassis.position.x"), 0, 1e-3) << load_at_center;
  }
}

}  // namespace
}  // namespace invar::benchmarks
