// Drives whose rate jumps are named with the instants and sizes, by `check` and in the certificate.
#include <gtest/gtest.h>

#include "benchmarks/model_run.h"
#include "invar/functions/function1d_pieces.h"
#include "invar/parts/rate_jumps.h"
#include "invar/run/model_check.h"
#include "invar/run/run_setup.h"

namespace invar {
namespace {

std::string of_formula(const std::string& text, Prescribes what = Prescribes::kCoordinate, double end = 10) {
  return describe_rate_jumps("drive \"d\"", *make_expression(text, "t"), what, "m", 0, end);
}

constexpr const char* kTail = "; that takes an impulse";

TEST(RateJumps, of_formulas_are_found_exactly) {
  EXPECT_EQ(of_formula("min(t, 8)"), std::string("drive \"d\": its rate jumps from 1 to 0 m/s at t = 8 s") + kTail);
  EXPECT_EQ(of_formula("3*max(t - 1/3, 0)"),
            std::string("drive \"d\": its rate jumps from 0 to 3 m/s at t = 0.333333 s") + kTail);
  EXPECT_EQ(of_formula("abs(sin(t))", Prescribes::kCoordinate, 4),
            std::string("drive \"d\": its rate jumps from -1 to 1 m/s at t = 3.14159 s") + kTail);
  EXPECT_EQ(of_formula("t < 2 ? 0 : t < 4 ? 5*(t - 2) : 10"),
            std::string("drive \"d\": its rate jumps at t = 2 and 4 s, at most from 0 to 5 m/s") + kTail);
  EXPECT_EQ(of_formula("mod(t, 1) < 0.5 ? 1 : 0", Prescribes::kRate, 3.2),
            std::string("drive \"d\": its rate jumps at t = 0.5, 1, 1.5 s and 3 more times, at most from 1 to 0 m/s") +
                kTail);
  EXPECT_EQ(of_formula("t < 2 ? 1 : 0"),
            "drive \"d\": its value jumps from 1 to 0 m at t = 2 s; that takes an infinite velocity");
}

TEST(RateJumps, are_not_seen_where_the_motion_is_smooth) {
  for (const char* smooth : {"sin(t)", "t < 8 ? (t/8 - sin(2*pi*t/8)/(2*pi)) : 1", "max(t - 2, 0)^2",
                             "t < 5 ? 1 - cos(pi*t/5) : 2", "abs(t + 1)", "max(t, -1)", "min(t, 10)", "min(t, 12)"})
    EXPECT_EQ(of_formula(smooth), "") << smooth;
  EXPECT_EQ(of_formula("min(t, 8)", Prescribes::kRate), "") << "a kink of a rate is a jump of the acceleration only";
}

TEST(RateJumps, of_tables_lie_at_their_knots_and_ends) {
  const auto text = [](const FunctionPtr& f, Prescribes what = Prescribes::kCoordinate) {
    return describe_rate_jumps("drive \"d\"", *f, what, "rad", 0, 10);
  };
  EXPECT_EQ(text(make_linear_table({0, 2, 5, 12}, {0, 4, 4, 11})),
            std::string("drive \"d\": its rate jumps at t = 2 and 5 s, at most from 2 to 0 rad/s") + kTail);
  EXPECT_EQ(text(make_linear_table({0, 2, 5, 12}, {0, 4, 4, 11}), Prescribes::kRate), "");
  EXPECT_EQ(text(make_table({0, 2, 5}, {0, 4, 10}, Outside::kHold)),
            std::string("drive \"d\": its rate jumps from 2 to 0 rad/s at t = 5 s") + kTail);
  EXPECT_EQ(text(make_table({0, 2, 5}, {0, 4, 10})), "");
}

const std::string kTrolley = R"(
gravity: [0, 0, -9.81]
bodies:
  trolley: {type: rigid_body, mass: 300, inertia: [50, 50, 50], position: [5, 0, 20], velocity: [1, 0, 0]}
  load: {type: point_mass, mass: 1500, position: [5, 0, 8], velocity: [1, 0, 0]}
joints:
  rail: {type: prismatic, between: [ground, trolley], at: [5, 0, 20], axis: [1, 0, 0]}
  rope: {type: distance, between: [trolley, load]}
method: {name: ep, step: 0.01, end: 3}
)";

TEST(RateJumps, are_events_of_the_run_with_their_impulse) {
  const std::string model = kTrolley + "drives: {travel: {type: displacement, joint: rail, value: \"min(t, 2)\"}}\n";
  for (const char* method : {"ep", "hht"}) {
    const Certificate c = benchmarks::run_text(model, {.method = method}).certificate;
    EXPECT_TRUE(c.warnings.empty()) << method;
    ASSERT_EQ(c.events.size(), 1u) << method;
    EXPECT_EQ(c.events[0].name, "rate of drive \"travel\" jumps");
    EXPECT_DOUBLE_EQ(c.events[0].t, 2);
    EXPECT_NEAR(c.events[0].work_drives, -150, 1e-9) << method;  // -m1 V^2/2: the load hangs straight and goes on
    EXPECT_EQ(c.events[0].dissipated, 0) << method;
  }
  EXPECT_TRUE(benchmarks::run_text(model, {.end = 1.9}).certificate.events.empty());
  EXPECT_TRUE(check(*load_model_text(model)).warnings.empty());
}

TEST(RateJumps, of_the_coordinate_itself_are_warned_of) {
  const std::string model =
      kTrolley + "drives: {travel: {type: displacement, joint: rail, value: \"t < 2 ? t : t + 1\"}}\n";
  const auto warnings = check(*load_model_text(model)).warnings;
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0], "drive \"travel\": its value jumps from 2 to 3 m at t = 2 s; that takes an infinite velocity");
}

