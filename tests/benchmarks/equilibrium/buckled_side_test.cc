// Beyond a critical load: the branch that is found lies on the side of the disturbance, however small it is, and its place
// does not depend on how it was found. References: load steps, which come from the other end; the elastica; closed forms.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "benchmarks/equilibrium_model.h"

namespace invar {
namespace {

// Steel strip on edge, 0.5 mm times 50 mm, 1 m long, clamped: Prandtl's load is 0.54271 N.
std::string thin_strip(int elements, double P, double side) {
  return fmt::format(R"(
elements:
  beam: {{type: beam, from: [0, 0, 0], to: [1, 0, 0], axis_2: [0, 1, 0], start: clamped, elements: {},
    section: {{shape: rectangle, width: 0.0005, height: 0.05, E: 2.1e11, nu: 0.3, rho: 7850}}}}
forces: {{tip: {{type: applied_force, on: beam.end, force: [0, {:.17g}, {:.17g}]}}}}
)",
                     elements, side, -P);
}

double tip_of(const EquilibriumModel& m) { return m.channel("beam.end.displacement.y"); }

TEST(BuckledSide, AStripLiesOnTheSideOfTheForceAtEveryLoadWithEveryMesh) {
  for (const double P : {0.545, 0.56, 0.7, 2.0, 5.0})
    for (const double side : {1e-8, -1e-6, 1e-6, -1e-3, 0.05}) {
      double coarse = 0;
      for (const int elements : {4, 8}) {
        const EquilibriumModel m(thin_strip(elements, P, side));
        const std::string where = fmt::format("P = {}, side = {}, {} elements", P, side, elements);
        EXPECT_EQ(m.found.report.point.stability.kind, Stability::kStable) << where;
        EXPECT_GT(std::copysign(1, side) * tip_of(m), 0.05) << where;
        if (elements == 4) {
          coarse = tip_of(m);
        } else {
          EXPECT_NEAR(coarse, tip_of(m), 0.01 * std::abs(tip_of(m))) << where;
        }
      }
    }
}

// At the critical load the place is soft, and the balance holds to the rounding of the internal forces (1e-7 N) with a third of
// the side force missing. There y is about (side/k3)^(1/3), k3 the stiffness of third order, which a larger force shows.
TEST(BuckledSide, AtTheCriticalLoadASmallForceMovesAStripAsFarAsItShould) {
  const double P = 0.54271;
  const EquilibriumModel larger(thin_strip(8, P, 1e-4));
  const double k3 = 1e-4 / std::pow(tip_of(larger), 3);
  for (const double side : {1e-6, -1e-5}) {
    const EquilibriumModel m(thin_strip(8, P, side)), path(thin_strip(8, P, side), load_steps(7));
    EXPECT_NEAR(tip_of(m), std::cbrt(side / k3), 0.1 * std::abs(tip_of(m))) << side;
    EXPECT_NEAR(tip_of(m), tip_of(path), 1e-9) << side;
  }
}

TEST(BuckledSide, LoadStepsComeToTheSameStableState) {
  for (const double P : {0.56, 2.0, 5.0})
    for (const double side : {1e-6, -1e-3}) {
      const EquilibriumModel m(thin_strip(4, P, side)), path(thin_strip(4, P, side), load_steps(20));
      const std::string where = fmt::format("P = {}, side = {}", P, side);
      EXPECT_EQ(path.found.report.point.stability.kind, Stability::kStable) << where;
      EXPECT_NEAR(tip_of(m), tip_of(path), 1e-8) << where;
    }
}

TEST(BuckledSide, LoadStepsOfAPerfectStripSayWhereItsPathBecomesUnstable) {
  const EquilibriumModel path(thin_strip(4, 2, 0), load_steps(20));
  EXPECT_EQ(path.found.report.point.stability.kind, Stability::kStable);
  EXPECT_NEAR(path.found.report.unstable_from, 0.3, 1e-12);  // 0.6 N, the first step beyond 0.5427 N
  EXPECT_GT(std::abs(tip_of(path)), 0.3);
  StaticOptions options = load_steps(20);
  options.accept_unstable = true;
  const EquilibriumModel straight(thin_strip(4, 2, 0), options);
  EXPECT_EQ(straight.found.report.point.stability.kind, Stability::kUnstable);
  EXPECT_LT(std::abs(tip_of(straight)), 1e-9);
}

// Cantilever of 1 m with EI = 1 under P at its tip: with K(k) = L sqrt(P/EI), y/L = 2 k/K(k). The second critical load is nine
// times the first.
TEST(BuckledSide, AColumnBeyondItsSecondCriticalLoadIsTheFirstElasticaOnTheSideOfTheForce) {
  for (const double over : {1.002, 4.0, 12.0})
    for (const double side : {1e-7, -1e-4}) {
      const double P = over * std::numbers::pi * std::numbers::pi / 4, a = std::sqrt(P);
      double low = 0, high = 1 - 1e-15;
      for (int i = 0; i < 200; ++i) {
        const double k = 0.5 * (low + high);
        (std::comp_ellint_1(k) < a ? low : high) = k;
      }
      const EquilibriumModel m(fmt::format(R"(
elements:
  beam: {{type: beam, start: clamped, from: [0, 0, 0], to: [1, 0, 0], axis_2: [0, 1, 0], elements: 16,
    section: {{stiffness: [1e8, 1e8, 1e8, 1e3, 1e3, 1], mass: [1, 1e-4, 1e-4]}}}}
forces: {{load: {{type: applied_force, on: beam.end, force: [{:.17g}, {:.17g}, 0]}}}}
)",
                                           -P, side));
      const std::string where = fmt::format("{} of the critical load, side {}", over, side);
      EXPECT_EQ(m.found.report.point.stability.kind, Stability::kStable) << where;
      EXPECT_NEAR(tip_of(m), std::copysign(2 * low / a, side), std::abs(side) / (over - 1) + 1e-4) << where;
    }
}

