// Planar reference motions (pendulum, N four-bar, slider-crank) and the spherical compound pendulum.
#include <gtest/gtest.h>

#include <cmath>

#include "oracles/compound_pendulum.h"
#include "oracles/data.h"
#include "oracles/heavy_top.h"
#include "oracles/n_four_bar.h"
#include "oracles/ode.h"
#include "oracles/pendulum.h"
#include "oracles/slider_crank.h"

namespace invar::oracles {
namespace {

constexpr Real kPrinted = 2e-11L;  // the tables print 12 significant digits of numbers up to 30

// Largest distance between the closed form and the integrated pendulum equation.
Real distance_to_ode(Real length, Real g, Real theta0, Real thetadot0, Real t_end) {
  const Pendulum pendulum(length, g, theta0, thetadot0);
  const Rhs f = [&](Real, const VecX& y, VecX& ydot) { ydot << y(1), -g / length * std::sin(y(0)); };
  const Trajectory motion(f, 0, (VecX(2) << theta0, thetadot0).finished());
  Real largest = 0;
  for (int i = 0; i <= 20; ++i) {
    const Real t = t_end * i / 20;
    const VecX y = motion.at(t);
    const Pendulum::State s = pendulum.state(t);
    largest = std::max({largest, std::fabs(s.theta - y(0)), std::fabs(s.thetadot - y(1))});
  }
  return largest;
}

TEST(OraclePendulum, ReproducesTheIftommA01Table) {
  const auto data = read_data("iftomm_A01_pendulum");
  const Pendulum pendulum = iftomm_pendulum();
  for (const auto& row : read_rows(data["reference"]["rows"])) {
    const Pendulum::State s = pendulum.state(row[0]);
    EXPECT_NEAR(s.x, row[1], kPrinted);
    EXPECT_NEAR(s.y, row[2], kPrinted);
    EXPECT_NEAR(s.vx, row[3], kPrinted);
    EXPECT_NEAR(s.vy, row[4], kPrinted);
  }
  EXPECT_NEAR(pendulum.period(), data["reference"]["period"].get<double>(), kPrinted);
}

TEST(OraclePendulum, LibrationAgreesWithTheDifferentialEquation) {
  EXPECT_LT(distance_to_ode(1, 9.81, 0.3, 0, 30), 1e-14L);
  EXPECT_LT(distance_to_ode(0.7, 9.81, -2.5, 1, 30), 1e-14L);
  EXPECT_LT(distance_to_ode(1, 9.81, 2 * kPi - 1, -3, 30), 1e-14L);
  EXPECT_LT(distance_to_ode(1, 9.81, 0, 0, 1), 1e-18L);
}

TEST(OraclePendulum, RotationAgreesWithTheDifferentialEquationInBothSenses) {
  EXPECT_LT(distance_to_ode(1, 9.81, 0.3, 7, 30), 1e-14L);
  EXPECT_LT(distance_to_ode(1, 9.81, 4, -9, 30), 1e-14L);
}

TEST(OraclePendulum, SeparatrixAgreesWithTheDifferentialEquationForAShortTime) {
  // Unstable: the integrated motion leaves it as exp(w t), so only a few seconds can be compared.
  EXPECT_LT(distance_to_ode(1, 1, 0, 2, 3), 1e-16L);
  EXPECT_LT(distance_to_ode(1, 1, 2 * kPi, -2, 3), 1e-16L);
  EXPECT_TRUE(std::isinf(Pendulum(1, 1, 0, 2).period()));
}

TEST(OraclePendulum, YoonCaseRotatesAndKeepsItsEnergyForFiftySeconds) {
  const Pendulum pendulum = yoon_pendulum();
  EXPECT_TRUE(pendulum.rotates());
  for (int i = 0; i <= 50; ++i) {
    const Pendulum::State s = pendulum.state(i);
    EXPECT_LT(std::fabs((s.vx * s.vx + s.vy * s.vy) / 2 + s.y - 2), 1e-17L);
  }
  EXPECT_EQ(pendulum.state(0).x, 1);
  EXPECT_LT(std::fabs(pendulum.state(0).y), 1e-18L);
  EXPECT_LT(std::fabs(pendulum.state(0).vy - 2), 1e-18L);
  EXPECT_LT(distance_to_ode(1, 1, kPi / 2, 2, 50), 1e-14L);
}

TEST(OracleNFourBar, ReproducesTheIftommA02Tables) {
  const auto reference = read_data("iftomm_A02_n_four_bar")["reference"];
  for (const int windows : {2, 40}) {
    const NFourBar bars(windows);
    for (const auto& row : read_rows(reference["N" + std::to_string(windows)])) {
      const NFourBar::State s = bars.state(row[0]);
      EXPECT_NEAR(s.x, row[1], 1e-10);
      EXPECT_NEAR(s.y, row[2], 1e-10);
      EXPECT_NEAR(s.vx, row[3], 2e-10);  // the table was integrated, its rates (6 m/s) are good to about this
      EXPECT_NEAR(s.vy, row[4], 2e-10);
      EXPECT_NEAR(s.theta, row[5], 1e-10);
    }
  }
}

TEST(OracleNFourBar, TwoWindowsAreTheDoubleFourBarOfBraun) {
  for (const Real l : {1.0L, 0.4L})
    EXPECT_LT(std::fabs(NFourBar::ratio(2, l, 9.81) - 7 * Real(9.81) / (6 * l)), 1e-17L);
  // The same from the mass matrix and weights printed in [Braun2012] sec. 4.2: all tips move alike.
  const Real inertia = 2 * (2 / Real(3)) + 1 + 4 * (1 / Real(6)), weight = 1 + 1.5L + 1;
  EXPECT_LT(std::fabs(weight / inertia - 7 / Real(6)), 1e-18L);
}

TEST(OracleNFourBar, AgreesWithTheIntegratedEquation) {
  for (const int windows : {2, 40}) {
    const NFourBar bars(windows);
    const Real ratio = NFourBar::ratio(windows, 1, 9.81);
    const Rhs f = [ratio](Real, const VecX& y, VecX& ydot) { ydot << y(1), -ratio * std::cos(y(0)); };
    const Trajectory motion(f, 0, (VecX(2) << kPi / 2, -1).finished());
    for (const Real t : {1.0L, 5.5L, 10.0L}) {
      EXPECT_LT(std::fabs(bars.state(t).theta - motion.at(t)(0)), 1e-15L);
      EXPECT_LT(std::fabs(bars.state(t).thetadot - motion.at(t)(1)), 1e-15L);
    }
  }
}

TEST(OracleNFourBar, KeepsItsEnergyForAThousandSeconds) {
  const NFourBar bars(2);
  const Real start = bars.energy(bars.state(0));
  for (const Real t : {1.0L, 99.5L, 1000.0L}) EXPECT_LT(std::fabs(bars.energy(bars.state(t)) - start), 1e-14L);
}

TEST(OracleSliderCrank, KeepsTheIndependentlyDerivedEnergyForAHundredSeconds) {
  const SliderCrank crank;
  const Real start = crank.energy(crank.state(0));
  EXPECT_LT(std::fabs(start - Real(9.81) * std::sqrt(0.5L)), 1e-17L);
  for (int i = 1; i <= 200; ++i) EXPECT_LT(std::fabs(crank.energy(crank.state(i / 2.0L)) - start), 1e-14L);
}

TEST(OracleSliderCrank, EnergyOfSixCoordinatesIsTheSame) {
  const SliderCrank crank(0.8);
  const VecX q = crank.coordinates(3.3L), v = crank.velocities(3.3L);
  const Real spin = Real(0.8) * Real(0.8) / 12;
  const Real sum = (v(0) * v(0) + v(1) * v(1) + v(3) * v(3) + v(4) * v(4) + spin * (v(2) * v(2) + v(5) * v(5))) / 2 +
                   Real(9.81) * (q(1) + q(4));
  EXPECT_LT(std::fabs(sum - crank.energy(crank.state(3.3L))), 1e-16L);
  EXPECT_LT(std::fabs(q(3) + Real(0.4) * std::cos(q(5)) - crank.state(3.3L).slider), 1e-17L);
}

TEST(OracleSliderCrank, SwingsBackToTheStart) {
  // The motion is even in time about every rest, hence periodic: it comes to rest again at pi/4.
  const SliderCrank crank;
  Real t = 0;  // first zero of the rate after the far turning point, by bisection on a coarse bracket
  int turns = 0;
  for (Real previous = crank.state(0.01L).thetadot; turns < 2; t += 0.01L) {
    const Real rate = crank.state(t + 0.02L).thetadot;
    if (rate * previous < 0) ++turns;
    previous = rate;
  }
  Real low = t, high = t + 0.02L;
  for (int i = 0; i < 70; ++i) {
    const Real middle = (low + high) / 2;
    (crank.state(low).thetadot * crank.state(middle).thetadot <= 0 ? high : low) = middle;
  }
  EXPECT_LT(std::fabs(crank.state(low).theta - kPi / 4), 1e-15L);
}

TEST(OracleCompoundPendulum, KeepsLengthEnergyAndVerticalMomentum) {
  const CompoundPendulum pendulum;
  EXPECT_LT(std::fabs(pendulum.effective_length() - 5 / Real(3)), 1e-18L);
  const auto start = pendulum.state(0);
  EXPECT_LT((start.r2 - Vec3(2, 0, 0)).norm(), 1e-18L);
  EXPECT_LT((start.v1 - Vec3(0, 0.5, 0)).norm(), 1e-18L);
  for (int i = 1; i <= 30; ++i) {
    const auto s = pendulum.state(i);
    EXPECT_LT(std::fabs(s.n.norm() - 1), 1e-15L);
    EXPECT_LT(std::fabs(s.n.dot(s.ndot)), 1e-15L);
    EXPECT_LT(std::fabs(pendulum.energy(s) - pendulum.energy(start)), 1e-14L);
    EXPECT_LT(std::fabs(pendulum.vertical_momentum(s) - pendulum.vertical_momentum(start)), 1e-14L);
  }
}

TEST(OracleCompoundPendulum, HeightAgreesWithTheEllipticSolutionOfATopWithoutSpin) {
  const CompoundPendulum pendulum;
  HeavyTopParams rod;  // axis z of the body along the rod, which starts along x
  rod.mass = 2;
  rod.com = Vec3(0, 0, 1.5);
  rod.inertia_pivot = Vec3(5, 5, 1).asDiagonal();  // the axial moment is idle without spin
  rod.gravity = Vec3(0, 0, -9.81);
  rod.R0.col(0) = Vec3(0, 0, -1);
  rod.R0.col(1) = Vec3(0, 1, 0);
  rod.R0.col(2) = Vec3(1, 0, 0);
  rod.omega_body0 = rod.R0.transpose() * Vec3(0, 0, 0.5);
  const LagrangeNutation nutation(rod);
  for (int i = 0; i <= 25; ++i) {
    const Real t = i / 5.0L;
    EXPECT_LT(std::fabs(nutation.cos_theta(t) - pendulum.state(t).n.z()), 1e-15L);
    EXPECT_LT(std::fabs(nutation.cos_theta_rate(t) - pendulum.state(t).ndot.z()), 1e-15L);
  }
}

}  // namespace
}  // namespace invar::oracles
