// The hydraulic cylinder against exact solutions of a mass on oil, an independent integration with a valve, and its books.
#include <gtest/gtest.h>

#include <cmath>

#include "benchmarks/actuators/linear_run.h"
#include "benchmarks/model_run.h"
#include "invar/core/error.h"
#include "invar/equilibrium/modes.h"
#include "oracles/ode.h"

namespace invar::benchmarks {
namespace {

// x along a line under A_a p_a - A_b p_b, numbers of unit scale.
constexpr double kOilLoad = 2, kOilBeta = 40, kOilFlow = 0.1, kOilLeak = 0.02;
constexpr double kOilArea[] = {0.5, 0.3}, kOilVolume[] = {0.2, 0.15};

std::string make_oil_spring(const std::string& keys) {
  return R"(
bodies: {ball: {type: point_mass, mass: 2, position: [1, 0, 0], velocity: [0.3, 0, 0]}}
forces:
  jack: {type: hydraulic_cylinder, between: [ground, ball], areas: [0.5, 0.3], volumes: [0.2, 0.15], bulk_modulus: 40, )" +
         keys + R"(}
outputs: [ball.position.x, ball.velocity.x, jack.pressure_a, jack.pressure_b, energy.total]
)";
}

class CylinderMethods : public ::testing::TestWithParam<catalog::MethodConfiguration> {};

TEST_P(CylinderMethods, move_a_mass_like_the_matrix_exponential_with_their_order) {
  Matrix A = Matrix::Zero(4, 4);  // x, x', p_a, p_b
  A(0, 1) = 1;
  A.row(1) << 0, 0, kOilArea[0] / kOilLoad, -kOilArea[1] / kOilLoad;
  A.row(2) << 0, -kOilArea[0], -kOilLeak, kOilLeak;
  A.row(3) << 0, kOilArea[1], kOilLeak, -kOilLeak;
  Vector b(4), start(4);
  b << 0, 0, kOilFlow, -kOilFlow * kOilArea[1] / kOilArea[0];
  for (const int k : {0, 1}) {
    A.row(2 + k) *= kOilBeta / kOilVolume[k];
    b[2 + k] *= kOilBeta / kOilVolume[k];
  }
  start << 1, 0.3, 0.4, 0.7;
  const double end = 0.1;
  expect_order(make_oil_spring("flow: 0.1, leakage: 0.02, pressures: [0.4, 0.7]"), 0, GetParam(),
               calc_linear(A, b, start, end), end);
}

INSTANTIATE_TEST_SUITE_P(Catalog, CylinderMethods, ::testing::ValuesIn(catalog::method_configurations()),
                         [](const auto& param_info) { return param_info.param.method + "_" + param_info.param.label; });

TEST(HydraulicCylinder, has_the_frequency_of_its_oil) {
  const auto model = load_model_text(make_oil_spring("flow: 0"));
  const AssembledSystem system(model->assembly);
  EquilibriumProblem problem(system, 0);
  problem.set_length(model->initial.q);
  ModesOptions options;
  options.z = Vector::Zero(2);
  const ModesReport report = find_modes(problem, model->initial.q, Vector(), options);
  ASSERT_TRUE(report.status.ok()) << report.status.detail;
  double stiffness = 0;
  for (const int k : {0, 1}) stiffness += kOilArea[k] * kOilArea[k] * kOilBeta / kOilVolume[k];
  double largest = 0;
  for (const Mode& mode : report.modes) largest = std::max(largest, std::abs(mode.value));
  EXPECT_NEAR(largest, std::sqrt(stiffness / kOilLoad), 1e-10);
}

TEST(HydraulicCylinder, ends_with_the_speed_of_the_flow) {
  const RecordedRun run =
      run_text(make_oil_spring("flow: 0.1, leakage: 0.02"), {.method = "ep", .step = 0.005, .end = 40});
  EXPECT_NEAR(run.last("ball.velocity.x"), kOilFlow / kOilArea[0], 1e-9);
  EXPECT_NEAR(run.last("jack.pressure_a"), 0, 1e-8);
}

// Shut off, with leakage: it only loses energy, at any step, although h beta/V c reaches 13.
TEST(HydraulicCylinder, only_loses_energy_when_it_is_shut_off) {
  for (const char* method : {"ep", "em", "ed"})
    for (const double h : {0.002, 0.1, 1.0}) {
      const RecordedRun run = run_text(make_oil_spring("flow: 0, leakage: 0.05, pressures: [9, 1]"),
                                       {.method = method, .step = h, .end = 20 * h});
      for (std::size_t i = 1; i < run.rows.size(); ++i)
        EXPECT_LE(run.at(i, "energy.total"), run.at(i - 1, "energy.total") * (1 + 1e-13)) << method << " " << h;
      EXPECT_LT(run.last("energy.total"), 0.999 * run.at(0, "energy.total"));
      EXPECT_LT(run.certificate.energy_balance_error_max, 1e-13 * run.certificate.energy_scale);
    }
}

// A load of 500 kg on a cylinder with a valve that opens and closes, in SI: the same equations written down once more.
constexpr const char* kLift = R"(
gravity: [-9.81, 0, 0]
bodies: {load: {type: point_mass, mass: 500, position: [1, 0, 0]}}
forces:
  jack: {type: hydraulic_cylinder, between: [ground, load], areas: [2e-3, 1.2e-3], volumes: [1e-3, 8e-4], bulk_modulus: 1.4e9,
    opening: 0.7*sin(3*t) + 0.2, flow_coefficient: 1.6e-7, supply_pressure: 2e7, tank_pressure: 2e5, leakage: 2e-12,
    pressures: [5e6, 4e6]}
outputs: [load.position.x, load.velocity.x, jack.pressure_a, jack.pressure_b]
)";

