// The energy-decaying scheme on problems whose answer is known in closed form, and its books of energy.
#include <gtest/gtest.h>

#include <cmath>

#include "catalog/integrator_samples.h"
#include "invar/integrators/energy_momentum/ed_step.h"
#include "invar/integrators/integrator.h"
#include "oracles/decaying_oscillator.h"

namespace invar {
namespace {

std::unique_ptr<Integrator> make_ed(const MechanicalSystem& system, const Overrides& options = {}) {
  const MethodType& type = method_types().at("ed");
  return type.make(system, Params(SpecNode::make_map(options, "test"), type.schema));
}

double energy(const MechanicalSystem& system, const State& s) {
  PointEval eval;
  system.eval(s, Vector::Zero(system.rows()), kEnergy, eval);
  return eval.T + eval.U;
}

// Spectral radius of a step of a unit mass on a spring with frequency omega, displaced and kicked along x.
double measure_radius(const std::string& spring, double omega, const Overrides& options) {
  const catalog::ReadySystem ready(fmt::format(R"(
bodies: {{m: {{type: point_mass, mass: 1, position: [0, 0, 0]}}}}
markers: {{o: {{on: ground, at: [0, 0, 0]}}}}
forces: {{k: {}}}
)",
                                               fmt::format(fmt::runtime(spring), omega * omega)));
  Eigen::Matrix2d step;
  for (int k = 0; k < 2; ++k) {
    State s = ready.start, next;
    (k == 0 ? s.q : s.v)[0] = 1e-3;
    const StepReport r = make_ed(ready.system, options)->step(s, 1, next);
    EXPECT_TRUE(r.status.ok()) << r.status.message() << " omega " << omega;
    if (!r.status.ok()) return -1;
    step.col(k) << next.q[0] / 1e-3, next.v[0] / 1e-3;
  }
  return step.eigenvalues().cwiseAbs().maxCoeff();
}

class Oscillator : public ::testing::TestWithParam<double> {};

// Two ways to write one spring: on the squared length, where the energy is linear in the invariant, and by a bushing.
constexpr const char* kSprings[] = {"{{type: spring_damper, between: [o, m], rest_length: 0, stiffness: {}}}"};

TEST_P(Oscillator, is_amplified_by_the_rational_function) {
  const double alpha = GetParam();
  for (const char* spring : kSprings)
    for (const double omega : {0.1, 1.0, 10.0, 1e3})
      EXPECT_NEAR(measure_radius(spring, omega, {{"alpha", fmt::format("{}", alpha)}}),
                  std::abs(oracles::calc_decay(omega, alpha)), 1e-6)
          << omega;
}

TEST_P(Oscillator, shrinks_at_infinite_frequency_as_chosen) {
  const double alpha = GetParam();
  for (const char* spring : kSprings)
    EXPECT_NEAR(measure_radius(spring, 1e6, {{"alpha", fmt::format("{}", alpha)}}), (1 - alpha) / (1 + alpha), 1e-5);
}

INSTANTIATE_TEST_SUITE_P(Alpha, Oscillator, ::testing::Values(1.0, 0.5, 0.0));

const std::vector<Overrides>& configurations() {
  static const std::vector<Overrides> all{
      {}, {{"alpha", "0.5"}}, {{"alpha", "0"}}, {{"stage", "literal"}}, {{"stage", "literal"}, {"alpha", "0.3"}}};
  return all;
}

TEST(EdStep, closes_the_balance_of_energy_in_each_step_and_never_gives_energy) {
  for (const auto& sample : catalog::integrator_samples()) {
    const catalog::ReadySystem ready(sample.text);
    for (const auto& options : configurations()) {
      // A massless director needs the second set of multipliers.
      if (sample.name == "spatial_double_pendulum" && !options.empty() && options[0].first == "stage") continue;
      const auto ed = make_ed(ready.system, options);
      State s = ready.start, next;
      double E = energy(ready.system, s), scale = std::abs(E);
      for (int i = 0; i < 200; ++i) {
        const StepReport r = ed->step(s, 0.02, next);
        ASSERT_TRUE(r.status.ok()) << sample.name << ": " << r.status.message();
        std::swap(s, next);
        const double now = energy(ready.system, s);
        scale = std::max(scale, std::abs(now) + std::abs(r.work_drives));
        const double work = r.work_applied + r.work_drives - r.dissipated_physical;
        EXPECT_NEAR(now - E - work + r.dissipated_numerical, 0, 1e-12 * scale) << sample.name << " step " << i;
        EXPECT_GE(r.dissipated_numerical, 0) << sample.name;
        EXPECT_GE(r.dissipated_physical, 0) << sample.name;
        if (HasFailure()) return;
        E = now;
      }
    }
  }
}

// A mass on a stiff spring in steady rotation, 40 steps a turn: the spring is at rest in the frame that turns with it.
double lost_in_a_turn(int steps, const Overrides& options) {
  const double pi = std::acos(-1.0), k = 1e4, stretch = 1 / (k - 1);  // omega = 1, rest length 1: k s = m (1 + s)
  const catalog::ReadySystem ready(fmt::format(R"(
bodies: {{m: {{type: point_mass, mass: 1, position: [{0:.17g}, 0, 0], velocity: [0, {0:.17g}, 0]}}}}
markers: {{o: {{on: ground, at: [0, 0, 0]}}}}
forces: {{k: {{type: spring_damper, between: [o, m], rest_length: 1, stiffness: {1}}}}}
)",
                                               1 + stretch, k));
  const auto ed = make_ed(ready.system, options);
  State s = ready.start, next;
  const double E0 = energy(ready.system, s);
  for (int i = 0; i < steps; ++i) {
    const StepReport r = ed->step(s, 2 * pi / steps, next);
    EXPECT_TRUE(r.status.ok()) << r.status.message();
    std::swap(s, next);
  }
  return 1 - energy(ready.system, s) / E0;
}

