// Frequencies of beams: cantilever, spinning blades, the blade of the NREL 5 MW turbine.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "benchmarks/equilibrium_model.h"
#include "oracles/data.h"

namespace invar {
namespace {

// EI = m = L = 1 and hardly any shear, rotary inertia or stretch; the stiffness across the plane is 100 times larger.
std::string blade(const std::string& keys, const std::string& more = "", int elements = 10) {
  return fmt::format(R"(
elements:
  b: {{type: beam, {}, from: [0, 0, 0], to: [1, 0, 0], elements: {},
    section: {{stiffness: [1e7, 1e7, 1e7, 100, 1, 100], mass: [1, 1e-7, 1e-5]}}}}
{})",
                     keys, elements, more);
}

TEST(BeamModes, ACantileverHasTheFrequenciesOfEulerAndBernoulli) {
  for (const bool sparse : {false, true}) {
    const std::vector<double> w = frequencies(EquilibriumModel(blade("start: clamped")).modes(6, sparse));
    ASSERT_EQ(w.size(), 6u);
    const double exact[] = {3.5160152685, 22.0344915647, 35.160152685, 61.6972144, 120.9019, 199.8595};
    for (int k = 0; k < 5; ++k) EXPECT_NEAR(w[k], exact[k], 2e-4 * exact[k]) << k << (sparse ? " sparse" : "");
  }
}

TEST(BeamModes, AFreeBeamHasSixRigidModesAndItsFirstFrequency) {
  const ModesReport report = EquilibriumModel(blade("start: free")).modes(3);
  EXPECT_EQ(report.rigid, 6);
  EXPECT_NEAR(frequencies(report)[0], 22.3732854, 22.37 * 2e-4);
}

// Flapping of a uniform blade without hub radius, EI = m = L = 1: w_xxxx - Omega^2/2 ((1 - x^2) w_x)_x = omega^2 w. Galerkin's
// method with x^2 P_k(2x - 1) and exact integrals; 12 functions give 10 digits. The tables of [Wright1982] print the same
// numbers, to five digits.
Vector flapping_frequencies(double Omega) {
  constexpr int n = 12, points = 40;
  Matrix K = Matrix::Zero(n, n), M = K;
  for (int i = 0; i < points; ++i) {
    // A point of Gauss and Legendre by Newton's method on P_points.
    double y = std::cos(std::numbers::pi * (i + 0.75) / (points + 0.5)), slope = 0;
    for (int round = 0; round < 20; ++round) {
      const double P = std::legendre(points, y);
      slope = points * (y * P - std::legendre(points - 1, y)) / (y * y - 1);
      y -= P / slope;
    }
    const double weight = 1 / ((1 - y * y) * slope * slope), x = 0.5 * (y + 1);
    Vector w(n), w1(n), w2(n);  // x^2 P and its derivatives by x
    for (int k = 0; k < n; ++k) {
      const double P = std::legendre(k, y);
      const double P1 = k == 0 ? 0 : k * (y * P - std::legendre(k - 1, y)) / (y * y - 1);
      const double P2 = (2 * y * P1 - k * (k + 1) * P) / (1 - y * y);
      w[k] = x * x * P;
      w1[k] = 2 * x * P + 2 * x * x * P1;
      w2[k] = 2 * P + 8 * x * P1 + 4 * x * x * P2;
    }
    K += weight * (w2 * w2.transpose() + 0.5 * Omega * Omega * (1 - x * x) * w1 * w1.transpose());
    M += weight * w * w.transpose();
  }
  return Eigen::GeneralizedSelfAdjointEigenSolver<Matrix>(K, M).eigenvalues().cwiseSqrt();
}

TEST(BeamModes, ASpinningCantileverStiffensAsItsDifferentialEquationSays) {
  EXPECT_NEAR(flapping_frequencies(0)[0], 3.5160152685, 1e-9);
  for (const double Omega : {1.0, 4.0, 10.0}) {
    const Vector exact = flapping_frequencies(Omega);
    StartSpec request;
    request.spin = Vector3(0, 0, Omega);
    const std::string hub = R"(
bodies: {hub: {type: rigid_body, mass: 1, inertia: [1, 1, 1], position: [0, 0, 0]}}
joints: {shaft: {type: revolute, between: [ground, hub], at: [0, 0, 0], axis: [0, 0, 1]}}
drives: {turn: {type: angle, joint: shaft, value: )" +
                            fmt::format("{}*t", Omega) + "}}\n";
    const EquilibriumModel m(blade("start: hub", hub), {}, request);
    const std::vector<double> w = frequencies(m.modes(6));
    EXPECT_NEAR(w[0], exact[0], 3e-4 * exact[0]) << Omega;
    bool second = false;
    for (const double f : w) second |= std::abs(f - exact[1]) < 5e-4 * exact[1];
    EXPECT_TRUE(second) << Omega;
  }
}

TEST(BeamModes, AHingedBladeFlapsAtTheRateOfRotation) {
  StartSpec request;
  request.spin = Vector3(0, 0, 30);
  const std::string hub = R"(
bodies: {hub: {type: rigid_body, mass: 1, inertia: [1, 1, 1], position: [0, 0, 0]}}
joints:
  shaft: {type: revolute, between: [ground, hub], at: [0, 0, 0], axis: [0, 0, 1]}
  flap: {type: revolute, between: [hub, b.start], at: [0, 0, 0], axis: [0, 1, 0]}
drives: {turn: {type: angle, joint: shaft, value: 30*t}}
)";
  const EquilibriumModel m(blade("start: free", hub), {}, request);
  EXPECT_NEAR(frequencies(m.modes(3))[0], 30, 30 * 2e-4);
}

TEST(BeamModes, ASpinningArmIsStretchedAsTheClosedFormSays) {
  StartSpec request;
  request.joint = "hinge";
  const EquilibriumModel m(R"(
elements:
  arm: {type: beam, from: [0, 0, 0], to: [10, 0, 0], elements: 4, angular_velocity: [0, 0, 6],
    section: {stiffness: [2.8e7, 1e7, 1e7, 1.4e4, 1.4e4, 1.4e4], mass: [1.2, 6e-4, 6e-4]}}
joints: {hinge: {type: revolute, between: [ground, arm.start], at: [0, 0, 0], axis: [0, 0, 1]}}
drives: {turn: {type: angle, joint: hinge, value: 6*t}}
)",
                           {}, request);
  EXPECT_NEAR(m.vector("arm.end.position").norm() - 10, 0.00051431746, 1e-9);
}

