// Shared by the files of bad models: the schema, texts of models, and what is done with each row.
#include "unit/io/bad_model.h"

#include "invar/spec/params.h"

namespace invar::bad_model {

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
}  // namespace

void read_and_check(const std::string& text, const Overrides& overrides) {
  const ModelSpec spec = read_model_text(text, "bad.yaml", overrides);
  for (const SpecEntry& entry : spec.bodies) Params(entry.node, thing());
}

std::string body(const std::string& parameters) {
  return "parameters: {length: 2, zero: 0}\nbodies:\n  b: {type: thing, " + parameters + "}\n";
}
std::string block(const std::string& keys) { return "parameters: {N: 3}\nbodies:\n  repeat: [{" + keys + "}]\n"; }

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

}  // namespace invar::bad_model
