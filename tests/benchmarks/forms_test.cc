// The same discrete equations solved in different ways give the same trajectory up to round-off.
#include <gtest/gtest.h>

#include "benchmarks/model_run.h"

namespace invar::benchmarks {
namespace {

struct FormsCase {
  std::string model;
  double end;
  std::vector<std::string> channels;
};

void PrintTo(const FormsCase& c, std::ostream* out) { *out << c.model; }

class Forms : public ::testing::TestWithParam<FormsCase> {};

TEST_P(Forms, give_the_same_trajectory_to_round_off) {
  const FormsCase& c = GetParam();
  const auto run = [&](const std::string& form, const std::string& multipliers) {
    RecordedRun r = run_model(c.model, {.options = {{"form", form}, {"multipliers", multipliers}}, .end = c.end});
    expect_conserved(r, 1e-10, 1e-10, 1e-10);
    return r;
  };
  const RecordedRun reduced = run("reduced", "direct"), full = run("full", "direct"),
                    augmented = run("full", "augmented");
  for (const auto& channel : c.channels) {
    EXPECT_LT(max_difference(reduced, full, channel), 1e-9) << channel << ", reduced and full";
    EXPECT_LT(max_difference(full, augmented, channel), 1e-9) << channel << ", direct and augmented";
  }
}

INSTANTIATE_TEST_SUITE_P(
    Models, Forms,
    ::testing::Values(
        FormsCase{"bauchau_rigid_body", 5, {"body.e1.x", "body.e3.z", "body.omega.y"}},
        FormsCase{"bauchau_universal_joint", 6, {"body.e1.x", "body.e3.z", "joint.lambda", "joint.drive_torque"}},
        FormsCase{"braun_slider_crank", 5, {"slider.position.x", "rod.angle"}},
        FormsCase{"heavy_top", 0.5, {"top.center.position.x", "top.center.position.z"}},
        FormsCase{"rolling_disc", 2, {"disc.position.x", "rolling.contact.y"}},
        FormsCase{"four_bar", 2, {"crank_link.angle", "coupler_point.position.x"}},
        FormsCase{"four_bar_spatial", 2, {"A.angle", "C.angle"}},
        FormsCase{"snakeboard", 3, {"board.position.x", "board.angle"}},
        FormsCase{"gyroscope", 0.5, {"yaw.angle", "pitch.angle"}}),
    [](const auto& param_info) { return param_info.param.model; });

}  // namespace
}  // namespace invar::benchmarks
