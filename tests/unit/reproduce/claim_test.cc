// Verdicts follow from checks; names of examples are found with suggestions; data and pages are whole.
#include "reproduce/claim.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "invar/core/error.h"
#include "reproduce/data_file.h"
#include "reproduce/doc_block.h"
#include "reproduce/measure.h"
#include "reproduce/minimal.h"
#include "reproduce/page.h"
#include "reproduce/reproduce.h"

namespace invar::reproduce {
namespace {

TEST(Claim, holds_if_all_printed_checks_pass) {
  const Claim claim{.printed = {below("a", 1, 2), above("b", 1, 0), near("c", 2.05, 2, 0.1)}};
  EXPECT_EQ(claim.verdict(), ClaimVerdict::kHolds);
  EXPECT_TRUE(claim.as_expected());
}

TEST(Claim, holds_with_remedy_only_if_the_print_fails) {
  Claim claim{.expected = ClaimVerdict::kHoldsWithRemedy, .printed = {below("a", 3, 2)}, .remedy = {below("b", 1, 2)}};
  EXPECT_EQ(claim.verdict(), ClaimVerdict::kHoldsWithRemedy);
  EXPECT_TRUE(claim.as_expected());
  claim.printed[0].value = 1;
  EXPECT_EQ(claim.verdict(), ClaimVerdict::kHolds);
  EXPECT_FALSE(claim.as_expected());
}

TEST(Claim, is_not_as_expected_without_its_evidence) {
  const Claim claim{
      .expected = ClaimVerdict::kDoesNotHold, .printed = {below("a", 3, 2)}, .evidence = {above("b", 0, 1)}};
  EXPECT_EQ(claim.verdict(), ClaimVerdict::kDoesNotHold);
  EXPECT_FALSE(claim.as_expected());
}

TEST(Claim, numbers_that_are_not_finite_pass_no_check) {
  EXPECT_FALSE(below("a", NAN, 1).passes());
  EXPECT_FALSE(below("a", -INFINITY, 1).passes());
  EXPECT_FALSE(above("a", INFINITY, 1).passes());
  EXPECT_FALSE(near("a", NAN, 1, 1).passes());
}

TEST(Claim, of_ours_is_listed_apart_and_not_counted) {
  const Example example{"bauchau2003", "x", "X", {}};
  ExampleResult result{&example, {}, 0};
  result.report.claims = {{.key = "a", .says = "of the paper", .printed = {below("a", 1, 2)}},
                          {.key = "b", .says = "seen by us", .printed = {below("b", 1, 2)}, .ours = true}};
  const std::string summary = summary_section(result);
  const size_t paper = summary.find("| the paper says |"), ours = summary.find("| ours, not in the paper |");
  ASSERT_NE(ours, std::string::npos);
  EXPECT_LT(paper, summary.find("of the paper"));
  EXPECT_LT(summary.find("of the paper"), ours);
  EXPECT_LT(ours, summary.find("seen by us"));
  const std::string index = index_page({result});
  EXPECT_NE(index.find("number holds\\\">1\\u003c"), std::string::npos);
}

TEST(DocBlocks, are_found_and_replaced_between_their_marks) {
  const std::string text = "a\n<!-- measured: x begin -->\nold\n<!-- measured: x end -->\nb\n";
  EXPECT_EQ(find_block(text, "x"), "old\n");
  EXPECT_EQ(find_block(text, "y"), "");
  EXPECT_EQ(find_block(replace_block(text, {"f.md", "x", "new 1\n"}), "x"), "new 1\n");
  EXPECT_THROW(replace_block(text, {"f.md", "y", "new"}), std::runtime_error);
}

TEST(DocBlocks, agree_if_words_are_equal_and_numbers_near) {
  EXPECT_TRUE(same_up_to_numbers("A takes 1410 steps", "A takes 1400 steps"));
  EXPECT_FALSE(same_up_to_numbers("A takes 1410 steps", "A takes 1200 steps"));
  EXPECT_FALSE(same_up_to_numbers("A takes 1410 steps", "B takes 1410 steps"));
  EXPECT_FALSE(same_up_to_numbers("passes", "4.26 s"));
  EXPECT_FALSE(same_up_to_numbers("1410", "1410 steps"));
  EXPECT_TRUE(same_up_to_numbers("2e-15 J", "9e-15 J")) << "rounding";
  EXPECT_FALSE(same_up_to_numbers("2e-15 J", "2e-8 J"));
  EXPECT_FALSE(same_up_to_numbers("al_2", "al_3")) << "digits of a name are no number";
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
  EXPECT_EQ(find_examples("bauchau2003").size(), 5u);
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
