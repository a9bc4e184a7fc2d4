#include "invar/spec/dotted_names.h"

#include <cctype>

namespace invar {

std::string flatten_names(std::string text) {
  const auto is_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  for (size_t i = 0; i < text.size();) {
    if (!std::isalpha(static_cast<unsigned char>(text[i])) || (i > 0 && (is_name(text[i - 1]) || text[i - 1] == '.'))) {
      ++i;
      continue;
    }
    for (; i < text.size() && (is_name(text[i]) || text[i] == '.'); ++i)
      if (text[i] == '.') text[i] = '_';
  }
  return text;
}

}  // namespace invar
