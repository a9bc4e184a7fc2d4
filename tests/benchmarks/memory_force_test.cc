// Forces with internal variables against exact solutions: a mass on the standard linear solid, whose motion is that of a linear
// system of three equations, and an oscillator that a lag of its own drives, by the default rules. The exact values come from
// the exponential of the matrix.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>

#include "benchmarks/matrix_exponential.h"
#include "benchmarks/model_run.h"
#include "catalog/method_configurations.h"
#include "invar/core/error.h"
#include "invar/equilibrium/modes.h"
#include "invar/model/model_builder.h"
#include "invar/run/model_simulation.h"
#include "invar/run/run_setup.h"
#include "invar/simulate/simulation.h"
#include "invar/testing/check_term.h"

namespace invar::benchmarks {
namespace {

// Along a line: m x'' = -k (x - rest) - k2 (x - z), z' = k2/c (x - z), all lengths from the ground.
constexpr double kSolidMass = 2, kSolidSpring = 30, kSolidRest = 1, kSolidSeries = 40, kSolidDamper = 8,
                 kSolidStart = 1.2, kSolidSpeed = 2;

constexpr const char* kSolid = R"(
gravity: [0, 0, 0]
bodies: {ball: {type: point_mass, mass: 2, position: [1.2, 0, 0], velocity: [2, 0, 0]}}
forces:
  spring: {type: spring_damper, between: [ground, ball], stiffness: 30, rest_length: 1}
  buffer: {type: maxwell, between: [ground, ball], stiffness: 40, damping: 8}
)";

// x, x', z.
Vector3 solid_at(double t) {
  Matrix A(3, 3);
  A << 0, 1, 0, -(kSolidSpring + kSolidSeries) / kSolidMass, 0, kSolidSeries / kSolidMass, kSolidSeries / kSolidDamper,
      0, -kSolidSeries / kSolidDamper;
  const Vector3 start(kSolidStart - kSolidRest, kSolidSpeed,
                      kSolidStart - kSolidRest);  // the element begins without tension
  return Vector3(kSolidRest, 0, kSolidRest) + Vector3(calc_exponential(A, t) * start);
}

Vector3 run_solid(const catalog::MethodConfiguration& c, double h, double end) {
  const catalog::ReadySystem ready(kSolid);
  const MethodType& type = method_types().at(c.method);
  const Params params(SpecNode::make_map(c.options, "test"), type.schema);
  SimulationOptions options;
  options.step = h;
  Simulation simulation([&] { return type.make(ready.system, params); }, options);
  simulation.start(ready.start);
  const SimulationReport& report = simulation.run_to(end);
  EXPECT_TRUE(report.status.ok()) << report.message();
  return {report.state.q[0], report.state.v[0], report.state.z[0]};
}

class MemoryMethods : public ::testing::TestWithParam<catalog::MethodConfiguration> {};

TEST_P(MemoryMethods, follow_the_standard_linear_solid_with_their_order) {
  const catalog::MethodConfiguration& c = GetParam();
  // Until shortly before it turns round: some controls of the energy pause where the motion comes to rest.
  const double end = 0.2, h = c.order >= 6 ? 0.02 : c.order >= 4 ? 0.005 : 0.002;
  const Vector3 exact = solid_at(end);
  const double coarse = (run_solid(c, h, end) - exact).norm(), fine = (run_solid(c, h / 2, end) - exact).norm();
  EXPECT_LT(coarse, c.order > 1 ? 0.01 : 0.05);
  if (fine > 1e-13) {
    EXPECT_GT(std::log2(coarse / fine), c.order - 0.35) << coarse << " " << fine;
  }
}

INSTANTIATE_TEST_SUITE_P(Catalog, MemoryMethods, ::testing::ValuesIn(catalog::method_configurations()),
                         [](const auto& param_info) { return param_info.param.method + "_" + param_info.param.label; });

// The books of a swing in space: energy in the spring of the element is in the total, the heat of its damper in the dissipation.
constexpr const char* kSwing = R"(
gravity: [0, 0, -9.81]
bodies: {ball: {type: point_mass, mass: 2, position: [1.2, 0, -0.3], velocity: [0.5, 1.5, 0]}}
forces:
  spring: {type: spring_damper, between: [ground, ball], stiffness: 300}
  buffer: {type: maxwell, between: [ground, ball], stiffness: 400, damping: 80, tension: 50}
outputs: [buffer.tension, buffer.energy, buffer.length, buffer.damper_length, energy.potential, dissipated.physical]
method: {name: ep, step: 0.002, end: 2}
)";

