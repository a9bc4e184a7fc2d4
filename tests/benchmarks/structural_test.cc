// Structural methods and augmented Lagrangian methods on the models that ship, and what the structural ones are known
// for: instability of the trapezoidal rule with constraints, damping of high frequencies, second order of multipliers.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "benchmarks/model_run.h"
#include "catalog/integrator_samples.h"
#include "oracles/nonholonomic.h"
#include "oracles/pendulum.h"
#include "paths.h"

namespace invar::benchmarks {
namespace {

const std::vector<std::string>& all_methods() {
  static const std::vector<std::string> names{"newmark",       "hht",           "generalized_alpha",       "al",
                                              "al_projection", "al_conserving", "al_conserving_projection"};
  return names;
}

bool is_unstable(const std::string& method) { return method == "newmark" || method == "al"; }

TEST(TrapezoidalRule, is_unstable_with_constraints_and_damped_relatives_are_not) {
  const auto velocity = [](const std::string& method, Overrides options = {}) {
    const RecordedRun run = run_model("four_bar", {.method = method, .options = options, .step = 0.01, .end = 4});
    return run.certificate.status == "completed" ? run.certificate.constraint_velocity_max.value() : 1e300;
  };
  EXPECT_GT(velocity("newmark"), 10);
  EXPECT_LT(velocity("newmark", {{"beta", "0.3025"}, {"gamma", "0.6"}}), 0.1);
  EXPECT_LT(velocity("hht"), 0.1);
  EXPECT_LT(velocity("generalized_alpha"), 0.1);
}

TEST(TrapezoidalRule, keeps_the_energy_of_a_linear_oscillator) {
  const RecordedRun run = run_text(R"(
model: oscillator
bodies: {mass: {type: point_mass, mass: 2, position: [1.5, 0, 0]}}
markers: {wall: {on: ground, at: [0, 0, 0]}}
forces: {spring: {type: spring_damper, between: [wall, mass], rest_length: 1, stiffness: 300}}
outputs: [mass.position.x]
)",
                                   {.method = "newmark", .step = 0.05, .end = 50});
  EXPECT_LT(run.certificate.energy_balance_error_max.value(), 1e-10);
}

// An oscillation far too fast for the step, h omega = 1e4: each step multiplies it by the spectral radius at infinity.
// The eigenvalues coincide there, so amplitudes go like rho^n times a power of n, which 100 steps hide up to two
// percent.
double damping_of_high_frequencies(const std::string& method, const Overrides& options) {
  const catalog::ReadySystem ready(R"(
bodies: {mass: {type: point_mass, mass: 1, position: [1.1, 0, 0]}}
markers: {wall: {on: ground, at: [0, 0, 0]}}
forces: {spring: {type: spring_damper, between: [wall, mass], rest_length: 1, stiffness: 1e12}}
)");
  const MethodType& type = method_types().at(method);
  const auto integrator = type.make(ready.system, Params(SpecNode::make_map(options, "test"), type.schema));
  State s = ready.start, next;
  double early = 0, late = 0;
  for (int i = 0; i < 200; ++i) {
    const StepReport r = integrator->step(s, 0.01, next);
    if (!r.status.ok()) throw std::runtime_error(r.status.message());
    std::swap(s, next);
    if (i >= 80 && i < 100) early = std::max(early, std::abs(s.v[0]));
    if (i >= 180) late = std::max(late, std::abs(s.v[0]));
  }
  return std::pow(late / early, 1.0 / 100);
}

TEST(GeneralizedAlpha, multiplies_high_frequencies_by_rho_inf) {
  for (const double rho : {0.98, 0.95})
    EXPECT_NEAR(damping_of_high_frequencies("generalized_alpha", {{"rho_inf", std::to_string(rho)}}), rho, 0.02);
}

TEST(Hht, multiplies_high_frequencies_by_what_alpha_gives) {
  // rho = (1 + alpha)/(1 - alpha) from the characteristic polynomial at infinite frequency [Hilber1977].
  for (const double alpha : {-0.01, -0.02})
    EXPECT_NEAR(damping_of_high_frequencies("hht", {{"alpha", std::to_string(alpha)}}), (1 + alpha) / (1 - alpha),
                0.02);
}

// Multipliers of the schemes themselves against the force in the rod of the plane pendulum.
TEST(Multipliers, of_damped_schemes_and_of_formulation_a_converge_with_order_two) {
  const catalog::ReadySystem ready(R"(
gravity: [0, -9.81]
bodies:
  bob: {type: planar_point_mass, mass: 1, position: [1, 0], velocity: [0, 1]}
  rod: {type: rod, between: [pivot, bob]}
markers: {pivot: {on: ground, at: [0, 0]}}
)");
  const oracles::Pendulum oracle(1, 9.81, oracles::kPi / 2, 1);
  const auto error = [&](const std::string& method, double h) {
    const MethodType& type = method_types().at(method);
    const auto integrator = type.make(ready.system, Params(SpecNode(), type.schema));
    State s = ready.start, next;
    PointEval eval;
    double e = 0;
    for (int i = 1; i <= std::lround(2 / h); ++i) {
      if (!integrator->step(s, h, next).status.ok()) throw std::runtime_error("step failed");
      std::swap(s, next);
      s.t = i * h;
      if (s.t < 1) continue;  // what the start has left in the multipliers is damped by then
      ready.system.eval(s, integrator->lambda(), kVelocity, eval);
      // G^T lambda is the force of the rod towards the pivot, tension = m (thetadot^2 + g cos theta).
      Vector force = Vector::Zero(2);
      add_transpose_product(ready.system.G_pattern(), eval.G, integrator->lambda(), force);
      const auto exact = oracle.state(s.t);
      const double tension = static_cast<double>(exact.thetadot * exact.thetadot - 9.81L * exact.y);
      e = std::max(e, std::abs(force.dot(s.q) - tension));
    }
    return e;
  };
  for (const char* method : {"hht", "generalized_alpha", "al_projection"}) {
    const double coarse = error(method, 0.005), fine = error(method, 0.0025);
    EXPECT_NEAR(measured_order(coarse, fine), 2, 0.1) << method << " " << coarse << " " << fine;
  }
}

class EveryMethod : public ::testing::TestWithParam<std::string> {};

TEST_P(EveryMethod, follows_the_chaplygin_sleigh_with_order_two) {
  const oracles::ChaplyginSleigh oracle;
  const auto error = [&](double step) {
    const RecordedRun run = run_model("chaplygin_sleigh", {.method = GetParam(), .step = step, .end = 5, .every = 0.5});
    EXPECT_EQ(run.certificate.status, "completed") << run.certificate.message;
    return std::max(
        max_error(run, "blade.position.x", [&](double t) { return static_cast<double>(oracle.state(t).x); }),
        max_error(run, "sleigh.angle", [&](double t) { return static_cast<double>(oracle.state(t).theta); }));
  };
  const double coarse = error(0.02);
  EXPECT_LT(coarse, 1e-3);
  EXPECT_NEAR(measured_order(coarse, error(0.01)), 2, 0.1);
}

// The driven slider-crank of the documentation against `ep` of order 6.
TEST_P(EveryMethod, drives_a_mechanism_and_books_its_work) {
  const auto path = source_path("docs/examples/driven_slider_crank.yaml");
  const auto model = load_model(path);
  const catalog::ReadySystem ready(model);
  const auto torque_work = [&](const std::string& method, double step, Overrides options = {}) {
    const MethodType& type = method_types().at(method);
    const auto integrator = type.make(ready.system, Params(SpecNode::make_map(options, "test"), type.schema));
    State s = ready.start, next;
    double work = 0;
    for (int i = 1; i <= std::lround(1 / step); ++i) {
      const StepReport r = integrator->step(s, step, next);
      if (!r.status.ok()) throw std::runtime_error(r.status.message());
      work += r.work_drives;
      std::swap(s, next);
      s.t = i * step;
    }
    return work;
  };
  const double exact = torque_work("ep", 0.001, {{"order", "6"}});
  const double coarse = std::abs(torque_work(GetParam(), 0.002) - exact),
               fine = std::abs(torque_work(GetParam(), 0.001) - exact);
  EXPECT_LT(coarse, 5e-3 * std::abs(exact)) << exact;
  EXPECT_GT(measured_order(coarse, fine), 1.9) << coarse << " " << fine;
}

// Two of the methods are unstable by nature; where they end early they must say why.
TEST_P(EveryMethod, runs_every_rigid_model_for_one_second) {
  for (const std::string& name : model_names()) {
    if (is_flexible(name) || has_variable_mass(name)) continue;
    Settings settings{.method = GetParam(), .end = 1};
    // At the step of the file iterations stall at 2e-10 m, which certificates list; the spring is stiff and nothing is free.
    if (name == "cam_follower") settings.step = 1e-4;
    // The default iterates less than a contact takes that is as stiff as these.
    if (name == "newtons_cradle" && GetParam().starts_with("al_conserving"))
      settings.options = {{"tolerance", "1e-10"}};
    const Certificate c = run_model(name, settings).certificate;
    if (is_unstable(GetParam())) {
      EXPECT_TRUE(c.status == "completed" || c.message.find("did not converge") != std::string::npos ||
                  c.message.find("not finite") != std::string::npos)
          << name << ": " << c.message;
      continue;
    }
    EXPECT_EQ(c.status, "completed") << name << ": " << c.message;
    EXPECT_LT(c.constraint_position_max.value(), 1e-11) << name;
    const bool projects = GetParam().ends_with("projection"), conserves = GetParam().starts_with("al_conserving");
    EXPECT_LT(c.constraint_velocity_max.value(), projects ? 1e-10 : 1.0) << name;
    EXPECT_LT(c.energy_balance_error_max.value(), (conserves ? 1e-10 : 0.05) * c.energy_scale) << name;
  }
}

// Stiff structures want numerical dissipation: methods without it may fail, but say so.
TEST_P(EveryMethod, runs_flexible_models_or_says_why_not) {
  const bool dissipates = GetParam() == "hht" || GetParam() == "generalized_alpha";
  for (const std::string& name : model_names()) {
    if (!is_flexible(name)) continue;
    const double step = load_model(model_path(name))->run.step.value();
    const Certificate c = run_model(name, {.method = GetParam(), .end = 20 * step}).certificate;
    const bool completed = c.status == "completed";
    EXPECT_TRUE(completed || (!dissipates && c.message.find("did not converge") != std::string::npos))
        << name << ": " << c.message;
    // Penalties are chosen by masses; against stiffness they leave more (1.1e-9 m in the turbine).
    const bool penalty = GetParam().starts_with("al");
    if (completed) {
      EXPECT_LT(c.constraint_position_max.value(), penalty ? 1e-8 : 1e-10) << name;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Structural, EveryMethod, ::testing::ValuesIn(all_methods()),
                         [](const auto& param_info) { return param_info.param; });

}  // namespace
}  // namespace invar::benchmarks
