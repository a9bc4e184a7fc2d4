// Wheels that spin: bodies of their own on a revolute joint, rolling freely, driven by a torque, and driven by a prescribed
// angle, against the balances of momentum in closed form. The hub is at the center of mass of the car, so that the car is
// turned by torques alone and the load stays what it is.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "benchmarks/model_run.h"

namespace invar {
namespace {

using benchmarks::run_text;

constexpr double kMass = 320, kSpin = 2, kCar = 500, kG = 9.81, kFriction = 0.9, kSlip = 15;
// A step with the rate w turns a wheel by theta, tan(theta/2) = w h/2, and forces over it see the rate sin(theta)/h: as slip,
// (w h)^2 (1/6 + 1/12) is missing.
constexpr double kStep = 5e-4;
double unseen(double rate) { return rate * rate * kStep * kStep / 4; }
constexpr double kLoad = kMass * kG, kRadius = 0.36 - kLoad / 460000;  // while the load is on it

std::string car(double speed, double spin, const std::string& more) {
  return fmt::format(
      "gravity: [0, 0, -9.81]\n"
      "bodies:\n"
      "  car: {{type: rigid_body, mass: 300, inertia: [500, 500, 500], position: [0, 0, {0:.17g}], velocity: [{1}, 0, "
      "0]}}\n"
      "  w: {{type: rigid_body, mass: 20, inertia: [1, 2, 1], position: [0, 0, {0:.17g}], velocity: [{1}, 0, 0], "
      "angular_velocity: [0, {2:.17g}, 0]}}\n"
      "joints: {{hub: {{type: revolute, between: [car, w], at: [0, 0, {0:.17g}], axis: [0, 1, 0]}}}}\n"
      "roads: {{r: {{type: flat}}}}\n{3}"
      "outputs: [car.velocity, car.omega, w.velocity, w.omega, f.slip, f.longitudinal_force, f.load]\n",
      kRadius, speed, spin, more);
}
const std::string kTyre =
    "  f: {type: tyre, on: w, axis: [0, 1, 0], road: r, radius: 0.36, stiffness: 460000, friction: 0.9, "
    "slip_stiffness: 15}\n";

// m v' = F, I w' = -F r: m v + I w/r stays, and in the end w r = v.
TEST(WheelOnItsJoint, set_down_without_spin_is_spun_up_by_the_road_until_it_rolls) {
  for (const double spin : {0.0, 30.0}) {
    const auto run = run_text(car(5, spin, "forces:\n" + kTyre), {.method = "ep", .step = kStep, .end = 2});
    ASSERT_EQ(run.certificate.status, "completed") << run.certificate.message;
    const double v = (kMass * 5 + kSpin * spin / kRadius) / (kMass + kSpin / (kRadius * kRadius));
    // What is left of the slip after 2 s is exp(-C g t/v) and less.
    const double w = v / kRadius, rest = 1.1 * unseen(w);
    EXPECT_NEAR(run.last("w.velocity.x"), v, rest * v) << spin;
    EXPECT_NEAR(run.last("w.omega.y"), w, rest * w) << spin;
    EXPECT_NEAR(run.last("f.longitudinal_force"), 0, rest * kSlip * kLoad) << spin;
    EXPECT_NEAR(run.last("f.load"), kLoad, 1e-6) << spin;
    // The energy that slipping took, and nothing else.
    const double before = 0.5 * kMass * 25 + 0.5 * kSpin * spin * spin,
                 after = 0.5 * kMass * v * v + 0.5 * kSpin * v * v / (kRadius * kRadius);
    const double fastest = std::max(spin, w);
    EXPECT_NEAR(-run.certificate.work_applied, before - after, 1.1 * unseen(fastest) * kSpin * fastest * fastest)
        << spin;
    EXPECT_LT(run.certificate.energy_balance_error_max.value_or(1e300), 1e-10 * run.certificate.energy_scale) << spin;
  }
}

TEST(WheelOnItsJoint, that_rolls_goes_on_rolling_without_force) {
  const auto run = run_text(car(5, 5 / kRadius, "forces:\n" + kTyre), {.method = "ep", .step = kStep, .end = 2});
  const double rest = 1.1 * unseen(5 / kRadius);  // 1.4e-5
  EXPECT_NEAR(run.last("w.velocity.x"), 5, rest * 5);
  EXPECT_NEAR(run.last("f.slip"), 0, rest);
  EXPECT_NEAR(run.certificate.work_applied, 0, 1e-3);  // of 4 kJ
}

// With slip s = mu/C atanh(F/(mu N)) constant, w r = (1 + s) v: F = m a, T = F r + I (1 + s) a/r.
TEST(WheelOnItsJoint, driven_by_a_motor_accelerates_the_car) {
  const double torque = 200;
  double a = 0, slip = 0;
  for (int i = 0; i < 100; ++i) {
    a = torque / kRadius / (kMass + kSpin * (1 + slip) / (kRadius * kRadius));
    slip = kFriction / kSlip * std::atanh(kMass * a / (kFriction * kLoad));
  }
  const auto run =
      run_text(car(10, 10 / kRadius * (1 + slip), "forces:\n  drive: {type: motor, joint: hub, torque: 200}\n" + kTyre),
               {.method = "ep", .step = kStep, .end = 2});
  ASSERT_EQ(run.certificate.status, "completed") << run.certificate.message;
  const double rest = 1.1 * unseen(run.last("w.omega.y"));  // 1e-4
  EXPECT_NEAR(run.last("w.velocity.x"), 10 + 2 * a, rest * 2 * a);
  // The speed in the slip is not v but sqrt(v^2 + 0.1^2): a part of 5e-5 of it.
  EXPECT_NEAR(run.last("f.slip"), slip, rest + 1e-4 * slip);
  EXPECT_NEAR(run.last("f.longitudinal_force"), kMass * a, (rest + 1e-4 * slip) * kSlip * kLoad);
  // The torque turns the car backwards.
  EXPECT_NEAR(run.last("car.omega.y"), -torque / kCar * 2, rest * torque / kCar * 2);
  EXPECT_LT(run.certificate.energy_balance_error_max.value_or(1e300), 1e-10 * run.certificate.energy_scale);
}

// Spin relative to the car prescribed, so the car turns the other way: 500 w_c + I w + r m v stays, w - w_c = given.
TEST(WheelOnItsJoint, driven_by_an_angle_takes_the_car_with_it) {
  const double given = 20;
  const auto run = run_text(car(5, given, "drives: {spin: {type: angle, joint: hub, value: 20*t}}\nforces:\n" + kTyre),
                            {.method = "ep", .step = kStep, .end = 3});
  ASSERT_EQ(run.certificate.status, "completed") << run.certificate.message;
  const double w = (kCar * given + kSpin * given + kRadius * kMass * 5) / (kCar + kSpin + kRadius * kRadius * kMass);
  const double rest = 1.1 * unseen(w);  // 3e-5
  EXPECT_NEAR(run.last("w.omega.y"), w, rest * w);
  EXPECT_NEAR(run.last("car.omega.y"), w - given, rest * w);
  EXPECT_NEAR(run.last("w.velocity.x"), w * kRadius, rest * w * kRadius);
  EXPECT_LT(run.certificate.energy_balance_error_max.value_or(1e300), 1e-10 * run.certificate.energy_scale);
}

}  // namespace
}  // namespace invar
