#include "invar/core/json.h"

#include <fmt/format.h>

#include <cmath>

namespace invar {

namespace {

std::string scalar_text(const Json& json) {
  if (json.is_number_float()) return json_number(json.get<double>());
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// `blank` stands after commas and colons.
void append_text(const Json& json, const char* blank, std::string& out) {
  if (!json.is_structured()) {
    out += scalar_text(json);
    return;
  }
  out += json.is_object() ? '{' : '[';
  bool first = true;
  for (auto item = json.begin(); item != json.end(); ++item) {
    if (!std::exchange(first, false)) (out += ',') += blank;
    if (json.is_object()) ((out += json_quoted(item.key())) += ':') += blank;
    append_text(*item, blank, out);
  }
  out += json.is_object() ? '}' : ']';
}

// `used`: columns taken on this line by the indentation and the key.
void append_lines(const Json& json, std::size_t depth, std::size_t used, std::size_t width, std::string& out) {
  std::string line;
  append_text(json, " ", line);
  if (!json.is_structured() || json.empty() || line.size() + used + 1 <= width) {
    out += line;
    return;
  }
  const std::string blanks(2 * depth + 2, ' ');
  out += json.is_object() ? '{' : '[';
  bool first = true;
  for (auto item = json.begin(); item != json.end(); ++item) {
    out += std::exchange(first, false) ? "\n" : ",\n";
    out += blanks;
    const std::string key = json.is_object() ? json_quoted(item.key()) + ": " : "";
    out += key;
    append_lines(*item, depth + 1, blanks.size() + key.size(), width, out);
  }
  (out += '\n').append(blanks, 2);
  out += json.is_object() ? '}' : ']';
}

}  // namespace

std::string json_quoted(std::string_view text) {
  return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string json_number(double value) { return std::isfinite(value) ? fmt::format("{}", value) : "null"; }

std::string json_text(const Json& json) {
  std::string out;
  append_text(json, "", out);
  return out;
}

std::string json_lines(const Json& json, std::size_t width) {
  std::string out;
  append_lines(json, 0, 0, width, out);
  return out;
}

}  // namespace invar
