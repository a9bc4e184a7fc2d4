// Text that is no model: YAML, keys, names. See bad_model.h.
#include "unit/io/bad_model.h"

namespace invar::bad_model {
namespace {

std::vector<Row> text_rows() {
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
  };
}

INSTANTIATE_TEST_SUITE_P(Text, BadModel, ::testing::ValuesIn(text_rows()), name_of);

}  // namespace
}  // namespace invar::bad_model
