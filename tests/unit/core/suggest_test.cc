#include "invar/core/suggest.h"

#include <gtest/gtest.h>

#include "invar/core/catalog.h"

namespace invar {
namespace {

TEST(EditDistance, counts_single_edits_and_swaps) {
  EXPECT_EQ(edit_distance("", ""), 0u);
  EXPECT_EQ(edit_distance("", "abc"), 3u);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);
  EXPECT_EQ(edit_distance("lenght", "length"), 1u);
  EXPECT_EQ(edit_distance("Mass", "mass"), 0u);
}

TEST(NearestName, finds_the_meant_one_and_none_when_nothing_is_near) {
  const std::vector<std::string> joints = {"revolute", "prismatic", "spherical", "universal"};
  EXPECT_EQ(nearest_name("revolut", joints), "revolute");
  EXPECT_EQ(nearest_name("Sperical", joints), "spherical");
  EXPECT_EQ(nearest_name("rev", joints), "revolute");
  EXPECT_EQ(nearest_name("hinge", joints), std::nullopt);
  EXPECT_EQ(nearest_name("", joints), std::nullopt);
  EXPECT_EQ(nearest_name("x", {"y"}), std::nullopt);
  EXPECT_EQ(nearest_name("abc", {}), std::nullopt);
  EXPECT_EQ(nearest_name(std::string(100000, 'a'), joints), std::nullopt);
}

TEST(Suggestion, lists_what_is_known_when_nothing_is_near) {
  EXPECT_EQ(suggestion("zzz", {"alpha", "beta"}), "known: alpha, beta");
  EXPECT_EQ(suggestion("zzz", {"alpha", "beta", "gamma"}, 2), "known: alpha, beta, ... (3 in all)");
  EXPECT_EQ(suggestion("alpa", {"alpha", "beta"}), "did you mean \"alpha\"?");
  EXPECT_EQ(suggestion("zzz", {}), "");
}

struct Thing {
  std::string name, doc;
};

TEST(Catalog, finds_by_name_lists_in_order_and_suggests) {
  Catalog<Thing> catalog("joint type", "joints");
  catalog.add({"spherical", "a ball"}).add({"revolute", "a hinge"});
  EXPECT_EQ(catalog.at("revolute").doc, "a hinge");
  EXPECT_EQ(catalog.names(), (std::vector<std::string>{"revolute", "spherical"}));
  EXPECT_EQ(catalog.find("nothing"), nullptr);
  EXPECT_THROW(catalog.add({"revolute", "again"}), std::logic_error);
  try {
    catalog.at("revolut", {"crank.yaml", 41, 11});
    FAIL();
  } catch (const ModelError& error) {
    EXPECT_STREQ(error.what(),
                 "crank.yaml:41:11: unknown joint type \"revolut\"; did you mean \"revolute\"? (invar list joints)");
  }
}

TEST(ModelError, leaves_out_what_is_not_known) {
  EXPECT_STREQ(ModelError({"a.yaml", 3, 2}, "x = 1", "must be y", "do z").what(), "a.yaml:3:2: x = 1 must be y; do z");
  EXPECT_STREQ(ModelError({"--set", 0, 0}, "", "is wrong").what(), "--set: is wrong");
  EXPECT_STREQ(ModelError({}, "x", "is wrong").what(), "x is wrong");
}

}  // namespace
}  // namespace invar
