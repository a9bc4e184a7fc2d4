#include "invar/core/json.h"

#include <gtest/gtest.h>

#include <cmath>

namespace invar {
namespace {

TEST(Json, a_number_that_is_not_finite_is_null) {
  EXPECT_EQ(json_number(0.1), "0.1");
  EXPECT_EQ(json_number(std::nan("")), "null");
  EXPECT_EQ(json_number(-INFINITY), "null");
  EXPECT_EQ(json_text({{"a", INFINITY}, {"b", 1}}), R"({"a":null,"b":1})");
}

TEST(Json, numbers_are_read_again_to_the_last_bit) {
  for (const double x : {0.1 + 0.2, 1e-308, 5e-324, 1.7976931348623157e308, -1.0 / 3, 1e22, 123456789012345680.0})
    EXPECT_EQ(Json::parse(json_number(x)).get<double>(), x) << json_number(x);
}

TEST(Json, lines_change_blanks_only) {
  const std::string text = R"({"a":[1,2,{"b, c":"x: {\"y\"]","d":[]}],"e":{},"f":{"g":[[0,1],[2,3]],"h":"\\"}})";
  const Json json = Json::parse(text);
  EXPECT_EQ(json_text(json), text);
  for (const std::size_t width : {0u, 10u, 20u, 40u, 200u})
    EXPECT_EQ(Json::parse(json_lines(json, width)), json) << width;
  EXPECT_EQ(json_lines(Json::parse(R"({"a":[1,2],"b":{"c":"long enough"}})"), 24),
            "{\n  \"a\": [1, 2],\n  \"b\": {\n    \"c\": \"long enough\"\n  }\n}");
}

TEST(Json, keys_keep_their_order) {
  Json json;
  json["z"] = 1;
  json["a"] = 2;
  EXPECT_EQ(json_text(json), R"({"z":1,"a":2})");
}

TEST(Json, text_that_is_no_utf_8_is_written_all_the_same) {
  EXPECT_TRUE(Json::accept(json_quoted("caf\xe9")));
  EXPECT_EQ(json_quoted("a\"b\\c\n"), R"("a\"b\\c\n")");
}

}  // namespace
}  // namespace invar
