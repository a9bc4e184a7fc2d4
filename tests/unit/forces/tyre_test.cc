// Tyres: known loads and forces, energy through contact and flight, and what happens in awkward situations.
#include <gtest/gtest.h>

#include <cmath>

#include "benchmarks/model_run.h"
#include "invar/core/error.h"
#include "invar/forces/calspan.h"
#include "invar/forces/wheel_contact.h"
#include "invar/forces/wheel_spring.h"
#include "invar/model/model.h"

namespace invar {
namespace {

using benchmarks::run_text;

// One wheel of a car that stays upright by its inertia.
std::string wheel(const std::string& tyre, const std::string& start, const std::string& road = "type: flat",
                  const std::string& method = "{name: ep, step: 0.005, end: 1}", const std::string& gravity = "-9.81") {
  return "bodies:\n  w: {type: rigid_body, mass: 300, inertia: [500, 500, 500], " + start + "}\nroads:\n  r: {" + road +
         "}\nforces:\n  f: {type: tyre, on: w, axis: [0, 1, 0], road: r, radius: 0.36, "
         "stiffness: 460000" +
         (tyre.empty() ? "" : ", " + tyre) + "}\ngravity: [0, 0, " + gravity + "]\nmethod: " + method +
         "\noutputs: [w.position, w.velocity, w.omega, f.load, f.force, f.slip_angle, f.camber, "
         "f.lateral_force, f.longitudinal_force, f.aligning_moment, f.deflection, f.contact, f.slip]\n";
}
const std::string kCalspan =
    "calspan: {A0: 2625, A1: 14.47, A2: 12930, A3: 2.29, A4: 18175, B1: -4.64e-5, B3: 1.216, B4: 2.18e-11, SN: 1.0274, "
    "AF1: -1.71e-5, AF2: 1.71e-5}";

TEST(Tyre, carries_the_weight_at_the_deflection_of_its_spring) {
  const double delta = 300 * 9.81 / 460000;
  const auto run = run_text(wheel("", "position: [0, 0, " + std::to_string(0.36 - delta) + "]"));
  EXPECT_NEAR(run.last("f.load"), 300 * 9.81, 1);
  EXPECT_NEAR(run.last("f.deflection"), delta, 1e-5);
  EXPECT_NEAR(run.last("f.contact.z"), 0, 1e-12);
}

TEST(Tyre, bounces_without_loss_through_contact_and_flight_and_never_pulls) {
  for (const std::string contact : {"nearest", "vertical", "tangent_plane"}) {
    const auto run = run_text(wheel("contact: " + contact, "position: [0, 0, 0.6]"), {.step = 0.01, .end = 5});
    EXPECT_EQ(run.certificate.status, "completed");
    EXPECT_LT(run.certificate.energy_balance_error_max.value_or(1e300), 1e-9 * run.certificate.energy_scale);
    EXPECT_EQ(run.certificate.dissipated_physical, 0);
    double lowest = 0, highest = 0;
    for (size_t i = 0; i < run.rows.size(); ++i) {
      lowest = std::min(lowest, run.at(i, "f.load"));
      highest = std::max(highest, run.at(i, "f.load"));
    }
    EXPECT_EQ(lowest, 0);
    EXPECT_GT(highest, 10000);
  }
}

TEST(Tyre, keeps_the_energy_over_rough_roads_where_its_contact_is_the_nearest_point) {
  for (const std::string road :
       {"type: cosine_bump, start: 1, length: 2, height: 0.2, count: 3", "type: ramp, start: 1, length: 3, height: 0.5",
        "type: stairs, start: 1, tread: 0.8, rise: -0.12, count: 6"}) {
    const auto run =
        run_text(wheel("", "position: [0, 0, 0.36], velocity: [4, 0, 0]", road), {.step = 0.002, .end = 2});
    EXPECT_EQ(run.certificate.status, "completed") << road << run.certificate.message;
    EXPECT_LT(run.certificate.energy_balance_error_max.value_or(1e300), 1e-9 * run.certificate.energy_scale) << road;
    EXPECT_NEAR(run.certificate.work_applied, 0, 1e-9 * run.certificate.energy_scale) << road;
  }
}

TEST(Tyre, books_the_part_of_the_force_that_is_no_gradient) {
  for (const std::string contact : {"vertical", "tangent_plane"}) {
    const auto run = run_text(wheel("contact: " + contact, "position: [0, 0, 0.36], velocity: [4, 0, 0]",
                                    "type: cosine_bump, start: 1, length: 4, height: 0.2"),
                              {.step = 0.002, .end = 2});
    EXPECT_LT(run.certificate.energy_balance_error_max.value_or(1e300), 1e-9 * run.certificate.energy_scale) << contact;
    EXPECT_GT(std::abs(run.certificate.work_applied), 0.01) << contact;
  }
}

TEST(Tyre, damping_only_takes_energy_out) {
  const auto run = run_text(wheel("damping: 0.3", "position: [0, 0, 0.6]"), {.step = 0.005, .end = 5});
  EXPECT_GT(run.certificate.dissipated_physical, 100);
  EXPECT_LT(run.certificate.energy_balance_error_max.value_or(1e300), 1e-9 * run.certificate.energy_scale);
  EXPECT_NEAR(run.last("f.load"), 300 * 9.81, 100);
}

TEST(Calspan, has_the_cornering_stiffness_of_its_formula_and_saturates_at_friction) {
  const CalspanCoefficients k{2625, 14.47, 12930, 2.29, 18175, -4.64e-5, 1.216, 2.18e-11, 1.0274, -1.71e-5, 1.71e-5};
  const double N = 3829.6, f = 1.0274 * (1.216 - 4.64e-5 * N + 2.18e-11 * N * N);
  // Linear data of the benchmark for this load: 41641 N/rad cornering, 6925 N/rad camber, trail 0.06553 m. The formula
  // with the printed coefficients gives 41627.
  const auto small = calc_calspan(k, N, 1e-7, 0.0), leaning = calc_calspan(k, N, 0.0, 1e-7);
  EXPECT_NEAR(-small.F_y / 1e-7, 41641, 15);
  EXPECT_NEAR(std::abs(leaning.F_y) / 1e-7, 6925, 5);
  EXPECT_NEAR(-small.M_z / small.F_y, 0.06553, 1e-4);
  EXPECT_NEAR(calc_calspan(k, N, 0.9, 0.0).F_y, -f * N, 1e-9);
  EXPECT_NEAR(calc_calspan(k, N, -0.9, 0.0).F_y, f * N, 1e-9);
  EXPECT_EQ(calc_calspan(k, 0.0, 0.1, 0.1).F_y, 0);
  EXPECT_LT(std::abs(calc_calspan(k, 1e-12, 0.1, 0.1).F_y), 2e-12);
  // Beyond 26 kN the friction of the formula would be negative.
  EXPECT_LT(calc_calspan(k, 40000.0, 0.1, 0.0).F_y, -200);
  for (const double edge : {12930.0, 3829.6}) {
    const auto below = calc_calspan(k, edge - 1e-6, 0.03, 0.02), above = calc_calspan(k, edge + 1e-6, 0.03, 0.02);
    EXPECT_NEAR(below.F_y, above.F_y, 1e-4);
  }
}

TEST(Tyre, pushes_against_side_slip_and_stays_defined_at_standstill) {
  const std::string down = std::to_string(0.36 - 300 * 9.81 / 460000);
  const auto slide = run_text(wheel(kCalspan, "position: [0, 0, " + down + "], velocity: [10, 0.2, 0]"), {.end = 0.3});
  EXPECT_GT(slide.at(0, "f.slip_angle"), 0.019);
  EXPECT_LT(slide.at(0, "f.lateral_force"), -500);
  EXPECT_LT(std::abs(slide.last("w.velocity.y")), 0.1);
  for (const std::string velocity : {"[0, 0, 0]", "[0, 0.01, 0]", "[0, 1, 0]", "[-3, 0.1, 0]"}) {
    const auto run = run_text(wheel(kCalspan, "position: [0, 0, " + down + "], velocity: " + velocity), {.end = 0.5});
    EXPECT_EQ(run.certificate.status, "completed") << velocity << run.certificate.message;
    for (const auto& row : run.rows)
      for (const double x : row) ASSERT_TRUE(std::isfinite(x)) << velocity;
    const double before = std::abs(run.at(0, "w.velocity.y"));
    EXPECT_LE(std::abs(run.last("w.velocity.y")), before + 1e-6) << velocity;
  }
}

TEST(Tyre, accelerates_a_car_whose_wheel_spins_and_brakes_one_whose_wheel_is_locked) {
  const std::string down = "position: [0, 0, 0.3536]", drive = "friction: 0.9, slip_stiffness: 15";
  const auto locked = run_text(wheel(drive, down + ", velocity: [5, 0, 0]"), {.end = 0.2});
  EXPECT_LT(locked.last("f.longitudinal_force"), -1000);
  EXPECT_LT(locked.last("w.velocity.x"), 4);
  const auto spinning = run_text(wheel(drive + ", spin: 30", down + ", velocity: [5, 0, 0]"), {.end = 0.2});
  EXPECT_GT(spinning.at(0, "f.slip"), 1);
  EXPECT_GT(spinning.last("w.velocity.x"), 6);
  const auto rolling = run_text(wheel("rolling_resistance: 0.02", down + ", velocity: [5, 0, 0]"), {.end = 1});
  EXPECT_NEAR(rolling.last("w.velocity.x"), 5 - 0.02 * 9.81, 0.02);
}

TEST(Tyre, that_leaves_the_table_of_its_road_stops_the_run_with_the_reason) {
  const auto run = run_text(wheel("", "position: [0.5, 0, 0.36], velocity: [4, 0, 0]",
                                  "type: table, outside: error, points: [[0, 0], [1, 0], [2, 0]]"),
                            {.end = 2});
  EXPECT_EQ(run.certificate.status, "stopped");
  EXPECT_NE(run.certificate.message.find("outside its range 0 to 2"), std::string::npos) << run.certificate.message;
  EXPECT_NEAR(run.certificate.t_reached, 0.375, 0.02);
}

// A wheel that leans by 0.1 rad: by default its load has a moment of N r sin(0.1) about the center.
TEST(Tyre, that_is_radial_only_has_its_load_at_the_center_and_no_forces_in_the_plane) {
  const std::string start = "position: [0, 0, 0.35], rotation: {axis: [1, 0, 0], angle: 0.1}, velocity: [5, 0.3, 0]";
  const auto at_start = [&](const std::string& more) {
    std::string text = wheel(kCalspan + ", friction: 0.9, slip_stiffness: 15, rolling_resistance: 0.1" + more, start);
    text.replace(text.find("axis: [0, 1, 0]"), 15, "axis: [0, 0.9950041652780258, 0.09983341664682815]");
    text.replace(text.find("f.force,"), 8, "f.force, f.torque,");
    return run_text(text, {.step = 1e-4, .end = 1e-4});
  };
  const auto full = at_start(""), radial = at_start(", radial_only: 1");
  for (const auto& run : {full, radial}) EXPECT_NEAR(run.at(0, "f.load"), 460000 * 0.01, 1e-6);
  EXPECT_GT(std::abs(full.at(0, "f.torque.x")), 100);
  EXPECT_GT(std::abs(full.at(0, "f.force.y")), 100);
  for (const char* channel : {"f.torque.x", "f.torque.y", "f.torque.z", "f.force.x", "f.force.y", "f.lateral_force"})
    EXPECT_NEAR(radial.at(0, channel), 0, 1e-9) << channel;
  EXPECT_NEAR(radial.at(0, "f.force.z"), 460000 * 0.01, 1e-6);
}

TEST(Tyre, that_starts_deep_in_the_road_is_told_from_three_tenths_of_its_radius_on) {
  const auto warning = [](double z) -> std::string {
    const auto model = load_model_text(wheel("", "position: [0, 0, " + std::to_string(z) + "]"));
    for (const auto& part : model->other_parts)
      if (const std::string text = part->find_warning(model->initial.q); !text.empty()) return text;
    return "";
  };
  EXPECT_EQ(warning(0.36 - 0.29 * 0.36), "");
  EXPECT_EQ(warning(2), "");
  EXPECT_NE(warning(0.36 - 0.31 * 0.36).find("tyre \"f\" is pressed in by 0.112 m of its radius of 0.36 m"),
            std::string::npos)
      << warning(0.36 - 0.31 * 0.36);
}

TEST(TyreInModels, with_mistakes_is_refused_with_a_remedy) {
  const auto message = [](const std::string& tyre, const std::string& start) -> std::string {
    try {
      load_model_text(wheel(tyre, start));
    } catch (const ModelError& e) {
      return e.what();
    }
    return "accepted";
  };
  const std::string good = "position: [0, 0, 0.36]";
  EXPECT_EQ(message("", good), "accepted");
  const std::vector<std::array<std::string, 3>> cases = {
      {"", "position: [0, 0, -0.1]", "center 0.1 m below the road"},
      {"friction: 0.8", good, "needs the other of friction and slip_stiffness"},
      {"damping: -1", good, "damping"},
      {"contact: farthest", good, "must be one of"},
      {"calspan: {A0: 1}", good, "A1"},
      {"calspan: {A0: 1, A9: 3}", good, "unknown key \"A9\""},
      {"low_speed: 0", good, "positive"}};
  for (const auto& [tyre, start, text] : cases)
    EXPECT_NE(message(tyre, start).find(text), std::string::npos) << tyre << "\n" << message(tyre, start);
  const auto whole = [](const std::string& text) -> std::string {
    try {
      load_model_text(text);
    } catch (const ModelError& e) {
      return e.what();
    }
    return "accepted";
  };
  const std::string body = "bodies:\n  w: {type: point_mass, mass: 1, position: [0, 0, 1]}\nroads: {r: {type: flat}}\n";
  EXPECT_NE(whole(body + "forces: {f: {type: tyre, on: w, road: r, radius: 1, stiffness: 1}}").find("no rigid body"),
            std::string::npos);
  EXPECT_NE(whole(wheel("", good) + "x: 1").find("unknown key \"x\""), std::string::npos);
  EXPECT_NE(whole("bodies:\n  w: {type: rigid_body, mass: 1, inertia: [1, 1, 1], position: [0, 0, 1]}\nforces: {f: "
                  "{type: tyre, on: w, axis: [0, 1, 0], road: r, radius: 1, stiffness: 1}}")
                .find("unknown road \"r\""),
            std::string::npos);
  EXPECT_NE(whole("bodies:\n  w: {type: rigid_body, mass: 1, inertia: [1, 1, 1], position: [0, 0, 1]}\nroads: {r: "
                  "{type: flat}}\nforces: {f: {type: tyre, on: w, road: r, radius: 1, stiffness: 1}}")
                .find("is vertical"),
            std::string::npos);
}

// Fast precession: a torque about z turns a body with the spin momentum s about y to and fro about x and z with the
// frequency s/I.
TEST(Rotor, turns_a_body_across_the_torque_and_does_no_work) {
  const auto run = run_text(
      "bodies:\n  frame: {type: rigid_body, mass: 1, inertia: [1, 1, 1]}\nforces:\n"
      "  f: {type: rotor, on: frame, axis: [0, 1, 0], inertia: 0.4, rate: 20}\n"
      "  push: {type: applied_torque, on: frame, torque: [0, 0, 0.002]}\noutputs: [frame.omega, f.power, f.torque]\n",
      {.method = "ep", .step = 0.0005, .end = 1});
  const double s = 8, M = 0.002;
  // Moment -s w x e_y: I w_x' = s w_z, I w_z' = M - s w_x.
  EXPECT_LT(max_error(run, "frame.omega.x", [&](double t) { return M / s * (1 - std::cos(s * t)); }), 1e-8);
  EXPECT_LT(max_error(run, "frame.omega.z", [&](double t) { return M / s * std::sin(s * t); }), 1e-8);
  EXPECT_LT(run.certificate.energy_balance_error_max.value_or(1e300), 1e-15);
  for (size_t i = 0; i < run.rows.size(); ++i) EXPECT_NEAR(run.at(i, "f.power"), 0, 1e-15);
}

}  // namespace
}  // namespace invar
