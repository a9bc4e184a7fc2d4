// `em`: energy, positions and velocities at step ends on every model that ships; orders of coordinates, velocities and
// multipliers; no zigzag; large steps; one trajectory from all ways to solve it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "benchmarks/model_run.h"
#include "invar/audit/findings.h"
#include "invar/integrators/energy_momentum/em_step.h"
#include "invar/solve/acceleration.h"
#include "invar/solve/initial_conditions.h"
#include "invar/system/assembled_system.h"

namespace invar::benchmarks {
namespace {

class BothLevels : public ::testing::TestWithParam<std::string> {};

// Findings are judged against 1e-11 of what is summed: energy, positions and velocities at step ends, accelerations.
TEST_P(BothLevels, hold_on_every_model) {
  const double step = load_model(model_path(GetParam()))->run.step.value();
  const RecordedRun run = run_model(GetParam(), {.method = "em", .step = step, .end = 100 * step});
  EXPECT_TRUE(run.certificate.completed()) << run.certificate.message;
  for (const Finding& f : judge(run.certificate)) {
    EXPECT_TRUE(f.verdict == Verdict::kKept || f.verdict == Verdict::kNotConserved ||
                f.verdict == Verdict::kNotEstimated)
        << f.name << " " << f.value.value_or(0) << " " << f.sentence;
    EXPECT_NE(f.name, "constraints, as enforced") << "one line for the velocities";
  }
}

INSTANTIATE_TEST_SUITE_P(Models, BothLevels, ::testing::ValuesIn(model_names()),
                         [](const auto& param_info) { return param_info.param; });

// Long runs, through singular positions, with drives, rolling, beams and tyres.
struct LongRun {
  const char* model;
  Overrides set;
  std::optional<double> end;
};
void PrintTo(const LongRun& run, std::ostream* out) { *out << run.model; }

class LongBothLevels : public ::testing::TestWithParam<LongRun> {};

TEST_P(LongBothLevels, hold_to_rounding) {
  const LongRun& c = GetParam();
  const RecordedRun run = run_model(c.model, {.method = "em", .set = c.set, .end = c.end});
  EXPECT_TRUE(run.certificate.completed()) << run.certificate.message;
  EXPECT_LT(run.certificate.energy_balance_error_max.value() / run.certificate.energy_scale, 1e-11);
  EXPECT_LT(run.certificate.constraint_position_relative_max.value(), 1e-11);
  EXPECT_LT(run.certificate.constraint_velocity_relative_max.value(), 1e-11);
  if (run.certificate.angular_momentum_drift_max && run.certificate.angular_momentum_scale > 0) {
    EXPECT_LT(*run.certificate.angular_momentum_drift_max / *run.certificate.angular_momentum_scale, 1e-12);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Models, LongBothLevels,
    ::testing::Values(LongRun{"bauchau_rigid_body", {}, 50}, LongRun{"bauchau_universal_joint", {}, {}},
                      LongRun{"dopico_compound_pendulum", {}, 50}, LongRun{"braun_slider_crank", {}, 100},
                      LongRun{"braun_double_four_bar", {}, 1000}, LongRun{"n_four_bar", {{"N", "40"}}, 20},
                      LongRun{"bricard", {}, 20}, LongRun{"bicycle", {}, 10}, LongRun{"heavy_top", {}, 5},
                      LongRun{"flexible_four_bar", {}, 5}, LongRun{"dopico_iltis_smooth", {}, {}},
                      LongRun{"dopico_iltis_rough", {}, {}}, LongRun{"bauchau_wind_turbine", {}, 2}),
    [](const auto& param_info) { return std::string(param_info.param.model); });

// Steps of the scheme itself, with what it solves for.
struct Motion {
  std::vector<State> states;
  std::vector<Vector> raw;  // multipliers in the middle of each step
};

struct Stepped {
  std::shared_ptr<const Model> model;
  AssembledSystem system;
  State start;

  explicit Stepped(const std::string& name) : model(load_model(model_path(name))), system(model->assembly) {
    start = model->initial;
    EXPECT_TRUE(solve_initial_conditions(system, start).status.ok());
  }
  Motion run(double h, int steps, const EmOptions& options = {}) const {
    EmStep em(system, options);
    EmStep::Memory memory;
    Motion motion;
    motion.states.push_back(start);
    for (int i = 0; i < steps; ++i) {
      State next;
      const StepReport r = em.step(motion.states.back(), h, next, memory);
      EXPECT_TRUE(r.status.ok()) << r.status.message();
      motion.states.push_back(next);
      motion.raw.push_back(em.lambda());
    }
    return motion;
  }
};

// Errors with h and h/2 against h/16 at the end of 20 coarse steps; raw multipliers at the middle of a coarse step, to which
// those of finer steps are interpolated from both sides.
struct Errors {
  double q, v, lambda;
};
Errors compare_ends(const Motion& coarse, const Motion& fine, int refinement) {
  const std::size_t n = coarse.states.size() - 1;
  const State &a = coarse.states[n], &b = fine.states[n * refinement];
  const std::size_t middle = (n - 1) * refinement + refinement / 2;
  const Vector exact = 0.5 * (fine.raw[middle - 1] + fine.raw[middle]);
  return {(a.q - b.q).cwiseAbs().maxCoeff(), (a.v - b.v).cwiseAbs().maxCoeff(),
          (coarse.raw[n - 1] - exact).cwiseAbs().maxCoeff()};
}

class SecondOrder : public ::testing::TestWithParam<std::pair<const char*, double>> {};

TEST_P(SecondOrder, of_coordinates_velocities_and_raw_multipliers) {
  const auto& [name, h] = GetParam();
  const Stepped s(name);
  const Motion reference = s.run(h / 32, 20 * 32);
  const Errors coarse = compare_ends(s.run(h, 20), reference, 32), fine = compare_ends(s.run(h / 2, 40), reference, 16);
  // The error of the reference is a thousandth of the coarse one, so orders are good to 0.01.
  EXPECT_NEAR(measured_order(coarse.q, fine.q), 2, 0.05);
  EXPECT_NEAR(measured_order(coarse.v, fine.v), 2, 0.05);
  EXPECT_NEAR(measured_order(coarse.lambda, fine.lambda), 2, 0.05);
}

INSTANTIATE_TEST_SUITE_P(Models, SecondOrder,
                         ::testing::Values(std::pair{"bauchau_rigid_body", 0.01},
                                           std::pair{"bauchau_universal_joint", 0.005},
                                           std::pair{"yoon_pendulum", 0.01}, std::pair{"double_pendulum", 0.002},
                                           std::pair{"heavy_top", 0.0005}, std::pair{"geared_pendulums", 0.005},
                                           std::pair{"rolling_disc", 0.002}),
                         [](const auto& param_info) { return std::string(param_info.param.first); });

// A sawtooth of size a would leave 8 a in third differences whatever the step; smooth multipliers leave h^3.
TEST(RawMultipliers, have_no_zigzag) {
  for (const char* name : {"double_pendulum", "bauchau_universal_joint", "bauchau_rigid_body"}) {
    const Stepped s(name);
    const auto largest = [&](double h, int steps) {
      const Motion m = s.run(h, steps);
      double size = 0;
      for (std::size_t i = 3; i < m.raw.size(); ++i)
        size = std::max(size, (m.raw[i] - 3 * m.raw[i - 1] + 3 * m.raw[i - 2] - m.raw[i - 3]).cwiseAbs().maxCoeff());
      return size;
    };
    EXPECT_NEAR(std::log2(largest(0.002, 50) / largest(0.001, 100)), 3, 0.15) << name;
  }
}

// At the ends of steps the mean of two neighbours is of second order, too. Where nothing is stiff, multipliers recomputed from
// the accelerations there are nearer (docs/adr/0026-reactions-at-nodes.md).
TEST(RawMultipliers, have_means_at_nodes_of_second_order) {
  for (const auto& [name, h] : {std::pair{"double_pendulum", 0.005},
                                {"bauchau_universal_joint", 0.0157},
                                {"geared_pendulums", 0.005},
                                {"rolling_disc", 0.005}}) {
    const Stepped s(name);
    AccelerationSolver solver(s.system);
    const auto at_node = [&](const Motion& motion, std::size_t i) {
      Vector a, lambda;
      EXPECT_TRUE(solver.solve(motion.states[i], a, lambda));
      return lambda;
    };
    const Motion reference = s.run(h / 32, 30 * 32);
    struct Largest {
      double mean = 0, recomputed = 0;
    };
    const auto compare = [&](std::size_t refinement) {
      const Motion motion = s.run(h / static_cast<double>(refinement), static_cast<int>(30 * refinement));
      Largest largest;
      for (std::size_t k = 2; k < 30; ++k) {
        const std::size_t i = k * refinement;
        const Vector exact = at_node(reference, 32 * k);
        const Vector mean = 0.5 * (motion.raw[i - 1] + motion.raw[i]);
        largest.mean = std::max(largest.mean, (mean - exact).cwiseAbs().maxCoeff());
        largest.recomputed = std::max(largest.recomputed, (at_node(motion, i) - exact).cwiseAbs().maxCoeff());
      }
      return largest;
    };
    const Largest coarse = compare(1), fine = compare(2);
    EXPECT_NEAR(measured_order(coarse.mean, fine.mean), 2, 0.05) << name;
    EXPECT_LT(coarse.recomputed, coarse.mean) << name;
  }
}

// The multipliers of velocity rows act along the rows alone: the motion has the error of `ep` (closed form: model file).
TEST(VelocityRows, of_a_knife_edge_are_as_accurate_as_with_ep) {
  const double omega = std::numbers::pi / 3, c = 9.81 * std::sin(std::numbers::pi / 4) / (2 * omega * omega);
  const auto error = [&](const char* method, double h) {
    const auto model = load_model(model_path("knife_edge"));
    const AssembledSystem system(model->assembly);
    const MethodType& type = method_types().at(method);
    const auto integrator = type.make(system, Params(SpecNode::make_map({}, "test"), type.schema));
    State a = model->initial, b;
    double largest = 0;
    const int steps = static_cast<int>(std::lround(4 / h));
    for (int i = 1; i <= steps; ++i) {
      EXPECT_TRUE(integrator->step(a, h, b).status.ok());
      std::swap(a, b);
      const double turned = omega * h * i, sine = std::sin(turned);
      const Vector3 exact(c * sine * sine, c * (turned - 0.5 * std::sin(2 * turned)), turned);
      largest = std::max(largest, (a.q - exact).cwiseAbs().maxCoeff());
    }
    return largest;
  };
  for (const double h : {0.01, 0.05}) EXPECT_NEAR(error("em", h) / error("ep", h), 1, 0.02) << h;
  EXPECT_NEAR(measured_order(error("em", 0.02), error("em", 0.01)), 2, 0.05);
}

TEST(Forms, give_one_trajectory) {
  for (const char* name :
       {"bauchau_universal_joint", "bricard", "four_bar_spatial", "rolling_disc", "double_pendulum"}) {
    const Stepped s(name);
    const Motion reduced = s.run(0.005, 100);
    for (const EmOptions& other : {EmOptions{.form = KktForm::kFull}, EmOptions{.sweeps = false},
                                   EmOptions{.form = KktForm::kFull, .sweeps = false}}) {
      const Motion motion = s.run(0.005, 100, other);
      const State &a = reduced.states.back(), &b = motion.states.back();
      EXPECT_LT((a.q - b.q).cwiseAbs().maxCoeff(), 1e-11 * (1 + a.q.cwiseAbs().maxCoeff())) << name;
      EXPECT_LT((a.v - b.v).cwiseAbs().maxCoeff(), 1e-10 * (1 + a.v.cwiseAbs().maxCoeff())) << name;
    }
  }
}

// Composed orders: coordinates, velocities and the multipliers recomputed at nodes.
TEST(ComposedOrders, hold_for_velocities_and_multipliers) {
  for (const auto& [name, h] :
       {std::pair{"bauchau_universal_joint", 0.04}, {"yoon_pendulum", 0.08}, {"double_pendulum", 0.01}}) {
    const Stepped s(name);
    const MethodType& type = method_types().at("em");
    const auto run = [&](const char* order, double step, int steps) {
      const auto em = type.make(s.system, Params(SpecNode::make_map({{"order", order}}, "test"), type.schema));
      State a = s.start, b;
      for (int i = 0; i < steps; ++i) {
        EXPECT_TRUE(em->step(a, step, b).status.ok());
        std::swap(a, b);
      }
      return a;
    };
    const auto multipliers = [&](const State& state) {
      AccelerationSolver solver(s.system);
      Vector a, lambda;
      EXPECT_TRUE(solver.solve(state, a, lambda));
      return lambda;
    };
    const State reference = run("6", h / 8, 160);
    for (const auto& [order, expected, tolerance] : {std::tuple{"4", 4.0, 0.1}, {"6", 6.0, 0.2}}) {
      const State coarse = run(order, h, 20), fine = run(order, h / 2, 40);
      const auto measured = [&](const Vector& a, const Vector& b, const Vector& exact) {
        return measured_order((a - exact).cwiseAbs().maxCoeff(), (b - exact).cwiseAbs().maxCoeff());
      };
      EXPECT_NEAR(measured(coarse.q, fine.q, reference.q), expected, tolerance) << name;
      EXPECT_NEAR(measured(coarse.v, fine.v, reference.v), expected, tolerance) << name;
      EXPECT_NEAR(measured(multipliers(coarse), multipliers(fine), multipliers(reference)), expected, tolerance)
          << name;
    }
  }
}

// Steps chosen by error: by the third difference of the motion (order 2) and by doubling (orders 4 and 6). A pendulum that
// turns over, with one row at the end of the run.
TEST(ControlledSteps, of_every_order_follow_the_tolerance_and_keep_both_levels) {
  const auto run = [](const char* order, std::optional<double> tolerance) {
    const std::optional<double> step = tolerance ? std::nullopt : std::optional(0.01);
    const RecordedRun result =
        run_text(R"(
model: pendulum
gravity: [0, -1]
bodies:
  mass: {type: planar_point_mass, mass: 1, position: [1, 0], velocity: [0, 2]}
joints:
  string: {type: distance, between: [ground, mass], at: [0, 0]}
method: {name: em, end: 5}
outputs: [mass.position, mass.velocity]
)",
                 {.options = {{"order", order}}, .step = step, .tolerance = tolerance, .every = 5});
    EXPECT_TRUE(result.certificate.completed()) << order;
    EXPECT_LT(result.certificate.energy_balance_error_max.value() / result.certificate.energy_scale, 1e-11) << order;
    EXPECT_LT(result.certificate.constraint_position_relative_max.value(), 1e-11) << order;
    EXPECT_LT(result.certificate.constraint_velocity_relative_max.value(), 1e-11) << order;
    return result.rows.back();
  };
  const std::vector<double> reference = run("6", std::nullopt);
  for (const auto& [order, tight] : {std::pair{"2", 1e-8}, {"4", 1e-11}, {"6", 1e-13}}) {
    const auto error = [&, order = order](double tolerance) {
      const std::vector<double> end = run(order, tolerance);
      double largest = 0;
      for (std::size_t i = 1; i < end.size(); ++i) largest = std::max(largest, std::abs(end[i] - reference[i]));
      return largest;
    };
    EXPECT_LT(error(tight), std::max(0.1 * error(1e-3), 1e-11)) << order;  // 1e-11: rounding of many small steps
  }
}

// Two arms that whirl at 5 rad/s with steps of 0.05 s for a minute: with `ep` most of the energy ends in velocities across the
// constraints (test NormalVelocities).
TEST(LargeSteps, leave_no_energy_across_the_constraints) {
  const RecordedRun run = run_text(R"(
model: whirl
gravity: [0, -9.81, 0]
bodies:
  a: {type: rigid_body, mass: 1, inertia: [0.01, 0.1, 0.1], position: [0.5, 0, 0], angular_velocity: [0, 0, 5],
      velocity: [0, 2.5, 0]}
  b: {type: rigid_body, mass: 1, inertia: [0.01, 0.1, 0.1], position: [1.5, 0, 0], angular_velocity: [0, 0, 5],
      velocity: [0, 7.5, 0]}
joints:
  first: {type: revolute, between: [ground, a], at: [0, 0, 0], axis: [0, 0, 1]}
  second: {type: revolute, between: [a, b], at: [1, 0, 0], axis: [0, 0, 1]}
method: {name: em, step: 0.05, end: 60}
outputs: [first.angle]
)");
  EXPECT_TRUE(run.certificate.completed());
  EXPECT_LT(*run.certificate.energy_normal_max, 1e-20 * run.certificate.energy_scale);
  EXPECT_EQ(overall_verdict(run.certificate), "kept");
}

// Ten times the step of the model: the run completes with everything kept, or says why it ended.
TEST(LargeSteps, of_shipped_models_complete_or_say_why) {
  for (const char* name : {"heavy_top", "gyroscope", "bauchau_rigid_body", "t_handle", "double_pendulum", "bicycle",
                           "bricard", "four_bar", "braun_slider_crank", "chain"}) {
    const double step = 10 * load_model(model_path(name))->run.step.value();
    const RecordedRun run = run_model(name, {.method = "em", .step = step, .end = 40 * step});
    if (!run.certificate.completed()) {
      EXPECT_NE(run.certificate.message.find("t ="), std::string::npos) << name << run.certificate.message;
      continue;
    }
    for (const Finding& f : judge(run.certificate))
      EXPECT_TRUE(f.verdict == Verdict::kKept || f.verdict == Verdict::kNotConserved ||
                  f.verdict == Verdict::kNotEstimated)
          << name << ": " << f.name << " " << f.value.value_or(0);
  }
}

// ed: velocities at step ends by projection, which only takes energy.
TEST(DecayingEnds, hold_velocities_and_have_their_full_order) {
  const RecordedRun run = run_model("double_pendulum", {.method = "ed", .step = 0.004, .end = 1});
  EXPECT_LT(*run.certificate.constraint_velocity_relative_max, 1e-11);
  EXPECT_GT(run.certificate.dissipated_numerical, 0);
  EXPECT_LT(run.certificate.energy_balance_error_max.value() / run.certificate.energy_scale, 1e-11);
  const Stepped s("double_pendulum");
  const MethodType& type = method_types().at("ed");
  const auto end = [&](double h, int steps, const Overrides& options) {
    const auto ed = type.make(s.system, Params(SpecNode::make_map(options, "test"), type.schema));
    State a = s.start, b;
    for (int i = 0; i < steps; ++i) {
      const StepReport r = ed->step(a, h, b);
      EXPECT_TRUE(r.status.ok());
      EXPECT_GE(r.dissipated_numerical, 0);
      std::swap(a, b);
    }
    return a.v;
  };
  const Vector reference = end(0.00025, 1600, {});
  const auto order = [&](const Overrides& options) {
    return measured_order((end(0.004, 100, options) - reference).cwiseAbs().maxCoeff(),
                          (end(0.002, 200, options) - reference).cwiseAbs().maxCoeff());
  };
  EXPECT_NEAR(order({}), 3, 0.1);
  EXPECT_NEAR(order({{"ends", "mean"}}), 2, 0.1);
}

}  // namespace
}  // namespace invar::benchmarks
