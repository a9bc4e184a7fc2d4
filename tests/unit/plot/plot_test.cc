// Charts: marks of texts, ticks, thinned lines, and SVG that is well formed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "invar/plot/markup.h"
#include "invar/plot/svg.h"
#include "invar/plot/ticks.h"

namespace invar::plot {
namespace {

TEST(Markup, knows_italic_sub_and_super) {
  EXPECT_EQ(to_html("*x*_{1}^{2} < 3"), "<i>x</i><sub>1</sub><sup>2</sup> &lt; 3");
  EXPECT_EQ(to_plain("*x*_{1} a_b"), "x_1 a_b");
  EXPECT_EQ(to_html("2 * 3 = 6"), "2 * 3 = 6");
}

TEST(Markup, baselines_come_back_after_scripts) {
  EXPECT_EQ(to_tspans("a_{1}b", 10), "a<tspan font-size=\"7.2\" dy=\"2.5\">1</tspan><tspan dy=\"-2.5\">b</tspan>");
}

TEST(Ticks, of_linear_axes_are_round_numbers_inside) {
  const Ticks ticks = linear_ticks(-1, 1, false, false, 5);
  ASSERT_EQ(ticks.labels.size(), ticks.major.size());
  EXPECT_EQ(ticks.labels.front(), "\u22121.0");
  EXPECT_EQ(ticks.labels[2], "0");
  for (const double v : ticks.major) EXPECT_TRUE(v >= ticks.min && v <= ticks.max);
}

TEST(Ticks, of_logarithmic_axes_are_decades) {
  const Ticks ticks = log_ticks(3e-9, 2e-2, false, false, 5);
  EXPECT_DOUBLE_EQ(ticks.min, 1e-9);
  EXPECT_DOUBLE_EQ(ticks.max, 1e-1);
  EXPECT_EQ(ticks.labels.front(), "10^{\u22129}");
  const Ticks narrow = log_ticks(0.003, 0.05, false, false, 5);
  EXPECT_NE(std::find(narrow.labels.begin(), narrow.labels.end(), "0.02"), narrow.labels.end());
}

TEST(Ticks, exist_for_data_without_extent) {
  for (const double value : {0.0, 1.0, -3e-20}) {
    const Ticks linear = linear_ticks(value, value, false, false, 5);
    EXPECT_LT(linear.min, linear.max);
    EXPECT_FALSE(linear.major.empty());
  }
  EXPECT_LT(log_ticks(0, 0, false, false, 5).min, log_ticks(0, 0, false, false, 5).max);
}

TEST(Numbers, are_written_with_powers_of_ten_where_small) {
  EXPECT_EQ(number_text(0.0123), "0.0123");
  EXPECT_EQ(number_text(-1.234e-7), "\u22121.23 \u00d7 10^{\u22127}");
  EXPECT_EQ(number_text(1e-7, 1), "10^{\u22127}");
}

TEST(ThinOut, keeps_extremes_of_long_lines) {
  std::vector<double> x, y;
  for (int i = 0; i < 100000; ++i) {
    x.push_back(i);
    y.push_back(i == 4321 ? 7 : std::sin(0.001 * i));
  }
  thin_out(x, y, 0, 1e5, 100, false);
  EXPECT_LE(x.size(), 400u);
  EXPECT_EQ(*std::max_element(y.begin(), y.end()), 7);
  EXPECT_EQ(x.front(), 0);
  EXPECT_EQ(x.back(), 99999);
}

TEST(Svg, opens_and_closes_its_elements_and_shows_no_number_that_is_none) {
  Chart chart;
  chart.title = "a < b & \"c\"";
  auto& first = chart.add_panel("first", {.label = "*t* (s)"}, {.label = "y", .log = true});
  first.add({.name = "a & b", .x = {0, 1, 2, 3}, .y = {1e-3, 0, NAN, 10}, .marker = Symbol::kCircle});
  auto& second = chart.add_panel("second", {}, {});
  second.add({.name = "nothing"});
  chart.columns = 2;
  const std::string svg = to_svg(chart, "id");
  const auto count = [&](const std::string& what) {
    int n = 0;
    for (size_t i = svg.find(what); i != std::string::npos; i = svg.find(what, i + 1)) ++n;
    return n;
  };
  for (const char* name : {"svg", "g", "text", "clipPath", "style"})
    EXPECT_EQ(count(std::string("<") + name + " ") + count(std::string("<") + name + ">"),
              count(std::string("</") + name + ">"))
        << name;
  EXPECT_EQ(count("nan"), 0);
  EXPECT_EQ(count("inf"), 0);
  EXPECT_EQ(count("a & b"), 0);
  EXPECT_EQ(count("a &amp; b"), 1);
}

}  // namespace
}  // namespace invar::plot
