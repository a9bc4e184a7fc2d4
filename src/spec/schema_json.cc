// JSON Schema of a Schema, so that editors complete and check model files while they are written.
#include <cmath>

#include "invar/core/json.h"
#include "invar/spec/schema.h"

namespace invar {

namespace {

Json any_of(std::initializer_list<Json> cases) { return {{"anyOf", Json::array_t(cases)}}; }

// Whole bounds are written without a decimal point.
Json bound(double value) {
  return value == std::round(value) && std::abs(value) < 1e15 ? Json(static_cast<long long>(value)) : Json(value);
}

// A number with its bounds, or text (a formula).
Json number_schema(const ParamSpec& spec, const char* type = "number") {
  Json number{{"type", type}};
  if (std::isfinite(spec.lowest)) number[spec.lowest_allowed ? "minimum" : "exclusiveMinimum"] = bound(spec.lowest);
  if (std::isfinite(spec.highest)) number["maximum"] = bound(spec.highest);
  return any_of({number, {{"type", "string"}}});
}

Json list_schema(const Json& item, std::size_t low, std::size_t high) {
  Json list{{"type", "array"}, {"items", item}};
  if (low > 0) list["minItems"] = low;
  if (high > 0) list["maxItems"] = high;
  return list;
}

Json plain_number() { return {{"type", {"number", "string"}}}; }

Json function_schema() {
  const Json number = plain_number();
  const Json outside{{"outside", {{"enum", {"linear", "hold", "error"}}}},
                     {"interpolation", {{"enum", {"spline", "linear"}}}}};
  const auto object = [](const char* key, const Json& value, const Json& more) {
    Json properties{{key, value}};
    properties.update(more);
    return Json{{"type", "object"},
                {"properties", properties},
                {"required", Json::array({key})},
                {"additionalProperties", false}};
  };
  return any_of({number, object("table", list_schema(list_schema(number, 2, 2), 2, 0), outside),
                 object("polynomial", list_schema(number, 1, 0), Json::object()),
                 object("file", {{"type", "string"}}, outside),
                 object("pieces", list_schema({{"type", "object"}}, 1, 0), Json::object())});
}

Json schema_tree(const Schema& schema, const std::string& type_name);

Json value_schema(const ParamSpec& spec) {
  const Json number = plain_number(), text{{"type", "string"}}, choice{{"enum", spec.choices}};
  switch (spec.kind) {
    case ParamKind::kNumber:
      return number_schema(spec);
    case ParamKind::kInteger:
      return number_schema(spec, "integer");
    case ParamKind::kBoolean:
      return {{"type", "boolean"}};
    case ParamKind::kText:
    case ParamKind::kName:
      return text;
    case ParamKind::kChoice:
      return choice;
    case ParamKind::kVector2:
      return list_schema(number, 2, 2);
    case ParamKind::kVector3:
    case ParamKind::kDirection:
      return list_schema(number, 3, 3);
    case ParamKind::kMatrix3:
      return any_of(
          {list_schema(number, 3, 3), list_schema(number, 6, 6), list_schema(list_schema(number, 3, 3), 3, 3)});
    case ParamKind::kFunction:
      return function_schema();
    case ParamKind::kVector3Function:
      return list_schema(function_schema(), 3, 3);
    case ParamKind::kNames:
      return any_of({text, list_schema(text, spec.count, spec.count)});
    case ParamKind::kNumbers:
      return list_schema(number, spec.count, spec.count);
    case ParamKind::kMap:
      if (spec.may_read_signals) return number;
      return spec.choices.empty() ? Json::object() : any_of({choice, list_schema(number, 3, 3)});
    case ParamKind::kGroup:
      return schema_tree(*spec.group, "");
    case ParamKind::kGroups: {
      const Json item = schema_tree(*spec.group, "");
      return any_of({item, list_schema(item, 0, 0)});
    }
  }
  return Json::object();
}

Json schema_tree(const Schema& schema, const std::string& type_name) {
  Json properties = Json::object(), required = Json::array();
  if (!type_name.empty()) {
    properties["type"] = {{"const", type_name}};
    required.push_back("type");
  }
  for (const ParamSpec& spec : schema.params()) {
    const std::string unit = spec.unit.empty() || spec.unit == "1" ? "" : " [" + spec.unit + "]";
    Json value{{"description", spec.doc + unit}};
    if (!spec.default_text.empty()) value["default"] = spec.default_text;
    value.update(value_schema(spec));
    properties[spec.name] = value;
    if (spec.is_required) required.push_back(spec.name);
  }
  return {{"type", "object"}, {"properties", properties}, {"required", required}, {"additionalProperties", false}};
}

}  // namespace

std::string json_schema_fragment(const Schema& schema, const std::string& type_name) {
  return json_text(schema_tree(schema, type_name));
}

}  // namespace invar
