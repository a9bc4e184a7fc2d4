// Frequencies against closed forms.
#include "invar/equilibrium/modes.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "invar/model/model.h"
#include "invar/run/model_equilibrium.h"
#include "invar/solve/initial_conditions.h"

namespace invar {
namespace {

// Modes about the equilibrium found from the model's start, or about its moving start.
ModesReport modes(const std::string& text, ModesOptions options = {}, const StartSpec& request = {}) {
  const auto model = load_model_text(text);
  const AssembledSystem system(model->assembly);
  const ModelEquilibrium found = find_equilibrium(*model, system, request, {});
  EXPECT_TRUE(found.report.status.ok()) << found.report.status.message();
  EquilibriumProblem problem(system, 0, found.spin);
  problem.set_length(found.state.q);
  ModesReport report = find_modes(problem, found.state.q, found.report.point.lambda, options);
  EXPECT_TRUE(report.status.ok()) << report.status.message();
  return report;
}

ModesReport steady_modes(const std::string& text, const ModesOptions& options = {}) {
  const auto model = load_model_text(text);
  const AssembledSystem system(model->assembly);
  State s = model->initial;
  EXPECT_TRUE(solve_initial_conditions(system, s).status.ok());
  EquilibriumProblem problem(system, 0);
  problem.set_length(s.q);
  return find_steady_modes(problem, s, options);
}

std::vector<double> frequencies(const ModesReport& report) {  // [rad/s], rigid ones left out
  std::vector<double> out;
  for (const Mode& mode : report.modes)
    if (!mode.rigid) out.push_back(std::abs(mode.value));
  return out;
}

std::string chain(int N, double k, double m) {
  return fmt::format(R"(
parameters: {{N: {}, k: {}, m: {}}}
bodies:
  repeat: {{index: i, from: 1, to: N, items: {{"m_${{i}}": {{type: point_mass, mass: m, position: [i, 0, 0]}}}}}}
joints:
  repeat: {{index: i, from: 1, to: N, items: {{"line_${{i}}": {{type: point_on_line, between: [ground, "m_${{i}}"], at: [0, 0, 0], axis: [1, 0, 0]}}}}}}
forces:
  first: {{type: spring_damper, between: [ground, m_1], at_1: [0, 0, 0], stiffness: k}}
  last: {{type: spring_damper, between: [ground, "m_${{N}}"], at_1: [N + 1, 0, 0], stiffness: k}}
  repeat: {{index: i, from: 2, to: N, items: {{"s_${{i}}": {{type: spring_damper, between: ["m_${{i-1}}", "m_${{i}}"], stiffness: k}}}}}}
)",
                     N, k, m);
}

TEST(Modes, AChainOfSpringsHasTheFrequenciesOfTheLattice) {
  constexpr int N = 12;
  for (const bool sparse : {false, true}) {
    ModesOptions options;
    options.number = N;
    options.sparse = sparse;
    const std::vector<double> w = frequencies(modes(chain(N, 50, 2), options));
    ASSERT_EQ(w.size(), static_cast<std::size_t>(N)) << sparse;
    for (int k = 1; k <= N; ++k)
      EXPECT_NEAR(w[k - 1], 2 * std::sqrt(50.0 / 2) * std::sin(k * M_PI / (2 * (N + 1))), 1e-11) << k;
  }
}

TEST(Modes, AHangingChainHasTheZerosOfLaguerresPolynomial) {
  const std::string text = R"(
gravity: [0, 0, -9.81]
bodies:
  repeat: {index: i, from: 1, to: 3, items: {"m_${i}": {type: point_mass, mass: 0.7, position: [0.1*i, 0, -0.4*i]}}}
joints:
  top: {type: distance, between: [ground, m_1], at: [0, 0, 0]}
  repeat: {index: i, from: 2, to: 3, items: {"rod_${i}": {type: distance, between: ["m_${i-1}", "m_${i}"]}}}
)";
  const std::vector<double> w = frequencies(modes(text));
  const double l = std::hypot(0.1, 0.4);
  ASSERT_EQ(w.size(), 6u);  // two planes
  const double zeros[] = {0.41577455678347908, 2.2942803602790417, 6.2899450829374793};
  for (int k = 0; k < 6; ++k) EXPECT_NEAR(w[k], std::sqrt(9.81 / l * zeros[k / 2]), 1e-9) << k;
}

TEST(Modes, APhysicalPendulumSwingsWithItsMomentOfInertia) {
  const std::string text = R"(
gravity: [0, 0, -9.81]
bodies: {arm: {type: rigid_body, mass: 2, inertia: [0.2, 0.3, 0.15], position: [0.5, 0, -0.5]}}
joints: {hinge: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: [0, 1, 0]}}
)";
  const double l = std::sqrt(0.5);
  const std::vector<double> w = frequencies(modes(text));
  ASSERT_EQ(w.size(), 1u);
  EXPECT_NEAR(w[0], std::sqrt(2 * 9.81 * l / (0.3 + 2 * l * l)), 1e-10);
}

