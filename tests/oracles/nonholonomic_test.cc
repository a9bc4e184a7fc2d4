// Reference motions with rolling and knife-edge constraints, and the flyball governor, against published numbers.
#include "oracles/nonholonomic.h"

#include <gtest/gtest.h>

#include <cmath>

#include "oracles/data.h"
#include "oracles/flyball.h"

namespace invar::oracles {
namespace {

const nlohmann::json& tables() {
  static const nlohmann::json data = read_data("nonholonomic_disc_sleigh_knife_snakeboard");
  return data;
}

TEST(OracleChaplyginSleigh, ReproducesThePublishedPathAndKeepsItsEnergy) {
  const ChaplyginSleigh sleigh;
  for (const auto& row : read_rows(tables()["chaplygin_sleigh"]["rows"])) {
    const auto s = sleigh.state(row[0]);
    EXPECT_NEAR(s.x, row[1], 2e-11);
    EXPECT_NEAR(s.y, row[2], 2e-11);
    EXPECT_NEAR(s.theta, row[3], 2e-11);
    EXPECT_NEAR(s.v, row[4], 2e-11);
    EXPECT_NEAR(s.w, row[5], 2e-11);
    EXPECT_LT(std::fabs(sleigh.energy(s) - sleigh.energy(sleigh.state(0))), 1e-18L);
  }
}

TEST(OracleChaplyginSleigh, ClosedFormSolvesTheEquationsForEitherSenseOfTurning) {
  for (const Real w0 : {1.5L, -1.5L}) {
    const Rhs f = [](Real, const VecX& y, VecX& ydot) {
      ydot << y(1), -2 * 0.3L * y(2) * y(1) / (0.2L + 2 * 0.09L), 0.3L * y(1) * y(1);
    };
    const VecX y = integrate(f, 0, (VecX(3) << 0, w0, -0.4L).finished(), 3);
    const auto s = ChaplyginSleigh(2, 0.2L, 0.3L, -0.4L, w0).state(3);
    EXPECT_LT(std::fabs(s.theta - y(0)), 1e-16L);
    EXPECT_LT(std::fabs(s.w - y(1)), 1e-16L);
    EXPECT_LT(std::fabs(s.v - y(2)), 1e-16L);
  }
}

TEST(OracleKnifeEdge, ReproducesThePublishedPath) {
  const KnifeEdge knife;
  for (const auto& row : read_rows(tables()["knife_edge"]["rows"])) {
    const auto s = knife.state(row[0]);
    EXPECT_NEAR(s.x, row[1], 2e-11);
    EXPECT_NEAR(s.y, row[2], 6e-11);  // 12 digits of up to 20 m
    EXPECT_NEAR(s.phi, row[3], 2e-11);
    EXPECT_NEAR(s.vx, row[4], 2e-11);
    EXPECT_NEAR(s.vy, row[5], 2e-11);
    EXPECT_LT(std::fabs(-std::sin(s.phi) * s.vx + std::cos(s.phi) * s.vy), 1e-17L);
  }
}

TEST(OracleRollingDisc, ReproducesThePublishedMotion) {
  const RollingDisc disc;
  for (const auto& row : read_rows(tables()["rolling_disc"]["general_case"]["rows"])) {
    const auto s = disc.state(row[0]);
    EXPECT_LT((s.center - Vec3(row[1], row[2], row[3])).cwiseAbs().maxCoeff(), 1e-10L) << "t = " << row[0];
    EXPECT_NEAR(s.beta, row[4], 1e-10);
    EXPECT_NEAR(s.w3, row[5], 1e-10);
    EXPECT_LT((s.contact - Vec3(row[6], row[7], 0)).cwiseAbs().maxCoeff(), 1e-10L);
    EXPECT_NEAR(disc.energy(s), row[8], 1e-10);
    EXPECT_LT(std::fabs(disc.energy(s) - disc.energy(disc.state(0))), 1e-15L);
  }
}

TEST(OracleRollingDisc, SteadyMotionRunsOnTheCircleOfTheSteadyCondition) {
  const auto& steady = tables()["rolling_disc"]["steady_case"];
  RollingDiscParams p;
  p.beta0 = kPi / 3;
  p.alphadot0 = 3;
  const Real s = std::sin(p.beta0), c = std::cos(p.beta0);
  p.w30 = (p.A * 9 * s * c - p.m * p.g * p.R * c) / ((p.C + p.m * p.R * p.R) * 3 * s);
  EXPECT_NEAR(p.w30, steady["omega3"].get<double>(), 1e-11);
  const Real radius = p.R * std::fabs((p.w30 - 3 * c) / 3);
  EXPECT_NEAR(radius, steady["contact_circle_radius"].get<double>(), 1e-11);
  const RollingDisc disc(p);
  // Started at the origin along +x and turning left, the circle's center is (0, radius).
  for (const Real t : {0.3L, 1.1L, 4.0L})
    EXPECT_LT(std::fabs((disc.state(t).contact - Vec3(0, radius, 0)).norm() - radius), 1e-15L);
}

TEST(OracleRollingDisc, ReproducesTheSpinningCoin) {
  const auto& coin = tables()["exudyn_coin"];
  const Vec3 contact = RollingDisc(spinning_coin()).state(0.5).contact;
  EXPECT_LT((Vec3(contact.y(), -contact.x(), 0) - read_vec3(coin["own_contact_at_0p5"])).norm(), 1e-13L);
  // The published value carries a step size error of 4e-4.
  EXPECT_NEAR(contact.y(), coin["contact_x_at_0p5_published"].get<double>(), 1e-6);
}

TEST(OracleSnakeboard, ReproducesThePublishedMotionWithoutSideSlip) {
  const Snakeboard board;
  for (const auto& row : read_rows(tables()["snakeboard"]["rows"])) {
    const auto s = board.state(row[0]);
    EXPECT_NEAR(s.x, row[1], 1e-11);
    EXPECT_NEAR(s.y, row[2], 1e-11);
    EXPECT_NEAR(s.theta, row[3], 1e-11);
    EXPECT_NEAR(s.vx, row[4], 1e-11);
    EXPECT_NEAR(s.vy, row[5], 1e-11);
    EXPECT_NEAR(s.omega, row[6], 1e-11);
    for (const Real side : {1, -1}) {  // front and back wheels, constraints as printed
      const Real wheel = side * 0.3 * std::sin(Real(row[0]));
      EXPECT_LT(std::fabs(-std::sin(s.theta + wheel) * s.vx + std::cos(s.theta + wheel) * s.vy +
                          side * 0.2 * std::cos(wheel) * s.omega),
                1e-15L);
    }
  }
}

TEST(OracleFlyball, ReproducesThePublishedMotionAndBalancesEnergy) {
  const auto reference = read_data("iftomm_A05_flyball")["reference"];
  const Flyball governor;
  const auto start = governor.state(0);
  for (const auto& row : read_rows(reference["rows"])) {
    const auto s = governor.state(row[0]);
    // The table's own convergence is 5e-11 in s; rates and angles are up to 50 times larger.
    EXPECT_NEAR(s.alpha, row[1], 2e-10) << "t = " << row[0];
    EXPECT_NEAR(s.s, row[2], 2e-10) << "t = " << row[0];
    EXPECT_NEAR(s.alphadot, row[3], 1e-9) << "t = " << row[0];
    EXPECT_NEAR(s.sdot, row[4], 1e-9) << "t = " << row[0];
    EXPECT_NEAR(s.omega, row[5], 1e-9) << "t = " << row[0];
    EXPECT_NEAR(s.psi, row[6], 1e-9) << "t = " << row[0];
    EXPECT_NEAR(governor.energy(s) + s.dissipated, governor.energy(start), 1e-10) << "t = " << row[0];
  }
}

}  // namespace
}  // namespace invar::oracles
