// The Bombardier Iltis of the IAVSD benchmark against published statics and against ten manoeuvres of an independent code
// (tests/data/iltis_*.json). That code labels the wheels at y > 0 "right"; here y points to the left.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

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
  double y = 1e-3;  // allowed in y [m]
};

const std::vector<Manoeuvre>& manoeuvres() {
  static const std::vector<Manoeuvre> all = {
      {"InPhaseCosine_5ms", {{"speed", "5"}, {"bump_left", "0.2"}, {"bump_right", "0.2"}}, 2.5},
      {"InPhaseCosine_10ms", {{"speed", "10"}, {"bump_left", "0.2"}, {"bump_right", "0.2"}}, 2.5},
      {"AntiPhaseCosine_5ms", {{"speed", "5"}, {"bump_left", "0.2"}, {"bump_right", "-0.2"}}, 3},
      {"AntiPhaseCosine_10ms", {{"speed", "10"}, {"bump_left", "0.2"}, {"bump_right", "-0.2"}}, 2},
      {"RampToSteer_10ms", {{"speed", "10"}, {"rack_rate", "0.004"}}, 5},
      {"RampToSteer_20ms", {{"speed", "20"}, {"rack_rate", "0.004"}}, 5},
      {"RampToSteer_30ms", {{"speed", "30"}, {"rack_rate", "0.004"}}, 5},
      {"SinusoidalSteer_1mm", {{"speed", "20"}, {"rack_sine", "0.001"}}, 3},
      {"SinusoidalSteer_2mm", {{"speed", "20"}, {"rack_sine", "0.002"}}, 3},
      {"SinusoidalSteer_4mm", {{"speed", "20"}, {"rack_sine", "0.004"}}, 3, 1e-2}};
  return all;
}

// A channel at any time, by parabolas through three recorded instants.
double value_at(const ModelRun& run, const std::string& channel, double t) {
  const double h = run.t(1) - run.t(0);
  const auto i = static_cast<size_t>(std::clamp(std::round(t / h), 1.0, static_cast<double>(run.rows.size() - 2)));
  const double s = (t - run.t(i)) / h, a = run.at(i - 1, channel), b = run.at(i, channel), c = run.at(i + 1, channel);
  return b + 0.5 * s * (c - a) + 0.5 * s * s * (a - 2 * b + c);
}

class IltisManoeuvre : public testing::TestWithParam<Manoeuvre> {};

TEST_P(IltisManoeuvre, agrees_with_the_reference_over_the_whole_run) {
  const Manoeuvre& m = GetParam();
  const auto rows = read_rows(read_data("iltis_reference").at("runs").at(m.name));
  const ModelRun run = run_model(
      "iltis", {.method = "generalized_alpha", .set = m.set, .options = {{"rho_inf", "0.95"}}, .step = 0.0025, .end = m.end});
  ASSERT_EQ(run.certificate.status, "completed") << run.certificate.message;
  // Columns of the reference, our channel, and what is allowed; forces relative to the range of all four.
  double least = 1e300, most = -1e300;
  for (const auto& row : rows)
    for (int k = 7; k <= 10; ++k) least = std::min(least, row[k]), most = std::max(most, row[k]);
  const double force = 0.01 * (most - least);
  const std::vector<std::tuple<int, std::string, double>> columns = {
      {1, "chassis.position.x", 1e-3}, {2, "chassis.position.y", m.y}, {3, "chassis.position.z", 5e-4},
      {4, "chassis.pitch", 5e-4},      {5, "chassis.roll", 5e-4},      {6, "chassis.yaw", 5e-4},
      {7, "tyre_fr.force.z", force},   {8, "tyre_fl.force.z", force},  {9, "tyre_rl.force.z", force},
      {10, "tyre_rr.force.z", force}};
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

INSTANTIATE_TEST_SUITE_P(Benchmark, IltisManoeuvre, testing::ValuesIn(manoeuvres()),
                         [](const auto& param_info) { return param_info.param.name; });

}  // namespace
}  // namespace invar::benchmarks