// A rigid column on a hinge with a torsion spring: k angle = m g l sin(angle) beside the upright place.
TEST(BuckledSide, AnInvertedPendulumFallsToTheSideOnWhichItStartsOrIsPushed) {
  for (const double ratio : {1.01, 1.5, 3.0})  // m g l / k
    for (const double sign : {1.0, -1.0})
      for (const bool pushed : {true, false}) {
        const double start = pushed ? 0 : 1e-6 * sign, push = pushed ? 1e-6 * sign : 0;
        const EquilibriumModel m(fmt::format(R"(
gravity: [0, 0, -10]
bodies: {{b: {{type: rigid_body, mass: 1, inertia: [0.1, 0.1, 0.1], position: [{0:.17g}, 0, {1:.17g}]}}}}
joints: {{hinge: {{type: revolute, between: [ground, b], at: [0, 0, 0], axis: [0, 1, 0]}}}}
forces:
  spring: {{type: torsion_spring, joint: hinge, stiffness: {2:.17g}, rest_angle: {3:.17g}}}
  push: {{type: applied_force, on: b, force: [{4:.17g}, 0, 0]}}
)",
                                             std::sin(start), std::cos(start), 10 / ratio, -start, push));
        double low = 1e-3, high = std::numbers::pi;
        for (int i = 0; i < 100; ++i) {
          const double angle = 0.5 * (low + high);
          (ratio * std::sin(angle) > angle ? low : high) = angle;
        }
        const std::string where = fmt::format("ratio {}, sign {}, pushed {}", ratio, sign, pushed);
        EXPECT_EQ(m.found.report.point.stability.kind, Stability::kStable) << where;
        EXPECT_NEAR(m.channel("b.position.x"), sign * std::sin(low), 1e-4) << where;
      }
}

}  // namespace
}  // namespace invar