TEST(MemoryForces, balance_energy_to_round_off_at_any_step) {
  for (const char* method : {"ep", "ggl", "al_conserving"})
    for (const double h : {0.002, 0.05}) {
      const RecordedRun run = run_text(kSwing, {.method = method, .step = h});
      EXPECT_EQ(run.certificate.status, "completed");
      EXPECT_LT(run.certificate.energy_balance_error_max, 1e-12 * run.certificate.energy_scale) << method << " " << h;
      EXPECT_GT(run.certificate.dissipated_physical, 1) << method;
    }
}

// A second derivation of the heat: F^2/c by the trapezoidal rule over the recorded tensions.
TEST(MemoryForces, dissipate_what_their_damper_turns_into_heat) {
  for (const char* method : {"ep", "ed", "hht", "al_projection", "explicit"}) {
    const RecordedRun run = run_text(kSwing, {.method = method, .step = 0.0005});
    double heat = 0;
    for (std::size_t i = 1; i < run.rows.size(); ++i) {
      const double F0 = run.at(i - 1, "buffer.tension"), F1 = run.at(i, "buffer.tension");
      heat += (run.t(i) - run.t(i - 1)) * (F0 * F0 + F1 * F1) / (2 * 80);
    }
    EXPECT_NEAR(run.last("dissipated.physical"), heat, 1e-4 * heat) << method;
    for (std::size_t i = 0; i < run.rows.size(); i += 100) {
      const double x = run.at(i, "buffer.length") - run.at(i, "buffer.damper_length");
      EXPECT_NEAR(run.at(i, "buffer.tension"), 400 * x, 1e-9);
      EXPECT_NEAR(run.at(i, "buffer.energy"), 200 * x * x, 1e-9);
    }
  }
}

TEST(MemoryForces, start_with_the_tension_asked_for_and_rest_in_an_equilibrium) {
  const RecordedRun run = run_text(kSwing);
  EXPECT_NEAR(run.at(0, "buffer.tension"), 50, 1e-12);
  std::string text = kSwing;
  const auto replace = [&](const std::string& old, const std::string& by) {
    text.replace(text.find(old), old.size(), by);
  };
  replace("velocity: [0.5, 1.5, 0]", "velocity: [0, 0, 0]");
  replace("end: 2}", "end: 2, start: equilibrium}");
  const RecordedRun rest = run_text(text);
  // The spring alone holds the weight: the element has relaxed.
  EXPECT_NEAR(rest.at(0, "buffer.tension"), 0, 1e-9);
  EXPECT_NEAR(rest.last("buffer.length"), rest.at(0, "buffer.length"), 1e-9);
  const double rest_length = std::hypot(1.2, 0.3);
  EXPECT_NEAR(rest.at(0, "buffer.length") - rest_length, 2 * 9.81 / 300, 1e-9);
}

TEST(MemoryForces, divide_steps_and_control_their_size_like_others) {
  const double end = 1;
  const Vector3 exact = solid_at(end);
  for (const char* method : {"ep", "ed", "hht", "explicit"}) {
    const catalog::ReadySystem ready(kSolid);
    const MethodType& type = method_types().at(method);
    const Params params(SpecNode::make_map({}, "test"), type.schema);
    for (const bool divides : {false, true}) {
      SimulationOptions options;
      options.step = 0.01;
      if (divides)
        options.refuse_step = [](double t0, double t1) {
          return t1 - t0 > 0.008 && std::fmod(t0, 0.1) < 0.02 ? "no" : "";
        };
      else
        options.tolerance = 1e-8;
      Simulation simulation([&] { return type.make(ready.system, params); }, options);
      simulation.start(ready.start);
      const SimulationReport& report = simulation.run_to(end);
      ASSERT_TRUE(report.status.ok()) << report.message();
      if (divides) {
        EXPECT_GT(report.rejected_steps, 5);
      }
      // The local errors that are allowed add up, and the error of a constant step of second order is known from above.
      const double bound = divides ? 1e-3 : 10 * static_cast<double>(report.steps) * 1e-8;
      EXPECT_NEAR(report.state.q[0], exact[0], bound) << method;
      EXPECT_NEAR(report.state.z[0], exact[2], bound) << method;
    }
  }
}

// A lag drives an oscillator: z' = (u - z)/T + b x', Q = gain z. Two variables, an input, no energy: the default rules.
class Lag final : public MemoryForce {
 public:
  WorkAccount account() const override { return WorkAccount::kApplied; }
  std::vector<VariableInfo> internals() const override { return {{"", "lag"}, {"", "integral"}}; }
  std::vector<VariableInfo> inputs() const override { return {{"", "set_point", "m"}}; }
  void add_Q(const At& at, VecOut Q) const override { Q[0] += 5 * at.z[0] + 2 * at.z[1]; }
  void add_rate(const At& at, VecOut z_dot) const override {
    z_dot[0] += (at.u[0] - at.q[0] - at.z[0]) / 0.2 - 0.3 * at.v[0];
    z_dot[1] += at.u[0] - at.q[0];
  }
};

