// Machines with a slider-crank each against the equation of the crank angle theta in one coordinate,
//
//   M(theta) theta'' + M_theta theta'^2/2 = torque,
//
// integrated independently: dc_motor_drive with the current of the motor, engine with its four pistons.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <fstream>
#include <iterator>
#include <numbers>

#include "benchmarks/model_run.h"
#include "invar/run/model_simulation.h"
#include "oracles/ode.h"

namespace invar::benchmarks {
namespace {

using oracles::Real, oracles::VecX;

// Crank of radius r, uniform rod of length l and mass m2, piston of mass m3 on the line y = 0.
struct CrankGear {
  Real r, l, m2, m3;
  struct Motion {
    Real M, half_M_theta;  // of rod and piston
    Real x_theta;          // of the piston
    Real rod_y_theta;      // of the center of the rod
  };
  Motion at(Real theta) const {
    const Real s = std::sin(theta), c = std::cos(theta), sp = -r * s / l, cp = std::sqrt(1 - sp * sp);
    const Real p1 = -r * c / (l * cp), p2 = (r * s + l * sp * p1 * p1) / (l * cp);  // of the angle of the rod
    const auto along = [&](Real part) { return -r * s - part * sp * p1; };
    const auto along2 = [&](Real part) { return -r * c - part * (cp * p1 * p1 + sp * p2); };
    const Real y1 = r * c + l / 2 * cp * p1, y2 = -r * s + l / 2 * (-sp * p1 * p1 + cp * p2);
    const Real I = m2 * l * l / 12, x1 = along(l), a1 = along(l / 2);
    return {m2 * (a1 * a1 + y1 * y1) + I * p1 * p1 + m3 * x1 * x1,
            m2 * (a1 * along2(l / 2) + y1 * y2) + I * p1 * p2 + m3 * x1 * along2(l), x1, y1};
  }
};

// theta, theta', current of models/dc_motor_drive.yaml.
VecX motor_drive_at(double t) {
  const CrankGear gear{0.1L, 0.3L, 0.8L, 1.5L};
  const Real r = 0.1L, m1 = 1.2L, J = 0.02L + m1 * r * r / 3, K = 0.8L, g = 9.81L;
  const auto f = [&](Real time, const VecX& y, VecX& dy) {
    const CrankGear::Motion m = gear.at(y(0));
    const Real s = std::min(time / Real(0.5), Real(1)), V = 24 * s * s * (3 - 2 * s);
    const Real torque = K * y(2) - Real(0.05) * y(1) - g * (m1 * r / 2 * std::cos(y(0)) + gear.m2 * m.rod_y_theta);
    dy(0) = y(1);
    dy(1) = (torque - m.half_M_theta * y(1) * y(1)) / (J + m.M);
    dy(2) = (V - y(2) / 2 - K * y(1)) / Real(0.01);
  };
  return oracles::integrate(f, 0, VecX::Zero(3), t,
                            {.method = oracles::OdeMethod::kExtrapolation, .tolerance = 1e-14L});
}

TEST(DcMotorDrive, follows_the_equations_of_crank_angle_and_current) {
  const double end = 1.2;
  const VecX exact = motor_drive_at(end);
  const auto error = [&](const char* method, double h) {
    const RecordedRun run = run_model("dc_motor_drive", {.method = method, .step = h, .end = end});
    EXPECT_EQ(run.certificate.status, "completed") << run.certificate.message;
    return std::max({std::abs(run.last("crank.angle") - static_cast<double>(exact(0))),
                     std::abs(run.last("crank.omega") - static_cast<double>(exact(1))) / 10,
                     std::abs(run.last("motor.current") - static_cast<double>(exact(2))) / 10});
  };
  EXPECT_GT(exact(0), 10) << "turns several times";
  for (const char* method : {"ep", "em", "generalized_alpha"}) {
    const double coarse = error(method, 1e-3), fine = error(method, 5e-4);
    EXPECT_LT(fine, 2e-3) << method;
    EXPECT_GT(std::log2(coarse / fine), 1.7) << method << " " << coarse << " " << fine;
  }
  EXPECT_LT(error("ed", 1e-3), 1e-4);
  EXPECT_LT(error("explicit", 1e-3), 1e-7);
}

TEST(DcMotorDrive, balances_its_energy) {
  for (const char* method : {"ep", "em", "ed"}) {
    const RecordedRun run = run_model("dc_motor_drive", {.method = method, .step = 2e-3});
    EXPECT_EQ(run.certificate.status, "completed");
    EXPECT_LT(run.certificate.energy_balance_error_max, 1e-12 * run.certificate.energy_scale) << method;
  }
}

// The spline with continuous curvature and the period 4 pi through the points, by its curvatures there.
class GasTable {
 public:
  GasTable() : curvature_(kPoints) {
    Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic> A(kPoints, kPoints);
    A.setZero();
    VecX b(kPoints);
    for (int i = 0; i < kPoints; ++i) {
      const int before = (i + kPoints - 1) % kPoints, after = (i + 1) % kPoints;
      A(i, before) += width(before);
      A(i, i) += 2 * (width(before) + width(i));
      A(i, after) += width(i);
      b(i) = 6 * ((kGas[i + 1].y - kGas[i].y) / width(i) - (kGas[before + 1].y - kGas[before].y) / width(before));
    }
    curvature_ = A.partialPivLu().solve(b);
  }
  Real at(Real x) const {
    x -= 4 * kPi * std::floor(x / (4 * kPi));
    int i = kPoints - 1;
    while (i > 0 && x < kGas[i].x) --i;
    const Real h = width(i), s = (x - kGas[i].x) / h, r = 1 - s;
    return r * kGas[i].y + s * kGas[i + 1].y +
           h * h / 6 * ((r * r * r - r) * curvature_(i) + (s * s * s - s) * curvature_((i + 1) % kPoints));
  }

