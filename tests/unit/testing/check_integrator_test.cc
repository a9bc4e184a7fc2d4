// The checker of integrators finds wrong ones: each claim is broken on purpose and must be named.
#include <gtest/gtest.h>

#include <cmath>

#include "catalog/integrator_samples.h"
#include "invar/solve/acceleration.h"
#include "invar/testing/check_integrator.h"

namespace invar {
namespace {

const char* kSpring = R"(
bodies: {a: {type: point_mass, mass: 1, position: [1, 0, 0], velocity: [0, 0.5, 0]}}
markers: {o: {on: ground, at: [0, 0, 0]}}
forces: {s: {type: spring_damper, between: [o, a], rest_length: 0.5, stiffness: 4}}
)";

class ExplicitEuler final : public Integrator {
 public:
  ExplicitEuler(const MechanicalSystem& system, Traits claims) : solver_(system), claims_(claims) {}
  Traits traits() const override { return claims_; }
  void reset() override {}
  StepReport step(const State& s0, double h, State& s1) override {
    StepReport report;
    if (!solver_.solve(s0, a_, lambda_)) report.status.code = StatusCode::kSingular;
    s1 = {s0.t + h, s0.q + h * s0.v, s0.v + h * a_};
    return report;
  }
  const Vector& lambda() const override { return lambda_; }

 private:
  AccelerationSolver solver_;
  Traits claims_;
  Vector a_, lambda_;
};

// A good method whose results are spoiled after each step.
class Spoiled final : public Integrator {
 public:
  using Spoil = std::function<void(State&, StepReport&, double h)>;
  Spoiled(const MechanicalSystem& system, Spoil spoil, Traits claims) : spoil_(std::move(spoil)), claims_(claims) {
    const MethodType& type = method_types().at("ep");
    inner_ = type.make(system, Params(SpecNode(), type.schema));
  }
  Traits traits() const override { return claims_; }
  void reset() override { inner_->reset(); }
  StepReport step(const State& s0, double h, State& s1) override {
    StepReport report = inner_->step(s0, h, s1);
    spoil_(s1, report, h);
    return report;
  }
  const Vector& lambda() const override { return inner_->lambda(); }

 private:
  Spoil spoil_;
  Traits claims_;
  std::unique_ptr<Integrator> inner_;
};

std::string sample_text(const std::string& name) {
  for (const auto& s : catalog::integrator_samples())
    if (s.name == name) return s.text;
  return "";
}

std::string violation_of(const std::string& text, const Spoiled::Spoil& spoil, Traits claims) {
  const catalog::ReadySystem ready(text);
  EXPECT_TRUE(ready.status.ok());
  return check_integrator(ready.system, [&] { return std::make_unique<Spoiled>(ready.system, spoil, claims); },
                          ready.start, {.step = 0.01})
      .violation;
}

std::string euler_violation(Traits claims) {
  const catalog::ReadySystem ready(kSpring);
  return check_integrator(ready.system, [&] { return std::make_unique<ExplicitEuler>(ready.system, claims); },
                          ready.start, {.step = 0.002, .steps = 500})
      .violation;
}

bool names(const std::string& violation, const std::string& words) {
  return violation.find(words) != std::string::npos;
}

TEST(CheckIntegrator, accepts_explicit_euler_only_as_what_it_is) {
  EXPECT_EQ(euler_violation({.order = 1}), "");
  EXPECT_PRED2(names, euler_violation({.order = 2}), "claims order 2, but measures 1.0");
  EXPECT_PRED2(names, euler_violation({.order = 1, .conserves_energy = true}), "conserve the energy");
  EXPECT_PRED2(names, euler_violation({.order = 1, .dissipates = true}), "energy never rises");
  EXPECT_PRED2(names, euler_violation({.order = 1, .symmetric = true}), "step back");
}

TEST(CheckIntegrator, measures_the_order_against_an_exact_solution) {
  const catalog::ReadySystem ready(R"(
bodies: {a: {type: point_mass, mass: 1, position: [0, 0, 0], velocity: [1, 0, 2]}}
gravity: [0, 0, -10]
)");
  // Euler lags a falling body by h g t / 2; a reference makes that error visible directly.
  const auto exact = [](double t) { return Vector(Vector3(t, 0, 2 * t - 5 * t * t)); };
  const auto report =
      check_integrator(ready.system, [&] { return std::make_unique<ExplicitEuler>(ready.system, Traits{.order = 1}); },
                       ready.start, {.step = 0.1, .steps = 10, .reference = exact});
  EXPECT_TRUE(report.ok) << report.violation;
  EXPECT_NEAR(report.order, 1, 1e-9);
  EXPECT_NEAR(report.fine_error, 0.025 * 10 / 2, 1e-12);
}

TEST(CheckIntegrator, finds_that_a_dissipative_method_does_not_conserve) {
  const auto damp = [](State& s, StepReport&, double h) { s.v *= 1 - 1e-5 * h * h; };
  EXPECT_PRED2(names, violation_of(kSpring, damp, {.conserves_energy = true}), "conserve the energy");
  EXPECT_EQ(violation_of(kSpring, damp, {.dissipates = true}), "");
}

TEST(CheckIntegrator, finds_each_broken_claim_about_constraints_and_momenta) {
  const std::string pendulum = sample_text("spherical_pendulum"), springs = sample_text("masses_and_springs");
  const auto nothing = [](State&, StepReport&, double) {};
  EXPECT_EQ(violation_of(pendulum, nothing, {.symmetric = true, .position_exact = true, .velocity_mid_exact = true}),
            "");
  EXPECT_PRED2(names, violation_of(pendulum, nothing, {.velocity_exact = true}),
               "velocity constraints exact at step ends");
  EXPECT_PRED2(names,
               violation_of(pendulum, [](State& s, StepReport&, double h) { s.q *= 1 + 1e-4 * h * h * h; },
                            {.position_exact = true}),
               "position constraints");
  EXPECT_PRED2(names,
               violation_of(pendulum, [](State&, StepReport& r, double) { r.velocity_mid_max = 1e-6; },
                            {.velocity_mid_exact = true}),
               "in the mean of a step");
  const auto push = [](State& s, StepReport&, double h) { s.v[0] += 1e-4 * h * h * h; };
  EXPECT_PRED2(names, violation_of(springs, push, {.conserves_momentum = true}), "linear momentum");
  const auto turn = [](State& s, StepReport&, double h) {  // opposite pushes on the equal parts of the momentum
    s.v[1] += 2e-4 * h * h * h;
    s.v[4] -= 1e-4 * h * h * h;
  };
  EXPECT_PRED2(names, violation_of(springs, turn, {.conserves_momentum = true}), "angular momentum");
}

TEST(CheckIntegrator, reports_a_step_that_fails_or_is_not_finite) {
  EXPECT_PRED2(names, violation_of(kSpring, [](State& s, StepReport&, double) { s.q[0] = NAN; }, {}), "not finite");
  EXPECT_PRED2(names,
               violation_of(kSpring, [](State&, StepReport& r, double) { r.status.code = StatusCode::kSingular; }, {}),
               "step 1 of size");
}

}  // namespace
}  // namespace invar