TEST(BeamModes, TheBladeOfTheNrel5MwTurbineHasItsParkedFrequencies) {
  const auto data = oracles::read_data("turbine_nrel5mw");
  // Flap about axis 2 and edge about axis 3 of a section twisted against the rotor plane; the published table has neither
  // EA, GJ nor shear stiffness: stiff values stand in, so torsion and stretch are out of the way.
  std::string rows;
  const double factor = data["AdjBlMs"].get<double>();
  for (const auto& row : data["blade_table"]["rows"])
    rows += fmt::format("{}[{}, {}, 1e11, {}, {}, 1e11, 1e11, 1e10, 1e-1, 1e-1, {}]", rows.empty() ? "" : ", ",
                        row[0].get<double>(), factor * row[2].get<double>(), row[3].get<double>(), row[4].get<double>(),
                        row[1].get<double>() * std::numbers::pi / 180);
  const EquilibriumModel m(fmt::format(R"(
elements:
  b: {{type: beam, start: clamped, from: [0, 0, 0], to: [61.5, 0, 0], elements: 24,
    section: {{table: {{columns: [s, mass, EA, EI2, EI3, GA2, GA3, GJ, i2, i3, twist], rows: [{}]}}}}}}
)",
                                       rows));
  const std::vector<double> w = frequencies(m.modes(5));
  const auto expected = data["checks"]["blade_parked_Hz"];
  for (int k = 0; k < 5; ++k)
    EXPECT_NEAR(w[k] / (2 * std::numbers::pi), expected[k].get<double>(), 0.01 * expected[k].get<double>()) << k;
}

}  // namespace
}  // namespace invar
