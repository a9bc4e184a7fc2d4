#include "model_schema.h"

#include "catalog_view.h"
#include "invar/core/json.h"
#include "invar/model/catalogs.h"
#include "invar/model/run_spec.h"
#include "invar/model/spec_builder.h"

namespace invar::app {

namespace {

Json number() { return {{"type", {"number", "string"}}}; }
Json text() { return {{"type", "string"}}; }
Json any_of(std::initializer_list<Json> cases) { return {{"anyOf", Json::array_t(cases)}}; }
Json reference_to(const std::string& name) { return {{"$ref", "#/$defs/" + name}}; }

Json described(const std::string& doc, const Json& json) {
  Json out{{"description", doc}};
  out.update(json);
  return out;
}

Json closed_object(const Json& properties, const Json& required = {}) {
  Json json{{"type", "object"}, {"properties", properties}};
  if (!required.is_null()) json["required"] = required;
  json["additionalProperties"] = false;
  return json;
}

Json fragment(const Schema& schema, const std::string& type_name = "") {
  return Json::parse(json_schema_fragment(schema, type_name));
}

// Names with their one-line descriptions, which editors show while completing.
Json name_choice(const CatalogView& view) {
  Json all = Json::array();
  for (const EntryView& entry : view.entries) all.push_back({{"const", entry.name}, {"description", entry.doc}});
  return {{"anyOf", all}};
}

// An entry of a section: `type` decides which parameters are allowed.
Json entry_schema(const CatalogView& view) {
  if (view.entries.empty()) return false;
  Json cases = Json::array();
  for (const EntryView& entry : view.entries) {
    const Json is_this{{"properties", {{"type", {{"const", entry.name}}}}}, {"required", Json::array({"type"})}};
    cases.push_back({{"if", is_this}, {"then", reference_to(view.key + "." + entry.name)}});
  }
  return {{"type", "object"},
          {"properties", {{"type", name_choice(view)}}},
          {"required", Json::array({"type"})},
          {"allOf", cases}};
}

// Blocks {index, from, to, items}; `items` may have blocks in turn.
Json repeat_block(const Json& items) {
  return closed_object({{"index", described("name of the index, e.g. i", text())},
                        {"from", described("first value", number())},
                        {"to", described("last value", number())},
                        {"items", items}},
                       {"index", "from", "to", "items"});
}

Json one_or_list(const Json& item) { return any_of({item, {{"type", "array"}, {"items", item}}}); }

// A section maps names, which may contain ${formula}, to entries.
void add_section(const std::string& key, const Json& entry, Json& definitions) {
  definitions[key + ".entry"] = entry;
  definitions[key + ".repeat"] = one_or_list(repeat_block(reference_to(key)));
  definitions[key] = {{"type", {"object", "null"}},
                      {"properties", {{"repeat", reference_to(key + ".repeat")}}},
                      {"propertyNames", {{"pattern", "^[A-Za-z$]"}}},
                      {"additionalProperties", reference_to(key + ".entry")}};
}

Json start_json() {
  return any_of({{{"const", "equilibrium"}},
                 closed_object({{"equilibrium", fragment(start_schema())}}, Json::array({"equilibrium"}))});
}

Json method_schema() {
  Json name = text();
  for (const CatalogView& view : catalog_views())
    if (view.key == "methods" && !view.entries.empty()) name = name_choice(view);
  const Json positive = any_of({{{"type", "number"}, {"exclusiveMinimum", 0}}, text()});
  return closed_object({{"name", described("invar list methods", name)},
                        {"step", described("constant step size [s]", positive)},
                        {"tolerance", described("error allowed a step", positive)},
                        {"max_step", described("largest step where the step size follows a tolerance [s]", positive)},
                        {"end", described("time of the end [s]", positive)},
                        {"every", described("time between recorded instants [s]", positive)},
                        {"start", described("equilibrium, or {equilibrium: {...}}: where a run starts", start_json())},
                        {"options", described("of the method (invar list methods NAME)", {{"type", "object"}})}});
}

Json outputs_schema() {
  const Json block = one_or_list(repeat_block(reference_to("outputs")));
  return {
      {"type", {"array", "null"}},
      {"items",
       any_of({text(),
               closed_object({{"repeat", block}}, Json::array({"repeat"})),
               {{"type", "object"}, {"minProperties", 1}, {"maxProperties", 1}, {"additionalProperties", number()}}})}};
}

}  // namespace

std::string model_json_schema() {
  static const std::vector<std::pair<const char*, const char*>> kSections = {
      {"bodies", "what has mass"},
      {"markers", "named places on bodies"},
      {"joints", "constraints between two places"},
      {"drives", "prescribed motions"},
      {"roads", "profiles that wheels run on"},
      {"forces", "what acts on bodies and joints"},
      {"elements", "flexible parts"},
      {"nonholonomic", "constraints of velocities"},
      {"controllers", "signals with internal variables, which forces read"},
      {"shapes", "surfaces of bodies that contacts touch"},
      {"contacts", "pairs of shapes that touch"},
      {"events", "what happens at an instant: locks, switches, settings, the end of the run"}};
  Json properties, definitions;
  properties["model"] = described("name of the model", text());
  properties["description"] = described("what it shows", text());
  properties["reference"] = described("where it comes from", text());
  properties["parameters"] = described("numbers or formulas of each other; --set NAME=VALUE changes them",
                                       {{"type", {"object", "null"}}, {"additionalProperties", number()}});
  properties["functions"] = described(
      "functions of x that formulas call: a formula, {table: [[x, y], ...]}, {polynomial: [...]}, {pieces: [...]}, "
      "{file: name.csv}; "
      "of x and y: {x: [...], y: [...], table: [[...], ...]}",
      {{"type", {"object", "null"}}, {"additionalProperties", {{"type", {"number", "string", "object"}}}}});
  properties["inputs"] = described("numbers from outside that formulas read, with the values at the start",
                                   {{"type", {"object", "null"}}, {"additionalProperties", number()}});
  const Json measure =
      any_of({number(), closed_object({{"formula", number()}, {"unit", text()}}, Json::array({"formula"}))});
  properties["measures"] = described("formulas of channels with names, or {formula: ..., unit: ...}",
                                     {{"type", {"object", "null"}}, {"additionalProperties", measure}});
  Json kinds{{"after", described("only what comes after this time counts [s]", number())}};
  for (const char* kind : {"min", "max", "mean", "rms", "final", "time_of_min", "time_of_max"}) kinds[kind] = number();
  properties["results"] = described("numbers of a run for its certificate, e.g. {peak: {max: abs(servo.torque)}}",
                                    {{"type", {"object", "null"}}, {"additionalProperties", closed_object(kinds)}});
  properties["gravity"] = described("acceleration, 2 or 3 numbers [m/s^2]",
                                    {{"type", "array"}, {"items", number()}, {"minItems", 2}, {"maxItems", 3}});
  for (const auto& [key, doc] : kSections) {
    properties[key] = described(doc, reference_to(key));
    Json entry = false;
    if (key == std::string("markers")) entry = fragment(marker_schema());
    if (key == std::string("events")) entry = fragment(make_event_schema());
    for (const CatalogView& view : catalog_views()) {
      if (view.key != key) continue;
      entry = entry_schema(view);
      for (const EntryView& each : view.entries)
        definitions[view.key + "." + each.name] = described(each.doc, fragment(*each.schema, each.name));
    }
    // There is one type of contacts, which need not be named.
    if (key == std::string("contacts")) {
      entry = fragment(contact_types().at("contact").schema);
      definitions.erase("contacts.contact");
    }
    add_section(key, entry, definitions);
  }
  properties["initial"] = described(
      "joint coordinates and rates of the start by the names of their channels, e.g. hinge.angle, hinge.angle_rate; "
      "kept exactly",
      {{"type", {"object", "null"}}});
  definitions["outputs"] = outputs_schema();
  properties["method"] = described("how to run it unless the command line says otherwise", method_schema());
  properties["outputs"] = described("channels: part.quantity[.component]", reference_to("outputs"));
  const Json bodies{{"required", Json::array({"bodies"})}}, elements{{"required", Json::array({"elements"})}};
  const Json schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                    {"title", "Model of Invar"},
                    {"type", "object"},
                    {"properties", properties},
                    {"anyOf", Json::array({bodies, elements})},
                    {"additionalProperties", false},
                    {"$defs", definitions}};
  return json_lines(schema) + "\n";
}

}  // namespace invar::app
