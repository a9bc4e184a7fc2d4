// Models with kinetic energies by formula against motions that are known otherwise: [Braun2012] eq. (24), the double
// pendulum with constraints, closed forms. Orders, energy balance, momenta, refusals.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>

#include "benchmarks/equilibrium_model.h"
#include "benchmarks/model_run.h"
#include "invar/core/error.h"
#include "invar/integrators/integrator.h"
#include "oracles/ode.h"
#include "oracles/slider_crank.h"
#include "reproduce/minimal.h"

namespace invar::benchmarks {
namespace {

using oracles::Real;
using oracles::VecX;

double value(Real x) { return static_cast<double>(x); }

double crank_error(const oracles::SliderCrank& exact, const Settings& settings) {
  const RecordedRun run = run_model("braun_slider_crank_angle", settings);
  EXPECT_EQ(run.certificate.status, "completed");
  return max_error(run, "theta.value", [&](double t) { return value(exact.state(t).theta); });
}

TEST(SliderCrankAngle, follows_eq_24_with_the_orders_of_the_methods) {
  const oracles::SliderCrank exact;
  const auto order = [&](const std::string& method, const Overrides& options, double h) {
    const Settings coarse{.method = method, .options = options, .step = h, .end = 2, .every = 0.1};
    Settings fine = coarse;
    fine.step = h / 2;
    return measured_order(crank_error(exact, coarse), crank_error(exact, fine));
  };
  EXPECT_NEAR(order("ep", {{"order", "2"}}, 0.005), 2, 0.1);
  EXPECT_NEAR(order("ep", {{"order", "4"}}, 0.01), 4, 0.2);
  EXPECT_NEAR(order("ep", {{"order", "6"}}, 0.02), 6, 0.3);
  EXPECT_NEAR(order("explicit", {{"integrator", "rk4"}, {"energy", "none"}}, 0.005), 4, 0.3);
  EXPECT_NEAR(order("explicit", {{"integrator", "rk4"}}, 0.005), 4, 0.4);
  // Between coarse steps and rounding the eighth order is seen to one unit.
  EXPECT_GT(order("explicit", {{"integrator", "dop853"}, {"energy", "none"}}, 0.025), 7.5);
}

TEST(SliderCrankAngle, keeps_its_energy_to_round_off_for_100_s) {
  for (const char* order : {"2", "4"}) {
    const RecordedRun run = run_model("braun_slider_crank_angle", {.options = {{"order", order}}});
    expect_conserved(run, 1e-12, 1e-300, 1e-300);
    EXPECT_NEAR(run.certificate.energy_initial, 9.81 * std::sqrt(0.5), 1e-14);
  }
}

// reproduce/minimal.cc integrates eq. (24) as printed.
TEST(SliderCrankAngle, gives_the_numbers_of_the_printed_equation_with_runge_kutta) {
  const auto acceleration = [](double theta, double rate) {
    return -3 / (5 - 3 * std::cos(2 * theta)) * (std::sin(2 * theta) * rate * rate + 9.81 * std::cos(theta));
  };
  const reproduce::AngleMotion printed = reproduce::runge_kutta_4(acceleration, std::acos(-1.0) / 4, 0, 0.05, 20);
  const RecordedRun run = run_model(
      "braun_slider_crank_angle",
      {.method = "explicit", .options = {{"integrator", "rk4"}, {"energy", "none"}}, .step = 0.05, .end = 20});
  ASSERT_EQ(run.rows.size(), printed.t.size());
  for (size_t i = 0; i < run.rows.size(); ++i) EXPECT_NEAR(run.at(i, "theta.value"), printed.theta[i], 1e-10);
}

// (V4) is the same for one coordinate whether written with the inertia in the body or in the formula.
TEST(KineticEnergy, of_constant_mass_gives_the_motion_of_a_plain_coordinate) {
  const std::string plain = R"(
parameters: {w: 2}
bodies: {x: {type: coordinate, inertia: 3, value: 0.7, rate: 1}}
forces: {spring: {type: potential, energy: 1.5*w^2*x^2 + 0.3*x^4}}
method: {name: ep, step: 0.02, end: 5}
outputs: [x.value, x.rate]
)";
  std::string formula = plain;
  formula.replace(formula.find("inertia: 3, "), 12, "");
  formula.replace(formula.find("forces: {"), 9, "forces: {motion: {type: kinetic_energy, energy: 1.5*x.rate^2}, ");
  for (const char* method : {"ep", "explicit"}) {
    const RecordedRun a = run_text(plain, {.method = method}), b = run_text(formula, {.method = method});
    EXPECT_LT(max_difference(a, b, "x.value"), 1e-13) << method;
    EXPECT_LT(max_difference(a, b, "energy.kinetic"), 1e-12) << method;
  }
}

// Hand-derived equations of motion in long double.
oracles::Trajectory double_pendulum() {
  const auto rhs = [](Real, const VecX& y, VecX& ydot) {
    const Real a = y[0], b = y[1], c = std::cos(a - b), s = std::sin(a - b), g = 9.81L;
    const Real m11 = Real(4) / 3, m12 = c / 2, m22 = Real(1) / 3;
    const Real f1 = -s / 2 * y[3] * y[3] - g * 3 / 2 * std::cos(a), f2 = s / 2 * y[2] * y[2] - g / 2 * std::cos(b);
    const Real det = m11 * m22 - m12 * m12;
    ydot = VecX(4);
    ydot[0] = y[2];
    ydot[1] = y[3];
    ydot[2] = (m22 * f1 - m12 * f2) / det;
    ydot[3] = (m11 * f2 - m12 * f1) / det;
  };
  return {rhs, 0, VecX::Zero(4)};
}

TEST(DoublePendulumAngles, follows_the_exact_motion_with_the_orders_of_the_methods) {
  const oracles::Trajectory exact = double_pendulum();
  const auto error = [&](const std::string& method, const Overrides& options, double h) {
    const RecordedRun run = run_model("double_pendulum_angles",
                                      {.method = method, .options = options, .step = h, .end = 1.6, .every = 0.2});
    return max_error(run, "upper.value", [&](double t) { return value(exact.at(t)[0]); }) +
           max_error(run, "lower.value", [&](double t) { return value(exact.at(t)[1]); });
  };
  const auto order = [&](const std::string& method, const Overrides& options, double h) {
    return measured_order(error(method, options, h), error(method, options, h / 2));
  };
  EXPECT_NEAR(order("ep", {{"order", "2"}}, 0.0025), 2, 0.1);
  EXPECT_NEAR(order("ep", {{"order", "4"}}, 0.005), 4, 0.2);
  EXPECT_NEAR(order("ep", {{"order", "6"}}, 0.01), 6, 0.4);
  EXPECT_NEAR(order("explicit", {{"integrator", "rk4"}}, 0.005), 4, 0.4);
  EXPECT_GT(order("explicit", {{"integrator", "dop853"}, {"energy", "none"}}, 0.025), 7.5);
}

TEST(DoublePendulumAngles, moves_as_the_double_pendulum_of_jointed_bodies) {
  const Settings settings{.options = {{"order", "6"}}, .step = 0.005, .end = 3, .every = 0.1};
  const RecordedRun angles = run_model("double_pendulum_angles", settings),
                    bodies = run_model("double_pendulum", settings);
  ASSERT_EQ(angles.rows.size(), bodies.rows.size());
  for (size_t i = 0; i < angles.rows.size(); ++i) {
    EXPECT_NEAR(angles.at(i, "upper.value"), bodies.at(i, "upper.angle"), 1e-8);
    EXPECT_NEAR(angles.at(i, "lower.value"), bodies.at(i, "lower.angle"), 1e-8);
    EXPECT_NEAR(angles.at(i, "energy.kinetic"), bodies.at(i, "energy.kinetic"), 1e-7);
  }
}

TEST(DoublePendulumAngles, keeps_its_energy_to_round_off_at_any_step) {
  for (const double h : {0.002, 0.02, 0.1})
    expect_conserved(run_model("double_pendulum_angles", {.step = h, .end = 500 * h}), 1e-12, 1e-300, 1e-300);
}

// phi' = L/(J + m r^2), and the motor's work is the change of the kinetic energy.
TEST(TelescopicArm, keeps_its_angular_momentum_and_books_the_work_of_the_motor) {
  const auto inertia = [](double t) {
    const double r = 0.6 + 0.4 * std::sin(3 * t);
    return 0.4 + 2 * r * r;
  };
  const double L = inertia(0) * 2;
  for (const char* method : {"ep", "explicit"}) {
    const RecordedRun run = run_model("telescopic_arm", {.method = method, .step = 0.01, .end = 5});
    expect_conserved(run, 1e-12, 1e-300, 1e-300);
    if (std::string(method) == "ep") {
      EXPECT_LT(max_error(run, "phi.rate", [&](double t) { return L / inertia(t); }), 1e-12);
    }
    const double t = run.t(run.rows.size() - 1), r_rate = 0.4 * 3 * std::cos(3 * t);
    const double E1 = 0.5 * L * L / inertia(t) + r_rate * r_rate, E0 = 0.5 * L * 2 + 0.4 * 3 * 0.4 * 3;
    EXPECT_NEAR(run.certificate.work_applied, E1 - E0, method == std::string("ep") ? 1e-11 : 1e-5);
  }
}

TEST(TelescopicArm, turns_by_the_integral_of_its_speed_with_order_two) {
  const auto rhs = [](Real t, const VecX&, VecX& ydot) {
    const Real r = 0.6L + 0.4L * std::sin(3 * t), r0 = 0.6L;
    ydot = VecX::Constant(1, (0.4L + 2 * r0 * r0) * 2 / (0.4L + 2 * r * r));
  };
  const oracles::Trajectory exact(rhs, 0, VecX::Zero(1));
  const auto error = [&](double h, const char* order) {
    const RecordedRun run =
        run_model("telescopic_arm", {.options = {{"order", order}}, .step = h, .end = 4, .every = 0.2});
    return max_error(run, "phi.value", [&](double t) { return value(exact.at(t)[0]); });
  };
  EXPECT_NEAR(measured_order(error(0.02, "2"), error(0.01, "2")), 2, 0.1);
  EXPECT_NEAR(measured_order(error(0.04, "4"), error(0.02, "4")), 4, 0.2);
}

// J + U = m r^2/2 (theta'^2 - omega^2 sin^2 theta) - m g r cos(theta) stays; the motor supplies the rest of the energy.
TEST(RotatingHoop, keeps_jacobis_integral_and_books_the_work_of_the_motor) {
  const auto jacobi = [](const RecordedRun& run, size_t i) {
    const double theta = run.at(i, "theta.value"), rate = run.at(i, "theta.rate");
    return 0.5 * 0.5 * 0.09 * (rate * rate - std::pow(8 * std::sin(theta), 2)) - 0.5 * 9.81 * 0.3 * std::cos(theta);
  };
  for (const char* method : {"ep", "explicit"}) {
    const RecordedRun run = run_model("rotating_hoop", {.method = method, .end = 5});
    expect_conserved(run, 1e-12, 1e-300, 1e-300);
    for (size_t i = 1; i < run.rows.size(); ++i) EXPECT_NEAR(jacobi(run, i), jacobi(run, 0), 1e-12) << method;
    // The torque of the motor is d(m r^2 sin^2 theta omega)/dt, its work omega times the change of that momentum.
    const auto momentum = [&](size_t i) { return 0.5 * 0.09 * std::pow(std::sin(run.at(i, "theta.value")), 2) * 8; };
    EXPECT_NEAR(run.certificate.work_applied, 8 * (momentum(run.rows.size() - 1) - momentum(0)), 1e-12) << method;
  }
}

EquilibriumModel shipped_equilibrium(const std::string& name) {
  std::ostringstream text;
  text << std::ifstream(model_path(name)).rdbuf();
  return EquilibriumModel(text.str());
}

TEST(RotatingHoop, has_the_equilibrium_and_the_frequency_of_the_closed_form) {
  const EquilibriumModel hoop = shipped_equilibrium("rotating_hoop");
  const double theta = std::acos(9.81 / (0.3 * 64));
  EXPECT_NEAR(std::abs(hoop.found.state.q[0]), theta, 1e-9);
  const auto found = frequencies(hoop.modes());
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NEAR(found[0], 8 * std::sin(theta), 1e-7);
}

// Hanging down: w^2 of the mass ((4/3, 1/2), (1/2, 1/3)) and the stiffness g/l diag(3/2, 1/2). With x = w^2 l/g,
// (4/3 x - 3/2)(x/3 - 1/2) - x^2/4 = 7/36 x^2 - 7/6 x + 3/4 = 0.
TEST(DoublePendulumAngles, has_the_modes_of_its_mass_at_the_equilibrium) {
  const EquilibriumModel pendulum = shipped_equilibrium("double_pendulum_angles");
  const auto found = frequencies(pendulum.modes());
  ASSERT_EQ(found.size(), 2u);
  const double root = std::sqrt(49.0 / 36 - 4 * 7.0 / 36 * 3 / 4);
  for (int i = 0; i < 2; ++i) {
    const double x = (7.0 / 6 + (i == 0 ? -1 : 1) * root) / (2 * 7.0 / 36);
    EXPECT_NEAR(found[i], std::sqrt(9.81 * x), 1e-7);
  }
}

// A bead on a parabola that turns freely: phi is cyclic, its momentum is kept exactly although the bead's inertia changes.
TEST(BeadOnAParabola, keeps_energy_and_the_momentum_of_the_cyclic_angle) {
  const std::string text = R"(
parameters: {m: 0.4, c: 1.3, J: 0.05, g: 9.81}
bodies:
  x: {type: coordinate, value: 0.5, rate: 0.2, unit: m}
  phi: {type: coordinate, inertia: J, rate: 3}
forces:
  motion: {type: kinetic_energy, energy: 0.5*m*((1 + (2*c*x)^2)*x.rate^2 + x^2*phi.rate^2)}
  weight: {type: potential, energy: m*g*c*x^2}
method: {name: ep, step: 0.02, end: 20}
outputs: [x.value, x.rate, phi.rate]
)";
  const auto momentum = [](const RecordedRun& run, size_t i) {
    const double x = run.at(i, "x.value");
    return (0.05 + 0.4 * x * x) * run.at(i, "phi.rate");
  };
  for (const char* order : {"2", "4", "6"}) {
    const RecordedRun run = run_text(text, {.options = {{"order", order}}});
    expect_conserved(run, 1e-12, 1e-300, 1e-300);
    for (size_t i = 1; i < run.rows.size(); ++i) EXPECT_NEAR(momentum(run, i), momentum(run, 0), 1e-13);
  }
}

