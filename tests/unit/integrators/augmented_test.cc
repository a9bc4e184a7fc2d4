// The parts of the augmented Lagrangian methods: mean-value Jacobian and beta, projections and their energy, what a
// step costs and remembers, options.
#include <gtest/gtest.h>

#include <cmath>

#include "catalog/integrator_samples.h"
#include "invar/core/error.h"
#include "invar/integrators/augmented/projection.h"
#include "invar/integrators/penalty.h"
#include "invar/integrators/structural/structural_step.h"
#include "paths.h"
#include "unit/integrators/run_steps.h"

namespace invar {
namespace {

catalog::ReadySystem sample(const std::string& name) {
  for (const auto& s : catalog::integrator_samples())
    if (s.name == name) return catalog::ReadySystem(s.text);
  throw std::runtime_error("no sample " + name);
}

std::unique_ptr<Integrator> make(const std::string& method, const MechanicalSystem& system, Overrides options = {}) {
  const MethodType& type = method_types().at(method);
  return type.make(system, Params(SpecNode::make_map(options, "test"), type.schema));
}

double row_product(const SparsePattern& G, const Vector& values, int row, const Vector& x) {
  double sum = 0;
  for (int k = G.start[row]; k < G.start[row + 1]; ++k) sum += values[k] * x[G.index[k]];
  return sum;
}

// [Dopico2007] eq. (10) asks for the place q0 + beta d where the row's derivative along d is the difference of its
// values. Our mean-value Jacobian satisfies the same equation without looking for a place.
TEST(MeanValueJacobian, satisfies_the_equation_that_defines_beta) {
  const auto ready = sample("four_bar");  // rows with sines and cosines
  const MechanicalSystem& system = ready.system;
  const int n = system.coordinates();
  Vector d(n);
  for (int i = 0; i < n; ++i) d[i] = 0.3 * std::sin(1.7 * i + 0.4);
  const Vector zero_v = Vector::Zero(n), lambda = Vector::Zero(system.rows()), q1 = ready.start.q + d;
  PairEval pair;
  system.eval_pair({0, 1, ready.start.q, q1}, lambda, kResidual, pair);
  PointEval start, end, at;
  system.eval({0, ready.start.q, zero_v}, lambda, kPosition, start);
  system.eval({0, q1, zero_v}, lambda, kPosition, end);
  int away_from_middle = 0;
  for (int r = 0; r < system.rows(); ++r) {
    const double change = end.Phi[r] - start.Phi[r];
    EXPECT_NEAR(row_product(system.G_pattern(), pair.B, r, d), change, 1e-15);
    const auto defect = [&](double beta) {
      const Vector q = ready.start.q + beta * d;
      system.eval({0, q, zero_v}, lambda, kVelocity, at);
      return row_product(system.G_pattern(), at.G, r, d) - change;
    };
    // A root exists by the mean-value theorem: bracketed by scanning, then bisected.
    double low = 0, high = 0;
    for (int k = 1; k <= 100 && high == 0; ++k)
      if (defect(0.01 * (k - 1)) * defect(0.01 * k) <= 0) low = 0.01 * (k - 1), high = 0.01 * k;
    ASSERT_GT(high, 0) << "row " << r;
    for (int k = 0; k < 60; ++k) (defect(low) * defect(0.5 * (low + high)) <= 0 ? high : low) = 0.5 * (low + high);
    EXPECT_NEAR(defect(low), 0, 1e-14);
    EXPECT_NEAR(row_product(system.G_pattern(), at.G, r, d), row_product(system.G_pattern(), pair.B, r, d), 1e-14);
    away_from_middle += std::abs(low - 0.5) > 1e-3;
  }
  EXPECT_GT(away_from_middle, 0) << "for these rows beta is not 1/2";
}

TEST(MeanValueJacobian, of_quadratic_rows_is_that_of_the_middle) {
  const auto ready = sample("spherical_pendulum");
  const MechanicalSystem& system = ready.system;
  const Vector q1 = ready.start.q + Vector3(0.1, -0.2, 0.3), middle = 0.5 * (ready.start.q + q1),
               lambda = Vector::Zero(system.rows());
  PairEval pair;
  PointEval at;
  system.eval_pair({0, 1, ready.start.q, q1}, lambda, kResidual, pair);
  system.eval({0, middle, ready.start.v}, lambda, kVelocity, at);
  EXPECT_LT((pair.B - at.G).cwiseAbs().maxCoeff(), 1e-15);
}

struct ProjectionCase {
  explicit ProjectionCase(const std::string& name, bool mass = true)
      : ready(sample(name)),
        kkt(make_kkt_solver(ready.system, KktForm::kAugmented)),
        projection(ready.system, {.mass = mass, .solves = 20}),
        s(ready.start),
        v_given(s.v) {
    const MechanicalSystem& system = ready.system;
    for (int i = 0; i < v_given.size(); ++i) v_given[i] += 0.3 * std::cos(2.3 * i);
    s.v = v_given;
    system.eval(s, Vector::Zero(system.rows()), kEnergy | kVelocity, before);
    calc_automatic_eps(system, system.M(), before.G, eps);
    kkt->factor(system.M(), before.G, before.G, eps);
  }
  bool project() {
    const bool ok = projection.project_velocity({*kkt, ready.system.M(), eps}, s, report);
    ready.system.eval(s, Vector::Zero(ready.system.rows()), kEnergy | kVelocity, after);
    return ok;
  }
  catalog::ReadySystem ready;
  std::unique_ptr<KktSolver> kkt;
  EndProjection projection;
  State s;
  Vector v_given, eps;
  PointEval before, after;
  StepReport report;
};

TEST(VelocityProjection, with_the_mass_matrix_takes_out_what_its_formula_says) {
  ProjectionCase p("spatial_double_pendulum");
  ASSERT_TRUE(p.project());
  EXPECT_LT(p.after.Phi_dot.cwiseAbs().maxCoeff(), 1e-14);
  const double loss = 0.5 * p.projection.impulse().dot(p.before.Phi_dot);
  EXPECT_GT(loss, 0.01);
  EXPECT_NEAR(p.before.T - p.after.T, loss, 1e-13);
  EXPECT_NEAR(p.report.dissipated_numerical, loss, 1e-13);
  EXPECT_EQ(p.report.work_drives, 0);
}

TEST(VelocityProjection, books_the_impulse_of_a_drive_as_its_work) {
  ProjectionCase p("driven_spatial_arm");
  ASSERT_TRUE(p.project());
  EXPECT_LT(p.after.Phi_dot.cwiseAbs().maxCoeff(), 1e-13);
  EXPECT_NEAR(p.report.dissipated_numerical, 0.5 * p.projection.impulse().dot(p.before.Phi_dot), 1e-12);
  EXPECT_NEAR(p.after.T - p.before.T, p.report.work_drives - p.report.dissipated_numerical, 1e-13);
  EXPECT_GT(std::abs(p.report.work_drives), 1e-3);
}

TEST(VelocityProjection, is_the_nearest_point_that_the_acceleration_solver_finds_too) {
  ProjectionCase p("free_linked_bodies", false);
  ASSERT_TRUE(p.project());
  AccelerationSolver solver(p.ready.system);
  Vector v = p.v_given;
  ASSERT_TRUE(solver.project_velocity({p.s.t, p.s.q}, v));
  EXPECT_LT((v - p.s.v).cwiseAbs().maxCoeff(), 1e-12);
}

// Figure 5 of [Dopico2007]: the accelerations the scheme goes on with satisfy the constraints.
TEST(AccelerationProjection, leaves_accelerations_that_satisfy_the_constraints) {
  const auto ready = sample("spatial_double_pendulum");
  const MechanicalSystem& system = ready.system;
  StructuralOptions options;
  options.form = KktForm::kAugmented;
  StructuralStep step(system, options);
  EndProjection projection(system, {});
  State s = ready.start, next;
  PointEval at;
  const auto residual = [&](const Vector& qdd) {
    system.eval(s, Vector::Zero(system.rows()), kVelocity | kBias, at);
    Vector r = at.bias;
    add_product(system.G_pattern(), at.G, qdd, r);
    return r.cwiseAbs().maxCoeff();
  };
  for (int i = 0; i < 50; ++i) {
    StepReport report = step.step(s, 0.01, next);
    ASSERT_TRUE(report.status.ok()) << report.status.message();
    std::swap(s, next);
    const NewtonFactors newton{step.kkt(), step.tangent(), step.eps()};
    ASSERT_TRUE(projection.project_velocity(newton, s, report));
    Vector qdd = step.acceleration();
    EXPECT_GT(residual(qdd), 1e-3) << "as they come from the integrator";
    projection.project_acceleration(newton, qdd);
    EXPECT_LT(residual(qdd), 1e-11);
    step.replace_end(s.v, qdd, projection.impulse());
  }
}

class AugmentedMethod : public ::testing::TestWithParam<std::string> {};

TEST_P(AugmentedMethod, gives_the_same_bits_again_and_after_reset) {
  const catalog::ReadySystem bars(load_model(source_path("models/n_four_bar.yaml"), {{"N", "10"}}));
  const auto body = sample("driven_spatial_arm");
  for (const auto* ready : {&bars, &body}) {
    const auto used = make(GetParam(), ready->system), other = make(GetParam(), ready->system);
    const State first = run_steps(*used, ready->start, 0.005, 30), same = run_steps(*other, ready->start, 0.005, 30);
    EXPECT_TRUE(first.q == same.q && first.v == same.v);
    used->reset();
    const State again = run_steps(*used, ready->start, 0.005, 30);
    EXPECT_TRUE(first.q == again.q && first.v == again.v);
  }
}

TEST_P(AugmentedMethod, goes_on_with_another_step_size) {
  const auto ready = sample("spherical_pendulum");
  const auto integrator = make(GetParam(), ready.system);
  const State middle = run_steps(*integrator, ready.start, 0.004, 50), end = run_steps(*integrator, middle, 0.002, 100);
  const State fine = run_steps(*make(GetParam(), ready.system), ready.start, 0.002, 200);
  EXPECT_LT((end.q - fine.q).cwiseAbs().maxCoeff(), 2e-4);
}

TEST_P(AugmentedMethod, factors_once_a_step_on_smooth_motion) {
  const auto ready = sample("spatial_double_pendulum");
  const auto integrator = make(GetParam(), ready.system);
  State s = run_steps(*integrator, ready.start, 0.001, 10), next;
  int factorizations = 0;
  for (int i = 0; i < 100; ++i) {
    factorizations += integrator->step(s, 0.001, next).factorizations;
    std::swap(s, next);
  }
  // A + B projects with the mass matrix, which has factors of its own.
  EXPECT_EQ(factorizations, GetParam() == "al_conserving_projection" ? 200 : 100);
}

// Steps of many turns: where the iteration finds an end, the constraints hold there.
TEST_P(AugmentedMethod, says_where_a_step_fails) {
  const auto ready = sample("four_bar");
  int failed = 0;
  for (const double h : {5.0, 20.0, 300.0}) {
    State next;
    const StepReport r = make(GetParam(), ready.system)->step(ready.start, h, next);
    if (r.status.ok()) {
      PointEval end;
      ready.system.eval(next, Vector::Zero(ready.system.rows()), kPosition, end);
      EXPECT_LT(end.Phi.cwiseAbs().maxCoeff(), 1e-14 * next.q.cwiseAbs().maxCoeff()) << h;
    } else {
      ++failed;
      EXPECT_TRUE(is_recoverable(r.status.code)) << r.status.message();
    }
  }
  EXPECT_GT(failed, 0);
}

INSTANTIATE_TEST_SUITE_P(Methods, AugmentedMethod,
                         ::testing::Values("newmark", "hht", "generalized_alpha", "al", "al_projection",
                                           "al_conserving", "al_conserving_projection"),
                         [](const auto& param_info) { return param_info.param; });

// A penalty that is far too small for the step: an iteration hardly changes the constraints.
TEST(GivenPenalty, that_holds_nothing_is_named_in_the_message) {
  const auto ready = sample("spatial_double_pendulum");
  for (const char* method : {"al_conserving", "al_conserving_projection"}) {
    State next;
    const StepReport weak = make(method, ready.system, {{"penalty", "10"}})->step(ready.start, 1e-4, next);
    ASSERT_FALSE(weak.status.ok()) << method;
    EXPECT_NE(weak.status.message().find("with penalty = 10 an iteration leaves about 100 %"), std::string::npos)
        << weak.status.message();
    EXPECT_TRUE(make(method, ready.system, {{"penalty", "0"}})->step(ready.start, 1e-4, next).status.ok()) << method;
  }
  // A step that fails for another reason does not blame the penalty.
  State next;
  const StepReport far = make("al_conserving", ready.system, {{"penalty", "1e9"}})->step(ready.start, 300, next);
  ASSERT_FALSE(far.status.ok());
  EXPECT_EQ(far.status.message().find("with penalty"), std::string::npos) << far.status.message();
}

// What a row of a light link resists is the heavy body that it carries.
TEST(GivenPenalty, that_cannot_hold_a_heavy_body_on_a_light_link_is_named_in_the_message) {
  const catalog::ReadySystem ready(R"(
gravity: [0, 0, -9.81]
bodies:
  light: {type: rigid_body, mass: 1, inertia: [0.1, 0.1, 0.1], position: [0.5, 0, 0]}
  heavy: {type: rigid_body, mass: 1e12, inertia: [1e11, 1e11, 1e11], position: [1.5, 0, 0]}
joints:
  a: {type: revolute, between: [ground, light], at: [0, 0, 0], axis: [0, 1, 0]}
  b: {type: revolute, between: [light, heavy], at: [1, 0, 0], axis: [0, 1, 0]}
)");
  for (const char* method : {"al_conserving", "al_conserving_projection"}) {
    State next;
    const StepReport weak = make(method, ready.system, {{"penalty", "1e9"}})->step(ready.start, 1e-3, next);
    ASSERT_FALSE(weak.status.ok()) << method;
    EXPECT_NE(weak.status.message().find("with penalty = 1e+09 an iteration leaves about 100 %"), std::string::npos)
        << weak.status.message();
    EXPECT_TRUE(make(method, ready.system, {{"penalty", "0"}})->step(ready.start, 1e-3, next).status.ok()) << method;
  }
}

TEST(GivenPenalty, is_raised_in_the_parts_of_a_divided_step) {
  const auto ready = sample("spatial_double_pendulum");
  for (const char* method : {"al", "al_projection", "al_conserving", "al_conserving_projection"}) {
    const auto part = make(method, ready.system, {{"penalty", "10"}}), automatic = make(method, ready.system);
    part->set_nominal_step(0.01);
    State s, same;
    const StepReport report = part->step(ready.start, 1e-4, s);
    ASSERT_TRUE(report.status.ok()) << method << ": " << report.status.message();
    ASSERT_TRUE(automatic->step(ready.start, 1e-4, same).status.ok()) << method;
    EXPECT_LT((s.q - same.q).cwiseAbs().maxCoeff(), 1e-14) << method;
    EXPECT_LT(report.iterations, 8) << method;
    // The step size is an option, not history.
    part->reset();
    State again;
    ASSERT_TRUE(part->step(ready.start, 1e-4, again).status.ok()) << method;
    EXPECT_TRUE(again.q == s.q && again.v == s.v) << method;
  }
}

// Fewer iterations, constraints and motion to the tolerance; no method claims what it then does not keep.
TEST(Tolerance, ends_the_iterations_of_every_stabilized_method_early) {
  const auto ready = sample("spatial_double_pendulum");
  for (const char* method : {"al_projection", "al_conserving", "al_conserving_projection"}) {
    const auto loose = make(method, ready.system, {{"tolerance", "1e-8"}}), exact = make(method, ready.system);
    EXPECT_FALSE(loose->traits().position_exact) << method;
    EXPECT_FALSE(loose->traits().conserves_energy) << method;
    EXPECT_TRUE(exact->traits().position_exact) << method;
    State a = ready.start, b = ready.start, next;
    int fewer = 0, all = 0;
    for (int i = 0; i < 100; ++i) {
      fewer += loose->step(a, 0.01, next).iterations;
      std::swap(a, next);
      all += exact->step(b, 0.01, next).iterations;
      std::swap(b, next);
    }
    EXPECT_LT(fewer, 0.8 * all) << method;
    PointEval end;
    ready.system.eval(a, Vector::Zero(ready.system.rows()), kPosition, end);
    EXPECT_LT(end.Phi.cwiseAbs().maxCoeff(), 1e-7) << method;
    EXPECT_LT((a.q - b.q).cwiseAbs().maxCoeff(), 1e-5) << method;
    EXPECT_GT((a.q - b.q).cwiseAbs().maxCoeff(), 0) << method;
  }
}

TEST(Options, outside_their_bounds_are_refused_with_a_message) {
  const auto ready = sample("spherical_pendulum");
  const auto message = [&](const std::string& method, const Overrides& options) -> std::string {
    try {
      make(method, ready.system, options);
    } catch (const ModelError& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_NE(message("hht", {{"alpha", "0.1"}}).find("alpha"), std::string::npos);
  EXPECT_NE(message("generalized_alpha", {{"rho_inf", "1.5"}}).find("rho_inf"), std::string::npos);
  EXPECT_NE(message("newmark", {{"beta", "0"}}).find("beta"), std::string::npos);
  EXPECT_NE(message("al", {{"penalty", "-1"}}).find("penalty"), std::string::npos);
  EXPECT_NE(message("al_projection", {{"integrator", "euler"}}).find("trapezoidal"), std::string::npos);
  EXPECT_NE(message("al_conserving", {{"tolerance", "1"}}).find("tolerance"), std::string::npos);
  EXPECT_EQ(message("hht", {{"alpha", "-1/3"}}), "accepted");
}

TEST(Notes, warn_of_schemes_that_are_unstable_with_constraints) {
  const auto ready = sample("spherical_pendulum");
  EXPECT_FALSE(make("newmark", ready.system)->notes(0.01).empty());
  EXPECT_FALSE(make("al", ready.system)->notes(0.01).empty());
  EXPECT_TRUE(make("hht", ready.system)->notes(0.01).empty());
  EXPECT_FALSE(make("generalized_alpha", ready.system, {{"rho_inf", "1"}})->notes(0.01).empty());
}

}  // namespace
}  // namespace invar