 private:
  struct Point {
    Real x, y;
  };
  static constexpr Real kPi = std::numbers::pi_v<Real>;
  static constexpr int kPoints = 23;  // the last is the first
  static constexpr Point kGas[kPoints + 1] = {
      {0, 3.2e6L},     {0.2L, 4.6e6L}, {0.35L, 5e6L},    {0.5L, 4.4e6L},  {0.8L, 2.6e6L},  {1.1L, 1.65e6L},
      {1.4L, 1.1e6L},  {1.8L, 7.2e5L}, {2.2L, 5e5L},     {2.6L, 3e5L},    {kPi, 1.2e5L},   {4.2L, 1e4L},
      {2 * kPi, 0},    {7.5L, -1e4L},  {3 * kPi, -1e4L}, {10, 2e4L},      {10.4L, 6e4L},   {10.8L, 1.3e5L},
      {11.2L, 2.8e5L}, {11.6L, 6e5L},  {11.9L, 1.1e6L},  {12.2L, 1.9e6L}, {12.4L, 2.6e6L}, {4 * kPi, 3.2e6L}};
  static Real width(int i) { return kGas[i + 1].x - kGas[i].x; }
  VecX curvature_;
};

// theta, theta' of models/engine.yaml.
VecX engine_at(double t) {
  constexpr Real pi = std::numbers::pi_v<Real>;
  const CrankGear gear{0.045L, 0.14L, 0.6L, 0.5L};
  const GasTable gas;
  static constexpr Real place[] = {0, 3, 1, 2};  // of the cylinders in the firing order
  static constexpr bool opposite[] = {false, true, true, false};
  const auto f = [&](Real, const VecX& y, VecX& dy) {
    Real M = 0.15L, half_M_theta = 0, torque = -Real(1.2) * y(1);
    for (int i = 0; i < 4; ++i) {
      const CrankGear::Motion m = gear.at(y(0) + (opposite[i] ? pi : 0));
      M += m.M;
      half_M_theta += m.half_M_theta;
      torque -= 5.8e-3L * gas.at(y(0) - place[i] * pi) * m.x_theta;
    }
    dy(0) = y(1);
    dy(1) = (torque - half_M_theta * y(1) * y(1)) / M;
  };
  VecX start(2);
  start << 0, 150;
  return oracles::integrate(f, 0, start, t, {.method = oracles::OdeMethod::kExtrapolation, .tolerance = 1e-13L});
}

TEST(Engine, follows_the_equation_of_the_crank_angle) {
  const double end = 0.1;  // more than 720 degrees
  const VecX exact = engine_at(end);
  EXPECT_GT(exact(0), 4 * std::numbers::pi);
  const auto error = [&](const char* method, double h) {
    const RecordedRun run = run_model("engine", {.method = method, .step = h, .end = end});
    EXPECT_EQ(run.certificate.status, "completed") << run.certificate.message;
    return std::max(std::abs(run.last("main.angle") - static_cast<double>(exact(0))),
                    std::abs(run.last("crank.omega") - static_cast<double>(exact(1))) / 150);
  };
  for (const char* method : {"ep", "em"}) {
    const double coarse = error(method, 2e-4), fine = error(method, 5e-5);
    EXPECT_LT(fine, 1e-4) << method;
    EXPECT_GT(std::log2(coarse / fine) / 2, 1.6) << method << " " << coarse << " " << fine;
  }
  EXPECT_LT(error("ed", 1e-4), 1e-5);
  EXPECT_LT(error("explicit", 1e-4), 1e-8);
}

// 720 degrees, least processor time of five runs in turn.
TEST(Engine, costs_about_what_it_costs_with_a_prescribed_crank) {
  std::ifstream file(model_path("engine"));
  std::string text{std::istreambuf_iterator<char>(file), {}};
  text.replace(text.find("  brake:"), text.find("method:") - text.find("  brake:"),
               "drives:\n  spin: {type: angle, joint: main, value: speed*t}\n");
  text.replace(text.find(", brake.torque"), 14, "");
  const auto free = load_model(model_path("engine")), prescribed = load_model_text(text);
  const double turns = 4 * std::numbers::pi / 150;
  double time[2] = {1e9, 1e9};
  for (int repeat = 0; repeat < 5; ++repeat)
    for (const int k : {0, 1}) {
      ModelSimulation simulation(k == 0 ? free : prescribed, "ep", {}, {.step = 1e-4});
      const std::clock_t start = std::clock();
      ASSERT_TRUE(simulation.run_to(turns).status.ok());
      time[k] = std::min(time[k], static_cast<double>(std::clock() - start));
    }
  EXPECT_LT(time[0], 2 * time[1]);
}

TEST(Engine, balances_its_energy_with_the_work_of_the_gas) {
  for (const char* method : {"ep", "em", "ed"}) {
    const RecordedRun run = run_model("engine", {.method = method, .step = 2e-4, .end = 0.1});
    EXPECT_EQ(run.certificate.status, "completed");
    EXPECT_LT(run.certificate.energy_balance_error_max, 1e-12 * run.certificate.energy_scale) << method;
  }
}

}  // namespace
}  // namespace invar::benchmarks
