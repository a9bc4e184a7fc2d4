#include "invar/io/json.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace invar {
namespace {

TEST(Json, a_number_that_is_not_finite_is_null) {
  EXPECT_EQ(json_number(0.1), "0.10000000000000001");
  EXPECT_EQ(json_number(std::nan("")), "null");
  EXPECT_EQ(json_number(-INFINITY), "null");
}

TEST(Json, indentation_changes_blanks_only) {
  const std::string text = R"({"a":[1,2,{"b, c":"x: {\"y\"]","d":[]}],"e":{},"f":{"g":[[0,1],[2,3]],"h":"\\"}})";
  for (const std::size_t width : {0u, 10u, 20u, 40u, 200u}) {
    EXPECT_EQ(nlohmann::json::parse(json_indented(text, width)), nlohmann::json::parse(text)) << width;
  }
  EXPECT_EQ(json_indented(R"({"a":[1,2],"b":{"c":"long enough"}})", 24),
            "{\n  \"a\": [1, 2],\n  \"b\": {\n    \"c\": \"long enough\"\n  }\n}");
}

}  // namespace
}  // namespace invar