std::vector<std::string> found_in(const std::string& text) {
  const auto model = load_model_text(text);
  std::vector<std::string> all;
  for (const RateJumps& jumps : find_impulses(*model, 0, *model->run.end)) all.push_back(jumps.text);
  return all;
}

TEST(RateJumps, of_velocity_drives_positions_shafts_and_velocity_rows_are_found) {
  const auto has = [](const std::vector<std::string>& all, const std::string& words) {
    return std::any_of(all.begin(), all.end(), [&](const auto& w) { return w.find(words) != std::string::npos; });
  };
  EXPECT_TRUE(has(found_in(kTrolley + "drives: {d: {type: velocity, joint: rail, value: \"t < 1 ? 1 : 2\"}}\n"),
                  "drive \"d\": its rate jumps from 1 to 2 m/s at t = 1 s"));
  EXPECT_TRUE(has(found_in(R"(
bodies: {p: {type: point_mass, mass: 1, position: [0, 0, 0]}}
drives: {d: {type: position, point: p, value: ['0', 'abs(t - 1) - 1', '0']}}
method: {end: 2}
)"),
                  "drive \"d.y\": its rate jumps from -1 to 1 m/s at t = 1 s"));
  EXPECT_TRUE(has(found_in(R"(
bodies: {b: {type: rigid_body, mass: 1, inertia: [1, 1, 1], position: [0, 0, 0]}}
joints: {u: {type: universal, between: [ground, b], at: [0, 0, 0], arm_F: [1, 0, 0], arm_M: [0, 0, 1],
  shaft_axis: [0, 1, 0], shaft_angle: 'max(0, t - 1)'}}
method: {end: 2}
)"),
                  "shaft of \"u\": its rate jumps from 0 to 1 rad/s at t = 1 s"));
  EXPECT_TRUE(has(found_in(R"(
bodies: {p: {type: planar_point_mass, mass: 1, position: [0, 0]}}
nonholonomic: {push: {type: pfaffian, rows: [{p.x: 1, a: 't < 1 ? 0 : -2'}]}}
method: {end: 2}
)"),
                  "\"push\": its coefficient jumps from 0 to -2 at t = 1 s"));
}

}  // namespace
}  // namespace invar
