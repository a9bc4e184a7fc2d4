// The parts of `explicit`: tableaux, stability limits, gains and notes, corrections, memory of steps, options.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "benchmarks/model_run.h"
#include "catalog/integrator_samples.h"
#include "invar/core/error.h"
#include "invar/integrators/explicit/runge_kutta.h"
#include "invar/integrators/explicit/tableau.h"
#include "invar/integrators/integrator.h"

namespace invar {
namespace {

std::unique_ptr<Integrator> make(const MechanicalSystem& system, const Overrides& options) {
  const MethodType& type = method_types().at("explicit");
  return type.make(system, Params(SpecNode::make_map(options, "test"), type.schema));
}

const catalog::ReadySystem& slider_crank() {
  static const catalog::ReadySystem ready(load_model(benchmarks::model_path("braun_slider_crank")));
  return ready;
}

const catalog::ReadySystem& pendulum() {
  static const catalog::ReadySystem ready(load_model(benchmarks::model_path("yoon_pendulum")));
  return ready;
}

TEST(Tableaux, satisfy_the_conditions_of_quadrature_and_consistency) {
  for (const auto& t : runge_kutta_tableaux()) {
    const double* a = t.a.data();
    for (int i = 0; i < t.stages(); ++i) {
      double sum = 0;
      for (int j = 0; j < i; ++j) sum += *a++;
      EXPECT_NEAR(sum, t.c[i], 1e-13) << t.name << " row " << i;
    }
    EXPECT_EQ(a, t.a.data() + t.a.size()) << t.name;
    for (int k = 0; k < t.order; ++k) {
      double sum = 0;
      for (int i = 0; i < t.stages(); ++i) sum += t.b[i] * std::pow(t.c[i], k);
      EXPECT_NEAR(sum, 1.0 / (k + 1), 1e-13) << t.name << " sum b c^" << k;
    }
    for (const auto& e : {t.e, t.e_low}) {
      double sum = 0;
      for (const double x : e) sum += x;
      EXPECT_NEAR(sum, 0, 1e-14) << t.name;
    }
  }
}

TEST(Tableaux, have_the_known_limits_of_stability) {
  const std::map<std::string, double> known = {{"euler", 2}, {"rk4", 2.785293563405282}, {"dopri5", 3.3065679}};
  for (const auto& t : runge_kutta_tableaux())
    if (known.contains(t.name)) {
      EXPECT_NEAR(calc_stability_limit(t), known.at(t.name), 1e-6) << t.name;
    }
}

TEST(ExplicitNotes, name_the_bound_that_gains_exceed) {
  const auto notes = [](const Overrides& options, double h) { return make(pendulum().system, options)->notes(h); };
  EXPECT_TRUE(notes({}, 0.01).empty());
  for (const char* integrator : {"euler", "rk4", "ab3", "dopri5", "dop853"})
    EXPECT_TRUE(notes({{"integrator", integrator}, {"stabilization", "baumgarte"}}, 0.01).empty()) << integrator;
  const Overrides strong = {{"stabilization", "baumgarte"}, {"baumgarte_beta", "40000"}};
  EXPECT_TRUE(notes(strong, 0.01).empty());  // rate 200 1/s
  Overrides ab3 = strong;
  ab3.push_back({"integrator", "ab3"});
  ASSERT_EQ(notes(ab3, 0.01).size(), 1u);
  EXPECT_NE(notes(ab3, 0.01)[0].find("ab3 is stable up to 0.545"), std::string::npos) << notes(ab3, 0.01)[0];
  EXPECT_NE(notes(strong, 0.02)[0].find("rk4 is stable up to 2.785"), std::string::npos);
  EXPECT_EQ(notes({{"stabilization", "gradient_feedback"}, {"gradient_gain", "300"}}, 0.01).size(), 1u);
  EXPECT_EQ(notes({{"energy", "multiplier"}, {"eta", "300"}}, 0.01).size(), 1u);
}

TEST(ExplicitNotes, warn_of_energy_control_without_constraint_control) {
  const auto notes = make(pendulum().system, {{"stabilization", "none"}, {"energy", "multiplier"}})->notes(0.01);
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_NE(notes[0].find("less accurate"), std::string::npos);
}

TEST(ExplicitNotes, warn_of_corrections_of_energy_in_driven_systems) {
  const auto& samples = catalog::integrator_samples();
  const auto driven =
      std::find_if(samples.begin(), samples.end(), [](const auto& s) { return s.name == "driven_crank"; });
  const catalog::ReadySystem ready(driven->text);
  for (const char* correction : {"post", "hold"})
    EXPECT_EQ(make(ready.system, {{"energy", "braun"}, {"correction", correction}})->notes(0.01).size(), 1u);
  EXPECT_TRUE(make(ready.system, {})->notes(0.01).empty());
}

// Gains beyond the bound do what the note says.
TEST(Explicit, is_unstable_beyond_the_bound_and_stable_below) {
  const auto violation = [](double rate_h) {
    const double h = 0.01, r = rate_h / h;
    const auto integrator = make(pendulum().system, {{"integrator", "ab3"},
                                                     {"stabilization", "baumgarte"},
                                                     {"energy", "none"},
                                                     {"baumgarte_alpha", std::to_string(2 * r)}});
    State s = pendulum().start, next;
    s.q *= 1 + 1e-6;
    for (int i = 0; i < 300 && integrator->step(s, h, next).status.ok(); ++i) std::swap(s, next);
    return std::abs(s.q.norm() - 1);
  };
  EXPECT_LT(violation(0.5), 1e-5);
  EXPECT_GT(violation(0.62), 1e-3);
}

TEST(Explicit, refuses_bad_options_with_a_message) {
  const auto message = [](const Overrides& options) -> std::string {
    try {
      make(pendulum().system, options);
    } catch (const ModelError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(message({{"integrator", "rk5"}}).find("rk4"), std::string::npos) << message({{"integrator", "rk5"}});
  EXPECT_NE(message({{"stabilization", "braum"}}).find("braun"), std::string::npos);
  EXPECT_NE(message({{"energy", "multiplyer"}}).find("multiplier"), std::string::npos);
  EXPECT_NE(message({{"baumgarte_beta", "-1"}}), "");
  EXPECT_NE(message({{"truncation", "1"}}), "");
  EXPECT_NE(message({{"eta", "0"}}), "");
  EXPECT_NE(message({{"gamma", "1"}}), "");
}

TEST(Explicit, declares_the_order_that_gains_following_the_step_leave) {
  const auto order = [](const Overrides& options) { return make(pendulum().system, options)->traits().order; };
  EXPECT_EQ(order({{"integrator", "dop853"}}), 8);
  EXPECT_EQ(order({{"integrator", "dop853"}, {"stabilization", "baumgarte"}}), 2);
  EXPECT_EQ(order({{"stabilization", "baumgarte"}, {"baumgarte_beta", "40"}}), 4);
  EXPECT_EQ(order({{"stabilization", "gradient_feedback"}}), 2);
  EXPECT_EQ(order({{"stabilization", "baumgarte"}, {"energy", "multiplier"}}), 1);
}

// One factorization an evaluation; the first stage of a step shares that of the correction before it.
TEST(Explicit, factors_once_an_evaluation) {
  const catalog::ReadySystem bars(load_model(benchmarks::model_path("n_four_bar"), {{"N", "20"}}));
  for (const auto& [name, stages] : {std::pair{"rk4", 4}, {"dopri5", 6}, {"dop853", 12}}) {
    const auto integrator = make(bars.system, {{"integrator", name}});
    State s = bars.start, next;
    integrator->step(s, 0.01, next);
    for (int i = 0; i < 3; ++i) {
      std::swap(s, next);
      EXPECT_EQ(integrator->step(s, 0.01, next).factorizations, stages) << name;
    }
  }
}

TEST(Explicit, gives_the_same_to_the_last_bit_after_reset) {
  for (const char* integrator : {"rk4", "ab3", "dopri5"}) {
    for (const char* correction : {"hold", "post"}) {
      const auto used = make(slider_crank().system, {{"integrator", integrator}, {"correction", correction}});
      const auto fresh = make(slider_crank().system, {{"integrator", integrator}, {"correction", correction}});
      State s = slider_crank().start, next, a, b;
      for (int i = 0; i < 20; ++i) {
        ASSERT_TRUE(used->step(s, 0.01, next).status.ok());
        std::swap(s, next);
      }
      used->reset();
      used->step(s, 0.007, a);
      fresh->step(s, 0.007, b);
      EXPECT_EQ(a.q, b.q) << integrator;
      EXPECT_EQ(a.v, b.v) << integrator;
    }
  }
}

// A step that is repeated with another size keeps the energy of the start of the run as its reference.
TEST(Explicit, remembers_the_energy_of_the_start_when_a_step_is_repeated) {
  const auto integrator = make(slider_crank().system, {{"correction", "hold"}, {"integrator", "rk4"}});
  State s = slider_crank().start, next, other;
  for (int i = 0; i < 30; ++i) {
    integrator->step(s, 0.05, next);
    std::swap(s, next);
  }
  PointEval eval;
  const Vector lambda = Vector::Zero(slider_crank().system.rows());
  const auto energy = [&](const State& x) {
    slider_crank().system.eval(x, lambda, kEnergy, eval);
    return eval.T + eval.U;
  };
  const double E0 = energy(slider_crank().start), before = std::abs(energy(s) - E0);
  ASSERT_GT(before, 1e-9);
  integrator->step(s, 0.05, next);
  integrator->step(s, 1e-3, other);
  EXPECT_LT(std::abs(energy(other) - E0), 1e-2 * before);
}

TEST(Explicit, estimates_the_error_of_a_step) {
  for (const auto& [name, order] : {std::pair{"dopri5", 4}, {"dop853", 7}}) {
    const auto estimate = [&](double h) {
      State end;
      return make(pendulum().system, {{"integrator", name}})->step(pendulum().start, h, end).local_error;
    };
    const double h = order == 4 ? 0.02 : 0.1;
    EXPECT_NEAR(std::log2(estimate(h) / estimate(h / 2)), order + 1, 0.6) << name;
  }
}

TEST(Explicit, starts_from_rest_without_control_of_the_energy_and_reports_what_is_not_finite) {
  const auto integrator = make(slider_crank().system, {});
  State s = slider_crank().start, next;  // at rest
  EXPECT_TRUE(integrator->step(s, 0.01, next).status.ok());
  s.q[0] = std::nan("");
  const StepReport report = integrator->step(s, 0.01, next);
  EXPECT_EQ(report.status.code, StatusCode::kNotFinite);
}

TEST(Explicit, says_which_constraint_is_lost_with_steps_far_too_large) {
  const auto integrator = make(slider_crank().system, {});
  State s = slider_crank().start, next;
  StepReport report;
  for (int i = 0; i < 50 && report.status.ok(); ++i) {
    report = integrator->step(s, 2.0, next);
    std::swap(s, next);
  }
  EXPECT_FALSE(report.status.ok());
  EXPECT_FALSE(report.status.detail.empty());
}

// Thin rods as rigid bodies have a singular mass matrix.
TEST(Explicit, runs_bodies_without_extension_across_their_axis) {
  const catalog::ReadySystem ready(R"(
gravity: [0, 0, -9.81]
bodies:
  a: {type: rigid_body, mass: 1, inertia: [0, 0.08, 0.08], position: [0.5, 0, 0], angular_velocity: [0, 0, 1], velocity: [0, 0.5, 0]}
  b: {type: rigid_body, mass: 1, inertia: [0, 0.08, 0.08], position: [1.5, 0, 0]}
joints:
  j: {type: revolute, between: [ground, a], at: [0, 0, 0], axis: [0, 1, 0]}
  k: {type: revolute, between: [a, b], at: [1, 0, 0], axis: [0, 0, 1]}
)");
  State end[2];
  for (const int i : {0, 1}) {
    const auto integrator = make(ready.system, {{"linear_solver", i == 0 ? "dense" : "sparse"}});
    State s = ready.start, next;
    for (int k = 0; k < 100; ++k) {
      ASSERT_TRUE(integrator->step(s, 0.005, next).status.ok());
      std::swap(s, next);
    }
    end[i] = s;
  }
  EXPECT_LT((end[0].q - end[1].q).cwiseAbs().maxCoeff(), 1e-9);
}

}  // namespace
}  // namespace invar
