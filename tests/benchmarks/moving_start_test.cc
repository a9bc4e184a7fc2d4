// Flexible models whose start moves: their modes, and the equilibrium that a run starts from. Both models are stiff along the
// blades and slow across, like real ones: frequencies reach over five orders of magnitude.
#include <fmt/format.h>

#include <cmath>

#include "benchmarks/equilibrium_model.h"

namespace invar {
namespace {

// A clamped tower, a hub that a drive turns, two blades. Axis x is that of the rotor.
std::string turbine(double omega) {
  return fmt::format(R"(
parameters: {{omega: {}}}
bodies: {{hub: {{type: rigid_body, mass: 1000, inertia: [200, 300, 300], position: [1, 0, 20], angular_velocity: [omega, 0, 0]}}}}
elements:
  tower: {{type: beam, start: clamped, from: [0, 0, 0], to: [0, 0, 20], elements: 2,
    section: {{shape: hollow_circle, radius: 0.6, thickness: 0.01, E: 2.1e11, rho: 7850}}}}
  nose: {{type: beam, start: tower.end, from: [0, 0, 20], to: [1, 0, 20], elements: 1, order: 1,
    section: {{shape: circle, radius: 0.2, E: 2.1e11, rho: 7850}}}}
  blade_1: {{type: beam, start: hub, from: [1, 0, 21], to: [1, 0, 31], axis_2: [0, -1, 0], elements: 3,
    section: {{stiffness: [4e8, 1e8, 1e8, 1e6, 2e6, 4e7], mass: [30, 0.2, 3]}}}}
  blade_2: {{type: beam, start: hub, from: [1, 0, 19], to: [1, 0, 9], axis_2: [0, 1, 0], elements: 3,
    section: {{stiffness: [4e8, 1e8, 1e8, 1e6, 2e6, 4e7], mass: [30, 0.2, 3]}}}}
joints: {{shaft: {{type: revolute, between: [nose.end, hub], at: [1, 0, 20], axis: [1, 0, 0]}}}}
drives: {{motor: {{type: angle, joint: shaft, value: omega*t}}}}
)",
                     omega);
}

// At a snail's pace the modes are those at rest, found in another way. Effects of the pace are of its square, 1e-8.
TEST(MovingStart, a_turbine_that_hardly_turns_has_the_modes_of_rest) {
  const auto model = load_model_text(turbine(1e-3));
  const AssembledSystem system(model->assembly);
  State s = model->initial;
  ASSERT_TRUE(solve_initial_conditions(system, s).status.ok());
  EquilibriumProblem problem(system, 0);
  problem.set_length(s.q);
  ModesOptions options;
  options.number = 10;
  const ModesReport moving = find_steady_modes(problem, s, options);
  ASSERT_TRUE(moving.status.ok()) << moving.status.message();
  EXPECT_EQ(moving.rigid, 0);
  const std::vector<double> w = frequencies(moving), rest = frequencies(EquilibriumModel(turbine(0)).modes(10));
  ASSERT_EQ(w.size(), 10u);
  for (std::size_t k = 0; k < w.size(); ++k) EXPECT_NEAR(w[k], rest[k], 1e-6 * rest[k]) << k;
}

// The equilibrium of a spinning blade, linearized by differences in turning axes and by the matrices of the spin.
TEST(MovingStart, a_spinning_blade_has_the_modes_of_its_spin) {
  const std::string text = R"(
bodies: {hub: {type: rigid_body, mass: 1, inertia: [1, 1, 1], angular_velocity: [0, 0, 4]}}
joints: {shaft: {type: revolute, between: [ground, hub], at: [0, 0, 0], axis: [0, 0, 1]}}
drives: {turn: {type: angle, joint: shaft, value: 4*t}}
elements:
  b: {type: beam, start: hub, from: [0, 0, 0], to: [1, 0, 0], elements: 3,
    section: {stiffness: [1e7, 1e7, 1e7, 100, 1, 100], mass: [1, 1e-7, 1e-5]}}
)";
  StartSpec request;
  request.velocities = StartVelocities::kSteady;
  const EquilibriumModel m(text, {}, request);
  EXPECT_NEAR((m.found.spin.omega() - Vector3(0, 0, 4)).norm(), 0, 1e-12);
  ModesOptions options;
  options.number = 5;
  options.axes_spin = Vector3(0, 0, 4);
  EquilibriumProblem problem(*m.system, 0);
  problem.set_length(m.found.state.q);
  const ModesReport moving = find_steady_modes(problem, m.found.state, options);
  ASSERT_TRUE(moving.status.ok()) << moving.status.message();
  EXPECT_EQ(moving.rigid, 0);
  const std::vector<double> w = frequencies(moving), spin = frequencies(m.modes(5));
  ASSERT_EQ(w.size(), 5u);
  for (std::size_t k = 0; k < w.size(); ++k) EXPECT_NEAR(w[k], spin[k], 1e-5 * spin[k]) << k;
  EXPECT_GT(w[0], 5.5);  // 3.516 without the tension of the spin
}

TEST(MovingStart, the_spin_of_a_rotor_is_seen_and_its_blades_carry_their_tension) {
  StartSpec request;
  request.velocities = StartVelocities::kSteady;
  const EquilibriumModel m(turbine(6), {}, request);
  EXPECT_TRUE(m.found.inferred);
  EXPECT_NEAR((m.found.spin.omega() - Vector3(6, 0, 0)).norm(), 0, 1e-6);  // the nose bends by nothing
  // int m Omega^2 r dr from 1 to 11 m; stretched by 4e-4 at most.
  EXPECT_NEAR(m.channel("blade_1.start.force_1"), 30 * 36 * 60, 1e-3 * 30 * 36 * 60);
  EXPECT_NEAR(m.vector("blade_1.end.velocity").norm(), 66, 66 * 1e-3);
  EXPECT_NEAR(m.vector("tower.end.velocity").norm(), 0, 1e-9);
  request.velocities = StartVelocities::kRest;
  const EquilibriumModel rest(turbine(6), {}, request);
  EXPECT_FALSE(rest.found.inferred);
  EXPECT_EQ(rest.found.state.v.cwiseAbs().maxCoeff(), 0);
}

// What moves but does not spin steadily keeps the velocities of the file: a pendulum that is kicked in its equilibrium.
TEST(MovingStart, other_velocities_are_kept_and_a_pendulum_is_no_steady_spin) {
  const std::string text = R"(
gravity: [0, -9.81, 0]
bodies: {p: {type: planar_body, mass: 1, inertia: 0.1, position: [0.1, -0.9949874371066199],
  velocity: [1.9899748742132399, 0.2], angular_velocity: 2}}
joints: {pin: {type: planar_revolute, between: [ground, p], at: [0, 0]}}
)";
  StartSpec request;
  request.velocities = StartVelocities::kSteady;
  const EquilibriumModel m(text, {}, request);
  EXPECT_FALSE(m.found.inferred);
  EXPECT_TRUE(m.found.spin.is_zero());
  EXPECT_NEAR(m.found.state.q[0], 0, 1e-9);
  EXPECT_NEAR(m.found.state.v[0], 2, 0.05);  // the projection on the new place takes a little
  ASSERT_EQ(m.found.notes.size(), 1u);
  EXPECT_NE(m.found.notes[0].find("velocities those of the file"), std::string::npos);
}

}  // namespace
}  // namespace invar
