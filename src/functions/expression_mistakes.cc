#include "invar/functions/expression_mistakes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <utility>

#include "invar/core/suggest.h"
#include "invar/functions/expression.h"
#include "invar/functions/expression_reader.h"

namespace invar {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_name_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// What other languages call our functions.
constexpr std::array<std::pair<std::string_view, std::string_view>, 9> kForeign = {{
    {"if", "cases are written condition ? value : other_value"},
    {"pow", "a power is written a^b"},
    {"sqr", "a square is written a^2, a root sqrt(a)"},
    {"arcsin", "did you mean \"asin\"?"},
    {"arccos", "did you mean \"acos\"?"},
    {"arctan", "did you mean \"atan\"?"},
    {"round", "did you mean \"rint\"?"},
    {"clamp", "did you mean \"saturate\"?"},
    {"fabs", "did you mean \"abs\"?"},
}};

bool is_made(const std::string& name) {
  const auto& made = made_function_names();
  return std::find(made.begin(), made.end(), name) != made.end();
}

FormulaMistake unknown_function(const std::string& name, const FunctionTable* named) {
  FormulaMistake mistake{fmt::format("has the unknown function \"{}\"", name), ""};
  for (const auto& [foreign, hint] : kForeign)
    if (foreign == name) return mistake.hint = hint, mistake;
  std::vector<std::string> functions;
  for (const auto& candidate : Expression::built_in_names())
    if (candidate != "pi" && candidate != "e" && candidate != "deg") functions.push_back(candidate);
  functions.insert(functions.end(), made_function_names().begin(), made_function_names().end());
  if (named != nullptr)
    for (const NamedFunction& f : *named) functions.push_back(f.name);
  // "sinn" and "sinus" begin with the name they mean, which is then the longest such name.
  std::optional<std::string> nearest;
  for (const auto& candidate : functions)
    if (candidate.size() >= 3 && name.starts_with(candidate) && (!nearest || candidate.size() > nearest->size()))
      nearest = candidate;
  if (!nearest) nearest = nearest_name(name, functions);
  mistake.hint = nearest
                     ? fmt::format("did you mean \"{}\"?", *nearest)
                     : fmt::format("a product is written {}*(...); functions are {}", name, fmt::join(functions, ", "));
  return mistake;
}

// Names that hardly are anything but units; a single m or s may be a parameter.
constexpr std::array<std::string_view, 16> kUnits = {"kg", "N", "kN", "Nm", "mm", "cm",  "km",  "ms",
                                                     "Hz", "J", "W",  "Pa", "kW", "MPa", "GPa", "rad"};

FormulaMistake name_after_number(const std::string& number, const std::string& name) {
  FormulaMistake mistake{fmt::format("is not a formula: it has \"{}\" right after the number {}", name, number), ""};
  if (name.starts_with("deg")) {
    mistake.hint = fmt::format("angles are in radians: write {}*deg", number);
  } else if (name == "rpm") {
    mistake.hint = fmt::format("rates are in rad/s: write {}*2*pi/60", number);
  } else {
    mistake.hint = "numbers are in SI units and stand alone, without their unit";
    if (std::find(kUnits.begin(), kUnits.end(), name) == kUnits.end())
      mistake.hint += fmt::format("; a product is written {}*{}", number, name);
  }
  return mistake;
}

}  // namespace

std::optional<FormulaMistake> find_mistake(const std::string& text, const FunctionTable* functions) {
  int depth = 0;  // of brackets: outside them a comma separates nothing
  const auto at = [&](std::size_t i) { return i < text.size() ? text[i] : '\0'; };
  const auto after_blanks = [&](std::size_t i) { return std::min(text.find_first_not_of(" \t\r\n", i), text.size()); };
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t start = i;
    if (is_digit(text[i]) || (text[i] == '.' && is_digit(at(i + 1)))) {
      while (is_digit(at(i)) || at(i) == '.') ++i;
      const std::size_t sign = at(i + 1) == '-' || at(i + 1) == '+' ? 1 : 0;
      if ((at(i) == 'e' || at(i) == 'E') && is_digit(at(i + 1 + sign)))
        for (i += 1 + sign; is_digit(at(i));) ++i;
      const std::string number = text.substr(start, i - start);
      std::size_t next = after_blanks(i), end = next;
      while (is_name_character(at(end))) ++end;
      if (std::string name = text.substr(next, end - next); is_identifier(name)) return name_after_number(number, name);
      if (depth == 0 && at(i) == ',' && is_digit(at(i + 1)))
        return FormulaMistake{"is not a formula: it has a comma in a number", "the decimal point is a dot, e.g. 0.5"};
    } else if (is_name_character(text[i])) {
      while (is_name_character(at(i))) ++i;
      const std::string name = text.substr(start, i - start);
      if (at(after_blanks(i)) == '(' && !Expression::is_built_in(name) && !is_made(name) && !is_place_function(name) &&
          find_function(functions, name) < 0)
        return unknown_function(name, functions);
    } else {
      depth += text[i] == '(' ? 1 : (text[i] == ')' ? -1 : 0);
      ++i;
    }
  }
  return std::nullopt;
}

}  // namespace invar
