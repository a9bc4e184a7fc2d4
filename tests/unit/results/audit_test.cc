// The scale to which the energy balance is judged: what moves, but never less than the rounding of what is summed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "benchmarks/model_run.h"
#include "invar/audit/audit.h"
#include "invar/audit/findings.h"
#include "invar/model/model.h"
#include "invar/system/assembled_system.h"

namespace invar {
namespace {

using benchmarks::run_model;
using benchmarks::run_text;

Verdict energy_verdict(const Certificate& c) {
  return judge(c.energy_balance_error_max.value_or(1e300) / c.energy_scale);
}

// Its springs hold 1.7 MJ, counted from no length; what moves is below a microjoule.
TEST(EnergyScale, of_a_vehicle_that_stands_is_that_of_the_rounding_of_its_energy) {
  for (const char* method : {"ep", "ed", "al_conserving_projection"}) {
    const auto run = run_model("iltis", {.method = method, .set = {{"speed", "0"}}, .step = 0.01, .end = 1});
    const Certificate& c = run.certificate;
    EXPECT_EQ(c.status, "completed") << method;
    EXPECT_GT(std::abs(c.energy_initial), 1e6);
    EXPECT_EQ(energy_verdict(c), Verdict::kKept)
        << method << ": " << c.energy_balance_error_max.value_or(-1) << " of " << c.energy_scale << " J";
    // Small enough to find what is wrong with anything that moves: a part in 4000 of the energy.
    EXPECT_LT(c.energy_scale, 3e-4 * std::abs(c.energy_initial)) << method;
  }
}

TEST(EnergyScale, of_a_pendulum_that_hangs_still_is_not_zero) {
  const std::string text =
      "gravity: [0, 0, -9.81]\n"
      "bodies: {bob: {type: point_mass, mass: 2, position: [0, 0, -3]}}\n"
      "markers: {pivot: {on: ground}}\njoints: {rod: {type: distance, between: [pivot, bob]}}\n";
  for (const char* method : {"ep", "ed", "al_projection", "generalized_alpha"}) {
    const auto run = run_text(text, {.method = method, .step = 0.01, .end = 1});
    EXPECT_GT(run.certificate.energy_scale, 0) << method;
    EXPECT_EQ(energy_verdict(run.certificate), Verdict::kKept) << method;
  }
}

// Counted from anywhere, the potential energy of something that moves does not blunt the judgement.
TEST(EnergyScale, of_what_moves_is_its_largest_kinetic_energy) {
  const std::string text =
      "gravity: [0, 0, -9.81]\n"
      "bodies: {bob: {type: point_mass, mass: 2, position: [1, 0, 0]}}\n"
      "markers: {pivot: {on: ground}}\njoints: {rod: {type: distance, between: [pivot, bob]}}\n"
      "outputs: [energy.kinetic]\n";
  const auto run = run_text(text, {.method = "ep", .step = 0.01, .end = 2});
  double largest = 0;
  for (size_t i = 0; i < run.rows.size(); ++i) largest = std::max(largest, run.at(i, "energy.kinetic"));
  EXPECT_NEAR(run.certificate.energy_scale, largest, 1e-12 * largest);
  // An error of a part in ten thousand of it is seen as such.
  const auto rough = run_text(text, {.method = "newmark", .step = 0.02, .end = 2});
  EXPECT_NE(energy_verdict(rough.certificate), Verdict::kKept);
}

TEST(Warnings, of_steps_in_doubt_name_the_first_instant_and_how_many_follow) {
  const auto model = load_model_text("bodies: {p: {type: point_mass, mass: 1, position: [0, 0, 0]}}\n");
  const AssembledSystem system(model->assembly);
  Audit audit(system);
  Instant now(system);
  State s = model->initial;
  now.start(s);
  audit.start(now);
  for (const char* doubt : std::vector<const char*>{"", "a reason", "", "a reason", "another"}) {
    s.t += 0.5;
    StepReport report;
    report.doubt = doubt;
    now.step(s, report, {});
    audit.step(now, report, {});
  }
  audit.warn("an element is bent");
  Certificate c;
  audit.write(c);
  const std::vector<std::string> expected{"at t = 0.5 s and in 1 later step: a reason", "at t = 2 s: another",
                                          "an element is bent"};
  EXPECT_EQ(c.warnings, expected);
  EXPECT_EQ(overall_verdict(c), "not_kept");
}

}  // namespace
}  // namespace invar
