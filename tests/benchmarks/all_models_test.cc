// Every model that ships loads, passes the check, runs and keeps its energy balance.
#include <gtest/gtest.h>

#include <sstream>

#include "benchmarks/model_run.h"
#include "invar/run/model_check.h"

namespace invar::benchmarks {
namespace {

class EveryModel : public ::testing::TestWithParam<std::string> {};

TEST_P(EveryModel, loads_passes_the_check_and_keeps_its_energy_balance) {
  const auto model = load_model(model_path(GetParam()));
  EXPECT_EQ(model->name, GetParam()) << "the name in the file is that of the file";
  EXPECT_FALSE(model->description.empty());
  EXPECT_FALSE(model->outputs.empty());
  const ModelCheck c = check(*model);
  EXPECT_TRUE(c.ok()) << c.conflict;
  // 50 steps of the model's own size.
  const double step = model->run.step.value();
  const RecordedRun run = run_model(GetParam(), {.end = 50 * step});
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

INSTANTIATE_TEST_SUITE_P(Models, EveryModel, ::testing::ValuesIn(model_names()),
                         [](const auto& param_info) { return param_info.param; });

// "a.b.{x,y} c": a.b.x, a.b.y and c.
std::vector<std::string> channels_of(const std::string& text) {
  std::vector<std::string> all;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const size_t open = word.find('{'), close = word.find('}');
    if (open == std::string::npos) {
      all.push_back(word);
      continue;
    }
    std::istringstream parts(word.substr(open + 1, close - open - 1));
    for (std::string part; std::getline(parts, part, ',');)
      all.push_back(word.substr(0, open) + part + word.substr(close + 1));
  }
  return all;
}

// What users rely on: names of the models of the papers and their channels, every component.
TEST(ContractChannels, are_offered_by_the_models) {
  const std::string directors = "body.e1.{x,y,z} body.e2.{x,y,z} body.e3.{x,y,z} body.omega.{x,y,z} ";
  const std::string vehicle = "chassis.position.z wheel_{fl,fr,rl,rr}.position.z";
  const std::vector<std::pair<std::string, std::string>> contract{
      {"bauchau_rigid_body", directors + "body.lambda.{e1e1,e2e2,e3e3,e2e3,e1e3,e1e2}"},
      {"bauchau_universal_joint", directors + "body.conformal.{x,y,z} joint.lambda joint.drive_torque"},
      {"bauchau_wind_turbine", "blade_1.mid.shear_3 blade_1.mid.moment_3 rotor.speed tower.top.position.{x,y,z}"},
      {"dopico_compound_pendulum",
       "particle_1.position.{x,y,z} particle_2.position.{x,y,z} particle_2.velocity.{x,y,z}"},
      {"dopico_iltis_smooth", vehicle},
      {"dopico_iltis_rough", vehicle},
      {"yoon_pendulum", "mass.position.{x,y} mass.velocity.{x,y}"},
      {"braun_slider_crank", "slider.position.x crank.angle rod.angle"},
      {"braun_double_four_bar", "joint_1.position.{x,y} joint_2.position.{x,y} joint_3.position.{x,y}"},
      {"n_four_bar", "tip.position.{x,y} tip.velocity.{x,y}"},
      {"chain", "tip.position.{x,y,z}"}};
  for (const auto& [name, channels] : contract) {
    const double step = load_model(model_path(name))->run.step.value();
    const RecordedRun run = run_model(name, {.end = step});
    for (const auto& channel : channels_of(channels)) EXPECT_NO_THROW(run.at(0, channel)) << name << " " << channel;
  }
}

TEST(NFourBarModel, loads_and_steps_with_ten_thousand_windows) {
  const RecordedRun run = run_model("n_four_bar", {.set = {{"N", "10000"}}, .step = 0.001, .end = 0.003});
  EXPECT_EQ(run.certificate.coordinates, 20002);
  expect_conserved(run, 1e-10, 4e-12, 1e-10);  // coordinates of 1e4 m are rounded to 2e-12
}

TEST(ChainModel, loads_and_steps_with_ten_thousand_links) {
  const RecordedRun run = run_model("chain", {.set = {{"N", "10000"}}, .step = 0.001, .end = 0.003});
  EXPECT_EQ(run.certificate.coordinates, 30000);
  expect_conserved(run, 1e-10, 1e-12, 1e-10);
}

}  // namespace
}  // namespace invar::benchmarks
