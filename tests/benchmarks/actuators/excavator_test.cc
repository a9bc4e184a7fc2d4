// models/excavator_hydraulic.yaml against equations in the three angles of boom, stick and bucket, with six pressures and three integrals.
// Every place is p = h + sum of R(theta_j) b_j, so p' = sum of theta_j' R' b_j and the mass matrix is sum of m A^T A + I.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "benchmarks/model_run.h"
#include "oracles/ode.h"

namespace invar::benchmarks {
namespace {

using oracles::Real, oracles::VecX;
using Vec2 = Eigen::Matrix<Real, 2, 1>;
using Mat23 = Eigen::Matrix<Real, 2, 3>;
using Vec3 = Eigen::Matrix<Real, 3, 1>;
using Mat3 = Eigen::Matrix<Real, 3, 3>;

constexpr Real kHalfTurn = std::numbers::pi_v<Real>;

// A place fixed to the arms, by its parts in the axes of boom, stick and bucket.
struct ArmPlace {
  Vec2 base;
  std::array<Vec2, 3> b;
};
struct PlaceMotion {
  Vec2 p, bias;  // bias: acceleration at theta'' = 0
  Mat23 A;
};
PlaceMotion move(const ArmPlace& place, const Vec3& theta, const Vec3& w) {
  PlaceMotion m{place.base, Vec2::Zero(), Mat23::Zero()};
  for (int j = 0; j < 3; ++j) {
    const Real c = std::cos(theta(j)), s = std::sin(theta(j));
    const Vec2& b = place.b[static_cast<size_t>(j)];
    const Vec2 r(c * b(0) - s * b(1), s * b(0) + c * b(1));
    m.p += r;
    m.A.col(j) << -r(1), r(0);
    m.bias -= w(j) * w(j) * r;
  }
  return m;
}

const Vec2 kHinge(0, 1.5L), kNo(0, 0);
ArmPlace on_boom(Real x, Real y) { return {kHinge, {Vec2(2.5L + x, y), kNo, kNo}}; }
ArmPlace on_stick(Real x, Real y) { return {kHinge, {Vec2(5, 0), Vec2(1.5L + x, y), kNo}}; }
ArmPlace on_bucket(Real x, Real y) { return {kHinge, {Vec2(5, 0), Vec2(3, 0), Vec2(0.7L + x, y)}}; }

struct Cylinder {
  ArmPlace foot, eye;
  Real A_a, A_b, V_a, V_b, stroke, periods;
};
const std::array<Cylinder, 3>& cylinders() {
  static const std::array<Cylinder, 3> all = {
      Cylinder{{Vec2(0.6L, 0.8L), {kNo, kNo, kNo}}, on_boom(-0.2L, -0.2L), 0.02L, 0.012L, 0.012L, 0.008L, 0.15L, 1},
      Cylinder{on_boom(0.3L, 0.5L), on_stick(-2.1L, 0.4L), 0.012L, 0.008L, 0.008L, 0.006L, 0.2L, 1},
      Cylinder{on_stick(-0.8L, 0.6L), on_bucket(-0.7L, 0.45L), 0.008L, 0.005L, 0.006L, 0.004L, 0.15L, 2}};
  return all;
}

Real valve_root(Real d) { return d / std::sqrt(std::hypot(d, Real(1e5L))); }

struct Length {
  Real l, rate;
  Vec3 l_theta;
};
Length length_of(const Cylinder& c, const Vec3& theta, const Vec3& w) {
  const PlaceMotion a = move(c.foot, theta, w), b = move(c.eye, theta, w);
  const Vec2 d = b.p - a.p;
  const Real l = d.norm();
  const Vec3 slope = (b.A - a.A).transpose() * d / l;
  return {l, slope.dot(w), slope};
}

const Vec3 kStart(40 * kHalfTurn / 180, -60 * kHalfTurn / 180, -kHalfTurn / 2);

// theta, theta', (pressure_a, pressure_b, integral) of each cylinder in MPa and m s.
void calc_arm(Real t, const VecX& y, VecX& dy) {
  const Vec3 theta = y.head(3), w = y.segment(3, 3);
  Mat3 M = Mat3::Zero();
  M.diagonal() << 3600, 700, 300;
  Vec3 Q = Vec3::Zero();
  const std::pair<ArmPlace, Real> masses[] = {{on_boom(0, 0), 1600}, {on_stick(0, 0), 800}, {on_bucket(0, 0), 900}};
  for (const auto& [place, mass] : masses) {
    const PlaceMotion m = move(place, theta, w);
    M += mass * m.A.transpose() * m.A;
    Q -= mass * m.A.transpose() * (m.bias + Vec2(0, 9.81L));
  }
  for (int i = 0; i < 3; ++i) {
    const Cylinder& c = cylinders()[static_cast<size_t>(i)];
    const Length now = length_of(c, theta, w);
    const Real l_0 = length_of(c, kStart, Vec3::Zero()).l;
    const Real p_a = 1e6L * y(6 + 3 * i), p_b = 1e6L * y(7 + 3 * i), integral = y(8 + 3 * i);
    const Real error = l_0 - c.stroke * (1 - std::cos(2 * kHalfTurn * c.periods * t / 8)) - now.l;
    const Real u = std::clamp(8 * error + 12 * integral - 1e-8L * (p_a - c.A_b / c.A_a * p_b), Real(-1), Real(1));
    const Real k = 2e-6L, p_s = 2.5e7L, p_t = 2e5L, leak = 1e-12L * (p_a - p_b), beta = 1.4e9L;
    const Real q_a = k * u * (u > 0 ? valve_root(p_s - p_a) : valve_root(p_a - p_t));
    const Real q_b = -k * u * (u > 0 ? valve_root(p_b - p_t) : valve_root(p_s - p_b));
    Q += (c.A_a * p_a - c.A_b * p_b) * now.l_theta;
    dy(6 + 3 * i) = 1e-6L * beta / c.V_a * (q_a - leak - c.A_a * now.rate);
    dy(7 + 3 * i) = 1e-6L * beta / c.V_b * (q_b + leak + c.A_b * now.rate);
    dy(8 + 3 * i) = error;
  }
  dy.head(3) = w;
  dy.segment(3, 3) = M.ldlt().solve(Q);
}

VecX arm_at(double t) {
  VecX start = VecX::Zero(15);
  start.head(3) = kStart;
  start.tail(9) << 7.6L, 2, 0, 1, 6.1L, 0, 1.25L, 2, 0;
  return oracles::integrate(calc_arm, 0, start, t, {.method = oracles::OdeMethod::kExtrapolation, .tolerance = 1e-11L});
}

TEST(HydraulicExcavator, follows_the_equations_of_angles_pressures_and_integrals) {
  const double end = 2;
  const VecX exact = arm_at(end);
  const auto error = [&](const char* method, double h) {
    const RecordedRun run = run_model("excavator_hydraulic", {.method = method, .step = h, .end = end});
    EXPECT_EQ(run.certificate.status, "completed") << run.certificate.message;
    const auto off = [&](const char* name, Real value) {
      return std::abs(run.last(name) - static_cast<double>(value));
    };
    // Angles of joints are relative, and count from the start.
    return std::max({off("boom_hinge.angle", exact(0) - kStart(0)),
                     off("stick_hinge.angle", exact(1) - exact(0) - kStart(1) + kStart(0)),
                     off("bucket_hinge.angle", exact(2) - exact(1) - kStart(2) + kStart(1)),
                     off("boom_cylinder.pressure_a", 1e6L * exact(6)) / 1e7,
                     off("boom_cylinder.pressure_b", 1e6L * exact(7)) / 1e7});
  };
  EXPECT_LT(std::abs(exact(0) - kStart(0)), 0.3) << "under control";
  EXPECT_GT(std::abs(exact(0) - kStart(0)), 0.05) << "and moving";
  for (const char* method : {"ep", "em", "generalized_alpha"}) {
    const double coarse = error(method, 4e-3), fine = error(method, 1e-3);
    EXPECT_LT(fine, 2e-3) << method;
    EXPECT_GT(std::log2(coarse / fine) / 2, 1.5) << method << " " << coarse << " " << fine;
  }
  EXPECT_LT(error("explicit", 1e-3), 1e-6);
}

TEST(HydraulicExcavator, follows_its_path_and_balances_its_energy) {
  for (const char* method : {"ep", "em", "ed"}) {
    const RecordedRun run = run_model("excavator_hydraulic", {.method = method});
    EXPECT_EQ(run.certificate.status, "completed") << method;
    EXPECT_LT(run.certificate.energy_balance_error_max, 1e-12 * run.certificate.energy_scale) << method;
    double worst = 0;
    for (size_t i = 0; i < run.rows.size(); ++i)
      for (const char* name : {"boom_error", "stick_error", "bucket_error"})
        worst = std::max(worst, std::abs(run.at(i, name)));
    EXPECT_LT(worst, 0.06) << method << ": strokes of 0.3 to 0.4 m";
  }
}

}  // namespace
}  // namespace invar::benchmarks
