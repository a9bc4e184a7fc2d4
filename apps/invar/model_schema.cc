#include "model_schema.h"

#include <fmt/format.h>

#include "catalog_view.h"
#include "invar/io/json.h"
#include "invar/model/catalogs.h"
#include "invar/run/model_equilibrium.h"

namespace invar::app {

namespace {

const char* kNumber = R"({"type":["number","string"]})";

// The members of a JSON object, in order.
class Members {
 public:
  Members& add(const std::string& key, const std::string& json) {
    text_ += fmt::format("{}{}:{}", text_.empty() ? "" : ",", json_quoted(key), json);
    return *this;
  }
  std::string object() const { return "{" + text_ + "}"; }

 private:
  std::string text_;
};

std::string reference_to(const std::string& name) { return fmt::format(R"({{"$ref":"#/$defs/{}"}})", name); }

std::string described(const std::string& doc, const std::string& json) {
  return fmt::format(R"({{"description":{},{})", json_quoted(doc), json.substr(1));
}

// Names with their one-line descriptions, which editors show while completing.
std::string name_choice(const CatalogView& view) {
  std::string all;
  for (const EntryView& entry : view.entries) {
    all += fmt::format(R"({}{{"const":{},"description":{}}})", all.empty() ? "" : ",", json_quoted(entry.name),
                       json_quoted(entry.doc));
  }
  return fmt::format(R"({{"anyOf":[{}]}})", all);
}

// An entry of a section: `type` decides which parameters are allowed.
std::string entry_schema(const CatalogView& view) {
  if (view.entries.empty()) return "false";
  std::string cases;
  for (const EntryView& entry : view.entries) {
    cases += fmt::format(R"({}{{"if":{{"properties":{{"type":{{"const":{}}}}},"required":["type"]}},"then":{}}})",
                         cases.empty() ? "" : ",", json_quoted(entry.name), reference_to(view.key + "." + entry.name));
  }
  return fmt::format(R"({{"type":"object","properties":{{"type":{}}},"required":["type"],"allOf":[{}]}})",
                     name_choice(view), cases);
}

// Blocks {index, from, to, items}; `items` may have blocks in turn.
std::string repeat_block(const std::string& items) {
  const std::string properties = Members()
                                     .add("index", described("name of the index, e.g. i", R"({"type":"string"})"))
                                     .add("from", described("first value", kNumber))
                                     .add("to", described("last value", kNumber))
                                     .add("items", items)
                                     .object();
  return fmt::format(
      R"({{"type":"object","properties":{},"required":["index","from","to","items"],"additionalProperties":false}})",
      properties);
}

std::string one_or_list(const std::string& item) {
  return fmt::format(R"({{"anyOf":[{0},{{"type":"array","items":{0}}}]}})", item);
}

// A section maps names, which may contain ${formula}, to entries.
void add_section(const std::string& key, const std::string& entry, Members& definitions) {
  definitions.add(key + ".entry", entry);
  definitions.add(key + ".repeat", one_or_list(repeat_block(reference_to(key))));
  definitions.add(key, Members()
                           .add("type", R"(["object","null"])")
                           .add("properties", Members().add("repeat", reference_to(key + ".repeat")).object())
                           .add("propertyNames", R"({"pattern":"^[A-Za-z$]"})")
                           .add("additionalProperties", reference_to(key + ".entry"))
                           .object());
}

std::string start_schema() {
  const std::string map = Members().add("equilibrium", json_schema_fragment(equilibrium_schema())).object();
  return fmt::format(R"({{"anyOf":[{{"const":"equilibrium"}},{{"type":"object","properties":{},)"
                     R"("required":["equilibrium"],"additionalProperties":false}}]}})",
                     map);
}

std::string method_schema() {
  std::string name = R"({"type":"string"})";
  for (const CatalogView& view : catalog_views()) {
    if (view.key == "methods" && !view.entries.empty()) name = name_choice(view);
  }
  const std::string positive = R"({"anyOf":[{"type":"number","exclusiveMinimum":0},{"type":"string"}]})";
  const std::string properties =
      Members()
          .add("name", described("invar list methods", name))
          .add("step", described("constant step size [s]", positive))
          .add("tolerance", described("error allowed a step", positive))
          .add("max_step", described("largest step where the step size follows a tolerance [s]", positive))
          .add("end", described("time of the end [s]", positive))
          .add("every", described("time between recorded instants [s]", positive))
          .add("start", described("equilibrium, or {equilibrium: {...}}: where a run starts", start_schema()))
          .add("options", described("of the method (invar list methods NAME)", R"({"type":"object"})"))
          .object();
  return fmt::format(R"({{"type":"object","properties":{},"additionalProperties":false}})", properties);
}

std::string outputs_schema() {
  const std::string block = one_or_list(repeat_block(reference_to("outputs")));
  return fmt::format(R"({{"type":["array","null"],"items":{{"anyOf":[{{"type":"string"}},{{"type":"object",)"
                     R"("properties":{{"repeat":{}}},"required":["repeat"],"additionalProperties":false}}]}}}})",
                     block);
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
      {"nonholonomic", "constraints of velocities"}};
  Members properties, definitions;
  const std::string text = R"({"type":"string"})";
  properties.add("model", described("name of the model", text));
  properties.add("description", described("what it shows", text));
  properties.add("reference", described("where it comes from", text));
  properties.add("parameters",
                 described("numbers or formulas of each other; --set NAME=VALUE changes them",
                           fmt::format(R"({{"type":["object","null"],"additionalProperties":{}}})", kNumber)));
  properties.add("gravity",
                 described("acceleration, 2 or 3 numbers [m/s^2]",
                           fmt::format(R"({{"type":"array","items":{},"minItems":2,"maxItems":3}})", kNumber)));
  for (const auto& [key, doc] : kSections) {
    properties.add(key, described(doc, reference_to(key)));
    std::string entry = "false";
    if (key == std::string("markers")) entry = json_schema_fragment(marker_schema());
    for (const CatalogView& view : catalog_views()) {
      if (view.key != key) continue;
      entry = entry_schema(view);
      for (const EntryView& each : view.entries) {
        definitions.add(view.key + "." + each.name, described(each.doc, json_schema_fragment(*each.schema, each.name)));
      }
    }
    add_section(key, entry, definitions);
  }
  definitions.add("outputs", outputs_schema());
  properties.add("method", described("how to run it unless the command line says otherwise", method_schema()));
  properties.add("outputs", described("channels: part.quantity[.component]", reference_to("outputs")));
  const std::string json = Members()
                               .add("$schema", json_quoted("https://json-schema.org/draft/2020-12/schema"))
                               .add("title", json_quoted("Model of Invar"))
                               .add("type", json_quoted("object"))
                               .add("properties", properties.object())
                               .add("anyOf", R"([{"required":["bodies"]},{"required":["elements"]}])")
                               .add("additionalProperties", "false")
                               .add("$defs", definitions.object())
                               .object();
  return json_indented(json) + "\n";
}

}  // namespace invar::app