TEST(Modes, DampingGivesTheRatioOfTheOscillator) {
  const std::string text = R"(
bodies: {m: {type: point_mass, mass: 2, position: [1, 0, 0]}}
joints: {line: {type: point_on_line, between: [ground, m], at: [0, 0, 0], axis: [1, 0, 0]}}
forces: {spring: {type: spring_damper, between: [ground, m], at_1: [0, 0, 0], stiffness: 18, damping: 2.4}}
)";
  const ModesReport report = modes(text);
  ASSERT_EQ(report.modes.size(), 1u);
  EXPECT_NEAR(std::abs(report.modes[0].value), 3, 1e-12);
  EXPECT_NEAR(report.modes[0].damping_ratio(), 2.4 / (2 * 3 * 2), 1e-12);
  EXPECT_EQ(report.modes[0].part, "m");
}

TEST(Modes, TwoFreeMassesHaveFiveRigidModesAndOneFrequency) {
  const std::string text = R"(
bodies: {a: {type: point_mass, mass: 1, position: [0, 0, 0]}, b: {type: point_mass, mass: 3, position: [1, 0, 0]}}
forces: {spring: {type: spring_damper, between: [a, b], stiffness: 75}}
)";
  const ModesReport report = modes(text);
  EXPECT_EQ(report.rigid, 5);
  ASSERT_EQ(frequencies(report).size(), 1u);
  EXPECT_NEAR(frequencies(report)[0], 10, 1e-12);
}

// A hub turning about z and a thin blade hinged to it for flapping, at the offset e.
std::string rotor(double e, double length, double rate) {
  return fmt::format(R"(
parameters: {{off: {}, l: {}, w: {}}}
bodies:
  hub: {{type: rigid_body, mass: 5, inertia: [1, 1, 2], position: [0, 0, 0], angular_velocity: [0, 0, w]}}
  blade: {{type: rigid_body, mass: 3, inertia: [0, 3*l^2/12, 3*l^2/12], position: [off + l/2, 0, 0], angular_velocity: [0, 0, w], velocity: [0, w*(off + l/2), 0]}}
joints:
  shaft: {{type: revolute, between: [ground, hub], at: [0, 0, 0], axis: [0, 0, 1]}}
  flap: {{type: revolute, between: [hub, blade], at: [off, 0, 0], axis: [0, 1, 0]}}
)",
                     e, length, rate);
}

TEST(Modes, AHingedBladeFlapsAtTheRateOfRotationTimesTheRootOfTheOffset) {
  for (const double e : {0.0, 0.3}) {
    StartSpec request;
    request.spin = Vector3(0, 0, 7);
    const ModesReport report = modes(rotor(e, 2, 7), {}, request);
    const std::vector<double> w = frequencies(report);
    ASSERT_EQ(w.size(), 1u) << e;
    // w^2 = W^2 (1 + e m x_C / I_flap), I = m l^2/3, m x_C = m l/2.
    EXPECT_NEAR(w[0], 7 * std::sqrt(1 + 1.5 * e / 2), 1e-10) << e;
    EXPECT_EQ(report.kind, "spinning");
  }
}

TEST(Modes, LinearizedAccelerationsInTurningAxesGiveTheSameAsTheTurningEquilibrium) {
  ModesOptions options;
  options.axes_spin = Vector3(0, 0, 7);
  const ModesReport report = steady_modes(rotor(0.3, 2, 7), options);
  ASSERT_TRUE(report.status.ok()) << report.status.message();
  ASSERT_EQ(frequencies(report).size(), 1u);
  EXPECT_NEAR(frequencies(report)[0], 7 * std::sqrt(1 + 1.5 * 0.3 / 2), 1e-9);
  EXPECT_TRUE(report.notes.empty());
}

TEST(Modes, ASpinningSymmetricTopNutatesInWorldAxesAtTheRateOfItsInertia) {
  // A free disc: in world axes the angular velocity turns at C/A of the spin.
  const ModesReport report = steady_modes(
      "bodies: {disc: {type: rigid_body, mass: 1, inertia: [1, 1, 1.7], position: [0, 0, 0], angular_velocity: [0, 0, "
      "4]}}");
  ASSERT_EQ(frequencies(report).size(), 1u);
  EXPECT_NEAR(frequencies(report)[0], 1.7 * 4, 1e-9);
}

}  // namespace
}  // namespace invar
