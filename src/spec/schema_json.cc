// JSON Schema of a Schema, so that editors complete and check model files while they are written.
#include <fmt/format.h>

#include <cmath>

#include "invar/spec/schema.h"

namespace invar {

std::string json_quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20) {
      out += fmt::format("\\u{:04x}", byte);
    } else {
      out += c;
    }
  }
  return out + '"';
}

namespace {

// A number with its bounds, or text (a formula).
std::string number_schema(const ParamSpec& spec, const char* type = "number") {
  std::string bounds;
  if (std::isfinite(spec.lowest)) {
    bounds += fmt::format(",\"{}\":{}", spec.lowest_allowed ? "minimum" : "exclusiveMinimum", spec.lowest);
  }
  if (std::isfinite(spec.highest)) bounds += fmt::format(",\"maximum\":{}", spec.highest);
  return fmt::format("{{\"anyOf\":[{{\"type\":\"{}\"{}}},{{\"type\":\"string\"}}]}}", type, bounds);
}

std::string list_schema(const std::string& item, std::size_t low, std::size_t high) {
  std::string text = fmt::format("{{\"type\":\"array\",\"items\":{}", item);
  if (low > 0) text += fmt::format(",\"minItems\":{}", low);
  if (high > 0) text += fmt::format(",\"maxItems\":{}", high);
  return text + "}";
}

std::string function_schema() {
  const std::string number = "{\"type\":[\"number\",\"string\"]}";
  const std::string outside =
      "\"outside\":{\"enum\":[\"linear\",\"hold\",\"error\"]},\"interpolation\":{\"enum\":[\"spline\",\"linear\"]}";
  const auto object = [](const std::string& key, const std::string& value, const std::string& more) {
    return fmt::format(
        "{{\"type\":\"object\",\"properties\":{{\"{}\":{}{}}},\"required\":[\"{}\"],"
        "\"additionalProperties\":false}}",
        key, value, more.empty() ? "" : "," + more, key);
  };
  return fmt::format(
      "{{\"anyOf\":[{},{},{},{},{}]}}", number, object("table", list_schema(list_schema(number, 2, 2), 2, 0), outside),
      object("polynomial", list_schema(number, 1, 0), ""), object("file", "{\"type\":\"string\"}", outside),
      object("pieces", list_schema("{\"type\":\"object\"}", 1, 0), ""));
}

std::string choice_schema(const ParamSpec& spec) {
  std::string all;
  for (const auto& choice : spec.choices) all += (all.empty() ? "" : ",") + json_quoted(choice);
  return fmt::format("{{\"enum\":[{}]}}", all);
}

std::string value_schema(const ParamSpec& spec) {
  const std::string number = "{\"type\":[\"number\",\"string\"]}";
  std::string text = "{\"type\":\"string\"}";
  switch (spec.kind) {
    case ParamKind::kNumber:
      return number_schema(spec);
    case ParamKind::kInteger:
      return number_schema(spec, "integer");
    case ParamKind::kBoolean:
      return "{\"type\":\"boolean\"}";
    case ParamKind::kText:
    case ParamKind::kName:
      return text;
    case ParamKind::kChoice:
      return choice_schema(spec);
    case ParamKind::kVector2:
      return list_schema(number, 2, 2);
    case ParamKind::kVector3:
    case ParamKind::kDirection:
      return list_schema(number, 3, 3);
    case ParamKind::kMatrix3:
      return fmt::format("{{\"anyOf\":[{},{},{}]}}", list_schema(number, 3, 3), list_schema(number, 6, 6),
                         list_schema(list_schema(number, 3, 3), 3, 3));
    case ParamKind::kFunction:
      return function_schema();
    case ParamKind::kVector3Function:
      return list_schema(function_schema(), 3, 3);
    case ParamKind::kNames:
      return fmt::format("{{\"anyOf\":[{},{}]}}", text, list_schema(text, spec.count, spec.count));
    case ParamKind::kNumbers:
      return list_schema(number, spec.count, spec.count);
    case ParamKind::kMap:
      if (spec.choices.empty()) return "{}";
      return fmt::format("{{\"anyOf\":[{},{}]}}", choice_schema(spec), list_schema(number, 3, 3));
    case ParamKind::kGroup:
      return json_schema_fragment(*spec.group);
    case ParamKind::kGroups: {
      const std::string item = json_schema_fragment(*spec.group);
      return fmt::format("{{\"anyOf\":[{},{}]}}", item, list_schema(item, 0, 0));
    }
  }
  return "{}";
}

}  // namespace

std::string json_schema_fragment(const Schema& schema, const std::string& type_name) {
  std::string properties, required;
  const auto add = [](std::string& list, const std::string& item) { list += (list.empty() ? "" : ",") + item; };
  if (!type_name.empty()) {
    add(properties, fmt::format("\"type\":{{\"const\":{}}}", json_quoted(type_name)));
    add(required, "\"type\"");
  }
  for (const ParamSpec& spec : schema.params()) {
    std::string value = value_schema(spec);
    const std::string unit = spec.unit.empty() || spec.unit == "1" ? "" : fmt::format(" [{}]", spec.unit);
    std::string about = fmt::format("\"description\":{}", json_quoted(spec.doc + unit));
    if (!spec.default_text.empty()) about += fmt::format(",\"default\":{}", json_quoted(spec.default_text));
    value = fmt::format("{{{}{}{}", about, value == "{}" ? "" : ",", value.substr(1));
    add(properties, fmt::format("{}:{}", json_quoted(spec.name), value));
    if (spec.is_required) add(required, json_quoted(spec.name));
  }
  return fmt::format("{{\"type\":\"object\",\"properties\":{{{}}},\"required\":[{}],\"additionalProperties\":false}}",
                     properties, required);
}

}  // namespace invar