// The correction of conserved quantities is one of velocities in the metric of the mass, which varies here.
TEST(BeadOnAParabola, keeps_energy_and_a_declared_momentum_with_explicit_corrections) {
  const std::string text = R"(
parameters: {m: 0.4, c: 1.3, J: 0.05, g: 9.81}
bodies:
  x: {type: coordinate, value: 0.5, rate: 0.2, unit: m}
  phi: {type: coordinate, inertia: J, rate: 3}
forces:
  motion: {type: kinetic_energy, energy: 0.5*m*((1 + (2*c*x)^2)*x.rate^2 + x^2*phi.rate^2)}
  weight: {type: potential, energy: m*g*c*x^2}
nonholonomic:
  spin: {type: conserved, formula: "(J + m*x^2)*phi_rate", unit: kg m^2/s}
method: {name: explicit, step: 0.02, end: 10}
outputs: [spin.value]
)";
  const RecordedRun run = run_text(text);
  expect_conserved(run, 1e-12, 1e-300, 1e-300);
  EXPECT_LT(max_error(run, "spin.value", [](double) { return (0.05 + 0.4 * 0.25) * 3; }), 1e-13);
}

TEST(VariableMass, is_refused_by_every_method_that_does_not_treat_it) {
  for (const auto& name : method_types().names()) {
    if (name == "ep" || name == "em" || name == "explicit") {
      EXPECT_EQ(run_model("braun_slider_crank_angle", {.method = name, .end = 0.1}).certificate.status, "completed");
      continue;
    }
    try {
      run_model("braun_slider_crank_angle", {.method = name, .end = 0.1});
      ADD_FAILURE() << name << " ran";
    } catch (const ModelError& error) {
      EXPECT_NE(std::string(error.what()).find("use ep, em or explicit"), std::string::npos) << error.what();
    }
  }
}

