// The reference integrator and elliptic functions against closed forms and against themselves.
#include "oracles/ode.h"

#include <gtest/gtest.h>

#include <cmath>

#include "oracles/elliptic.h"

namespace invar::oracles {
namespace {

const Rhs kOscillator = [](Real, const VecX& y, VecX& ydot) { ydot << y(1), -y(0); };
const Rhs kKepler = [](Real, const VecX& y, VecX& ydot) {
  const Real r = std::hypot(y(0), y(1)), r3 = r * r * r;
  ydot << y(2), y(3), -y(0) / r3, -y(1) / r3;
};

VecX kepler_start(Real e) { return (VecX(4) << 1 - e, 0, 0, std::sqrt((1 + e) / (1 - e))).finished(); }

TEST(OracleOde, StaysWithin1e_15OfTheOscillatorForThreeHundredPeriods) {
  const Trajectory motion(kOscillator, 0, (VecX(2) << 1, 0).finished());
  for (const Real t : {1.0L, 10.0L, 333.3L, 1884.0L}) {
    EXPECT_LT(std::fabs(motion.at(t)(0) - std::cos(t)), 1e-15L) << "t = " << static_cast<double>(t);
    EXPECT_LT(std::fabs(motion.at(t)(1) + std::sin(t)), 1e-15L) << "t = " << static_cast<double>(t);
  }
}

TEST(OracleOde, ReturnsToTheStartOfAnEccentricKeplerOrbit) {
  const VecX start = kepler_start(0.6L);
  EXPECT_LT((integrate(kKepler, 0, start, 20 * kPi) - start).cwiseAbs().maxCoeff(), 1e-14L);
}

TEST(OracleOde, HalvedStepsGiveTheSameNumbers) {
  EXPECT_LT(halving_defect(kOscillator, 0, (VecX(2) << 1, 0).finished(), 628), 1e-15L);
  EXPECT_LT(halving_defect(kKepler, 0, kepler_start(0.3L), 100), 1e-14L);
}

TEST(OracleOde, ExtrapolationGivesTheSameNumbersAsCollocation) {
  OdeOptions other;
  other.method = OdeMethod::kExtrapolation;
  const VecX start = kepler_start(0.3L);
  EXPECT_LT((integrate(kKepler, 0, start, 30, other) - integrate(kKepler, 0, start, 30)).cwiseAbs().maxCoeff(), 1e-14L);
}

TEST(OracleOde, AnswersDoNotDependOnTheOrderOfQuestions) {
  const VecX start = kepler_start(0.3L);
  const Trajectory forward(kKepler, 0, start), backward(kKepler, 0, start);
  const VecX early = forward.at(1.234L), late = forward.at(17.5L);
  EXPECT_EQ(backward.at(17.5L), late);
  EXPECT_EQ(backward.at(1.234L), early);
  EXPECT_EQ(forward.at(0), start);
}

TEST(OracleOde, RefusesTimesBeforeTheStartAndSingularRightHandSides) {
  const Trajectory motion(kOscillator, 0, (VecX(2) << 1, 0).finished());
  EXPECT_THROW(motion.at(-1), std::invalid_argument);
  const Rhs blow_up = [](Real, const VecX& y, VecX& ydot) { ydot(0) = y(0) * y(0); };
  EXPECT_THROW(integrate(blow_up, 0, VecX::Ones(1), 2), std::runtime_error);
}

TEST(OracleElliptic, JacobiFunctionsSolveTheirDifferentialEquation) {
  // sn' = cn dn, cn' = -sn dn, dn' = -m sn cn, am' = dn, from a nearly circular to a nearly hyperbolic parameter.
  for (const Real m : {0.1L, 0.5L, 0.9L, 0.999998L}) {
    const Rhs f = [m](Real, const VecX& y, VecX& ydot) { ydot << y(1) * y(2), -y(0) * y(2), -m * y(0) * y(1), y(2); };
    const Trajectory motion(f, 0, (VecX(4) << 0, 1, 1, 0).finished());
    for (const Real u : {0.3L, 2.0L, 9.0L, 25.0L}) {
      const Jacobi j = jacobi(u, m);
      const VecX expected = motion.at(u);
      const Real error = ((VecX(4) << j.sn, j.cn, j.dn, j.am).finished() - expected).cwiseAbs().maxCoeff();
      EXPECT_LT(error, 1e-14L) << "m = " << static_cast<double>(m) << ", u = " << static_cast<double>(u);
    }
  }
}

TEST(OracleElliptic, IntegralInvertsTheAmplitude) {
  for (const Real m : {0.0L, 0.3L, 0.97L})
    for (const Real phi : {-7.0L, -1.0L, 0.2L, 1.5L, 12.0L})
      EXPECT_LT(std::fabs(jacobi(elliptic_f(phi, m, 1 - m), m).am - phi), 1e-17L);
}

TEST(OracleElliptic, CompleteIntegralMatchesTheStandardLibrary) {
  for (const Real m : {0.0L, 0.25L, 0.81L})
    EXPECT_LT(std::fabs(elliptic_k(m, 1 - m) - std::comp_ellint_1(std::sqrt(m))), 1e-17L);
}

}  // namespace
}  // namespace invar::oracles
