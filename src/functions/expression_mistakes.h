// Frequent mistakes in formulas, found before the formula is read: what the reader would report is harder to understand.
#pragma once

#include <optional>
#include <string>

#include "invar/functions/function_table.h"

namespace invar {

struct FormulaMistake {
  std::string what;  // "has the unknown function \"sinn\""
  std::string hint;
};

// A misspelt function, a number with a unit, a decimal comma; the first one in the text.
std::optional<FormulaMistake> find_mistake(const std::string& text, const FunctionTable* functions = nullptr);

}  // namespace invar