// r = 0 is singular in polar coordinates: the run ends there and says why.
TEST(VariableMass, that_vanishes_on_the_way_ends_the_run_with_a_reason) {
  const std::string text = R"(
bodies:
  r: {type: coordinate, value: 1, rate: -1, unit: m}
  phi: {type: coordinate}
forces: {motion: {type: kinetic_energy, energy: 0.5*(r.rate^2 + r*phi.rate^2)}}
method: {name: ep, step: 0.01, end: 3}
outputs: [r.value]
)";
  for (const char* method : {"ep", "explicit"}) {
    const Certificate c = run_text(text, {.method = method}).certificate;
    EXPECT_EQ(c.status, "stopped") << method;
    EXPECT_NE(c.message.find("mass matrix"), std::string::npos) << method << ": " << c.message;
    EXPECT_NEAR(c.t_reached, 1, 0.02) << method;
  }
}

// The controls of [Yoon] and [Braun2012] know how the mass changes the energy: they act as on the same motion in coordinates
// with a constant mass.
TEST(VariableMass, is_part_of_every_energy_control) {
  for (const char* energy : {"multiplier", "steepest_descent", "velocity_gradient", "braun"})
    for (const char* correction : {"post", "hold"}) {
      const auto drift = [&](const char* model) {
        const Overrides options = {{"energy", energy}, {"correction", correction}};
        return run_model(model, {.method = "explicit", .options = options, .step = 0.01, .end = 4})
            .certificate.energy_balance_error_max.value();
      };
      EXPECT_LT(drift("double_pendulum_angles"), 3 * drift("double_pendulum") + 1e-13) << energy << " " << correction;
    }
}

}  // namespace
}  // namespace invar::benchmarks
