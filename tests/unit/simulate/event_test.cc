// Clocks and events of a simulation: steps end where they must, and an event is found to the rounding of time.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "catalog/integrator_samples.h"
#include "invar/simulate/simulation.h"
#include "invar/spec/params.h"

namespace invar {
namespace {

constexpr const char* kThrown = R"(
gravity: [0, 0, -9.81]
bodies: {b: {type: point_mass, mass: 1, position: [0, 0, 2], velocity: [0.3, 0, 1]}}
)";

struct Setting {
  std::string method;
  Overrides options;
  std::optional<double> tolerance;
};

const std::vector<Setting>& settings() {
  static const std::vector<Setting> all = {{"ep", {}, {}},
                                           {"ep", {}, 1e-8},
                                           {"ed", {}, {}},
                                           {"hht", {}, {}},
                                           {"explicit", {{"integrator", "rk4"}}, {}},
                                           {"explicit", {{"integrator", "dop853"}}, 1e-10}};
  return all;
}

struct Bench {
  explicit Bench(const Setting& setting) : ready(kThrown), type(method_types().at(setting.method)) {
    options.step = 0.07;
    options.tolerance = setting.tolerance;
    // Free fall has no error, and steps would become longer than the flight from bounce to bounce.
    if (setting.tolerance) options.max_step = 0.3;
    params.emplace(SpecNode::make_map(setting.options, "test"), type.schema);
    simulation.emplace([this] { return type.make(ready.system, *params); }, options);
  }
  catalog::ReadySystem ready;
  const MethodType& type;
  std::optional<Params> params;
  SimulationOptions options;
  std::optional<Simulation> simulation;
};

// A height that is reached from above.
struct Floor final : Event {
  explicit Floor(double height, EventAction action = EventAction::kStop) : height_(height), action_(action) {}
  std::string name() const override { return "floor"; }
  double guard(const State& s) override { return height_ - s.q[2]; }
  EventAction act(State& s) override {
    times.push_back(s.t);
    if (action_ == EventAction::kStateChanged) s.v[2] = -s.v[2];
    return action_;
  }
  double height_;
  EventAction action_;
  std::vector<double> times;
};

// Free fall is quadratic in time: methods of second order are exact.
TEST(Events, are_found_to_the_rounding_of_time) {
  const double exact = (1 + std::sqrt(1 + 2 * 9.81 * 1.5)) / 9.81;
  for (const Setting& setting : settings()) {
    if (setting.method == "hht") continue;  // its damping changes the motion, not the instant at which it is found
    Bench bench(setting);
    Floor floor(0.5);
    bench.simulation->add(floor);
    bench.simulation->start(bench.ready.start);
    const SimulationReport& report = bench.simulation->run_to(5);
    EXPECT_TRUE(report.status.ok()) << report.message();
    EXPECT_EQ(report.stopped_by, "floor");
    ASSERT_EQ(floor.times.size(), 1u) << setting.method;
    EXPECT_NEAR(floor.times[0], exact, 1e-14) << setting.method;
    EXPECT_NEAR(report.state.q[2], 0.5, 1e-14) << setting.method;
    EXPECT_GE(floor.guard(report.state), 0);
  }
}

TEST(Events, that_change_the_state_let_the_motion_go_on_from_it) {
  for (const Setting& setting : settings()) {
    Bench bench(setting);
    Floor floor(0.5, EventAction::kStateChanged);
    bench.simulation->add(floor);
    bench.simulation->start(bench.ready.start);
    const SimulationReport& report = bench.simulation->run_to(5);
    EXPECT_TRUE(report.status.ok()) << report.message();
    EXPECT_TRUE(report.stopped_by.empty());
    EXPECT_NEAR(report.state.t, 5, 1e-12);
    // Elastic bounces: the first after the fall from the start, the others a period apart.
    const double impact = std::sqrt(1 + 2 * 9.81 * 1.5), period = 2 * impact / 9.81;
    ASSERT_EQ(floor.times.size(), 4u) << setting.method;
    if (setting.method == "hht") continue;
    for (std::size_t i = 1; i < floor.times.size(); ++i)
      EXPECT_NEAR(floor.times[i] - floor.times[i - 1], period, 1e-12) << setting.method;
  }
}

TEST(Events, whose_guard_is_positive_at_the_start_wait_until_it_was_negative) {
  Bench bench(settings()[0]);
  Floor ceiling(2.04);  // passed upwards first: the guard falls, and rises on the way down
  bench.simulation->add(ceiling);
  bench.simulation->start(bench.ready.start);
  bench.simulation->run_to(5);
  ASSERT_EQ(ceiling.times.size(), 1u);
  EXPECT_GT(ceiling.times[0], 1 / 9.81) << "on the way down";
}

// Of two events in one step the first is located, and the second is found in the step after it.
TEST(Events, in_one_step_happen_in_their_order) {
  for (const Setting& setting : settings()) {
    if (setting.method == "hht") continue;
    Bench bench(setting);
    Floor high(0.52, EventAction::kContinue), low(0.5, EventAction::kContinue);
    bench.simulation->add(low);  // the later one is asked first
    bench.simulation->add(high);
    bench.simulation->start(bench.ready.start);
    bench.simulation->run_to(1);
    const auto exact = [](double height) { return (1 + std::sqrt(1 + 2 * 9.81 * (2 - height))) / 9.81; };
    ASSERT_EQ(high.times.size(), 1u) << setting.method;
    ASSERT_EQ(low.times.size(), 1u) << setting.method;
    EXPECT_NEAR(high.times[0], exact(0.52), 1e-14) << setting.method;
    EXPECT_NEAR(low.times[0], exact(0.5), 1e-14) << setting.method;
    EXPECT_LT(low.times[0] - high.times[0], 0.07) << "less than a step";
  }
}

// Events at the same instant all happen there, in the order in which they were added; each sees what the ones before it did.
TEST(Events, at_one_instant_all_happen) {
  for (const Setting& setting : settings()) {
    Bench bench(setting);
    Floor first(0.5, EventAction::kStateChanged), second(0.5, EventAction::kContinue), third(0.5, EventAction::kStop);
    for (Floor* floor : {&first, &second, &third}) bench.simulation->add(*floor);
    bench.simulation->start(bench.ready.start);
    const SimulationReport& report = bench.simulation->run_to(5);
    ASSERT_EQ(first.times.size(), 1u) << setting.method;
    EXPECT_EQ(second.times, first.times) << setting.method;
    EXPECT_EQ(third.times, first.times) << setting.method;
    EXPECT_EQ(report.stopped_by, "floor");
    EXPECT_GT(report.state.v[2], 0) << "the first one has turned the velocity round";
  }
}

// A simulation with events, clocks and divided steps that is stored after any of its steps goes on bit for bit.
TEST(Events, clocks_and_divided_steps_resume_to_the_same_bits) {
  for (const Setting& setting : settings()) {
    const auto follow = [&](bool stores) {
      Bench bench(setting);
      bench.options.refuse_step = [](double t0, double t1) {
        return t1 - t0 > 0.03 && std::fmod(t0, 0.5) < 0.1 ? "too long" : "";
      };
      const ListedClock clock({0.1, 0.31, 0.9, 1.3});
      Floor bounce(0.5, EventAction::kStateChanged), sight(1.1, EventAction::kContinue);
      std::vector<double> seen;
      std::unique_ptr<Simulation> simulation;
      StepCallback watch([&](const State&, const State& s1, const StepReport& report) {
        seen.insert(seen.end(), {s1.t, s1.q[0], s1.q[2], s1.v[2], static_cast<double>(report.iterations)});
        return Status{};
      });
      const auto make = [&] {
        simulation = std::make_unique<Simulation>([&] { return bench.type.make(bench.ready.system, *bench.params); },
                                                  bench.options);
        simulation->add(bounce);
        simulation->add(sight);
        simulation->add(clock);
        simulation->add(watch);
      };
      make();
      simulation->start(bench.ready.start);
      while (simulation->state().t < 2.5 && simulation->step().status.ok()) {
        if (!stores) continue;
        Archive stored;
        simulation->archive(stored);
        make();
        Archive read(stored.bytes());
        simulation->archive(read);
        read.finish();
      }
      EXPECT_TRUE(simulation->report().status.ok()) << simulation->report().message();
      EXPECT_GE(bounce.times.size(), 2u) << setting.method;
      if (!setting.tolerance) {
        EXPECT_GT(simulation->report().rejected_steps, 0) << setting.method;
      }
      seen.insert(seen.end(), bounce.times.begin(), bounce.times.end());
      return seen;
    };
    EXPECT_EQ(follow(true), follow(false)) << setting.method;
  }
}

struct Ends final : StepObserver {
  std::vector<double> t;
  Status start(const State&) override { return {}; }
  Status step(const State&, const State& s1, const StepReport&, const Vector&) override {
    t.push_back(s1.t);
    return {};
  }
  bool has(double instant) const { return std::find(t.begin(), t.end(), instant) != t.end(); }
};

TEST(Clocks, end_steps_at_their_instants_and_constant_steps_return_to_their_grid) {
  for (const Setting& setting : settings()) {
    Bench bench(setting);
    const ListedClock clock({0.1, 0.31, 0.31, 0.9});
    Ends ends;
    bench.simulation->add(clock);
    bench.simulation->add(ends);
    bench.simulation->start(bench.ready.start);
    bench.simulation->run_to(1);
    for (const double instant : {0.1, 0.31, 0.9}) EXPECT_TRUE(ends.has(instant)) << setting.method << " " << instant;
    for (int i = 1; i <= 14 && !setting.tolerance; ++i) EXPECT_TRUE(ends.has(i * 0.07)) << setting.method << " " << i;
    EXPECT_EQ(ends.t.back(), 1);
  }
}

TEST(Simulation, goes_on_from_one_end_to_the_next) {
  Bench whole(settings()[0]), parts(settings()[0]);
  whole.simulation->start(whole.ready.start);
  parts.simulation->start(parts.ready.start);
  whole.simulation->run_to(1.4);
  for (const double t : {0.35, 0.7, 1.4}) parts.simulation->run_to(t);
  EXPECT_EQ(whole.simulation->state().q, parts.simulation->state().q) << "ends on the grid change nothing";
  EXPECT_EQ(whole.simulation->report().steps, parts.simulation->report().steps);
}

// The total energy of an explicit method is corrected towards that of the start of the run, also after a step that failed.
TEST(Simulation, keeps_the_energy_of_the_start_through_divided_steps) {
  const catalog::ReadySystem ready(R"(
gravity: [0, -9.81]
bodies: {bob: {type: planar_point_mass, mass: 2, position: [1, 0]}}
markers: {pivot: {on: ground, at: [0, 0]}}
joints: {string: {type: distance, between: [pivot, bob]}}
)");
  const MethodType& type = method_types().at("explicit");
  const Params params(SpecNode::make_map({{"integrator", "rk4"}}, "test"), type.schema);
  SimulationOptions options;
  options.step = 0.02;
  options.t_end = 4;
  // Every fifth step is divided.
  options.refuse_step = [](double t0, double t1) {
    return t1 - t0 > 0.015 && std::lround(t0 / 0.02) % 5 == 0 ? "not now" : "";
  };
  PointEval eval;
  const Vector none = Vector::Zero(ready.system.rows());
  const auto energy = [&](const State& s) {
    ready.system.eval(s, none, kEnergy, eval);
    return eval.T + eval.U;
  };
  double largest = 0;
  const double first = energy(ready.start);
  StepCallback watch([&](const State&, const State& s, const StepReport&) {
    largest = std::max(largest, std::abs(energy(s) - first));
    return Status{};
  });
  const SimulationReport report =
      simulate([&] { return type.make(ready.system, params); }, ready.start, options, watch);
  ASSERT_TRUE(report.status.ok()) << report.message();
  EXPECT_GE(report.rejected_steps, 40);
  EXPECT_LT(largest, 1e-13 * 2 * 9.81);
}

}  // namespace
}  // namespace invar
