// Laws of springs and dampers that read signals, against the same force written as an effort and against closed forms.
#include <gtest/gtest.h>

#include <cmath>

#include "benchmarks/model_run.h"

namespace invar::benchmarks {
namespace {

const char* const kBall = R"(
gravity: [0, 0, -9.81]
bodies: {ball: {type: point_mass, mass: 1, position: [0.3, 0, -1], velocity: [0, 1, 0.5]}}
markers: {hook: {on: ground, at: [0, 0, 0]}}
inputs: {heat: 0.2}
)";

TEST(LawSignals, of_a_spring_damper_are_its_tension) {
  for (const char* method : {"ep", "em", "ed", "generalized_alpha", "explicit"}) {
    const auto run = [&](const std::string& law) {
      return run_text(std::string(kBall) + "forces:\n  f: {type: spring_damper, between: [hook, ball], " + law +
                          "}\noutputs: [ball.position, f.tension, f.length]\n",
                      {.method = method, .step = 5e-3, .end = 2});
    };
    const RecordedRun law =
        run("rest_length: 0.7, force: '30*x*(1 + heat*sin(3*t))', damping_force: '0.5*v*(1 + x^2)'");
    const RecordedRun effort =
        run("tension: '30*(f.length - 0.7)*(1 + heat*sin(3*t)) + 0.5*f.length_rate*(1 + (f.length - 0.7)^2)'");
    for (const char* channel : {"ball.position.x", "ball.position.z", "f.tension"})
      EXPECT_LT(max_difference(law, effort, channel), 1e-11) << method << " " << channel;
    // The conservative part as a law of its own, the rest by formula.
    const RecordedRun mixed =
        run("rest_length: 0.7, stiffness: 30, damping_force: '30*x*heat*sin(3*t) + 0.5*v*(1 + x^2)'");
    EXPECT_EQ(mixed.certificate.status, "completed") << mixed.certificate.message;
    EXPECT_LT(max_difference(mixed, effort, "ball.position.z"), 1e-3) << method;
    EXPECT_LT(max_difference(mixed, effort, "f.tension"), 3e-2) << method;
    if (std::string(method) != "generalized_alpha" && std::string(method) != "explicit") {
      for (const RecordedRun* r : {&law, &mixed})
        EXPECT_LT(r->certificate.energy_balance_error_max, 1e-12 * r->certificate.energy_scale) << method;
    }
  }
}

// theta'' = -k(t) theta with k = 4 + 3 t: theta is an Airy function. x = -(4 + 3 t)/3^(2/3): theta'' = x theta in that variable.
TEST(LawSignals, of_a_torsion_spring_that_stiffens_with_time_give_an_airy_function) {
  const auto run = [&](const char* method, double h) {
    return run_text(R"(
parameters: {k: 4}
functions: {growth: 3*x}
bodies: {a: {type: planar_body, mass: 1, inertia: 1, position: [0, 0], angle: 0, angular_velocity: 1}}
joints: {hinge: {type: planar_revolute, between: [ground, a], at: [0, 0]}}
forces: {f: {type: torsion_spring, joint: hinge, torque: "(k + growth(t))*x"}}
outputs: [hinge.angle, f.torque]
)",
                    {.method = method, .step = h, .end = 3});
  };
  // The power series of theta about t = 0: (n + 2)(n + 1) c_(n+2) = -4 c_n - 3 c_(n-1).
  const auto exact = [](double t) {
    long double c[120] = {0, 1}, sum = 0, power = 1;
    for (int n = 0; n + 2 < 120; ++n) c[n + 2] = -(4 * c[n] + (n > 0 ? 3 * c[n - 1] : 0)) / ((n + 2.0L) * (n + 1));
    for (int n = 0; n < 120; ++n, power *= static_cast<long double>(t)) sum += c[n] * power;
    return static_cast<double>(sum);
  };
  for (const char* method : {"ep", "em", "generalized_alpha"}) {
    const double coarse = max_error(run(method, 0.01), "hinge.angle", exact),
                 fine = max_error(run(method, 0.005), "hinge.angle", exact);
    EXPECT_LT(fine, 2e-4) << method;
    EXPECT_NEAR(measured_order(coarse, fine), 2, 0.1) << method;
  }
  const RecordedRun run_8 = run("explicit", 0.01);
  EXPECT_LT(max_error(run_8, "hinge.angle", exact), 1e-7);
  EXPECT_LT(max_error(run_8, "f.torque", [&](double t) { return -(4 + 3 * t) * exact(t); }), 1e-5);
}

// A dashpot whose coefficient falls with the other joint's displacement, on a slider: m v' = -c0 (1 - s) v with s = t is linear in v.
TEST(LawSignals, of_a_slider_read_another_joint) {
  const RecordedRun run = run_text(R"(
bodies:
  a: {type: planar_body, mass: 2, inertia: 1, position: [0, 0], velocity: [3, 0]}
  b: {type: planar_body, mass: 1, inertia: 1, position: [0, 1], velocity: [1, 0]}
joints:
  rail: {type: planar_prismatic, between: [ground, a], at: [0, 0], axis: [1, 0, 0]}
  other: {type: planar_prismatic, between: [ground, b], at: [0, 1], axis: [1, 0, 0]}
forces: {f: {type: joint_spring, joint: rail, damping_force: "1.5*(1 - other.displacement)*v"}}
outputs: [a.velocity.x, f.force]
)",
                                   {.method = "explicit", .step = 0.01, .end = 1});
  const auto v = [](double t) { return 3 * std::exp(-0.75 * (t - t * t / 2)); };
  EXPECT_LT(max_error(run, "a.velocity.x", v), 1e-8);
  EXPECT_LT(max_error(run, "f.force", [&](double t) { return -1.5 * (1 - t) * v(t); }), 1e-7);
}

}  // namespace
}  // namespace invar::benchmarks