std::shared_ptr<const Model> make_lag_model() {
  ModelBuilder b;
  b.gravity({0, 0, 0});
  b.add("bodies", "x", "coordinate", {{"inertia", 1.5}, {"value", 0.3}});
  b.add_memory_force("servo", {"x"}, std::make_unique<Lag>());
  return b.finish();
}

// x, x', lag, integral, from rest at 0.3 with a constant set point.
Vector lag_at(double t, double set_point) {
  Matrix A = Matrix::Zero(5, 5);  // the last one is the constant 1
  A(0, 1) = 1;
  A(1, 2) = 5 / 1.5, A(1, 3) = 2 / 1.5;
  A(2, 0) = -5, A(2, 1) = -0.3, A(2, 2) = -5, A(2, 4) = set_point / 0.2;
  A(3, 0) = -1, A(3, 4) = set_point;
  Vector start = Vector::Zero(5);
  start[0] = 0.3;
  start[4] = 1;
  return calc_exponential(A, t) * start;
}

TEST(MemoryForces, of_a_program_keep_the_promises_of_the_checker) {
  const CheckReport report = check_memory_force(Lag(), {.size = 1});
  EXPECT_TRUE(report.ok) << report.violation;
}

TEST(MemoryForces, of_a_program_follow_their_inputs_in_every_method) {
  const auto model = make_lag_model();
  const Vector exact = lag_at(1, 0.8);
  for (const char* method : {"ep", "ed", "ggl", "newmark", "hht", "generalized_alpha", "al", "al_projection",
                             "al_conserving", "al_conserving_projection", "explicit"}) {
    double error[2];
    for (const int k : {0, 1}) {
      ModelSimulation sim(model, method, {}, {.step = k == 0 ? 0.02 : 0.01});
      sim.set_input("servo.set_point", 0.8);
      ASSERT_TRUE(sim.run_to(1).status.ok()) << method;
      Vector found(4);
      found << sim.state().q[0], sim.state().v[0], sim.state().z;
      error[k] = (found - exact.head(4)).norm();
    }
    EXPECT_LT(error[1], 1e-3) << method;
    EXPECT_GT(std::log2(error[0] / error[1]), 1.6) << method << " " << error[0] << " " << error[1];
  }
}

TEST(MemoryForces, are_refused_by_methods_that_do_not_treat_them) {
  const AssembledSystem system(make_lag_model()->assembly);
  try {
    check_supported(system, "mine", Traits{});
    FAIL();
  } catch (const ModelError& error) {
    EXPECT_NE(std::string(error.what()).find("cannot treat internal variables of forces (servo.lag)"),
              std::string::npos)
        << error.what();
  }
}

// The characteristic polynomial of the model vanishes at all of them, and there are as many as states.
TEST(MemoryForces, add_their_eigenvalues_to_modes) {
  const AssembledSystem system(make_lag_model()->assembly);
  EquilibriumProblem problem(system, 0);
  const Vector q = Vector::Constant(1, 0.3);
  problem.set_length(q);
  ModesOptions options;
  options.z = Vector::Zero(2);
  const ModesReport report = find_modes(problem, q, Vector(), options);
  ASSERT_TRUE(report.status.ok()) << report.status.detail;
  // m s^2 x = 5 l + 2 i, (s + 5) l = -(5 + 0.3 s) x, s i = -x:
  // m s^3 (s + 5) + 5 s (5 + 0.3 s) + 2 (s + 5) = 0.
  const auto residual = [](std::complex<double> s) {
    return 1.5 * s * s * s * (s + 5.0) + 5.0 * s * (5.0 + 0.3 * s) + 2.0 * (s + 5.0);
  };
  int roots = 0;
  for (const Mode& mode : report.modes) {
    // Derivatives are differences, good to 1e-10 of what they are taken of.
    const double s = std::abs(mode.value), terms = 1.5 * s * s * s * (s + 5) + 5 * s * (5 + 0.3 * s) + 2 * (s + 5);
    EXPECT_LT(std::abs(residual(mode.value)), 1e-10 * terms);
    roots += mode.value.imag() > 0 ? 2 : 1;
  }
  EXPECT_EQ(roots, 4);
}

}  // namespace
}  // namespace invar::benchmarks
