// Statics and modes as a program calls them: options in, results out.
#include "invar/run/static_analysis.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "invar/core/json.h"
#include "invar/run/modes_analysis.h"

namespace invar {
namespace {

// A mass at the end of a rod, beside its lowest place; f = sqrt(g/l)/(2 pi).
const char* kHanging = R"(
model: hanging
gravity: [0, 0, -9.81]
bodies: {bob: {type: point_mass, mass: 2, position: [0.3, 0, -0.4]}}
joints: {rod: {type: distance, between: [ground, bob], at: [0, 0, 0]}}
outputs: [bob.position.z]
)";

TEST(StaticAnalysis, finds_the_lowest_place_and_says_so_in_its_certificate) {
  const auto model = load_model_text(kHanging);
  StaticAnalysis analysis(*model, {});
  const StaticCertificate& c = analysis.run();
  EXPECT_TRUE(c.completed());
  EXPECT_EQ(c.stability, Stability::kStable);
  EXPECT_EQ(stability_text(c), "stable");
  EXPECT_NEAR(c.potential_energy, -2 * 9.81 * 0.5, 1e-12);
  EXPECT_NEAR(analysis.found().state.q[2], -0.5, 1e-12);
  EXPECT_EQ(overall_verdict(c), "kept");
  const Json json = Json::parse(to_json(c));
  EXPECT_EQ(json["verdict"], "kept");
  EXPECT_EQ(json["findings"][0]["name"], "equilibrium");
  EXPECT_EQ(json["degrees_of_freedom"], 2);
  EXPECT_EQ(json["potential_energy"].get<double>(), c.potential_energy);
}

TEST(StaticAnalysis, does_not_call_an_unstable_equilibrium_kept) {
  const auto model = load_model_text(R"(
model: standing
gravity: [0, 0, -9.81]
bodies: {bob: {type: point_mass, mass: 2, position: [0, 0, 0.5]}}
joints: {rod: {type: distance, between: [ground, bob], at: [0, 0, 0]}}
)");
  StaticAnalysis analysis(*model, {.accept_unstable = true});
  const StaticCertificate& c = analysis.run();
  EXPECT_TRUE(c.completed());
  EXPECT_EQ(stability_text(c), "unstable in 2 of 2 directions");
  EXPECT_EQ(overall_verdict(c), "not_kept");
  EXPECT_EQ(judge(c)[0].verdict, Verdict::kLarge);
}

TEST(StaticAnalysis, has_no_findings_where_it_found_nothing) {
  const auto model = load_model_text(R"(
model: falling
gravity: [0, 0, -9.81]
bodies: {bob: {type: point_mass, mass: 2, position: [0, 0, 0.5]}}
)");
  StaticAnalysis analysis(*model, {});
  EXPECT_EQ(analysis.run().status, "stopped");
  EXPECT_FALSE(analysis.certificate().message.empty());
  EXPECT_EQ(overall_verdict(analysis.certificate()), "failed");
  EXPECT_TRUE(judge(analysis.certificate()).empty());
}

TEST(StaticAnalysis, names_the_key_of_an_option_that_does_not_fit) {
  const auto model = load_model_text("model: still\nbodies: {bob: {type: point_mass, mass: 1, position: [0, 0, 0]}}\n");
  try {
    StaticAnalysis analysis(*model, {.arc_length = true});
    FAIL() << "nothing to follow";
  } catch (const ModelError& error) {
    EXPECT_EQ(std::string(error.what()).find("`arc_length`"), 0u) << error.what();
    EXPECT_EQ(std::string(error.what()).find("--"), std::string::npos) << error.what();
  }
}

TEST(ModesAnalysis, gives_the_frequencies_of_a_pendulum_about_its_equilibrium) {
  const auto model = load_model_text(kHanging);
  ModesAnalysis analysis(*model, {.equilibrium = StartSpec{}});
  ASSERT_TRUE(analysis.run().ok());
  ASSERT_EQ(analysis.report().modes.size(), 2u);
  for (const Mode& mode : analysis.report().modes)
    EXPECT_NEAR(mode.frequency(), std::sqrt(9.81 / 0.5) / (2 * std::numbers::pi), 1e-9);
  EXPECT_EQ(analysis.chapters().size(), 2u);
  EXPECT_EQ(Json::parse(modes_json(*model, analysis.report()))["modes"].size(), 2u);
  EXPECT_EQ(Json::parse(analysis.certificate_json())["degrees_of_freedom"], 2);
}

TEST(ModesAnalysis, says_that_a_start_is_no_equilibrium) {
  const auto model = load_model_text(kHanging);
  ModesAnalysis analysis(*model, {});
  ASSERT_TRUE(analysis.run().ok());
  ASSERT_FALSE(analysis.notes().empty());
  EXPECT_NE(analysis.notes()[0].find("`start: equilibrium` finds one"), std::string::npos) << analysis.notes()[0];
}

}  // namespace
}  // namespace invar
