#include "invar/spec/formula_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace invar {

namespace {

std::string some_of(const std::vector<std::string>& names) {
  constexpr std::size_t kListed = 12;
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), kListed); ++i) text += (i > 0 ? ", " : "") + names[i];
  if (names.size() > kListed) text += fmt::format(", ... ({} in all)", names.size());
  return text;
}

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

}  // namespace

std::string readable_names(const std::vector<std::string>& variables, const std::vector<std::string>& parameters) {
  if (variables.empty() && parameters.empty()) return "only numbers can be read here: the model has no parameters";
  if (parameters.empty()) return fmt::format("it may read {}; the model has no parameters", some_of(variables));
  return fmt::format("it may read {}{}the parameters {}", some_of(variables), variables.empty() ? "" : " and ",
                     some_of(parameters));
}

void refuse_dotted_names(const std::string& text, const SourceLocation& where, const std::string& subject,
                         const std::vector<std::string>& variables, const std::vector<std::string>& parameters) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t start = i;
    if (!is_word(text[i]) && text[i] != '.') {
      ++i;
      continue;
    }
    while (i < text.size() && (is_word(text[i]) || text[i] == '.')) ++i;
    const std::string name = text.substr(start, i - start);
    const std::size_t dot = name.find('.');
    if (!is_letter(name[0]) || dot == std::string::npos) continue;  // a number, or a plain name
    throw ModelError(where,
                     subject.empty() ? fmt::format("formula \"{}\"", text) : fmt::format("{} = {}", subject, text),
                     fmt::format("has the name \"{}\", but channels and parts cannot be read here", name),
                     readable_names(variables, parameters));
  }
}

}  // namespace invar
