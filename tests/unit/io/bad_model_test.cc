// Bad models, one row each: the text, what the message must say, and the line it must point to.
// Every body is checked against a schema with one parameter of each kind, so the rows cover the reader and the values.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "invar/core/params.h"
#include "invar/io/model_file.h"

namespace invar {
namespace {

const Schema& thing() {
  static const Schema schema = [] {
    Schema s;
    s.number("mass", "kg", "total mass").positive();
    s.number("damping", "N s/m", "damping").nonnegative();
    s.number("ratio", "1", "ratio").range(0, 1);
    s.number("any", "1", "any number");
    s.integer("count", "number of pieces").positive();
    s.boolean("fixed", "does not move");
    s.text("label", "label");
    s.choice("form", {"full", "reduced"}, "form of the equations");
    s.vector2("uv", "m", "two numbers");
    s.vector3("at", "m", "position");
    s.direction("axis", "axis");
    s.matrix3("inertia", "kg m^2", "inertia");
    s.function_of("t", "angle", "rad", "angle over time");
    s.vector3_function_of("t", "path", "m", "path over time");
    s.name_of("body", "body", "a body");
    s.names_of("body", "between", "two bodies").size(2);
    s.numbers("weights", "1", "weights").nonnegative();
    return s;
  }();
  return schema;
}

void read_and_check(const std::string& text, const Overrides& overrides) {
  const ModelSpec spec = read_model_text(text, "bad.yaml", overrides);
  for (const SpecEntry& entry : spec.bodies) Params(entry.node, thing());
}

struct Row {
  std::string name;
  std::string text;
  int line;
  std::vector<std::string> says;
  Overrides overrides = {};
};

// A body in line 3 whose parameters are in line 3 too.
std::string body(const std::string& parameters) {
  return "parameters: {length: 2, zero: 0}\nbodies:\n  b: {type: thing, " + parameters + "}\n";
}
// A repeat block in line 3.
std::string block(const std::string& keys) { return "parameters: {N: 3}\nbodies:\n  repeat: [{" + keys + "}]\n"; }

const std::string kItems = "items: {'p_${i}': {type: thing}}";

std::vector<Row> rows() {
  return {
      // YAML itself
      {"empty", "", 0, {"empty"}},
      {"only_comments", "# nothing\n", 0, {"empty"}},
      {"unclosed_bracket", "model: x\ngravity: [0, 0\nbodies: {}\n", 3, {"not valid YAML"}},
      {"tab", "model: x\nbodies:\n\ta: {type: thing}\n", 3, {"not valid YAML", "tabs"}},
      {"unclosed_quote", "model: \"x\nbodies: {}\n", 2, {"not valid YAML"}},
      {"not_a_map", "- a\n- b\n", 1, {"top level", "must be a map, not a list"}},
      {"just_text", "hello\n", 1, {"top level", "must be a map, not text"}},
      {"unclosed_single_quote", "model: 'x\nbodies: {}\n\n  \n", 2, {"not valid YAML"}},
      {"two_documents", "model: x\n---\nmodel: y\n", 2, {"second YAML document"}},
      {"unknown_alias", "model: *x\n", 1, {"not valid YAML", "anchor"}},
      {"alias_of_itself", "bodies: &a\n  b: *a\n", 2, {"contains it"}},
      {"list_as_key", "bodies:\n  [a, b]: {type: thing}\n", 2, {"key must be plain text"}},
      {"foreign_tag", "model: !python x\n", 1, {"tag", "no meaning"}},
      {"merge_of_a_number", "bodies:\n  b: {type: thing,\n    <<: 3}\n", 3, {"<<", "map"}},
      {"unquoted_formula_in_brackets", "outputs: [P_${i}.x]\n", 1, {"not valid YAML", "needs quotes"}},
      {"zero_byte", std::string("model: a\0b\n", 11), 0, {"not a text file"}},
      // keys
      {"same_key_twice",
       "model: x\nbodies:\n  a: {type: thing}\n  b: {type: thing}\n  a: {type: thing}\n",
       5,
       {"\"a\" is given twice", "line 3 and in line 5"}},
      {"same_parameter_twice", "parameters:\n  m: 1\n  m: 2\n", 3, {"\"m\" is given twice", "line 2 and in line 3"}},
      {"section_twice", "bodies: {}\njoints: {}\nbodies: {}\n", 3, {"\"bodies\" is given twice"}},
      {"unknown_top_level_key", "model: x\nbodys: {}\n", 2, {"unknown key \"bodys\"", "did you mean \"bodies\"?"}},
      {"far_from_any_top_level_key", "quux: 1\n", 1, {"unknown key \"quux\"", "known: model"}},
      {"unknown_parameter_of_a_body",
       body("mas: 1"),
       3,
       {"bodies.b has the unknown key \"mas\"", "did you mean \"mass\"?"}},
      // names and entries
      {"ground", "bodies:\n  ground: {type: thing}\n", 2, {"bodies.ground", "fixed world"}},
      {"name_begins_with_digit", "bodies:\n  1a: {type: thing}\n", 2, {"bodies.1a", "not a good name"}},
      {"name_with_dash", "bodies:\n  left-arm: {type: thing}\n", 2, {"bodies.left-arm", "letters, digits"}},
      {"name_with_dot", "markers:\n  a.b: {on: c}\n", 2, {"markers.a.b", "not a good name"}},
      {"empty_name", "bodies:\n  \"\": {type: thing}\n", 2, {"not a good name"}},
      {"section_is_a_list", "bodies:\n  - {type: thing}\n", 2, {"bodies", "must be a map", "not a list"}},
      {"section_is_text", "joints: none\n", 1, {"joints = none", "must be a map"}},
      {"entry_is_a_number", "bodies:\n  b: 3\n", 2, {"bodies.b = 3", "must be a map"}},
      {"entry_is_empty", "bodies:\n  b:\n  c: {type: thing}\n", 2, {"bodies.b", "must be a map, not nothing"}},
      {"no_type", "bodies:\n  b: {mass: 1}\n", 2, {"bodies.b needs the key \"type\"", "invar list bodies"}},
      {"empty_type", "bodies:\n  b: {type: }\n", 2, {"bodies.b.type has no value"}},
      {"type_is_a_list", "bodies:\n  b: {type: [a]}\n", 2, {"bodies.b.type = [a]", "must be text"}},
      {"outputs_is_a_map", "outputs: {a: b}\n", 1, {"outputs", "must be a list"}},
      {"model_is_a_list", "model: [a]\n", 1, {"model = [a]", "must be text"}},
      // parameters
      {"parameters_is_a_list", "parameters: [1, 2]\n", 1, {"parameters", "must be a map"}},
      {"parameter_is_a_list", "parameters:\n  a: [1]\n", 2, {"parameters.a = [1]", "number or a formula"}},
      {"parameter_without_value", "parameters:\n  a:\n  b: 2\n", 2, {"parameters.a has no value"}},
      {"parameter_is_nan", "parameters:\n  a: .nan\n", 2, {"parameters.a = .nan", "finite"}},
      {"parameter_is_infinite", "parameters:\n  a: -.inf\n", 2, {"parameters.a = -.inf", "finite"}},
      {"parameter_overflows", "parameters:\n  a: 1e999\n", 2, {"parameters.a = 1e999", "finite"}},
      {"division_by_zero", "parameters:\n  a: 1\n  b: a/(a - 1)\n", 3, {"parameters.b = a/(a - 1)", "gives inf"}},
      {"cycle", "parameters:\n  a: b + 1\n  b: 2*c\n  c: a\n", 2, {"depends on itself", "a -> b -> c -> a"}},
      {"cycle_behind_another", "parameters:\n  x: a\n  a: b\n  b: a\n", 3, {"depends on itself: a -> b -> a"}},
      {"own_value", "parameters:\n  a: a\n", 2, {"a -> a"}},
      {"unknown_name_in_parameter",
       "parameters:\n  length: 1\n  b: 2*lenght\n",
       3,
       {"unknown name \"lenght\"", "did you mean \"length\"?"}},
      {"unknown_function", "parameters:\n  b: sine(1)\n", 2, {"parameters.b = sine(1)", "sine"}},
      {"bad_formula", "parameters:\n  b: 1 + * 2\n", 2, {"parameters.b = 1 + * 2", "not a formula"}},
      {"unbalanced_parenthesis", "parameters:\n  b: (1 + 2\n", 2, {"not a formula"}},
      {"too_many_arguments", "parameters:\n  b: sin(1, 2)\n", 2, {"not a formula"}},
      {"assignment", "parameters:\n  a: 1\n  b: a = 2\n", 3, {"assignment", "=="}},
      {"python_power", "parameters:\n  b: 2**3\n", 2, {"a^b"}},
      {"two_results", "parameters:\n  b: 1, 2\n", 2, {"2 results"}},
      {"unicode_minus", "parameters:\n  b: 1 \xE2\x88\x92 2\n", 2, {"ASCII"}},
      {"parameter_named_pi", "parameters:\n  pi: 3\n", 2, {"parameters.pi", "built-in"}},
      {"parameter_named_sin", "parameters:\n  sin: 3\n", 2, {"parameters.sin", "built-in"}},
      {"parameter_with_bad_name", "parameters:\n  2m: 3\n", 2, {"parameters.2m", "not a good name"}},
      // --set
      {"set_of_unknown",
       "parameters: {count: 3}\n",
       0,
       {"--set coutn=4", "no parameter \"coutn\"", "did you mean \"count\"?"},
       {{"coutn", "4"}}},
      {"set_without_parameters", "model: x\n", 0, {"--set N=4", "the model has no parameters"}, {{"N", "4"}}},
      {"set_to_nonsense", "parameters: {N: 3}\n", 0, {"--set N=x+", "parameters.N = x+"}, {{"N", "x+"}}},
      {"set_to_unknown_name", "parameters: {N: 3}\n", 0, {"unknown name \"abc\""}, {{"N", "abc"}}},
      {"set_makes_cycle", "parameters: {N: 3, M: N}\n", 0, {"depends on itself: N -> M -> N"}, {{"N", "M"}}},
      {"set_to_list", "parameters: {N: 3}\n", 0, {"parameters.N = [1, 2]"}, {{"N", "[1, 2]"}}},
      // ${...}
      {"unclosed_dollar", "description: 'a ${b'\n", 1, {"description", "${ without a closing }"}},
      {"unknown_in_dollar", "parameters: {n: 1}\ndescription: '${m}'\n", 2, {"description", "unknown name \"m\""}},
      {"empty_dollar", "description: '${}'\n", 1, {"description", "empty"}},
      {"unknown_in_entry",
       "parameters: {len: 1}\nbodies:\n  b:\n    type: thing\n    label: 'x${lne}'\n",
       5,
       {"bodies.b.label", "unknown name \"lne\"", "did you mean \"len\"?"}},
      {"index_outside_its_block", "bodies:\n  'p_${i}': {type: thing}\n", 2, {"unknown name \"i\""}},
      // repeat
      {"repeat_is_text", "bodies:\n  repeat: 3\n", 2, {"repeat = 3", "list of blocks"}},
      {"block_is_text", "bodies:\n  repeat: [a]\n", 2, {"must be a map with the keys index"}},
      {"block_without_index", block("from: 0, to: N, " + kItems), 3, {"needs the key \"index\""}},
      {"block_without_to", block("index: i, from: 0, " + kItems), 3, {"needs the key \"to\""}},
      {"block_without_items", block("index: i, from: 0, to: N"), 3, {"needs the key \"items\""}},
      {"block_with_unknown_key",
       block("index: i, from: 0, too: N, " + kItems),
       3,
       {"unknown key \"too\"", "did you mean \"to\"?"}},
      {"fractional_to", block("index: i, from: 0, to: N/2, " + kItems), 3, {"to = N/2", "whole number", "gives 1.5"}},
      {"text_from", block("index: i, from: abc, to: N, " + kItems), 3, {"from = abc", "unknown name"}},
      {"list_from", block("index: i, from: [0], to: N, " + kItems), 3, {"from = [0]", "must be a number"}},
      {"huge_range", block("index: i, from: 0, to: 1e9, " + kItems), 3, {"more than 1000000 entries"}},
      {"beyond_all_integers",
       block("index: i, from: -1e300, to: 1e300, " + kItems),
       3,
       {"from = -1e300", "whole number"}},
      {"huge_nested_range_without_items",
       block("index: i, from: 1, to: 1e6, items: {repeat: [{index: j, from: 1, to: 1e6, items: {}}]}"),
       3,
       {"more than 1000000 entries"}},
      {"name_without_index",
       block("index: i, from: 0, to: N, items: {p: {type: thing}}"),
       3,
       {"bodies.p", "defined twice"}},
      {"name_made_twice",
       block("index: i, from: 0, to: N, items: {'p_${mod(i, 2)}': {type: thing}}"),
       3,
       {"bodies.p_0", "defined twice", "p_${"}},
      {"made_name_has_a_point",
       block("index: i, from: 0, to: N, items: {'p_${i/2}': {type: thing}}"),
       3,
       {"bodies.p_0.5", "not a good name"}},
      {"made_name_has_a_minus",
       block("index: i, from: 0, to: N, items: {'p_${i-1}': {type: thing}}"),
       3,
       {"bodies.p_-1 (from p_${i-1})", "not a good name"}},
      {"index_is_a_parameter", block("index: N, from: 0, to: 2, " + kItems), 3, {"already the name of a parameter"}},
      {"index_is_built_in", block("index: e, from: 0, to: 2, " + kItems), 3, {"built-in"}},
      {"index_with_bad_name", block("index: 1i, from: 0, to: 2, " + kItems), 3, {"not a good name"}},
      {"inner_index_hides_outer",
       block("index: i, from: 0, to: 2, items: {repeat: [{index: i, from: 0, to: 1, items: {}}]}"),
       3,
       {"outer index"}},
      {"items_is_a_list", block("index: i, from: 0, to: 2, items: [a]"), 3, {"items", "must be a map"}},
      {"bad_value_in_expanded_entry",
       block("index: i, from: 0, to: N, items: {'p_${i}': {type: thing, mass: 2 - i}}"),
       3,
       {"bodies.p_2.mass = 2 - i must be positive", "gives 0"}},
      {"infinite_in_one_expanded_entry",
       block("index: i, from: 0, to: N, items: {'p_${i}': {type: thing, any: \"${1/(i-2)}\"}}"),
       3,
       {"bodies.p_2.any", "finite"}},
      {"repeat_beside_other_keys_in_outputs", "outputs:\n  - {repeat: {}, a: 1}\n", 2, {"other keys beside"}},
      {"outputs_items_is_a_map",
       "outputs:\n  - {repeat: {index: i, from: 0, to: 1, items: {a: b}}}\n",
       2,
       {"items", "must be a list"}},
      // values
      {"negative_mass", body("mass: -1"), 3, {"bodies.b.mass = -1 must be positive"}},
      {"zero_mass_by_formula",
       body("mass: length*zero"),
       3,
       {"bodies.b.mass = length*zero must be positive", "gives 0"}},
      {"negative_damping", body("damping: -0.1"), 3, {"bodies.b.damping = -0.1 must not be negative"}},
      {"ratio_above_range", body("ratio: 1.5"), 3, {"bodies.b.ratio = 1.5 must lie between 0 and 1"}},
      {"number_is_a_list", body("mass: [1]"), 3, {"bodies.b.mass = [1] must be a number, not a list"}},
      {"number_is_a_map", body("mass: {a: 1}"), 3, {"bodies.b.mass must be a number, not a map"}},
      {"number_is_a_word", body("mass: heavy"), 3, {"bodies.b.mass = heavy", "unknown name \"heavy\""}},
      {"number_with_unit", body("mass: 3 kg"), 3, {"bodies.b.mass = 3 kg", "not a formula"}},
      {"number_with_comma", "bodies:\n  b:\n    type: thing\n    mass: 3,5\n", 4, {"2 results"}},
      {"number_is_empty_text", body("mass: \"\""), 3, {"bodies.b.mass", "must be a number"}},
      {"no_value", "bodies:\n  b:\n    type: thing\n    mass:\n", 4, {"bodies.b.mass has no value", "kg"}},
      {"nan", body("any: .nan"), 3, {"bodies.b.any = .nan must be a finite number"}},
      {"nan_word", body("any: nan"), 3, {"bodies.b.any = nan must be a finite number"}},
      {"one_over_zero", body("any: 1/zero"), 3, {"bodies.b.any = 1/zero must be a finite number", "gives inf"}},
      {"root_of_negative", body("any: sqrt(-1)"), 3, {"must be a finite number"}},
      {"fractional_count", body("count: 2.5"), 3, {"bodies.b.count = 2.5 must be a whole number"}},
      {"zero_count", body("count: 0"), 3, {"bodies.b.count = 0 must be positive"}},
      {"boolean_is_yes", body("fixed: yes"), 3, {"bodies.b.fixed = yes must be true or false"}},
      {"text_is_a_list", body("label: [a]"), 3, {"bodies.b.label = [a] must be text"}},
      {"unknown_choice", body("form: reducd"), 3, {"must be one of full, reduced", "did you mean \"reduced\"?"}},
      {"two_numbers_for_three", body("at: [1, 2]"), 3, {"bodies.b.at = [1, 2] needs 3 numbers, got 2"}},
      {"four_numbers_for_three", body("at: [1, max(1, 2), 3]"), 3, {"needs 3 numbers, got 4", "quotes"}},
      {"number_for_three", body("at: 1"), 3, {"bodies.b.at = 1 must be a list of 3 numbers"}},
      {"word_in_vector", body("at: [1, up, 3]"), 3, {"bodies.b.at[1] = up", "unknown name"}},
      {"nothing_in_vector", body("at: [1, ~, 3]"), 3, {"bodies.b.at[1]", "must be a number"}},
      {"three_numbers_for_two", body("uv: [1, 2, 3]"), 3, {"needs 2 numbers, got 3"}},
      {"zero_axis", body("axis: [0, 0, 0]"), 3, {"bodies.b.axis = [0, 0, 0] must be a nonzero vector", "[0, 0, 1]"}},
      {"inertia_of_four", body("inertia: [1, 2, 3, 4]"), 3, {"bodies.b.inertia", "got 4"}},
      {"inertia_with_short_row",
       body("inertia: [[1, 0, 0], [0, 1], [0, 0, 1]]"),
       3,
       {"bodies.b.inertia[1] = [0, 1] needs 3 numbers, got 2"}},
      {"name_is_a_list", body("body: [a]"), 3, {"bodies.b.body = [a] must be the name of a body"}},
      {"name_with_blank", body("body: a b"), 3, {"bodies.b.body = a b must be the name of a body"}},
      {"one_name_for_two", body("between: [a]"), 3, {"bodies.b.between = [a] needs 2 names, got 1"}},
      {"negative_weight", body("weights: [1, -2]"), 3, {"bodies.b.weights[1] = -2 must not be negative"}},
      // functions
      {"function_of_unknown_name",
       body("angle: lenght*t"),
       3,
       {"bodies.b.angle = lenght*t", "unknown name \"lenght\"", "did you mean \"length\"?"}},
      {"function_of_the_wrong_variable", body("angle: sin(x)"), 3, {"bodies.b.angle = sin(x)", "unknown name \"x\""}},
      {"function_with_bad_formula", body("angle: \"sin(t\""), 3, {"bodies.b.angle = sin(t", "not a formula"}},
      {"function_is_a_list", body("angle: [1, 2]"), 3, {"bodies.b.angle = [1, 2] must be a function of t", "table"}},
      {"function_with_unknown_key",
       body("angle: {tabel: []}"),
       3,
       {"bodies.b.angle", "table, polynomial, pieces, file"}},
      {"function_with_two_forms", body("angle: {table: [], polynomial: []}"), 3, {"exactly one"}},
      {"variable_is_a_parameter",
       "parameters: {t: 1}\nbodies:\n  b: {type: thing, angle: 2*t}\n",
       3,
       {"bodies.b.angle", "both its variable and a parameter"}},
      {"table_of_one_point",
       body("angle: {table: [[0, 1]]}"),
       3,
       {"bodies.b.angle.table needs 2 points or more, got 1"}},
      {"table_goes_back",
       body("angle: {table: [[0, 1], [1, 2], [1, 3]]}"),
       3,
       {"bodies.b.angle.table[2] = [1, 3]", "larger"}},
      {"table_with_three_columns",
       body("angle: {table: [[0, 1, 2], [1, 2, 3]]}"),
       3,
       {"bodies.b.angle.table[0]", "needs 2 numbers, got 3"}},
      {"table_with_unknown_outside",
       body("angle: {table: [[0, 1], [1, 2]], outside: clamp}"),
       3,
       {"bodies.b.angle.outside = clamp must be linear, hold or error"}},
      {"empty_polynomial", body("angle: {polynomial: []}"), 3, {"bodies.b.angle.polynomial", "1 number or more"}},
      {"no_such_table_file",
       body("angle: {file: nowhere.csv}"),
       3,
       {"bodies.b.angle.file = nowhere.csv", "cannot be read"}},
      {"two_functions_for_three", body("path: [t, 0]"), 3, {"bodies.b.path = [t, 0] needs 3 functions, got 2"}},
      {"infinite_constant_function", body("angle: 1/zero"), 3, {"bodies.b.angle = 1/zero must be a finite number"}},
  };
}

class BadModel : public testing::TestWithParam<Row> {};

TEST_P(BadModel, is_refused_with_place_and_reason) {
  const Row& row = GetParam();
  try {
    read_and_check(row.text, row.overrides);
    FAIL() << "was accepted:\n" << row.text;
  } catch (const ModelError& error) {
    const std::string message = error.what();
    for (const auto& words : row.says) {
      EXPECT_NE(message.find(words), std::string::npos) << "message:  " << message << "\nmissing:  " << words;
    }
    EXPECT_EQ(error.where().line, row.line) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    if (row.line > 0) {
      EXPECT_EQ(error.where().file, "bad.yaml");
      EXPECT_GT(error.where().column, 0);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Rows, BadModel, testing::ValuesIn(rows()),
                         [](const testing::TestParamInfo<Row>& row) { return row.param.name; });

std::string message_of_file(const std::string& path) {
  try {
    read_model_file(path);
  } catch (const ModelError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(BadModelFile, that_does_not_exist_is_named) {
  EXPECT_EQ(message_of_file("no/such.yaml"), "no/such.yaml: no such file; check the name and the current directory");
}

TEST(BadModelFile, that_is_a_directory_is_refused) {
  EXPECT_NE(message_of_file(testing::TempDir()).find("is a directory"), std::string::npos);
}

TEST(BadModelFile, of_binary_content_is_refused) {
  const std::string path = testing::TempDir() + "invar_binary.yaml";
  std::ofstream file(path, std::ios::binary);
  for (int i = 0; i < 4096; ++i) file.put(static_cast<char>((i * 7919) % 251));
  file.close();
  EXPECT_NE(message_of_file(path), "accepted");
}

TEST(BadModelFile, with_aliases_that_multiply_is_stopped_quickly) {
  std::string text = "camera:\n  a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 12; ++i) {
    text += "  a" + std::to_string(i) + ": &a" + std::to_string(i) + " [";
    for (int j = 0; j < 10; ++j) text += (j > 0 ? ", *a" : "*a") + std::to_string(i - 1);
    text += "]\n";
  }
  try {
    read_model_text(text, "bomb.yaml");
    FAIL() << "was accepted";
  } catch (const ModelError& error) {
    EXPECT_NE(std::string(error.what()).find("more than 5000000 values"), std::string::npos) << error.what();
    EXPECT_GT(error.where().line, 1);
  }
}

TEST(BadModelFile, nested_too_deeply_is_refused) {
  for (const int depth : {65, 400, 100000}) {
    const auto n = static_cast<std::size_t>(depth);
    const std::string text = "camera: " + std::string(n, '[') + std::string(n, ']');
    try {
      read_model_text(text, "deep.yaml");
      FAIL() << "was accepted";
    } catch (const ModelError& error) {
      EXPECT_NE(std::string(error.what()).find("nested deeper than 64"), std::string::npos) << error.what();
    }
  }
}

TEST(BadModelFile, of_more_than_a_million_entries_over_all_sections_is_refused) {
  const auto block = [](const char* section, int to) {
    return fmt::format("{}: {{repeat: [{{index: i, from: 1, to: {}, items: {{'p_${{i}}': {{type: thing}}}}}}]}}\n",
                       section, to);
  };
  try {
    read_model_text(block("bodies", 10) + block("joints", 20) + block("forces", 999'971), "large.yaml");
    FAIL() << "was accepted";
  } catch (const ModelError& error) {
    EXPECT_NE(std::string(error.what()).find("forces brings the model to more than 1000000"), std::string::npos);
    EXPECT_EQ(error.where().line, 3);
  }
}

// Whatever is done to a model, the answer is a model or a ModelError.
TEST(BadModelFile, with_random_damage_is_read_or_refused_but_never_worse) {
  const std::string good = body(
                               "mass: length/2, at: [1, \"${length}\", 3], axis: [0, 0, 1], count: 3,\n"
                               "      angle: {table: [[0, 1], [1, 2]]}, path: [t, sin(t), 1], between: [a, b]") +
                           "  repeat: [{index: i, from: 1, to: 9, items: {\"p_${i}\": {type: thing, mass: i}}}]\n" +
                           "outputs: [b.x, {repeat: {index: i, from: 1, to: 2, items: ['p_${i}.x']}}]\n";
  ASSERT_NO_THROW(read_and_check(good, {}));
  std::mt19937 random(20240229);
  const std::string letters = "{}[]:,-#&*!|>'\"%@`$()+^=?. \n\t0i~<\x80\xff";
  int refused = 0;
  for (int k = 0; k < 4000; ++k) {
    std::string text = good;
    for (unsigned edits = 1 + random() % 3; edits > 0; --edits) {
      const std::size_t at = random() % text.size();
      switch (random() % 4) {
        case 0:
          text.erase(at, 1 + random() % 5);
          break;
        case 1:
          text.insert(at, 1, letters[random() % letters.size()]);
          break;
        case 2:
          text[at] = letters[random() % letters.size()];
          break;
        default:
          text.insert(at, text.substr(random() % text.size(), 1 + random() % 12));
          break;
      }
    }
    try {
      read_and_check(text, {});
    } catch (const ModelError&) {
      ++refused;
    } catch (const std::exception& error) {
      FAIL() << error.what() << "\n" << text;
    }
  }
  EXPECT_GT(refused, 2000);
}

TEST(BadModelFile, an_override_needs_a_name_and_a_value) {
  EXPECT_EQ(parse_override("N=2*3"), (std::pair<std::string, std::string>("N", "2*3")));
  EXPECT_EQ(parse_override("N=a==b").second, "a==b");
  for (const char* bad : {"N", "=3", "N=", ""}) EXPECT_THROW(parse_override(bad), ModelError) << bad;
}

}  // namespace
}  // namespace invar
