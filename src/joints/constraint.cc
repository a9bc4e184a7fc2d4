// Constraint by formula: Phi(t, x) = 0 of coordinates of joints, positions and directions; named functions of the model may be
// called. Its reaction acts along the gradient of
// the formula (discrete/law_constraint.h); with t in it the constraint is a drive, whose work is booked.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "invar/core/suggest.h"
#include "invar/joints/types.h"
#include "invar/parts/law_row.h"
#include "invar/spec/dotted_names.h"

namespace invar {

namespace {

// Names with dots in a formula, by the identifiers that stand for them.
std::map<std::string, std::string> find_dotted_names(const std::string& text) {
  std::map<std::string, std::string> names;
  const auto is_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.'; };
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && is_name(text[end])) ++end;
    const std::string word = text.substr(i, end - i);
    if (std::isalpha(static_cast<unsigned char>(text[i]))) names.emplace(flatten_names(word), word);
    i = std::max(end, i + 1);
  }
  return names;
}

std::unique_ptr<Joint> make_formula_constraint(const std::string& name, const Params& params, PartBuilder& builder) {
  const SpecNode node = params.node("formula");
  const std::string text = flatten_names(params.text("formula"));
  const auto dotted = find_dotted_names(params.text("formula"));
  LawRow row(name, "constraint", params, builder);
  std::vector<LawNumber> numbers;
  std::vector<std::string> variables;
  Expression::Constants constants;
  bool depends_on_t = false;
  const FunctionTablePtr functions = node.scope() ? node.scope()->functions() : nullptr;
  for (const std::string& used : Expression::free_names(text, node.location(), node.path(), functions.get())) {
    if (used == "t") {
      depends_on_t = true;
      continue;
    }
    const auto found = dotted.find(used);
    const std::string written = found == dotted.end() ? used : found->second;
    if (written.find('.') == std::string::npos)
      if (const auto value = node.scope() ? node.scope()->find(used) : std::nullopt) {
        constants.emplace_back(used, *value);
        continue;
      }
    if (static_cast<int>(numbers.size()) == kMaxLawNumbers)
      params.fail("formula", fmt::format("reads more than {} numbers", kMaxLawNumbers), "split it into several");
    numbers.push_back(row.read_name(written, "formula"));
    variables.push_back(used);
  }
  if (numbers.empty())
    params.fail("formula", "reads nothing that moves", "e.g. \"left.angle + 2*right.angle\"; what it says must vanish");
  const int size = static_cast<int>(numbers.size());
  variables.emplace_back("t");
  Expression formula(text, variables, constants, node.location(), node.path(), functions);
  return row.finish(make_formula_law(std::move(formula), size, depends_on_t), numbers, "formula");
}

}  // namespace

JointType constraint_type() {
  JointType type;
  type.name = "constraint";
  type.doc =
      "constraint by formula: an expression of JOINT.angle, JOINT.displacement, PLACE.position.x, PLACE.e1.x, "
      "coordinates "
      "and t that must vanish";
  type.reference = "[Gonzalez1996] eq. (16)";
  type.schema.text("formula", "what must vanish, e.g. \"left.angle + 2*right.angle - 0.1*sin(t)\"").required().target =
      "joint";  // built when all joints are there
  type.make = make_formula_constraint;
  return type;
}

}  // namespace invar
