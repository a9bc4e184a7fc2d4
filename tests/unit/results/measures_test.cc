// Measures, columns that are formulas, and results of a run, against closed forms.
#include <gtest/gtest.h>

#include <cmath>

#include "benchmarks/model_run.h"
#include "invar/core/error.h"

namespace invar::benchmarks {
namespace {

double result(const RecordedRun& run, const std::string& name) {
  for (const NamedResult& each : run.certificate.results)
    if (each.name == name) return each.value;
  ADD_FAILURE() << "no result " << name;
  return 0;
}

// A throw: z = 10 t - g t^2/2, exact at step ends with ep.
constexpr const char* kThrow = R"yaml(
parameters: {g: 10}
gravity: [0, 0, -g]
functions: {square: x^2}
inputs: {offset: 3}
bodies: {ball: {type: point_mass, mass: 2, position: [0, 0, 0], velocity: [3, 4, 10]}}
markers: {wall: {on: ground, at: [6, 0, 0]}}
measures:
  height: ball.position.z
  energy: {formula: "2*g*height + square(magnitude(ball.velocity))", unit: J}
outputs: [height, energy, {far: "distance(ball, wall) + offset"}, {weight: magnitude(ball.acceleration)}, center_of_mass.z, momentum.x, momentum.z]
results:
  top: {max: height}
  when: {time_of_max: height}
  low: {min: "ball.velocity.z"}
  last: {final: ball.position.x}
  mean: {mean: ball.position.x}
  rms: {rms: ball.velocity.z}
  late: {mean: ball.position.x, after: 1}
  never: {max: height, after: 99}
method: {name: ep, step: 0.01, end: 2}
)yaml";

TEST(Measures, are_formulas_of_channels) {
  const RecordedRun run = run_text(kThrow);
  const auto z = [](double t) { return 10 * t - 5 * t * t; };
  EXPECT_LT(max_error(run, "height", z), 1e-12);
  EXPECT_LT(max_error(run, "energy", [](double) { return 9.0 + 16 + 100; }), 1e-11) << "2 E/m is conserved";
  EXPECT_LT(
      max_error(run, "far", [&](double t) { return 3 + std::sqrt(std::pow(3 * t - 6, 2) + 16 * t * t + z(t) * z(t)); }),
      1e-12);
  EXPECT_LT(max_error(run, "weight", [](double) { return 10.0; }), 1e-12);
  EXPECT_LT(max_error(run, "center_of_mass.z", z), 1e-12);
  EXPECT_LT(max_error(run, "momentum.x", [](double) { return 6.0; }), 1e-12);
  EXPECT_LT(max_error(run, "momentum.z", [](double t) { return 2 * (10 - 10 * t); }), 1e-12);
}

TEST(Results, are_extremes_means_and_last_values_of_a_run) {
  const RecordedRun run = run_text(kThrow, {.every = 1});  // steps count, not recorded instants
  EXPECT_NEAR(result(run, "top"), 5, 1e-12);
  EXPECT_NEAR(result(run, "when"), 1, 1e-12);
  EXPECT_NEAR(result(run, "low"), -10, 1e-12);
  EXPECT_NEAR(result(run, "last"), 6, 1e-12);
  EXPECT_NEAR(result(run, "mean"), 3, 1e-12);
  EXPECT_NEAR(result(run, "rms"), 10 / std::sqrt(3), 1e-12);
  EXPECT_NEAR(result(run, "late"), 4.5, 1e-12);
  EXPECT_TRUE(std::isnan(result(run, "never")));
}

// Momentum about the origin is that about the center plus r x p; of several bodies the sum.
TEST(MassSums, are_those_of_bodies_and_of_lists_of_them) {
  const RecordedRun run = run_text(R"yaml(
bodies:
  a: {type: rigid_body, mass: 2, center: [0.1, 0, 0], inertia: [1, 2, 2.5], position: [1, 2, 3], velocity: [0.5, -1, 2],
      angular_velocity: [0.3, -0.2, 1]}
  b: {type: point_mass, mass: 3, position: [-1, 0, 1], velocity: [0, 1, 1]}
  c: {type: planar_body, mass: 1, inertia: 0.5, position: [2, 0], velocity: [0, 3], angular_velocity: 4}
outputs:
  - {a_x: "angular_momentum(a).x"}
  - {wanted: "a.angular_momentum.x + 2*(a.center.position.y*a.center.velocity.z - a.center.position.z*a.center.velocity.y)"}
  - {b_y: "angular_momentum(b).y"}
  - {c_z: "angular_momentum(c).z"}
  - {ab_z: "center(a, b).z"}
  - {all: "momentum(a, b, c).y - momentum.y"}
  - {sum: "angular_momentum(a).z + angular_momentum(b, c).z - angular_momentum.z"}
method: {name: ep, step: 0.01, end: 0.01}
)yaml");
  EXPECT_NEAR(run.at(0, "a_x"), run.at(0, "wanted"), 1e-13);
  EXPECT_NEAR(run.at(0, "b_y"), 3 * (1 * 0 - (-1) * 1.0), 1e-13);  // z v_x - x v_z
  EXPECT_NEAR(run.at(0, "c_z"), 1 * 2 * 3 + 0.5 * 4, 1e-13);
  EXPECT_NEAR(run.at(0, "ab_z"), (2 * 3 + 3 * 1) / 5.0, 1e-13);
  EXPECT_NEAR(run.at(0, "all"), 0, 1e-13);
  EXPECT_NEAR(run.at(0, "sum"), 0, 1e-13);
}

// The angle of a hinge in space is counted over turns in measures too.
TEST(Measures, count_turns) {
  const RecordedRun run = run_text(R"yaml(
bodies: {wheel: {type: rigid_body, mass: 1, inertia: [1, 1, 1], angular_velocity: [0, 0, 7]}}
joints: {hinge: {type: revolute, between: [ground, wheel], at: [0, 0, 0], axis: [0, 0, 1]}}
outputs: [{half: hinge.angle/2}]
method: {name: ep, step: 0.01, end: 3}
)yaml");
  EXPECT_LT(max_error(run, "half", [](double t) { return 3.5 * t; }), 4.5e-3);  // ep is slow by (w h)^2/12
}

void expect_refused(const std::string& more, const std::string& words) {
  try {
    run_text("bodies: {ball: {type: point_mass, mass: 1}}\nmethod: {name: ep, step: 0.1, end: 0.1}\n" + more);
    FAIL() << more;
  } catch (const ModelError& error) {
    EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
  }
}

TEST(Measures, refuse_what_makes_no_sense) {
  expect_refused("outputs: [{x: 2*ball.positon.x}]", "did you mean \"ball.position.x\"?");
  expect_refused("outputs: [{x: magnitude(ball.mass)}]", "which is no vector");
  expect_refused("outputs: [{x: center(bal).x}]", "names \"bal\" in center");
  expect_refused("outputs: [{x: momentum(ball)}]", "needs a component");
  expect_refused("outputs: [{x: 1, y: 2}]", "must be a channel or {NAME: FORMULA}");
  expect_refused("outputs: [a]\nmeasures: {a: b, b: a}", "depends on itself");
  expect_refused("results: {a: {maximum: t}}", "did you mean \"max\"?");
  expect_refused("results: {a: {max: t, min: t}}", "two things at once");
  expect_refused("results: {a: {after: 1}}", "takes nothing");
}

}  // namespace
}  // namespace invar::benchmarks
