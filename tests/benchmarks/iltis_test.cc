// The Bombardier Iltis of the IAVSD benchmark against published statics and against ten manoeuvres of an independent code
// (tests/data/iltis_*.json). That code labels the wheels at y > 0 "right"; here y points to the left.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <ostream>
#include <regex>

#include "benchmarks/iltis_design.h"
#include "benchmarks/model_run.h"
#include "oracles/data.h"

namespace invar::benchmarks {
namespace {

using oracles::read_data;
using oracles::read_rows;

struct Manoeuvre {
  std::string name;
  Overrides set;
  double end;
  bool impacts = false;  // wheels lift off and bump stops are hit: steps as small as they need
  double y = 1e-3;       // allowed in y [m]
};
void PrintTo(const Manoeuvre& m, std::ostream* out) { *out << m.name; }

const std::vector<Manoeuvre>& manoeuvres() {
  static const std::vector<Manoeuvre> all = {
      {"InPhaseCosine_5ms", {{"speed", "5"}, {"bump_left", "0.2"}, {"bump_right", "0.2"}}, 2.5},
      {"InPhaseCosine_10ms", {{"speed", "10"}, {"bump_left", "0.2"}, {"bump_right", "0.2"}}, 2.5, true},
      {"AntiPhaseCosine_5ms", {{"speed", "5"}, {"bump_left", "0.2"}, {"bump_right", "-0.2"}}, 3, true},
      {"AntiPhaseCosine_10ms", {{"speed", "10"}, {"bump_left", "0.2"}, {"bump_right", "-0.2"}}, 2, true},
      {"RampToSteer_10ms", {{"speed", "10"}, {"rack_rate", "0.004"}}, 5},
      {"RampToSteer_20ms", {{"speed", "20"}, {"rack_rate", "0.004"}}, 5},
      {"RampToSteer_30ms", {{"speed", "30"}, {"rack_rate", "0.004"}}, 5},
      {"SinusoidalSteer_1mm", {{"speed", "20"}, {"rack_sine", "0.001"}}, 3},
      {"SinusoidalSteer_2mm", {{"speed", "20"}, {"rack_sine", "0.002"}}, 3},
      {"SinusoidalSteer_4mm", {{"speed", "20"}, {"rack_sine", "0.004"}}, 3}};
  return all;
}

// A channel at any time, by straight lines between recorded instants.
double value_at(const RecordedRun& run, const std::string& channel, double t) {
  const auto after = std::upper_bound(run.rows.begin(), run.rows.end(), t,
                                      [](double time, const std::vector<double>& row) { return time < row[0]; });
  const auto i =
      static_cast<size_t>(std::clamp<long>(after - run.rows.begin(), 1, static_cast<long>(run.rows.size()) - 1));
  const double a = run.at(i - 1, channel), b = run.at(i, channel);
  return a + (b - a) * (t - run.t(i - 1)) / (run.t(i) - run.t(i - 1));
}

class IltisManoeuvre : public ::testing::TestWithParam<Manoeuvre> {};

TEST_P(IltisManoeuvre, agrees_with_the_reference_over_the_whole_run) {
  const Manoeuvre& m = GetParam();
  const auto rows = read_rows(read_data("iltis_reference").at("runs").at(m.name));
  Settings settings{.method = "generalized_alpha", .set = m.set, .step = 0.002, .end = m.end};
  if (m.impacts) {
    settings.method = "ep";
    settings.step = std::nullopt;
    settings.tolerance = 2e-7;
  }
  const RecordedRun run = run_model("iltis", settings);
  ASSERT_EQ(run.certificate.status, "completed") << run.certificate.message;
  // Columns of the reference, our channel, and what is allowed; forces relative to the range of each.
  const auto force = [&](int column) {
    double least = 1e300, most = -1e300;
    for (const auto& row : rows) least = std::min(least, row[column]), most = std::max(most, row[column]);
    return 0.01 * (most - least);
  };
  const std::vector<std::tuple<int, std::string, double>> columns = {
      {1, "chassis.position.x", 1e-3},   {2, "chassis.position.y", m.y},   {3, "chassis.position.z", 5e-4},
      {4, "chassis.pitch", 5e-4},        {5, "chassis.roll", 5e-4},        {6, "chassis.yaw", 5e-4},
      {7, "tyre_fr.force.z", force(7)},  {8, "tyre_fl.force.z", force(8)}, {9, "tyre_rl.force.z", force(9)},
      {10, "tyre_rr.force.z", force(10)}};
  for (const auto& [column, channel, allowed] : columns) {
    double worst = 0, when = 0;
    for (const auto& row : rows) {
      const double error = std::abs(value_at(run, channel, row[0]) - row[column]);
      if (error > worst) worst = error, when = row[0];
    }
    EXPECT_LT(worst, allowed) << channel << " at t = " << when;
    RecordProperty(channel, std::to_string(worst));
  }
}

INSTANTIATE_TEST_SUITE_P(Benchmark, IltisManoeuvre, ::testing::ValuesIn(manoeuvres()),
                         [](const auto& param_info) { return param_info.param.name; });

// Statics of the benchmark at the start of the model: half a unit of the last printed digit, and what the rounding of the
// data allows besides. Radii are given to a micrometer: 5e-7 m of height and 5e-7/2.017 rad of pitch. The lower end of a
// damper is given to 1e-7 m: 5e-8 m times its stiffness of 50 kN/m.
TEST(Iltis, starts_in_the_equilibrium_of_the_benchmark_to_its_printed_digits_and_stays_there) {
  constexpr double kHalf = 0.005, kDamper = kHalf + 0.0025;
  const auto data = read_data("iltis_model").at("equilibrium");
  const RecordedRun run = run_model("iltis", {.set = {{"speed", "0"}}, .end = 3});
  const auto expect = [&](const std::string& channel, const std::string& key, double tolerance) {
    EXPECT_NEAR(run.at(0, channel), data.at(key).get<double>(), tolerance) << key;
  };
  expect("chassis.position.z", "chassis_z", 5e-8 + 5e-7);
  expect("chassis.pitch", "chassis_pitch_rad", 1e-8);
  expect("tyre_fl.force.z", "front_tyre", kHalf);
  expect("tyre_rr.force.z", "rear_tyre", kHalf);
  expect("damper_fr.tension", "front_damper", kDamper);
  expect("damper_rl.tension", "rear_damper", kDamper);
  expect("leaf_fl.tension", "front_leaf", kHalf);
  expect("leaf_rl.tension", "rear_leaf", kHalf);
  EXPECT_NEAR(1e3 * (run.at(0, "chassis.position.z") - 0.57), data.at("cabin_dz_mm").get<double>(), 5e-4);
  EXPECT_NEAR(run.at(0, "chassis.pitch") * 180 / std::numbers::pi, data.at("pitch_deg").get<double>(), 5e-5);
  // Nothing moves but by the micrometer that leaning wheels make (iltis_equilibrium_test.cc).
  for (const char* channel :
       {"chassis.position.z", "wheel_fl.position.z", "wheel_rr.position.z", "chassis.position.x", "chassis.position.y"})
    EXPECT_NEAR(run.last(channel), run.at(0, channel), 3e-6) << channel;
}

TEST(Iltis, has_the_nominal_forces_of_the_benchmark_in_the_design_position) {
  const auto data = read_data("iltis_model").at("nominal_forces");
  const RecordedRun run = run_model("iltis", {.set = iltis_design(), .end = 0.005});
  EXPECT_NEAR(run.at(0, "leaf_fl.tension"), data.at("leaf").get<double>(), 0.06);
  EXPECT_NEAR(run.at(0, "damper_rr.tension"), data.at("damper").get<double>(), 0.06);
  EXPECT_NEAR(run.at(0, "tyre_fl.force.z"), data.at("front_tyre").get<double>(), 0.15);
  EXPECT_NEAR(run.at(0, "tyre_rl.force.z"), data.at("rear_tyre").get<double>(), 0.15);
}

// [Dopico2007] sec. "simulations II": the rough road at 10 ms without tuning.
TEST(Iltis, survives_the_stairs_at_ten_milliseconds) {
  for (const char* method : {"al_projection", "al_conserving_projection", "ed"}) {
    const RecordedRun run = run_model("dopico_iltis_rough", {.method = method, .step = 0.01});
    EXPECT_EQ(run.certificate.status, "completed") << method << run.certificate.message;
    EXPECT_EQ(run.certificate.rejected_steps, 0) << method;
    EXPECT_NEAR(run.last("chassis.position.z"), 0.5629, 1e-3) << method;
    // The trapezoidal rule leaves an error at each edge; within a fiftieth of the energy of the motion it is no gain.
    if (std::string(method) == "al_projection") {
      EXPECT_LT(run.certificate.energy_balance_error_max.value_or(1e300), 0.02 * run.certificate.energy_scale);
      continue;
    }
    EXPECT_LT(run.certificate.energy_balance_error_max.value_or(1e300), 1e-12 * 1.7e6) << method;
    EXPECT_GT(run.certificate.dissipated_physical, 5000) << method;
  }
  const RecordedRun adaptive = run_model("dopico_iltis_rough", {.method = "ep", .tolerance = 1e-4});
  EXPECT_EQ(adaptive.certificate.status, "completed") << adaptive.certificate.message;
  EXPECT_LT(adaptive.certificate.energy_balance_error_max.value_or(1e300), 1e-11 * 1.7e6);
}

// Tyres without damping, as the benchmark has them. All pass, but the wheels hop on and A gains more energy than the
// vehicle has: what the damping of the model is for.
TEST(Iltis, survives_the_stairs_also_with_tyres_that_do_not_damp) {
  for (const char* method : {"al_projection", "al_conserving_projection", "ed"}) {
    const RecordedRun run =
        run_model("dopico_iltis_rough", {.method = method, .set = {{"damping", "0"}}, .step = 0.01});
    EXPECT_EQ(run.certificate.status, "completed") << method << run.certificate.message;
    const double error = run.certificate.energy_balance_error_max.value_or(1e300);
    if (std::string(method) == "al_projection") {
      EXPECT_GT(error, 5000);
    } else {
      EXPECT_LT(error, 1e-12 * 1.7e6) << method;
    }
  }
}

// With a given penalty and few iterations some steps fail; their parts are held by larger penalties and pass.
TEST(Iltis, passes_the_stairs_with_a_given_penalty_by_dividing_steps) {
  for (const char* method : {"al_conserving", "al_conserving_projection"}) {
    const RecordedRun run =
        run_model("dopico_iltis_rough",
                  {.method = method, .options = {{"penalty", "1e7"}, {"iterations", "8"}}, .step = 0.01, .end = 5});
    EXPECT_EQ(run.certificate.status, "completed") << method << run.certificate.message;
    EXPECT_GT(run.certificate.rejected_steps, 0) << method;
  }
}

TEST(Iltis, with_its_rack_driven_beyond_its_range_stops_there_and_names_the_rack) {
  const RecordedRun run = run_model(
      "iltis",
      {.method = "generalized_alpha", .set = {{"rack_rate", "0.2"}, {"rack_limit", "1"}}, .step = 0.005, .end = 5});
  EXPECT_EQ(run.certificate.status, "stopped");
  EXPECT_NEAR(run.certificate.t_reached, 0.4, 0.005);
  EXPECT_TRUE(
      std::regex_search(run.certificate.message, std::regex("drive \"rack_drive_[lr]\" is asked for 0\\.08.*range")))
      << run.certificate.message;
}

TEST(Iltis, with_its_rack_driven_out_of_reach_stops_and_names_a_joint_of_a_front_wheel) {
  const RecordedRun run = run_model("iltis", {.method = "generalized_alpha",
                                              .set = {{"rack_rate", "0.2"}, {"rack_limit", "1"}, {"rack_range", "2"}},
                                              .step = 0.005,
                                              .end = 5});
  EXPECT_EQ(run.certificate.status, "stopped");
  EXPECT_LT(run.certificate.t_reached, 3);
  // The tie rod cannot reach; what Newton leaves is spread over the joints of that wheel.
  EXPECT_TRUE(std::regex_search(run.certificate.message, std::regex("_f[lr]\""))) << run.certificate.message;
}

}  // namespace
}  // namespace invar::benchmarks
