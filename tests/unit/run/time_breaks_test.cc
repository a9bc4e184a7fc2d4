// The clock of breaks: which of them end steps, how short pieces are divided, and that it finds the same wherever it begins.
#include "invar/run/time_breaks.h"

#include <gtest/gtest.h>

#include <cmath>

#include "invar/functions/function1d.h"
#include "invar/run/model_simulation.h"

namespace invar {
namespace {

// As a run asks for them: it is told of what lies within the next steps.
std::vector<double> list_stops(const Clock& clock, double from, double to) {
  std::vector<double> all;
  for (double t = from; t < to && all.size() < 1000;) {
    const double stop = clock.next(t);
    t = std::min(stop, t + 0.0437);
    if (t == stop && stop <= to) all.push_back(stop);
  }
  return all;
}

BreakList of(const std::string& text, Prescribes what = Prescribes::kLoad) {
  return {{"\"f\"", make_expression(text, "t"), what}};
}

TEST(TimeBreaksClock, stops_where_the_order_of_the_method_asks_for_it) {
  // Value at 1, rate at 2, second derivative at 3, third at 4.
  const std::string text = "(t < 1 ? 0 : 1) + max(t - 2, 0) + max(t - 3, 0)^2 + max(t - 4, 0)^3";
  const auto stops = [&](Prescribes what, int order) {
    return list_stops(TimeBreaks(of(text, what), 0, 0.01, 0.01, order), 0, 5);
  };
  using Times = std::vector<double>;
  EXPECT_EQ(stops(Prescribes::kLoad, 2), (Times{1, 2}));
  EXPECT_EQ(stops(Prescribes::kLoad, 3), (Times{1, 2}));
  EXPECT_EQ(stops(Prescribes::kLoad, 4), (Times{1, 2, 3}));
  EXPECT_EQ(stops(Prescribes::kLoad, 6), (Times{1, 2, 3, 4}));
  EXPECT_EQ(stops(Prescribes::kRate, 2), (Times{1, 2}));
  EXPECT_EQ(stops(Prescribes::kRate, 3), (Times{1, 2, 3}));
  EXPECT_EQ(stops(Prescribes::kRate, 4), (Times{1, 2, 3, 4}));
  // A position that jumps is no motion: no step ends there, so that the run fails.
  EXPECT_EQ(stops(Prescribes::kCoordinate, 2), (Times{2, 3}));
  EXPECT_EQ(stops(Prescribes::kCoordinate, 3), (Times{2, 3, 4}));
}

TEST(TimeBreaksClock, divides_short_pieces_that_are_no_straight_lines) {
  const TimeBreaks flat(of("t > 1.003 && t < 1.007 ? 5 : 0"), 0, 0.01, 0.01, 2);
  EXPECT_EQ(list_stops(flat, 0, 2), (std::vector<double>{1.003, 1.007}));
  EXPECT_TRUE(flat.interrupts(1.003));
  EXPECT_FALSE(flat.interrupts(1.0031));
  const TimeBreaks curved(of("t > 1.003 && t < 1.007 ? sin(t) : 0"), 0, 0.01, 0.01, 2);
  const auto stops = list_stops(curved, 0, 2);
  ASSERT_EQ(stops.size(), 5u);
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_NEAR(stops[i], 1.003 + 0.001 * static_cast<double>(i), 1e-15);
    EXPECT_EQ(curved.interrupts(stops[i]), i == 0 || i == 4);
  }
}

TEST(TimeBreaksClock, finds_the_same_instants_wherever_it_begins) {
  for (const std::string text : {"mod(t, 0.0173) < 0.005 ? 1 : 0", "sin(40*t) > 0.3 ? t^2 : 0"}) {
    const auto all = list_stops(TimeBreaks(of(text), 0, 0.001, 0.001, 2), 0, 3);
    EXPECT_GT(all.size(), 30u);
    for (const double from : {0.3, 1.111, 2.0479, 2.9}) {
      const TimeBreaks later(of(text), 0, 0.001, 0.001, 2);
      const auto rest = list_stops(later, from, 3);
      const auto begin = std::upper_bound(all.begin(), all.end(), from);
      EXPECT_EQ(rest, std::vector<double>(begin, all.end())) << text << " from " << from;
    }
  }
}

TEST(TimeBreaksClock, says_once_that_it_gives_up) {
  int said = 0;
  TimeBreaks clock(
      {{"\"f\"", make_expression("t < 0.5 ? 1 : max(max(t, 0), t) > 0 && mod(t, max(t, t)/9e8) < t/2e9 ? 1 : 2", "t")}},
      0, 0.01, 0.01, 2);
  clock.on_giving_up([&](const std::string& text) {
    ++said;
    EXPECT_NE(text.find("\"f\""), std::string::npos);
  });
  list_stops(clock, 0, 1.5);
  EXPECT_EQ(said, 1);
}

// Ends of steps on and off the grid, with a break closer to the grid than a sliver before and after a point.
TEST(TimeBreaksClock, lets_no_step_be_a_sliver) {
  for (const double near : {1e-5, -1e-5, 1e-12, -1e-12}) {
    const double at = 0.5 + near * 0.1;
    const auto model = load_model_text(
        fmt::format("model: m\nbodies: {{m: {{type: point_mass, mass: 1, position: [0, 0, 0]}}}}\n"
                    "forces: {{f: {{type: applied_force, on: m, force: [\"t < {:.17g} ? 1 : -1\", 0, 0]}}}}\n",
                    at));
    ModelSimulation sim(model, "ep", {}, {.step = 0.1});
    std::vector<double> ends;
    while (sim.state().t < 0.99) {
      const double before = sim.state().t;
      ASSERT_TRUE(sim.step().status.ok());
      EXPECT_GT(sim.state().t - before, 0.09);
      ends.push_back(sim.state().t);
    }
    EXPECT_EQ(ends.size(), 10u);
    EXPECT_NEAR(ends[4], at, 1e-15 + (std::abs(near) < 1e-9 ? 1e-12 : 0));
    EXPECT_NEAR(ends[9], 1, 1e-14);
    EXPECT_NEAR(sim.state().v[0], at - (1 - at), 1e-12 + (std::abs(near) < 1e-9 ? 1e-12 : 0));
  }
}

}  // namespace
}  // namespace invar
