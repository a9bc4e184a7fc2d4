// models/delta_robot_pid.yaml in the three coordinates p of the platform. It does not rotate, so each pair of rods is one rod from the elbow
// e_i(theta_i) to p + w_i, and s_i = p + w_i - e_i keeps its length:
//
//   s . (p' - e_theta theta') = 0,      s . (p'' - e_theta theta'' - e_thetatheta theta'^2) + |s'|^2 = 0
//
// give theta' = J p' and theta'' = J p'' + b; then m p'' + J^T (I theta'' - tau - arm weight) = m g.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "benchmarks/model_run.h"
#include "oracles/ode.h"

namespace invar::benchmarks {
namespace {

using oracles::Real, oracles::VecX;
using Point = Eigen::Matrix<Real, 3, 1>;
using Square = Eigen::Matrix<Real, 3, 3>;

constexpr Real kTurn = 2 * std::numbers::pi_v<Real>;
constexpr Real kBase = 0.2L, kTop = 0.05L, kArm = 0.3L, kRod = 0.7L;
const Real kDepth = std::sqrt(kRod * kRod - (kBase + kArm - kTop) * (kBase + kArm - kTop));

// Angle of arm i that puts the platform at p, by Newton's method from the angle beside it.
Real inverse_angle(const Point& p, int i, Real guess) {
  const Real phi = kTurn / 3 * (i + 1);
  const Point out(std::cos(phi), std::sin(phi), 0);
  for (int k = 0; k < 50; ++k) {
    const Point elbow = (kBase + kArm * std::cos(guess)) * out - Point(0, 0, kArm * std::sin(guess));
    const Point slope = -kArm * std::sin(guess) * out - Point(0, 0, kArm * std::cos(guess));
    const Point s = p + kTop * out - elbow;
    const Real step = (s.squaredNorm() - kRod * kRod) / (2 * s.dot(slope));
    guess += step;
    if (std::abs(step) < 1e-18L) break;
  }
  return guess;
}

Point path_at(Real t) {
  const Real turn = kTurn * (t / 2 - std::sin(kTurn * t / 2) / kTurn);
  return {0.12L * (std::cos(turn) - 1), 0.12L * std::sin(turn), -kDepth + 0.05L * (1 - std::cos(2 * turn)) / 2};
}

// p, p', integrals and filtered errors of the three controllers.
void calc_delta(Real t, const VecX& y, VecX& dy) {
  const Point p = y.head(3), v = y.segment(3, 3);
  const Real I = 4e-3L + 0.5L * kArm * kArm / 4, m = 1, g = 9.81L, filter = 0.005L;
  Square M = m * Square::Identity();
  Point Q(0, 0, -m * g);
  for (int i = 0; i < 3; ++i) {
    const Real phi = kTurn / 3 * (i + 1), theta = inverse_angle(p, i, 0), c = std::cos(theta), s_ = std::sin(theta);
    const Point out(std::cos(phi), std::sin(phi), 0), down(0, 0, -1);
    const Point e = (kBase + kArm * c) * out + kArm * s_ * down, e1 = kArm * (-s_ * out + c * down),
                e2 = -kArm * (c * out + s_ * down), s = p + kTop * out - e;
    const Point J = s / s.dot(e1);
    const Real w = J.dot(v), b = ((v - e1 * w).squaredNorm() - s.dot(e2) * w * w) / s.dot(e1);
    const Real error = inverse_angle(path_at(t), i, 0) - theta, integral = y(6 + i), filtered = y(9 + i);
    const Real tau = 600 * error + 1500 * integral + 12 * (error - filtered) / filter + 0.5L * g * kArm / 2 * c;
    M += I * J * J.transpose();
    Q += J * (tau - I * b);
    dy(6 + i) = error;
    dy(9 + i) = (error - filtered) / filter;
  }
  dy.head(3) = v;
  dy.segment(3, 3) = M.ldlt().solve(Q);
}

VecX delta_at(double t) {
  VecX start = VecX::Zero(12);
  start(2) = -kDepth;
  return oracles::integrate(calc_delta, 0, start, t,
                            {.method = oracles::OdeMethod::kExtrapolation, .tolerance = 1e-12L});
}

TEST(DeltaRobotPid, follows_the_equations_of_the_platform_and_its_controllers) {
  const double end = 0.9;
  const VecX exact = delta_at(end);
  const auto error = [&](const char* method, double h) {
    const RecordedRun run = run_model("delta_robot_pid", {.method = method, .step = h, .end = end});
    EXPECT_EQ(run.certificate.status, "completed") << run.certificate.message;
    double worst = 0;
    const char* names[] = {"platform.position.x", "platform.position.y", "platform.position.z"};
    for (int k = 0; k < 3; ++k) worst = std::max(worst, std::abs(run.last(names[k]) - static_cast<double>(exact(k))));
    return worst;
  };
  for (const char* method : {"ep", "em", "generalized_alpha"}) {
    const double coarse = error(method, 2e-3), fine = error(method, 5e-4);
    EXPECT_LT(fine, 1e-5) << method;
    EXPECT_GT(std::log2(coarse / fine) / 2, 1.6) << method << " " << coarse << " " << fine;
  }
  EXPECT_LT(error("explicit", 1e-3), 1e-7);
}

TEST(DeltaRobotPid, keeps_to_its_path) {
  for (const char* method : {"ep", "em", "ed"}) {
    const RecordedRun run = run_model("delta_robot_pid", {.method = method});
    EXPECT_EQ(run.certificate.status, "completed") << method;
    for (size_t i = 0; i < run.rows.size(); ++i) {
      const Point goal = path_at(run.t(i));
      // The measures of the file are the path and its inverse kinematics.
      EXPECT_NEAR(run.at(i, "goal_2"), static_cast<double>(inverse_angle(goal, 1, 0)), 1e-12);
      EXPECT_LT(run.at(i, "path_error"), 0.01) << method << run.t(i);
    }
    EXPECT_LT(run.certificate.energy_balance_error_max, 1e-12 * run.certificate.energy_scale) << method;
  }
}

}  // namespace
}  // namespace invar::benchmarks
