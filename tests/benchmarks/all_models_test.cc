// Every model that ships loads, passes the check, runs and keeps its energy balance.
#include <gtest/gtest.h>

#include "benchmarks/model_run.h"
#include "invar/results/model_check.h"

namespace invar::benchmarks {
namespace {

class EveryModel : public testing::TestWithParam<std::string> {};

TEST_P(EveryModel, loads_passes_the_check_and_keeps_its_energy_balance) {
  const auto model = load_model(model_path(GetParam()));
  EXPECT_EQ(model->name, GetParam()) << "the name in the file is that of the file";
  EXPECT_FALSE(model->description.empty());
  EXPECT_FALSE(model->outputs.empty());
  const ModelCheck c = check(*model);
  EXPECT_TRUE(c.ok()) << c.initial.status.detail;
  // 50 steps of the model's own size.
  const double step = model->method.find("step").number();
  const ModelRun run = run_model(GetParam(), {.end = 50 * step});
  expect_conserved(run, 1e-11, 1e-11, 1e-10);
  for (const char* channel :
       {"energy.total", "energy.kinetic", "energy.potential", "constraint.position", "constraint.velocity"})
    EXPECT_NO_THROW(run.at(0, channel));
}

TEST_P(EveryModel, starts_consistently_as_given) {
  const ModelCheck c = check(*load_model(model_path(GetParam())));
  EXPECT_LT(c.initial.position_residual_before, 1e-9);
  EXPECT_LT(c.initial.velocity_residual_before, 1e-9);
}

INSTANTIATE_TEST_SUITE_P(Models, EveryModel, testing::ValuesIn(model_names()),
                         [](const auto& param_info) { return param_info.param; });

// What users rely on: names of the models of the papers and their channels.
TEST(ContractChannels, are_offered_by_the_models) {
  const std::vector<std::pair<std::string, std::vector<std::string>>> contract{
      {"bauchau_rigid_body",
       {"body.e1.x", "body.e2.y", "body.e3.z", "body.omega.x", "body.lambda.e1e1", "body.lambda.e2e2",
        "body.lambda.e3e3", "body.lambda.e2e3", "body.lambda.e1e3", "body.lambda.e1e2"}},
      {"bauchau_universal_joint",
       {"body.e1.x", "body.e2.y", "body.e3.z", "body.omega.x", "body.conformal.z", "joint.lambda",
        "joint.drive_torque"}},
      {"dopico_compound_pendulum", {"particle_1.position.z", "particle_2.position.x", "particle_2.velocity.y"}},
      {"dopico_iltis_smooth",
       {"chassis.position.z", "wheel_fl.position.z", "wheel_fr.position.z", "wheel_rl.position.z",
        "wheel_rr.position.z"}},
      {"dopico_iltis_rough",
       {"chassis.position.z", "wheel_fl.position.z", "wheel_fr.position.z", "wheel_rl.position.z",
        "wheel_rr.position.z"}},
      {"yoon_pendulum", {"mass.position.x", "mass.position.y", "mass.velocity.x", "mass.velocity.y"}},
      {"braun_slider_crank", {"slider.position.x", "crank.angle", "rod.angle"}},
      {"braun_double_four_bar", {"joint_1.position.x", "joint_2.position.y", "joint_3.position.x"}},
      {"n_four_bar", {"tip.position.x", "tip.position.y", "tip.velocity.x", "tip.velocity.y"}},
      {"chain", {"tip.position.x", "tip.position.y", "tip.position.z"}}};
  for (const auto& [name, channels] : contract) {
    const ModelRun run = run_model(name, {.end = 0.01});
    for (const auto& channel : channels) EXPECT_NO_THROW(run.at(0, channel)) << name << " " << channel;
  }
}

TEST(ChainModel, loads_and_steps_with_ten_thousand_links) {
  const ModelRun run = run_model("chain", {.set = {{"N", "10000"}}, .step = 0.001, .end = 0.003});
  EXPECT_EQ(run.certificate.coordinates, 30000);
  expect_conserved(run, 1e-10, 1e-12, 1e-10);
}

}  // namespace
}  // namespace invar::benchmarks
