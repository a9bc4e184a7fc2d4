// The certificate: its keys, its JSON and its words.
#include "invar/audit/findings.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "invar/core/version.h"
#include "unit/io/temporary_folder.h"

namespace invar {
namespace {

using testing::message_of;

Certificate example() {
  Certificate c;
  c.model = "slider_crank";
  c.method = "ep";
  c.options = "order=4, form=reduced";
  c.step = 0.001;
  c.t_end = c.t_reached = 10;
  c.coordinates = 30;
  c.constraints = 29;
  c.degrees_of_freedom = 3;
  c.redundant_constraints = 2;
  c.steps = 10000;
  c.newton_iterations = 20113;
  c.wall_seconds = 0.41;
  c.constraint_position_max = 3.1e-16;
  c.constraint_velocity_max = 2e-6;
  c.worst_constraint = "hinge.axis_1";
  c.energy_initial = 0.125;
  c.energy_final = 0.14;
  c.energy_scale = 0.125;
  c.energy_balance_error_max = 0.015;
  c.work_drives = 2;
  return c;
}

std::string printed(const Certificate& certificate, bool color = false) {
  std::ostringstream out;
  print_readable(certificate, out, color);
  return out.str();
}

TEST(Certificate, has_the_promised_keys_in_the_promised_order) {
  const auto json = nlohmann::ordered_json::parse(to_json(example()));
  std::vector<std::string> keys;
  for (const auto& [key, value] : json.items()) keys.push_back(key);
  const std::vector<std::string> promised = {"model",
                                             "method",
                                             "options",
                                             "step",
                                             "t_end",
                                             "t_reached",
                                             "status",
                                             "message",
                                             "coordinates",
                                             "constraints",
                                             "degrees_of_freedom",
                                             "redundant_constraints",
                                             "steps",
                                             "rejected_steps",
                                             "newton_iterations",
                                             "factorizations",
                                             "wall_seconds",
                                             "constraint_position_max",
                                             "constraint_velocity_max",
                                             "constraint_velocity_mid_max",
                                             "constraint_acceleration_max",
                                             "worst_constraint",
                                             "energy_initial",
                                             "energy_final",
                                             "energy_scale",
                                             "energy_balance_error_max",
                                             "work_applied",
                                             "work_drives",
                                             "dissipated_physical",
                                             "dissipated_numerical",
                                             "linear_momentum_drift_max",
                                             "angular_momentum_drift_max"};
  ASSERT_GE(keys.size(), promised.size());
  EXPECT_EQ(std::vector<std::string>(keys.begin(), keys.begin() + static_cast<long>(promised.size())), promised);
  EXPECT_EQ(json["version"], version());
}

TEST(Certificate, is_flat_and_has_null_instead_of_nan) {
  Certificate c = example();
  c.energy_final = std::nan("");
  c.constraint_acceleration_max = INFINITY;
  const auto json = nlohmann::json::parse(to_json(c));
  for (const auto& [key, value] : json.items())
    EXPECT_TRUE(value.is_primitive() || key == "warnings" || key == "findings" || key == "events") << key;
  EXPECT_TRUE(json["warnings"].is_array() && json["warnings"].empty());
  EXPECT_TRUE(json["energy_final"].is_null());
  EXPECT_TRUE(json["constraint_acceleration_max"].is_null());
  EXPECT_TRUE(json["linear_momentum_drift_max"].is_null());
  EXPECT_EQ(json["step"], 0.001);
  EXPECT_EQ(json["options"], "order=4, form=reduced");
}

TEST(Certificate, keeps_texts_and_numbers_in_json) {
  Certificate c = example();
  c.status = "stopped";
  c.message = "a \"quoted\"\nmessage";
  c.energy_scale = 1.0 / 3;
  c.step.reset();
  c.angular_momentum_drift_max = 1e-300;
  c.version = "9.9";
  c.warnings = {"drive \"a\": jumps", "another, with a comma"};
  const auto json = nlohmann::json::parse(to_json(c));
  EXPECT_EQ(json["warnings"], c.warnings);
  EXPECT_EQ(json["message"], c.message);
  EXPECT_EQ(json["energy_scale"], 1.0 / 3);
  EXPECT_EQ(json["angular_momentum_drift_max"], 1e-300);
  EXPECT_TRUE(json["step"].is_null());
  EXPECT_EQ(json["version"], "9.9");
}

TEST(Certificate, has_one_verdict_and_one_per_finding) {
  Certificate c = example();
  auto json = nlohmann::json::parse(to_json(c));
  EXPECT_EQ(json["verdict"], "not_kept");
  std::map<std::string, nlohmann::json> found;
  for (const auto& finding : json["findings"]) found[finding["name"]] = finding;
  EXPECT_EQ(found.at("constraints, positions")["verdict"], "kept");
  EXPECT_EQ(found.at("constraints, velocities")["verdict"], "small");
  EXPECT_EQ(found.at("energy balance")["verdict"], "large");
  EXPECT_EQ(found.at("energy balance")["value"], 0.015);
  EXPECT_EQ(found.at("energy balance")["unit"], "J");
  EXPECT_EQ(found.at("energy balance")["sentence"], "large, 0.12 of 0.125 J");
  EXPECT_EQ(found.at("linear momentum")["verdict"], "not_conserved");
  EXPECT_EQ(found.at("motion, estimated error")["verdict"], "not_estimated");
  EXPECT_TRUE(found.at("motion, estimated error")["value"].is_null());
  c.energy_balance_error_max = 1e-16;
  EXPECT_EQ(overall_verdict(c), "kept");
  c.warnings = {"drive \"a\": its rate jumps"};
  EXPECT_EQ(overall_verdict(c), "not_kept");
  c.status = "stopped";
  EXPECT_EQ(overall_verdict(c), "failed");
}

TEST(Certificate, gives_a_verdict_in_plain_words) {
  const std::string text = printed(example());
  EXPECT_NE(text.find("[ok] constraints, positions       3.1e-16        holds at round-off"), std::string::npos)
      << text;
  EXPECT_NE(text.find("[ ~] constraints, velocities        2e-06        small"), std::string::npos) << text;
  EXPECT_NE(text.find("[!!] energy balance                 0.015 J      large, 0.12 of 0.125 J"), std::string::npos)
      << text;
  EXPECT_NE(text.find("not conserved by this system"), std::string::npos);
  EXPECT_NE(text.find("work of drives"), std::string::npos);
  EXPECT_EQ(text.find("work of forces"), std::string::npos);
  EXPECT_EQ(judge(std::nan("")), Verdict::kLarge);
}

TEST(Certificate, calls_a_motion_accurate_only_where_that_was_estimated) {
  Certificate c = example();
  EXPECT_NE(printed(c).find("[ ?] motion, estimated error                     not estimated (`verify`)"),
            std::string::npos)
      << printed(c);
  EXPECT_TRUE(nlohmann::json::parse(to_json(c))["motion_error_estimate"].is_null());
  EXPECT_TRUE(nlohmann::json::parse(to_json(c))["motion_order"].is_null());

  c.motion_accuracy = "converged";
  c.motion_error_estimate = 3.1e-5;
  c.motion_order = 2.0;
  c.motion_size = 2;
  EXPECT_NE(printed(c).find("[ok] motion, estimated error      3.1e-05 m      order 2.0\n"), std::string::npos)
      << printed(c);
  c.motion_error_estimate = 0.006;  // three thousandths
  EXPECT_NE(printed(c).find("[ ~] motion, estimated error        0.006 m      order 2.0, 0.3 % of motion\n"),
            std::string::npos)
      << printed(c);
  c.motion_error_estimate = 0.06;
  EXPECT_NE(printed(c).find("[!!] motion, estimated error         0.06 m      order 2.0, 3 % of motion\n"),
            std::string::npos)
      << printed(c);
  // However small the number is.
  c.motion_accuracy = "not converged";
  c.motion_error_estimate = 1e-9;
  c.motion_message = "the observed order is 0.3, that of the method 2; try a smaller step";
  c.outputs = {{"tip.position.x", 1e-9, 0.3, false}, {"tip.position.y", 1e-9, 2.0, true}};
  EXPECT_NE(printed(c).find("[ ~] motion, estimated error        1e-09 m      not converged, may be larger\n"),
            std::string::npos)
      << printed(c);
  EXPECT_NE(printed(c).find("the observed order is 0.3"), std::string::npos);
  EXPECT_NE(printed(c).find("without a converged estimate: tip.position.x\n"), std::string::npos) << printed(c);
  c.motion_accuracy = "failed";
  c.motion_error_estimate.reset();
  EXPECT_NE(printed(c).find("[ ~] motion, estimated error                     could not be estimated\n"),
            std::string::npos)
      << printed(c);
  c.motion_accuracy = "round-off";
  c.motion_error_estimate = 1e-15;
  EXPECT_NE(printed(c).find("[ok] motion, estimated error        1e-15 m      at round-off\n"), std::string::npos);
}

TEST(Certificate, keeps_the_accuracy_of_outputs_as_flat_keys) {
  Certificate c = example();
  c.motion_accuracy = "converged";
  c.outputs = {{"tip.position.y", 2e-5, 2.0, true}, {"hinge.force.x", 0.5, std::nullopt, false}};
  const auto json = nlohmann::json::parse(to_json(c));
  for (const auto& [key, value] : json.items())
    EXPECT_TRUE(value.is_primitive() || key == "warnings" || key == "findings" || key == "events") << key;
  EXPECT_EQ(json["output_error_estimate.tip.position.y"], 2e-5);
  EXPECT_EQ(json["output_order.tip.position.y"], 2.0);
  EXPECT_EQ(json["output_converged.hinge.force.x"], false);
  EXPECT_TRUE(json["output_order.hinge.force.x"].is_null());
}

TEST(Certificate, names_the_worst_constraint_only_where_it_matters) {
  Certificate c = example();
  EXPECT_EQ(printed(c).find("hinge.axis_1"), std::string::npos);
  c.constraint_position_max = 1e-3;
  EXPECT_NE(printed(c).find("worst constraint: hinge.axis_1"), std::string::npos);
}

TEST(Certificate, fits_into_80_columns_and_is_plain_without_color) {
  Certificate c = example();
  for (auto* value : {&c.constraint_position_max, &c.constraint_velocity_max, &c.constraint_velocity_mid_max,
                      &c.constraint_acceleration_max, &c.energy_balance_error_max, &c.linear_momentum_drift_max,
                      &c.angular_momentum_drift_max}) {
    *value = -1.23456789e-123;
  }
  c.energy_balance_error_max = 1.23456789e+123;
  c.energy_initial = c.energy_final = c.work_applied = c.dissipated_numerical = -1.23456789e-123;
  c.factorizations = 1234567;
  std::istringstream lines(printed(c));
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(line.size(), 80u) << line;
    EXPECT_EQ(line.find('\033'), std::string::npos);
  }
  EXPECT_NE(printed(c, true).find("\033[32m[ok]\033[0m"), std::string::npos);
}

TEST(Certificate, does_not_blame_a_scheme_for_velocities_it_enforces_over_the_step) {
  Certificate c = example();
  c.constraint_velocity_max = 0.3;
  EXPECT_NE(printed(c).find("[!!] constraints, velocities"), std::string::npos);
  c.constraint_velocity_mid_max = 1e-16;
  EXPECT_NE(printed(c).find("[ ~] constraints, velocities"), std::string::npos);
  EXPECT_NE(printed(c).find("enforced over steps, not at ends"), std::string::npos);
}

TEST(Certificate, breaks_long_options_at_blanks) {
  Certificate c = example();
  c.options = "order=2, form=reduced, multipliers=direct, penalty=1000000000, max_iterations=20";
  const std::string text = printed(c);
  EXPECT_EQ(text.substr(0, text.find("completed")),
            "slider_crank, method ep (order=2, form=reduced, multipliers=direct,\n"
            "  penalty=1000000000, max_iterations=20), step 0.001 s\n");
}

TEST(Certificate, says_why_and_when_a_run_stopped) {
  Certificate c = example();
  c.status = "stopped";
  c.t_reached = 3.682;
  c.message = "Newton did not converge in 20 iterations";
  const std::string text = printed(c);
  EXPECT_NE(text.find("stopped at t = 3.682 s of 10 s"), std::string::npos) << text;
  EXPECT_NE(text.find(c.message), std::string::npos);
}

}  // namespace
}  // namespace invar
