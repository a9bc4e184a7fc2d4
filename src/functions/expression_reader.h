// Reads a formula into postfix code.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "invar/functions/expression_code.h"
#include "invar/functions/function_table.h"

namespace invar {

// Why a text is not a formula. Thrown by the reader, caught in functions/expression.cc.
struct FormulaFault {
  std::string what;  // "is not a formula: it ends too early"
  std::string hint;
  std::string unknown_name;  // if it is one, `what` and `hint` are left to the caller
};

// What a name that is no function stands for: kNumber or kVariable; nothing if it is unknown.
using NameReader = std::function<std::optional<ExpressionCode>(std::string_view name)>;

// The text must have passed the checks of functions/expression.cc for its length and the depth of its brackets.
std::vector<ExpressionCode> read_expression(std::string_view text, const NameReader& find_name,
                                            const FunctionTable* functions = nullptr);

const std::vector<std::string>& function_names();       // sorted; no parameter may have such a name
const std::vector<std::string>& made_function_names();  // saturate, ramp, ...: only where they are called

// Functions of places and parts (distance, position, ...): the call as a whole, blanks removed, is a name to `find_name`.
bool is_place_function(std::string_view name);

}  // namespace invar
