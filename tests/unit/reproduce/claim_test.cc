// Verdicts follow from checks; names of examples are found with suggestions; data and pages are whole.
#include "reproduce/claim.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "invar/core/error.h"
#include "reproduce/data_file.h"
#include "reproduce/measure.h"
#include "reproduce/minimal.h"
#include "reproduce/page.h"

namespace invar::reproduce {
namespace {

TEST(Claim, holds_if_all_printed_checks_pass) {
  const Claim claim{.printed = {below("a", 1, 2), above("b", 1, 0), near("c", 2.05, 2, 0.1)}};
  EXPECT_EQ(claim.verdict(), Verdict::kHolds);
  EXPECT_TRUE(claim.as_expected());
}

TEST(Claim, holds_with_remedy_only_if_the_print_fails) {
  Claim claim{.expected = Verdict::kHoldsWithRemedy, .printed = {below("a", 3, 2)}, .remedy = {below("b", 1, 2)}};
  EXPECT_EQ(claim.verdict(), Verdict::kHoldsWithRemedy);
  EXPECT_TRUE(claim.as_expected());
  claim.printed[0].value = 1;
  EXPECT_EQ(claim.verdict(), Verdict::kHolds);
  EXPECT_FALSE(claim.as_expected());
}

TEST(Claim, is_not_as_expected_without_its_evidence) {
  const Claim claim{.expected = Verdict::kDoesNotHold, .printed = {below("a", 3, 2)}, .evidence = {above("b", 0, 1)}};
  EXPECT_EQ(claim.verdict(), Verdict::kDoesNotHold);
  EXPECT_FALSE(claim.as_expected());
}

TEST(Claim, numbers_that_are_not_finite_pass_no_check) {
  EXPECT_FALSE(below("a", NAN, 1).passes());
  EXPECT_FALSE(below("a", -INFINITY, 1).passes());
  EXPECT_FALSE(above("a", INFINITY, 1).passes());
  EXPECT_FALSE(near("a", NAN, 1, 1).passes());
}

TEST(Examples, have_different_names_and_known_papers) {
  std::set<std::string> ids, keys;
  for (const Paper& paper : papers()) keys.insert(paper.key);
  for (const Example& example : examples()) {
    EXPECT_TRUE(ids.insert(example.id()).second) << example.id();
    EXPECT_TRUE(keys.count(example.paper)) << example.id();
  }
}

TEST(Examples, are_found_by_paper_and_by_name_and_suggested) {
  EXPECT_EQ(find_examples("").size(), examples().size());
  EXPECT_EQ(find_examples("bauchau2003").size(), 3u);
  EXPECT_EQ(find_examples("bauchau2003/rigid_body").at(0)->name, "rigid_body");
  try {
    find_examples("bauchau2003/rigid_bdy");
    FAIL() << "a wrong name was accepted";
  } catch (const ModelError& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean \"bauchau2003/rigid_body\"?"), std::string::npos)
        << error.what();
  }
}

TEST(Data, series_over_the_same_times_share_a_file_and_guides_are_left_out) {
  Figure figure{"f", "", "", {}};
  auto& panel = figure.chart.add_panel("", {.key = "t"}, {}, "left");
  panel.add({.key = "a", .x = {0, 1}, .y = {2, NAN}});
  panel.add({.key = "b", .x = {0, 1}, .y = {3, 4}});
  panel.add({.x = {5}, .y = {6}});
  panel.add({.key = "c", .x = {0, 2}, .y = {3, 4}});
  const auto tables = data_tables(figure, "f");
  ASSERT_EQ(tables.size(), 2u);
  EXPECT_EQ(to_csv(tables[0]), "t,left_a,left_b\n0,2,3\n1,,4\n");
  EXPECT_EQ(to_csv(tables[1]), "t,left_c\n0,3\n2,4\n");
}

TEST(Measures, find_orders_and_zigzags) {
  EXPECT_NEAR(fitted_order({0.1, 0.05, 0.025}, {1e-2, 2.5e-3, 6.25e-4}), 2, 1e-12);
  EXPECT_NEAR(roughness({1, -1, 1, -1, 1}), 1, 1e-15);
  std::vector<double> smooth;
  for (int i = 0; i <= 100; ++i) smooth.push_back(std::sin(0.06 * i));
  EXPECT_LT(roughness(smooth), 1e-4);
}

// theta'' = -theta from (1, 0): cos(t).
TEST(MinimalMotions, have_the_orders_of_their_schemes) {
  const auto oscillator = [](double theta, double) { return -theta; };
  const auto order = [&](auto scheme) {
    const double coarse = std::abs(scheme(oscillator, 1, 0, 0.02, 2).theta.back() - std::cos(2.0));
    const double fine = std::abs(scheme(oscillator, 1, 0, 0.01, 2).theta.back() - std::cos(2.0));
    return std::log2(coarse / fine);
  };
  EXPECT_NEAR(order(runge_kutta_4), 4, 0.1);
  EXPECT_NEAR(order(adams_bashforth_3), 3, 0.1);
}

}  // namespace
}  // namespace invar::reproduce
