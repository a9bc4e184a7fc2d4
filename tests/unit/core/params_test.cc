// Schemas and typed values of entries that are right; what is wrong is in unit/io/bad_model_test.cc.
#include "invar/spec/params.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "invar/spec/yaml.h"

namespace invar {
namespace {

Schema make_schema() {
  Schema s;
  s.number("mass", "kg", "total mass").positive().required();
  s.number("damping", "N s/m", "damping").nonnegative().default_value(0.5);
  s.number("optional", "1", "nothing by default");
  s.integer("pieces", "number of pieces").default_value(4);
  s.boolean("fixed", "does not move").default_value(false);
  s.text("label", "label").default_value("none");
  s.choice("form", {"full", "reduced"}, "form").default_value("full");
  s.vector2("uv", "m", "two numbers").default_value("[1, 2]");
  s.vector3("at", "m", "position").default_value("[0, 0, sqrt(4)]");
  s.direction("axis", "axis").default_value("[0, 0, 1]");
  s.matrix3("inertia", "kg m^2", "inertia").default_value("[1, 1, 1]");
  s.function_of("t", "angle", "rad", "angle").default_value(0);
  s.vector3_function_of("t", "path", "m", "path");
  s.name_of("body", "on", "a body").default_value("ground");
  s.names_of("body", "between", "two bodies").size(2);
  s.numbers("weights", "1", "weights");
  s.map("extra", "anything");
  return s;
}

const Schema& schema() {
  static const Schema s = make_schema();
  return s;
}

SpecNode node(const std::string& text) {
  return read_yaml_text(text, "p.yaml").with_path("bodies.b").with_scope(Scope::make({{"l", 2.0}, {"w", 3.0}}));
}

TEST(Params, gives_every_kind_as_written_or_by_formula) {
  const Params p(node(R"(
type: thing
mass: l*w
pieces: l^2
fixed: true
label: "l is ${l}"
form: reduced
uv: [l, -l]
at: [1, l, "${w}"]
axis: [0, 3, 4]
inertia: [1, 2, 3, 4, 5, 6]
on: arm.tip
between: [a, b_2]
weights: [1, 2.5, 1e3]
extra: {any: [thing]}
path: [t, l*t, 7]
angle: w*sin(t)
)"),
                 schema());
  EXPECT_DOUBLE_EQ(p.number("mass"), 6.0);
  EXPECT_EQ(p.integer("pieces"), 4);
  EXPECT_TRUE(p.boolean("fixed"));
  EXPECT_EQ(p.text("label"), "l is 2");
  EXPECT_EQ(p.text("form"), "reduced");
  EXPECT_EQ(p.vector2("uv"), Vector2(2, -2));
  EXPECT_EQ(p.vector3("at"), Vector3(1, 2, 3));
  EXPECT_TRUE(p.direction("axis").isApprox(Vector3(0, 0.6, 0.8), 1e-15));
  Matrix3 inertia;
  inertia << 1, 4, 5, 4, 2, 6, 5, 6, 3;
  EXPECT_EQ(p.matrix3("inertia"), inertia);
  EXPECT_EQ(p.text("on"), "arm.tip");
  EXPECT_EQ(p.names("between"), (std::vector<std::string>{"a", "b_2"}));
  EXPECT_EQ(p.numbers("weights"), (std::vector<double>{1, 2.5, 1000}));
  EXPECT_EQ(p.node("extra").find("any")[0].text(), "thing");
  EXPECT_DOUBLE_EQ(p.vector3_function("path")[1]->value(5.0), 10.0);
  EXPECT_TRUE(p.vector3_function("path")[2]->is_constant());
  EXPECT_DOUBLE_EQ(p.function("angle")->value(1.0), 3 * std::sin(1.0));
  EXPECT_FALSE(p.has("optional"));
  EXPECT_EQ(p.location("pieces").line, 4);
  EXPECT_EQ(p.location("damping").line, 2);  // of the entry
}

TEST(Params, takes_defaults_where_nothing_is_given) {
  const Params p(node("{mass: 1}"), schema());
  EXPECT_DOUBLE_EQ(p.number("damping"), 0.5);
  EXPECT_EQ(p.integer("pieces"), 4);
  EXPECT_FALSE(p.boolean("fixed"));
  EXPECT_EQ(p.text("label"), "none");
  EXPECT_EQ(p.vector3("at"), Vector3(0, 0, 2));
  EXPECT_EQ(p.direction("axis"), Vector3(0, 0, 1));
  EXPECT_EQ(p.matrix3("inertia"), Matrix3::Identity());
  EXPECT_TRUE(p.function("angle")->is_constant());
  EXPECT_EQ(p.text("on"), "ground");
  EXPECT_TRUE(p.has("damping"));
  EXPECT_FALSE(p.is_given("damping"));
  EXPECT_TRUE(p.is_given("mass"));
}

TEST(Params, normalizes_directions_of_extreme_size) {
  const Params p(node("{mass: 1, axis: [1e-200, 0, 0]}"), schema());
  EXPECT_EQ(p.direction("axis"), Vector3(1, 0, 0));
  EXPECT_EQ(Params(node("{mass: 1, axis: [0, 0, -1e200]}"), schema()).direction("axis"), Vector3(0, 0, -1));
}

TEST(Params, reads_matrices_of_three_rows) {
  const Params p(node("{mass: 1, inertia: [[1, 2, 3], [4, 5, 6], [7, 8, l]]}"), schema());
  Matrix3 expected;
  expected << 1, 2, 3, 4, 5, 6, 7, 8, 2;
  EXPECT_EQ(p.matrix3("inertia"), expected);
}

TEST(Params, reads_functions_as_tables_polynomials_and_files) {
  const auto f = [](const std::string& text) {
    return Params(node("{mass: 1, angle: " + text + "}"), schema()).function("angle");
  };
  EXPECT_DOUBLE_EQ(f("{table: [[0, 0], [l, w]]}")->value(1), 1.5);
  EXPECT_DOUBLE_EQ(f("{table: [[0, 0], [1, 1]], outside: hold}")->value(7), 1.0);
  EXPECT_DOUBLE_EQ(f("{polynomial: [1, l, w]}")->value(2), 17.0);
  EXPECT_DOUBLE_EQ(f("l + 1")->value(9), 3.0);
  EXPECT_TRUE(f("l + 1")->is_constant());
  const std::string folder = ::testing::TempDir();
  std::ofstream(folder + "invar_angle.csv") << "0 0\n1 4\n";
  const SpecNode map = read_yaml_text("{mass: 1, angle: {file: invar_angle.csv}}", folder + "m.yaml").with_path("b");
  EXPECT_DOUBLE_EQ(Params(map, schema()).function("angle")->value(0.5), 2.0);
}

TEST(Params, names_a_missing_key_at_the_line_of_its_entry) {
  try {
    Params(node("damping: 1\nlabel: x\n"), schema());
    FAIL();
  } catch (const ModelError& error) {
    EXPECT_STREQ(error.what(), "p.yaml:1:1: bodies.b needs the key \"mass\"; total mass (number, kg)");
  }
}

TEST(Params, fails_for_its_user_with_path_and_value) {
  const Params p(node("mass: 1\naxis: [0, l, 0]\n"), schema());
  try {
    p.fail("axis", "must be normal to the plate", "turn it");
  } catch (const ModelError& error) {
    EXPECT_STREQ(error.what(), "p.yaml:2:7: bodies.b.axis = [0, l, 0] must be normal to the plate; turn it");
    EXPECT_EQ(error.subject(), "bodies.b.axis = [0, l, 0]");
    EXPECT_EQ(error.hint(), "turn it");
  }
  try {
    p.fail("damping", "is too large");
  } catch (const ModelError& error) {
    EXPECT_STREQ(error.what(), "p.yaml:1:1: bodies.b.damping = 0.5 (default) is too large");
  }
}

TEST(Params, tells_a_programmer_who_asks_for_what_is_not_there) {
  const Params p(node("{mass: 1}"), schema());
  EXPECT_THROW(p.number("masse"), std::logic_error);
  EXPECT_THROW(p.number("optional"), std::logic_error);
  EXPECT_THROW(p.vector3("mass"), std::logic_error);
}

TEST(Params, come_from_options_of_the_command_line_as_well) {
  Schema s;
  s.number("alpha", "1", "dissipation").range(0, 1).default_value(1);
  s.vector3("axis", "1", "axis").default_value("[0, 0, 1]");
  const SpecNode given = SpecNode::make_map({{"alpha", "1/4"}, {"axis", "[1, atan2(0, 1), 0]"}}, "--option", "method");
  const Params p(given, s);
  EXPECT_DOUBLE_EQ(p.number("alpha"), 0.25);
  EXPECT_EQ(p.vector3("axis"), Vector3(1, 0, 0));
  try {
    Params(SpecNode::make_map({{"alhpa", "1"}}, "--option", "method"), s);
    FAIL();
  } catch (const ModelError& error) {
    EXPECT_STREQ(error.what(), "--option: method has the unknown key \"alhpa\"; did you mean \"alpha\"?");
  }
  EXPECT_DOUBLE_EQ(Params(SpecNode(), s).number("alpha"), 1.0);
  const SpecNode merged =
      node("{alpha: 0.5, axis: [0, 1, 0]}").merged_with(SpecNode::make_map({{"alpha", "0.75"}}, "--option"));
  EXPECT_DOUBLE_EQ(Params(merged, s).number("alpha"), 0.75);
  EXPECT_EQ(Params(merged, s).vector3("axis"), Vector3(0, 1, 0));
  EXPECT_THROW(SpecNode::make_map({{"a", "1"}, {"a", "2"}}, "--option"), ModelError);
  for (const char* bad : {"[1, 2", "[1] 2", "[[[[[[[[[[[[[[[[[[[1]"}) {
    EXPECT_THROW(SpecNode::parse_flow(bad, "--option"), ModelError) << bad;
  }
}

TEST(Schema, describes_its_parameters_in_words) {
  const Schema& s = schema();
  EXPECT_EQ(s.find("mass")->rule_text(), "positive");
  EXPECT_EQ(s.find("form")->rule_text(), "one of full, reduced");
  EXPECT_EQ(s.find("angle")->kind_text(), "function of t");
  EXPECT_EQ(s.find("between")->kind_text(), "2 names of body");
  EXPECT_EQ(s.find("nothing"), nullptr);
  EXPECT_EQ(s.names().front(), "mass");
  Schema both;
  both.number("own", "1", "own");
  both.include(s);
  EXPECT_EQ(both.params().size(), s.params().size() + 1);
}

// JSON is YAML, so the reader of models checks the syntax of the JSON Schema.
TEST(Schema, becomes_a_json_schema) {
  const SpecNode json = read_yaml_text(json_schema_fragment(schema(), "thing"), "schema.json");
  EXPECT_EQ(json.find("type").text(), "object");
  EXPECT_EQ(json.find("additionalProperties").text(), "false");
  const SpecNode properties = json.find("properties");
  EXPECT_EQ(properties.size(), schema().params().size() + 1);
  EXPECT_EQ(properties.find("type").find("const").text(), "thing");
  EXPECT_EQ(properties.find("mass").find("description").text(), "total mass [kg]");
  EXPECT_EQ(properties.find("mass").find("anyOf")[0].find("exclusiveMinimum").text(), "0");
  EXPECT_EQ(properties.find("form").find("enum").size(), 2u);
  EXPECT_EQ(properties.find("at").find("minItems").text(), "3");
  ASSERT_EQ(json.find("required").size(), 2u);
  EXPECT_EQ(json.find("required")[1].text(), "mass");
}

}  // namespace
}  // namespace invar
