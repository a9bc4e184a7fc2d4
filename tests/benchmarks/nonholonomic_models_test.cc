// Rolling, skating and pushing: models with velocity constraints against closed forms and references.
#include <gtest/gtest.h>

#include <cmath>

#include "benchmarks/oracle_error.h"
#include "oracles/data.h"
#include "oracles/nonholonomic.h"

namespace invar::benchmarks {
namespace {

TEST(ChaplyginSleighModel, follows_the_closed_form_with_order_two_and_four) {
  const oracles::ChaplyginSleigh oracle;
  const auto error = [&](double step, const std::string& order) {
    const RecordedRun run = run_model("chaplygin_sleigh", {.options = {{"order", order}}, .step = step, .every = 0.5});
    expect_conserved(run, 1e-12, 1e-14, 1e-12);
    double e = max_error(run, "blade.position.x", [&](double t) { return value(oracle.state(t).x); });
    e = std::max(e, max_error(run, "blade.position.y", [&](double t) { return value(oracle.state(t).y); }));
    e = std::max(e, max_error(run, "sleigh.angle", [&](double t) { return value(oracle.state(t).theta); }));
    e = std::max(e, max_error(run, "edge.speed", [&](double t) { return value(oracle.state(t).v); }));
    return std::max(e, max_error(run, "sleigh.omega", [&](double t) { return value(oracle.state(t).w); }));
  };
  const double coarse = error(0.01, "2");
  EXPECT_LT(coarse, 2e-4);
  EXPECT_NEAR(measured_order(coarse, error(0.005, "2")), 2, 0.05);
  EXPECT_NEAR(measured_order(error(0.04, "4"), error(0.02, "4")), 4, 0.1);
}

TEST(KnifeEdgeModel, follows_the_cycloid_with_order_two_and_four) {
  const oracles::KnifeEdge oracle;
  const auto error = [&](double step, const std::string& order, bool reaction) {
    const RecordedRun run = run_model("knife_edge", {.options = {{"order", order}}, .step = step, .every = 0.2});
    expect_conserved(run, 1e-12, 1e-14, 1e-12);
    if (reaction)  // sign of the side direction is the model's
      return max_error(run, "edge.lambda.side", [&](double t) { return -value(oracle.state(t).reaction); });
    return std::max(max_error(run, "skate.position.x", [&](double t) { return value(oracle.state(t).x); }),
                    max_error(run, "skate.position.y", [&](double t) { return value(oracle.state(t).y); }));
  };
  EXPECT_NEAR(measured_order(error(0.02, "2", false), error(0.01, "2", false)), 2, 0.05);
  EXPECT_NEAR(measured_order(error(0.02, "2", true), error(0.01, "2", true)), 2, 0.05);
  EXPECT_NEAR(measured_order(error(0.1, "4", false), error(0.05, "4", false)), 4, 0.1);
}

// A ball that rolls without slipping goes down an incline with 5/7 g sin(incline); the contact holds it back with 2/7 of
// the weight along the incline.
TEST(RollingBall, runs_down_an_incline_with_five_sevenths_with_order_two) {
  const double weight = 2 * 9.81, incline = 0.4, a = 5.0 / 7 * 9.81 * std::sin(incline);
  const auto error = [&](double step) {
    const RecordedRun run = run_text(
        "parameters: {incline: 0.4, r: 0.5, m: 2}\ngravity: [9.81*sin(incline), 0, -9.81*cos(incline)]\nbodies:\n"
        "  ball: {type: rigid_body, mass: m, inertia: [0.4*m*r^2, 0.4*m*r^2, 0.4*m*r^2], position: [0, 0, r]}\n"
        "nonholonomic:\n  contact: {type: rolling_ball, on: ball, radius: r}\n"
        "outputs: [ball.position, ball.velocity, ball.omega.y, contact.force]\n",
        {.step = step, .end = 2});
    expect_conserved(run, 1e-12, 1e-13, 1e-12);
    EXPECT_LT(max_error(run, "ball.position.z", [](double) { return 0.5; }), 1e-13);
    // Forces follow from the equations of motion at the recorded instant, not from the scheme.
    EXPECT_LT(max_error(run, "contact.force.x", [&](double) { return -2.0 / 7 * weight * std::sin(incline); }), 1e-9);
    EXPECT_LT(max_error(run, "contact.force.z", [&](double) { return weight * std::cos(incline); }), 1e-9);
    return std::max(max_error(run, "ball.position.x", [&](double t) { return 0.5 * a * t * t; }),
                    max_error(run, "ball.velocity.x", [&](double t) { return a * t; }));
  };
  const double coarse = error(0.01);
  EXPECT_LT(coarse, 0.01);
  EXPECT_NEAR(measured_order(coarse, error(0.005)), 2, 0.05);
}

// The blade of knife_edge.yaml written out by hand: the same motion to rounding.
TEST(Pfaffian, blade_written_by_hand_runs_like_the_knife_edge) {
  const std::string skate =
      "gravity: [6.9, 0]\nbodies:\n  skate: {type: planar_body, mass: 1.25, inertia: 0.13, angular_velocity: 1.05, "
      "velocity: "
      "[0.3, 0]}\noutputs: [skate.position, skate.angle]\nnonholonomic:\n  edge: ";
  const RecordedRun built_in = run_text(skate + "{type: knife_edge, on: skate}\n", {.step = 0.01, .end = 6});
  const RecordedRun written =
      run_text(skate + "{type: pfaffian, rows: [{skate.x: sin(skate.theta), skate.y: -cos(skate.theta)}]}\n",
               {.step = 0.01, .end = 6});
  expect_conserved(written, 1e-12, 1e-13, 1e-12);
  for (const char* channel : {"skate.position.x", "skate.position.y", "skate.angle"})
    EXPECT_LT(max_difference(built_in, written, channel), 1e-9) << channel;
  EXPECT_GT(built_in.last("skate.position.y"), 1);
}

TEST(RollingDiscModel, follows_the_reference_with_order_two_and_four) {
  const oracles::RollingDisc oracle;
  const auto error = [&](double step, const std::string& order) {
    const RecordedRun run = run_model("rolling_disc", {.options = {{"order", order}}, .step = step, .every = 0.25});
    expect_conserved(run, 1e-12, 1e-13, 1e-12);
    double e = max_error(run, "disc.position.x", [&](double t) { return value(oracle.state(t).center[0]); });
    e = std::max(e, max_error(run, "disc.position.y", [&](double t) { return value(oracle.state(t).center[1]); }));
    e = std::max(e, max_error(run, "disc.position.z", [&](double t) { return value(oracle.state(t).center[2]); }));
    return std::max(e,
                    max_error(run, "rolling.contact.x", [&](double t) { return value(oracle.state(t).contact[0]); }));
  };
  const double coarse = error(0.005, "2");
  EXPECT_LT(coarse, 0.05);
  EXPECT_NEAR(measured_order(coarse, error(0.0025, "2")), 2, 0.05);
  EXPECT_NEAR(measured_order(error(0.01, "4"), error(0.005, "4")), 4, 0.1);
}

TEST(SnakeboardModel, follows_the_reference_with_order_two_and_four) {
  const oracles::Snakeboard oracle;
  const double pi = std::acos(-1.0);
  const auto error = [&](int steps_a_turn, const std::string& order) {
    const RecordedRun run =
        run_model("snakeboard", {.options = {{"order", order}}, .step = 2 * pi / steps_a_turn, .every = 2 * pi / 8});
    expect_conserved(run, 1e-12, 1e-12, 1e-12);
    const double e = max_error(run, "board.position.x", [&](double t) { return value(oracle.state(t).x); });
    return std::max(e, max_error(run, "board.angle", [&](double t) { return value(oracle.state(t).theta); }));
  };
  EXPECT_NEAR(measured_order(error(400, "2"), error(800, "2")), 2, 0.05);
  EXPECT_NEAR(measured_order(error(80, "4"), error(160, "4")), 4, 0.1);
}

// Columns of the table: 0 t, 1 roll, 7 steer, 9 and 10 x and y of the rear wheel center.
TEST(BicycleModel, follows_the_table_of_the_three_manoeuvres_with_order_two) {
  const auto data = oracles::read_data("iftomm_bicycle_whipple").at("nonlinear");
  for (const char* name : {"M1", "M2", "M3"}) {
    const auto rows = oracles::read_rows(data.at(name));
    const auto start = data.at("manoeuvres").at(name);
    const auto error = [&](double step) {
      const RecordedRun run = run_model("bicycle", {.set = {{"v0", std::to_string(start.at("v0").get<double>())},
                                                            {"w0", std::to_string(start.at("w0").get<double>())}},
                                                    .step = step,
                                                    .every = 0.25});
      expect_conserved(run, 1e-12, 1e-12, 1e-12);
      EXPECT_EQ(run.rows.size(), rows.size());
      double e = 0;
      for (size_t i = 0; i < rows.size(); ++i) {
        EXPECT_NEAR(run.t(i), rows[i][0], 1e-9);
        e = std::max(e, std::abs(run.at(i, "rear_contact.tilt") - rows[i][1]));
        e = std::max(e, std::abs(run.at(i, "steer.angle") - rows[i][7]));
        e = std::max(e, std::abs(run.at(i, "rear_wheel.position.x") - rows[i][9]));
        e = std::max(e, std::abs(run.at(i, "rear_wheel.position.y") - rows[i][10]));
      }
      return e;
    };
    const double coarse = error(0.005), fine = error(0.0025);
    EXPECT_LT(fine, 0.01) << name;
    EXPECT_NEAR(measured_order(coarse, fine), 2, 0.05) << name;
  }
}

// Columns of the table: 0 t, 2 slider height, 5 shaft rate, 6 shaft angle.
TEST(FlyballModel, follows_the_table_with_order_two) {
  const auto rows = oracles::read_rows(oracles::read_data("iftomm_A05_flyball").at("reference").at("rows"));
  const auto error = [&](double step) {
    const RecordedRun run = run_model("flyball_governor", {.step = step, .end = 2, .every = 0.05});
    expect_conserved(run, 1e-11, 1e-13, 1e-12);
    double e = 0;
    int compared = 0;
    for (size_t i = 0; i < run.rows.size(); ++i)
      for (const auto& row : rows)
        if (std::abs(run.t(i) - row[0]) < 1e-9) {
          ++compared;
          e = std::max(e, std::abs(run.at(i, "slider.position.z") - row[2]));
          e = std::max(e, std::abs(run.at(i, "bearing.angle") - row[6]));
        }
    EXPECT_EQ(compared, 9);
    return e;
  };
  const double coarse = error(0.01), fine = error(0.005);
  EXPECT_LT(fine, 1e-3);
  EXPECT_NEAR(measured_order(coarse, fine), 2, 0.05);
}

}  // namespace
}  // namespace invar::benchmarks