oracles::VecX lift_at(double t) {
  using oracles::Real, oracles::VecX;
  const auto root = [](Real d) { return d / std::pow(d * d + Real(1e8), Real(0.25)); };
  const auto f = [&](Real time, const VecX& y, VecX& dy) {
    const Real u = Real(0.7) * std::sin(3 * time) + Real(0.2), k = 1.6e-7L, ps = 2e7L, pt = 2e5L, beta = 1.4e9L;
    const Real qa = u > 0 ? k * u * root(ps - y(2)) : k * u * root(y(2) - pt);
    const Real qb = u > 0 ? -k * u * root(y(3) - pt) : -k * u * root(ps - y(3));
    const Real leak = 2e-12L * (y(2) - y(3));
    dy(0) = y(1);
    dy(1) = (2e-3L * y(2) - 1.2e-3L * y(3)) / 500 - 9.81L;
    dy(2) = beta / 1e-3L * (qa - leak - 2e-3L * y(1));
    dy(3) = beta / 8e-4L * (qb + leak + 1.2e-3L * y(1));
  };
  VecX start(4);
  start << 1, 0, 5e6L, 4e6L;
  return oracles::integrate(f, 0, start, t, {.method = oracles::OdeMethod::kExtrapolation, .tolerance = 1e-14L});
}

TEST(HydraulicCylinder, with_a_valve_follows_an_independent_integration) {
  const double end = 1.5;
  const oracles::VecX exact = lift_at(end);
  const auto error = [&](const char* method, double h) {
    const RecordedRun run = run_text(kLift, {.method = method, .step = h, .end = end});
    EXPECT_EQ(run.certificate.status, "completed") << run.certificate.message;
    return std::max({std::abs(run.last("load.position.x") - static_cast<double>(exact(0))),
                     std::abs(run.last("load.velocity.x") - static_cast<double>(exact(1))),
                     std::abs(run.last("jack.pressure_a") - static_cast<double>(exact(2))) / 1e7,
                     std::abs(run.last("jack.pressure_b") - static_cast<double>(exact(3))) / 1e7});
  };
  for (const char* method : {"ep", "generalized_alpha"}) {
    const double coarse = error(method, 1e-3), fine = error(method, 5e-4);
    EXPECT_LT(fine, 2e-3) << method;
    EXPECT_GT(std::log2(coarse / fine), 1.6) << method << " " << coarse << " " << fine;
  }
  EXPECT_LT(error("explicit", 5e-4), 1e-6);
}

// A boom under closed loop, with steps far above those that the oil asks for.
constexpr const char* kBoom = R"yaml(
gravity: [0, 0, -9.81]
bodies: {boom: {type: rigid_body, mass: 300, inertia: [5, 100, 100], position: [1, 0, 0]}}
joints: {foot: {type: revolute, between: [ground, boom], at: [0, 0, 0], axis: [0, -1, 0]}}
markers:
  eye: {on: boom, at: [0.2, 0, 0.1]}
  base: {on: ground, at: [0.5, 0, -0.8]}
forces:
  jack: {type: hydraulic_cylinder, between: [base, eye], areas: [4e-3, 2.4e-3], volumes: [2e-3, 2e-3], bulk_modulus: 1.4e9,
    opening: "8*(0.3*sin(2*t) - foot.angle)", flow_coefficient: 1e-7, supply_pressure: 2e7, leakage: 1e-12, pressures: [2e6, 1e6]}
outputs: [foot.angle, jack.hydraulic_power, jack.heat, work.applied, dissipated.physical]
method: {name: ep, step: 0.002, end: 2}
)yaml";

TEST(HydraulicCylinder, balances_energy_to_round_off_under_closed_loop) {
  for (const char* method : {"ep", "em", "ed", "ggl", "al_conserving"})
    for (const double h : {0.002, 0.01}) {
      const RecordedRun run = run_text(kBoom, {.method = method, .step = h});
      EXPECT_EQ(run.certificate.status, "completed") << method << " " << h << ": " << run.certificate.message;
      EXPECT_LT(run.certificate.energy_balance_error_max, 1e-12 * run.certificate.energy_scale) << method << " " << h;
    }
}

TEST(HydraulicCylinder, books_the_power_of_the_flow_less_that_of_the_leakage) {
  for (const char* method : {"ep", "ed", "explicit"}) {
    const RecordedRun run = run_text(kBoom, {.method = method, .step = 0.0005});
    double sum = 0;
    for (std::size_t i = 1; i < run.rows.size(); ++i)
      for (const std::size_t k : {i - 1, i})
        sum += 0.5 * (run.t(i) - run.t(i - 1)) * (run.at(k, "jack.hydraulic_power") - run.at(k, "jack.heat"));
    EXPECT_GT(std::abs(sum), 10);
    EXPECT_NEAR(run.last("work.applied") - run.last("dissipated.physical"), sum, 2e-3 * std::abs(sum)) << method;
  }
}

TEST(HydraulicCylinder, refuses_what_contradicts_itself) {
  for (const auto& [keys, words] : {std::pair{"leakage: 0", "neither flow nor opening"},
                                    {"flow: 1, opening: 1", "both flow and opening"},
                                    {"flow: 1, supply_pressure: 5", "belongs to a valve"},
                                    {"opening: 1, supply_pressure: 5", "needs the key flow_coefficient"}}) {
    try {
      load_model_text(make_oil_spring(keys));
      FAIL() << keys;
    } catch (const ModelError& error) {
      EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
    }
  }
}

}  // namespace
}  // namespace invar::benchmarks
