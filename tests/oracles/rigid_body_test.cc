// Reference motions of single rigid bodies against published numbers, conservation laws and second derivations.
#include <gtest/gtest.h>

#include <cmath>

#include "oracles/data.h"
#include "oracles/euler_top.h"
#include "oracles/free_rigid_body.h"
#include "oracles/heavy_top.h"
#include "oracles/universal_joint.h"

namespace invar::oracles {
namespace {

TEST(OracleEulerTop, ReproducesThePublishedAngularVelocities) {
  const auto data = read_data("rigid_euler_top");
  for (const auto& [name, table] : data["cases"].items()) {
    const EulerTop top(read_vec3(data["I"]), read_vec3(table["w0"]));
    // Near the separatrix the table, computed in double, has lost digits of 1 - k^2 = 2e-6, which set the period.
    const double tolerance = name == "dzhanibekov" ? 1e-9 : 2e-11;
    EXPECT_NEAR(top.period(), table["period"].get<double>(), tolerance) << name;
    EXPECT_NEAR(top.m(), table["k2"].get<double>(), 1e-12) << name;
    for (const auto& row : read_rows(table["rows"]))
      EXPECT_LT((top.omega_body(row[0]) - Vec3(row[1], row[2], row[3])).norm(), tolerance)
          << name << ", t = " << row[0];
  }
}

TEST(OracleEulerTop, SolvesEulersEquationsAlsoNextToTheSeparatrix) {
  const Rhs f = [](Real, const VecX& w, VecX& wdot) {
    wdot << -w(1) * w(2), w(2) * w(0), -w(0) * w(1) / 3;  // moments 1, 2, 3
  };
  for (const Vec3& w0 : {Vec3(0.8, 0, 1), Vec3(1.5, 0, 0.2), Vec3(0.001, 1, 0.001), Vec3(-0.3, -0.2, -0.9)}) {
    const EulerTop top(Vec3(1, 2, 3), w0);
    const Trajectory motion(f, 0, w0);
    // The neighbourhood of the separatrix magnifies rounding by up to 1/k' = 1e3 a turn.
    for (const Real t : {1.0L, 15.0L, 40.0L}) EXPECT_LT((top.omega_body(t) - motion.at(t)).norm(), 2e-14L);
  }
}

TEST(OracleEulerTop, ReproducesTheAxisymmetricQuaternion) {
  const auto check = read_data("rigid_euler_top")["axisymmetric_check"];
  const EulerTop top(read_vec3(check["I"]), read_vec3(check["w0"]));
  const Quat q = top.quaternion(check["t"].get<double>());
  const auto expected = check["quaternion"].get<std::vector<double>>();
  EXPECT_NEAR(q.w(), expected[0], 1e-12);
  EXPECT_NEAR(q.x(), expected[1], 1e-12);
  EXPECT_NEAR(q.y(), expected[2], 1e-12);
  EXPECT_NEAR(q.z(), expected[3], 1e-12);
}

TEST(OracleEulerTop, KeepsAngularMomentumInSpaceForAnyOrderOfTheMoments) {
  const Vec3 w0(0.7, -1.1, 0.4);
  for (const Vec3& I : {Vec3(1, 2, 3), Vec3(1, 3, 2), Vec3(2, 1, 3), Vec3(2, 3, 1), Vec3(3, 1, 2), Vec3(3, 2, 1),
                        Vec3(2, 2, 3), Vec3(3, 2, 2), Vec3(2, 2, 2), Vec3(2, 3, 2)}) {
    const EulerTop top(I, w0);
    EXPECT_LT((top.omega_body(0) - w0).norm(), 1e-17L);
    const Vec3 L = I.asDiagonal() * w0;
    for (const Real t : {0.5L, 7.0L, 40.0L})
      EXPECT_LT((top.rotation(t) * (I.asDiagonal() * top.omega_body(t)) - L).norm(), 1e-15L) << I.cast<double>();
  }
}

TEST(OracleEulerTop, FollowsTheSeparatrix) {
  // L^2 = 2T I2, exact in binary: I1 (I2 - I1) w1^2 = I3 (I3 - I2) w3^2, here 3 * 4 = 12 * 1.
  const EulerTop top(Vec3(1, 4, 6), Vec3(2, 0.5, 1));
  EXPECT_TRUE(std::isinf(top.period()));
  const Vec3 L = Vec3(1, 4, 6).asDiagonal() * Vec3(2, 0.5, 1);
  for (const Real t : {0.5L, 3.0L, 10.0L})
    EXPECT_LT((top.rotation(t) * (Vec3(1, 4, 6).asDiagonal() * top.omega_body(t)) - L).norm(), 1e-15L);
}

TEST(OracleHeavyTop, ReproducesThePublishedMotion) {
  const auto data = read_data("rigid_heavy_top");
  const HeavyTopParams params = benchmark_heavy_top();
  const HeavyTop top(params);
  for (const auto& row : read_rows(data["own"]["rows"])) {  // printed with 8 decimals
    const HeavyTop::State s = top.state(row[0]);
    const Quat q(row[4], row[5], row[6], row[7]);
    EXPECT_LT((s.com - params.com - Vec3(row[1], row[2], row[3])).cwiseAbs().maxCoeff(), 1.1e-8L);
    EXPECT_LT((s.q.coeffs() * (s.q.dot(q) < 0 ? -1 : 1) - q.coeffs()).cwiseAbs().maxCoeff(), 1.1e-8L);
    EXPECT_LT((s.omega_world - Vec3(row[8], row[9], row[10])).cwiseAbs().maxCoeff(), 1.1e-8L);
  }
  EXPECT_NEAR(top.state(0.01).omega_world.y(), data["published"]["exudyn_omega_y_global_t0p01"].get<double>(), 2e-9);
  EXPECT_NEAR(top.state(2).omega_world.y(), data["published"]["exudyn_omega_y_global_t2"].get<double>(), 2e-8);
}

TEST(OracleHeavyTop, KeepsEnergyAndVerticalMomentumForAnUnsymmetricBody) {
  HeavyTopParams params = benchmark_heavy_top();
  params.inertia_pivot = (Mat3() << 3, 0.2, -0.1, 0.2, 2, 0.3, -0.1, 0.3, 4).finished();
  params.com = Vec3(0.2, 0.5, -0.1);
  params.omega_body0 = Vec3(1, -2, 0.5);
  const HeavyTop top(params);
  const HeavyTop::State start = top.state(0);
  for (const Real t : {0.7L, 5.0L, 20.0L}) {
    const HeavyTop::State s = top.state(t);
    EXPECT_LT(std::fabs(top.energy(s) - top.energy(start)), 1e-13L);
    EXPECT_LT(std::fabs(top.angular_momentum(s).z() - top.angular_momentum(start).z()), 1e-13L);
  }
}

TEST(OracleHeavyTop, NutationOfASymmetricTopAgreesWithTheEllipticSolution) {
  for (const Vec3& w : {Vec3(0, 150, -4.61538), Vec3(0.3, 20, 1), Vec3(2, 0, 0)}) {
    HeavyTopParams params = benchmark_heavy_top();
    params.omega_body0 = w;
    const HeavyTop top(params);
    const LagrangeNutation nutation(params);
    for (const Real t : {0.0L, 0.01L, 0.4L, 1.0L, 2.0L}) {
      const HeavyTop::State s = top.state(t);
      EXPECT_LT(std::fabs(nutation.cos_theta(t) - s.com.z()), 1e-14L) << "t = " << static_cast<double>(t);
      EXPECT_LT(std::fabs(nutation.cos_theta_rate(t) - s.com_velocity.z()), 1e-13L) << "t = " << static_cast<double>(t);
    }
  }
}

TEST(OracleHeavyTop, NutationRefusesAnUnsymmetricBody) {
  HeavyTopParams params = benchmark_heavy_top();
  params.inertia_pivot(0, 0) = 14;
  EXPECT_THROW(LagrangeNutation{params}, std::invalid_argument);
}

TEST(OracleFreeRigidBody, StartsAsThePaperSaysAndKeepsEnergyAndMomenta) {
  const FreeRigidBodyParams p;
  const FreeRigidBody body;
  const auto start = body.state(0);
  EXPECT_LT(start.u.norm(), 1e-17L);
  EXPECT_LT((start.udot - Vec3(5, 0, 0)).norm(), 1e-17L);
  EXPECT_LT((start.R - Mat3::Identity()).norm(), 1e-17L);
  EXPECT_LT((start.omega - Vec3(0, 4, 0)).norm(), 1e-17L);
  // About the world origin, from second moments: sum over mass of x cross xdot.
  const auto angular = [&p](const FreeRigidBody::State& s) {
    const Mat3 moment = s.u * (p.M00 * s.udot + s.Rdot * p.M0).transpose() + s.R * p.M0 * s.udot.transpose() +
                        s.R * p.M * s.Rdot.transpose();
    return Vec3(moment(1, 2) - moment(2, 1), moment(2, 0) - moment(0, 2), moment(0, 1) - moment(1, 0));
  };
  for (const Real t : {0.5L, 2.5L, 5.0L}) {
    const auto s = body.state(t);
    EXPECT_LT(std::fabs(body.energy(s) - body.energy(start)), 1e-15L);
    EXPECT_LT((p.M00 * (s.udot - start.udot) + (s.Rdot - start.Rdot) * p.M0).norm(), 1e-16L);
    EXPECT_LT((angular(s) - angular(start)).norm(), 1e-14L);
    EXPECT_LT(s.lambda_asymmetry, 1e-16L);
  }
}

TEST(OracleFreeRigidBody, MultipliersBalanceTheInertiaOfTheTwelveCoordinates) {
  // Second derivation: accelerations by central differences of the exact velocities, put into M d'' + B lambda.
  const FreeRigidBodyParams p;
  const FreeRigidBody body;
  const Real t = 1.7L, h = 1e-4L;
  const auto rate = [&](auto&& get) -> Mat3 {  // sixth order
    return ((get(body.state(t + h)) - get(body.state(t - h))) * 45 -
            (get(body.state(t + 2 * h)) - get(body.state(t - 2 * h))) * 9 +
            (get(body.state(t + 3 * h)) - get(body.state(t - 3 * h)))) /
           (60 * h);
  };
  const Vec3 u_dd =
      rate([](const FreeRigidBody::State& s) -> Mat3 { return s.udot * Vec3::UnitX().transpose(); }).col(0);
  const Mat3 R_dd = rate([](const FreeRigidBody::State& s) -> Mat3 { return s.Rdot; });
  const auto s = body.state(t);
  Mat3 lambda;
  lambda << s.lambda[0], s.lambda[5], s.lambda[4], s.lambda[5], s.lambda[1], s.lambda[3], s.lambda[4], s.lambda[3],
      s.lambda[2];
  EXPECT_LT((p.M00 * u_dd + R_dd * p.M0).norm(), 1e-12L);
  EXPECT_LT((u_dd * p.M0.transpose() + R_dd * p.M + s.R * lambda).norm(), 1e-12L);
}

TEST(OracleUniversalJoint, BalancesEnergyAndDriveWorkOverOneTurn) {
  const UniversalJoint joint;
  const auto start = joint.state(0);
  EXPECT_EQ(start.R, Mat3::Identity());
  EXPECT_EQ(start.omega, Vec3(0, 1, 0));
  for (int i = 0; i <= 40; ++i) {
    const auto s = joint.state(2 * kPi * i / 40);
    EXPECT_LT(std::fabs(s.energy - start.energy - s.work), 1e-14L);
    EXPECT_LT(std::fabs(s.e3.dot(s.d1)), 1e-18L);
  }
}

TEST(OracleUniversalJoint, AgreesWithTheRedundantEquationsOfThePaper) {
  // Second derivation: quaternion and body rates, multiplier from the twice differentiated constraint e3.d1 = 0.
  const UniversalJointParams p;
  const Mat3 inverse = p.inertia.inverse();
  const auto accelerate = [&](Real t, const VecX& y, Real& lambda) -> Vec3 {
    const Mat3 R = rotation_of(y.head<4>());
    const Vec3 w = y.tail<3>(), W = R * w, d1(std::cos(t), 0, -std::sin(t)), d1dot(-std::sin(t), 0, -std::cos(t));
    const Vec3 e3 = R.col(2), n = e3.cross(d1);
    const Vec3 free = inverse * ((p.inertia * w).cross(w) + p.mass * p.eta.cross(R.transpose() * p.gravity));
    const Vec3 pull = inverse * (R.transpose() * n);
    const Real curvature = W.dot(W.cross(e3).cross(d1)) + 2 * W.dot(e3.cross(d1dot)) - e3.dot(d1);
    lambda = (n.dot(R * free) + curvature) / n.dot(R * pull);
    return free - lambda * pull;
  };
  Real lambda = 0;
  const Rhs f = [&](Real t, const VecX& y, VecX& ydot) {
    ydot.head<4>() = quaternion_rate(y.head<4>(), y.tail<3>());
    ydot.tail<3>() = accelerate(t, y, lambda);
  };
  const Trajectory redundant(f, 0, (VecX(7) << 1, 0, 0, 0, 0, 1, 0).finished());
  const UniversalJoint joint;
  for (int i = 0; i <= 12; ++i) {
    const Real t = 2 * kPi * i / 12;
    const VecX y = redundant.at(t);
    const auto s = joint.state(t);
    EXPECT_LT((rotation_of(y.head<4>()) - s.R).norm(), 1e-13L);
    EXPECT_LT((y.tail<3>() - s.omega_body).norm(), 1e-13L);
    accelerate(t, y, lambda);
    EXPECT_LT(std::fabs(lambda - s.lambda), 1e-13L);
  }
}

}  // namespace
}  // namespace invar::oracles
