// Breaks of functions of time: instants, and the lowest derivative that jumps there.
#include <gtest/gtest.h>

#include <cmath>

#include "invar/core/step_window.h"
#include "invar/functions/function1d_changed.h"
#include "invar/functions/function1d_pieces.h"
#include "invar/functions/time_function.h"

namespace invar {
namespace {

struct Known {
  double t;
  int order;
};

std::vector<Break> find_breaks(const Function1D& f, double from, double to) {
  std::vector<Break> all;
  while (const auto next = f.next_break(from, to)) {
    EXPECT_GT(next->t, from);
    all.push_back(*next);
    from = next->t;
    if (all.size() > 100 || next->given_up) break;
  }
  return all;
}

void expect_breaks(const Function1D& f, double from, double to, const std::vector<Known>& known,
                   const std::string& what) {
  const auto found = find_breaks(f, from, to);
  ASSERT_EQ(found.size(), known.size()) << what;
  for (std::size_t i = 0; i < known.size(); ++i) {
    EXPECT_NEAR(found[i].t, known[i].t, 4e-16 * std::abs(known[i].t)) << what;
    EXPECT_EQ(found[i].order, known[i].order) << what << " at " << known[i].t;
  }
}

TEST(Breaks, of_formulas_are_found_with_what_jumps) {
  const auto expect = [](const std::string& text, const std::vector<Known>& known) {
    expect_breaks(*make_expression(text, "t"), 0, 2, known, text);
  };
  expect("sin(t)", {});
  expect("t < 0.1031 ? 1 : 2", {{0.1031, 0}});
  expect("t <= 0.7 ? t : 0.7", {{0.7, 1}});
  expect("min(t, 1.2345)", {{1.2345, 1}});
  expect("max(t - 0.3, 0)^2", {{0.3, 2}});
  expect("max(t - 0.3, 0)^3", {{0.3, 3}});
  expect("abs(t - 1.1)*3 + 2", {{1.1, 1}});
  expect("floor(2*t)", {{0.5, 0}, {1, 0}, {1.5, 0}, {2, 0}});
  expect("t > 0.1031 && t < 0.1039 ? 5000 : 0", {{0.1031, 0}, {0.1039, 0}});
  expect("step(t, 0.4, 1, 1.4, 3)", {{0.4, 2}, {1.4, 2}});
  expect("pulse(t, 0.25, 0.5)", {{0.25, 0}, {0.75, 0}});
  expect("ramp(t, 0.25, 0.5)", {{0.25, 1}, {0.5, 1}});
  expect("t == 1 ? 5 : 0", {});                   // a single point has no effect
  expect("t < 1 ? 1 : t < 3 ? 1 : 2", {{1, 3}});  // a case that changes nothing
}

// Instants that are no numbers of the formula are known to rounding.
TEST(Breaks, of_conditions_that_are_not_linear_are_bisected) {
  const auto f = make_expression("sin(3*t) > 0.5 ? 1 : 0", "t");
  const auto found = find_breaks(*f, 0, 2);
  const double first = std::asin(0.5) / 3, pi = std::acos(-1.0);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_NEAR(found[0].t, first, 1e-15);
  EXPECT_NEAR(found[1].t, pi / 3 - first, 2e-15);
  const auto mod = make_expression("mod(t, 0.3) < 0.1 ? 1 : 0", "t");
  const auto steps = find_breaks(*mod, 0.05, 0.95);
  ASSERT_EQ(steps.size(), 6u);
  for (std::size_t i = 0; i < 6; ++i)
    EXPECT_NEAR(steps[i].t, i % 2 == 0 ? 0.1 + 0.15 * static_cast<double>(i) : 0.15 * static_cast<double>(i + 1),
                1e-15);
}

// PWM of 10 kHz over an hour: the search is as long as what is asked for.
TEST(Breaks, are_looked_for_one_after_the_other) {
  const auto pwm = make_expression("mod(t, 1e-4) < 3e-5 ? 24 : 0", "t");
  double t = 1800;
  for (int i = 0; i < 50; ++i) {
    const auto next = pwm->next_break(t, t + 0.0064);
    ASSERT_TRUE(next && !next->given_up);
    EXPECT_LT(next->t - t, 7.1e-5);
    t = next->t;
  }
}

TEST(Breaks, of_tables_are_their_knots) {
  expect_breaks(*make_table({0, 1, 2, 3, 4}, {0, 1, 0, 1, 3}), -1, 5, {{0, 2}, {1, 3}, {2, 3}, {3, 3}, {4, 2}},
                "spline");
  expect_breaks(*make_table({0, 1, 2, 3, 4}, {0, 1, 0, 1, 3}, Outside::kHold), -1, 5,
                {{0, 1}, {1, 3}, {2, 3}, {3, 3}, {4, 1}}, "held");
  expect_breaks(*make_linear_table({0, 1, 2}, {0, 1, 0}), -1, 5, {{0, 3}, {1, 1}, {2, 3}}, "lines that go on");
  expect_breaks(*make_linear_table({0, 1, 2}, {0, 1, 0}, Outside::kHold), -1, 5, {{0, 1}, {1, 1}, {2, 1}}, "lines");
}

TEST(Breaks, of_repeated_and_changed_functions) {
  const auto saw = make_periodic_table({0, 0.25, 1}, {0, 1, 0}, true);
  expect_breaks(*saw, 1.1, 3.1, {{1.25, 1}, {2, 1}, {2.25, 1}, {3, 1}}, "saw");
  const FunctionChange change{.shift_x = 0.5, .scale_x = 2, .shift_y = 1, .scale_y = -3};
  expect_breaks(*make_changed(make_expression("min(t, 1)", "t"), change), 0, 10, {{2.5, 1}}, "changed");
  const FunctionChange back{.shift_x = 5, .scale_x = -1, .shift_y = 0, .scale_y = 1};
  expect_breaks(*make_changed(make_expression("t < 1 ? 0 : t < 2 ? 1 : 2", "t"), back), 0, 10, {{3, 0}, {4, 0}},
                "reversed");
}

// A step reads its own side of a break, with the value at the break itself.
TEST(Breaks, separate_what_steps_read) {
  for (const bool table : {false, true}) {
    const auto f = make_time_function(table ? make_linear_table({0, 1, 2}, {0, 1, -1})
                                            : make_expression("t < 1 ? t : t <= 1 ? 77 : 3 - 2*t", "t"));
    EXPECT_EQ(f->derivative(0.5), 1);
    EXPECT_EQ(f->derivative(1.5), -2);
    for (const double rounding : {-2e-16, 0.0, 2e-16}) {
      {
        const StepWindow before(0.9, 1);
        EXPECT_NEAR(f->value(1 + rounding), 1, 1e-15);
        EXPECT_NEAR(f->derivative(1 + rounding), 1, 1e-15);
      }
      const StepWindow after(1, 1.1);
      EXPECT_NEAR(f->value(1 + rounding), 1, 1e-15);
      EXPECT_NEAR(f->derivative(1 + rounding), -2, 1e-15);
    }
  }
  const auto floor =
      make_time_function(make_expression("10*floor(t) + min(t, 2) + abs(t - 2) + mod(t, 2) + sign(t - 2)", "t"));
  const StepWindow before(1.5, 2);
  EXPECT_NEAR(floor->value(2), 10 + 2 + 0 + 2 - 1, 1e-15);
  EXPECT_NEAR(floor->derivative(2), 1 - 1 + 1, 1e-15);
}

}  // namespace
}  // namespace invar