TEST(StiffSpin, costs_little_with_forces_along_the_path) {
  EXPECT_LT(lost_in_a_turn(40, {}), 1e-3);
  EXPECT_NEAR(std::log2(lost_in_a_turn(40, {}) / lost_in_a_turn(80, {})), 3, 0.1);
  EXPECT_LT(std::abs(lost_in_a_turn(40, {{"alpha", "0"}})), 1e-12);
}

// The stage value is no configuration of the motion: why the literal form is not the default.
TEST(StiffSpin, is_braked_by_the_literal_stage) {
  EXPECT_GT(lost_in_a_turn(40, {{"stage", "literal"}}), 0.3);
  EXPECT_GT(lost_in_a_turn(160, {{"stage", "literal"}}), 0.03);
}

// Two bodies turn on a spring that no step resolves, with a start that excites it: the vibration dies, the turning stays.
TEST(StiffVibration, dies_out_while_energy_only_falls) {
  const catalog::ReadySystem ready(R"(
bodies:
  a: {type: point_mass, mass: 1, position: [0, 0, 0]}
  b: {type: point_mass, mass: 1, position: [1, 0, 0], velocity: [0.3, 1, 0]}
forces: {k: {type: spring_damper, between: [a, b], rest_length: 1, stiffness: 1e8}}
)");
  const auto ed = make_ed(ready.system);
  State s = ready.start, next;
  double E = energy(ready.system, s);
  for (int i = 0; i < 100; ++i) {
    const StepReport r = ed->step(s, 0.05, next);
    ASSERT_TRUE(r.status.ok()) << r.status.message();
    std::swap(s, next);
    const double now = energy(ready.system, s);
    EXPECT_LE(now, E * (1 + 1e-13));
    E = now;
  }
  const Vector3 d = s.q.tail<3>() - s.q.head<3>(), w = s.v.tail<3>() - s.v.head<3>();
  EXPECT_NEAR(d.norm(), 1, 1e-6);
  EXPECT_LT(std::abs(d.dot(w)), 1e-3);
  EXPECT_NEAR(w.norm(), 1, 0.02);
}

// Two sets of multipliers take out at once what of the velocity is normal to the constraints.
TEST(EdStep, annihilates_an_inconsistent_velocity_with_alpha_one) {
  const catalog::ReadySystem ready(R"(
bodies: {bob: {type: point_mass, mass: 1.5, position: [1, 0, 0], velocity: [0, 1, 0]}}
markers: {pivot: {on: ground, at: [0, 0, 0]}}
joints: {string: {type: distance, between: [pivot, bob]}}
)");
  const auto residual = [&](const Overrides& options, double h, int steps) {
    const auto ed = make_ed(ready.system, options);
    State s = ready.start, next;
    s.v[0] = 0.1;
    for (int i = 0; i < steps; ++i) {
      EXPECT_TRUE(ed->step(s, h, next).status.ok());
      std::swap(s, next);
    }
    return std::abs(s.q.dot(s.v));
  };
  EXPECT_LT(residual({}, 0.01, 2), 1e-5);
  EXPECT_GT(residual({{"alpha", "0"}}, 0.01, 2), 0.05);
}

TEST(EdStep, gives_the_same_bits_again_and_after_reset) {
  const catalog::ReadySystem ready(catalog::integrator_samples()[2].text);
  const auto run = [&](Integrator& ed) {
    State s = ready.start, next;
    for (int i = 0; i < 30; ++i) {
      EXPECT_TRUE(ed.step(s, 0.01, next).status.ok());
      std::swap(s, next);
    }
    return s;
  };
  const auto used = make_ed(ready.system), other = make_ed(ready.system);
  const State first = run(*used), same = run(*other);
  EXPECT_TRUE(first.q == same.q && first.v == same.v);
  used->reset();
  const State again = run(*used);
  EXPECT_TRUE(first.q == again.q && first.v == again.v);
}

TEST(EdStep, factors_once_and_iterates_a_few_times_on_smooth_motion) {
  const catalog::ReadySystem ready(catalog::integrator_samples()[2].text);
  const auto ed = make_ed(ready.system);
  State s = ready.start, next;
  int iterations = 0, factorizations = 0;
  for (int i = 0; i < 200; ++i) {
    const StepReport r = ed->step(s, 0.002, next);
    ASSERT_TRUE(r.status.ok());
    iterations += r.iterations;
    factorizations += r.factorizations;
    std::swap(s, next);
  }
  EXPECT_LT(factorizations, 220);
  EXPECT_LT(iterations, 200 * 4);
}

TEST(EdOptionNotes, warn_of_the_literal_stage) {
  const catalog::ReadySystem ready(catalog::integrator_samples()[0].text);
  EXPECT_TRUE(make_ed(ready.system)->notes(0.01).empty());
  EXPECT_EQ(make_ed(ready.system, {{"stage", "literal"}})->notes(0.01).size(), 1u);
  const catalog::ReadySystem massless(catalog::integrator_samples()[2].text);
  EXPECT_EQ(make_ed(massless.system, {{"stage", "literal"}})->notes(0.01).size(), 2u);
}

TEST(EdOptions, are_checked) {
  const catalog::ReadySystem ready(catalog::integrator_samples()[0].text);
  EXPECT_THROW(make_ed(ready.system, {{"alpha", "1.5"}}), ModelError);
  EXPECT_THROW(make_ed(ready.system, {{"alpha", "-0.1"}}), ModelError);
  EXPECT_THROW(make_ed(ready.system, {{"stage", "radau"}}), ModelError);
}

}  // namespace
}  // namespace invar
