#include "invar/io/json.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "unit/io/temporary_folder.h"

namespace invar {
namespace {

using testing::message_of;

TEST(Json, a_number_that_is_not_finite_is_null) {
  EXPECT_EQ(json_number(0.1), "0.10000000000000001");
  EXPECT_EQ(json_number(std::nan("")), "null");
  EXPECT_EQ(json_number(-INFINITY), "null");
}

TEST(Json, reads_a_flat_object) {
  const FlatJson object = parse_flat_json(R"( {"a": 1.5e-3, "b":"x \"y\" \u00fc\n", "c": null, "d": true} )", "s");
  ASSERT_EQ(object.size(), 4u);
  EXPECT_EQ(std::get<double>(object[0].second), 1.5e-3);
  EXPECT_EQ(std::get<std::string>(object[1].second), "x \"y\" \xC3\xBC\n");
  EXPECT_TRUE(std::holds_alternative<std::monostate>(object[2].second));
  EXPECT_TRUE(std::get<bool>(object[3].second));
  EXPECT_TRUE(parse_flat_json("{}", "s").empty());
}

TEST(Json, tells_where_a_text_is_wrong) {
  EXPECT_EQ(message_of([] { parse_flat_json("{\"a\": 1\n \"b\": 2}", "f.json"); }),
            "f.json:2:2: not valid JSON: expected , or }");
  for (const char* text : {"", "{", "{\"a\"}", "{\"a\": [1]}", "{\"a\": 1,}", "{\"a\": nan}", "{\"a\": \"x}", "{} x",
                           "{\"a\": \"\\u12\"}", "{\"a\": \"\\", "[1]"}) {
    EXPECT_NE(message_of([&] { parse_flat_json(text, "f.json"); }).find("not valid JSON"), std::string::npos) << text;
  }
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
