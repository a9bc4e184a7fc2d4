// invar list: what exists, with parameters, units, defaults and references; all of it from the catalogs.
#include <fmt/format.h>

#include <cstdio>
#include <memory>

#include "catalog_view.h"
#include "commands.h"
#include "invar/core/error.h"
#include "invar/core/suggest.h"
#include "invar/model/catalogs.h"
#include "model_schema.h"
#include "text_table.h"

namespace invar::app {

namespace {

const CatalogView* find_catalog(const std::string& key) {
  for (const CatalogView& view : catalog_views()) {
    if (view.key == key) return &view;
  }
  return nullptr;
}

const EntryView* find_entry(const CatalogView& view, const std::string& name) {
  for (const EntryView& entry : view.entries) {
    if (entry.name == name) return &entry;
  }
  return nullptr;
}

std::vector<std::string> names_of(const CatalogView& view) {
  std::vector<std::string> names;
  for (const EntryView& entry : view.entries) names.push_back(entry.name);
  return names;
}

// Lists are short; the rest is shown with the entry.
std::string first_sentence(const std::string& text) {
  std::size_t end = text.find(". ");
  while (end != std::string::npos && end >= 2 && text[end - 2] == '.') end = text.find(". ", end + 1);  // "e.g. "
  return text.substr(0, end);
}

void print_names(const CatalogView& view) {
  fmt::print("{}\n", view.key);
  std::vector<std::vector<std::string>> rows;
  for (const EntryView& entry : view.entries) rows.push_back({entry.name, first_sentence(entry.doc)});
  fmt::print("{}", rows.empty() ? "  (none yet)\n" : aligned(rows, false, 2, output_width()));
}

void print_parameters(const Schema& schema, const char* word) {
  if (schema.empty()) {
    fmt::print("  no {}s\n", word);
    return;
  }
  std::vector<std::vector<std::string>> rows = {{word, "kind", "unit", "default", "rule", "meaning"}};
  for (const ParamSpec& spec : schema.params()) {
    const std::string unit = spec.unit == "1" ? "" : spec.unit;
    rows.push_back({spec.name, spec.kind_text(), unit, spec.is_required ? "(required)" : spec.default_text,
                    spec.rule_text(), spec.doc});
  }
  fmt::print("{}", aligned(rows, true, 2, output_width()));
}

// How it is used: the line to write into a model file or on the command line.
std::string usage(const CatalogView& view, const EntryView& entry) {
  if (!view.in_model) {
    const bool has_options = !entry.schema->empty();
    return fmt::format("invar run MODEL --method {}{}", entry.name, has_options ? " --option NAME=VALUE" : "");
  }
  std::string text = fmt::format("{}: {{NAME: {{type: {}", view.key, entry.name);
  for (const ParamSpec& spec : entry.schema->params()) {
    if (spec.is_required) text += fmt::format(", {}: ...", spec.name);
  }
  return text + "}}";
}

void print_entry(const CatalogView& view, const EntryView& entry) {
  fmt::print("{} {}\n", view.sort, entry.name);
  fmt::print("{}", aligned({{entry.doc}}, false, 2, output_width()));
  if (!entry.reference.empty())
    fmt::print("{}", aligned({{"reference: " + entry.reference}}, false, 2, output_width()));
  fmt::print("  usage: {}\n\n", usage(view, entry));
  print_parameters(*entry.schema, view.in_model ? "parameter" : "option");
}

void print_markers() {
  fmt::print(
      "marker\n  a named place on a body, used by joints, forces and outputs\n"
      "  usage: markers: {{NAME: {{on: BODY, at: [0, 0, 0]}}}}\n\n");
  print_parameters(marker_schema(), "parameter");
}

void print_overview() {
  for (const CatalogView& view : catalog_views()) {
    print_names(view);
    fmt::print("\n");
  }
  fmt::print("markers\n  named places on bodies (invar list markers)\n\nParameters of one: invar list NAME\n");
}

// One word: a catalog, or an entry of any of them.
void print_word(const std::string& word) {
  if (word == "markers") return print_markers();
  if (const CatalogView* view = find_catalog(word)) return print_names(*view);
  std::vector<std::string> known = {"markers"};
  int found = 0;
  for (const CatalogView& view : catalog_views()) {
    known.push_back(view.key);
    for (const std::string& name : names_of(view)) known.push_back(name);
    const EntryView* entry = find_entry(view, word);
    if (entry == nullptr) continue;
    if (found++ > 0) fmt::print("\n");
    print_entry(view, *entry);
  }
  if (found > 0) return;
  const auto nearest = nearest_name(word, known);
  throw ModelError({"invar list", 0, 0}, "", fmt::format("nothing is called \"{}\"", word),
                   nearest ? fmt::format("did you mean \"{}\"?", *nearest) : "invar list shows all names");
}

void print_pair(const std::string& key, const std::string& name) {
  const CatalogView* view = find_catalog(key);
  if (view == nullptr) {
    std::vector<std::string> known;
    for (const CatalogView& each : catalog_views()) known.push_back(each.key);
    throw ModelError({}, "", fmt::format("there is no list \"{}\"", key), suggestion(key, known));
  }
  if (const EntryView* entry = find_entry(*view, name)) return print_entry(*view, *entry);
  throw ModelError({}, "", fmt::format("unknown {} \"{}\"", view->sort, name), suggestion(name, names_of(*view), 99));
}

struct ListRequest {
  std::string first, second;
  bool json_schema = false;
};

int list(const ListRequest& request) {
  if (request.json_schema) {
    if (!request.first.empty()) throw UsageError("--json-schema stands alone: it is about the whole model file");
    fmt::print("{}", model_json_schema());
  } else if (request.first.empty()) {
    print_overview();
  } else if (request.second.empty()) {
    print_word(request.first);
  } else {
    print_pair(request.first, request.second);
  }
  return kDone;
}

}  // namespace

Command list_command() {
  const auto configure = [](CLI::App& app) -> std::function<int()> {
    const auto request = std::make_shared<ListRequest>();
    std::string keys = "markers";
    for (const CatalogView& view : catalog_views()) keys += ", " + view.key;
    app.add_option("WHAT", request->first, "one of " + keys + "; or the name of an entry")->type_name("");
    app.add_option("NAME", request->second, "an entry: its parameters")->type_name("");
    app.add_flag("--json-schema", request->json_schema, "JSON Schema of model files, for editors");
    app.footer("Examples: invar list joints; invar list revolute");
    return [request] { return list(*request); };
  };
  return {"list", "what a model may contain, and the methods", configure};
}

}  // namespace invar::app
