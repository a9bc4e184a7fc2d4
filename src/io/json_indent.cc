// Lines for generated JSON. The input is valid, so counting brackets is enough.
#include "invar/io/json.h"

namespace invar {

namespace {

// One past the closing quote of the text that begins at `at`.
std::size_t end_of_text(std::string_view json, std::size_t at) {
  for (++at; json[at] != '"'; ++at) at += json[at] == '\\';
  return at + 1;
}

// One past the value that begins at `at`.
std::size_t end_of_value(std::string_view json, std::size_t at) {
  for (int depth = 0; at < json.size();) {
    const char c = json[at];
    if (c == '"') {
      at = end_of_text(json, at);
      continue;
    }
    if (depth == 0 && (c == ',' || c == '}' || c == ']')) return at;
    depth += (c == '{' || c == '[') - (c == '}' || c == ']');
    ++at;
  }
  return at;
}

// All on one line, a blank after commas and colons.
std::string spaced(std::string_view json) {
  std::string out;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (c == '"') {
      const std::size_t end = end_of_text(json, i);
      out += json.substr(i, end - i);
      i = end - 1;
    } else if (c != ' ' && c != '\n' && c != '\t' && c != '\r') {
      out += c;
      if (c == ',' || c == ':') out += ' ';
    }
  }
  return out;
}

// `used`: columns taken on this line by the indentation and the key.
void indent(std::string_view json, std::size_t depth, std::size_t used, std::size_t width, std::string& out) {
  const bool is_object = json[0] == '{', is_list = json[0] == '[';
  if (!(is_object || is_list) || json.size() == 2 || json.size() + used + 1 <= width) {
    out += json;
    return;
  }
  const std::string blanks(2 * depth + 2, ' ');
  out += json[0];
  for (std::size_t at = 1; at + 1 < json.size();) {
    out += '\n' + blanks;
    const std::size_t value = is_object ? end_of_text(json, at) + 2 : at;  // after `"key": `
    out += json.substr(at, value - at);
    const std::size_t end = end_of_value(json, value);
    indent(json.substr(value, end - value), depth + 1, blanks.size() + value - at, width, out);
    if (json[end] == ',') out += ',';
    at = json[end] == ',' ? end + 2 : end;
  }
  out += '\n' + blanks.substr(2) + json.back();
}

}  // namespace

std::string json_indented(std::string_view text, std::size_t width) {
  std::string out;
  const std::string line = spaced(text);
  if (!line.empty()) indent(line, 0, 0, width, out);
  return out;
}

}  // namespace invar
