// The top level of a model file.
#include "invar/spec/model_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "invar/core/suggest.h"
#include "invar/spec/input_file.h"
#include "invar/spec/read_function.h"
#include "invar/spec/yaml.h"

namespace invar {

namespace {

const std::vector<std::string>& top_level_keys() {
  static const std::vector<std::string> keys = {
      "model",    "description", "reference", "parameters", "functions", "gravity",      "bodies",      "markers",
      "joints",   "drives",      "roads",     "forces",     "elements",  "nonholonomic", "controllers", "shapes",
      "contacts", "inputs",      "measures",  "results",    "initial",   "events",       "method",      "outputs"};
  return keys;
}

// Keys that a later version will read. They are refused when the model is built, and not listed among the known ones.
constexpr const char* kReserved[] = {"camera"};

void check_top_level(const SpecNode& root, const std::string& file) {
  if (root.is_null()) {
    throw ModelError({file, 0, 0}, "", "the model file is empty", "begin with model: NAME and bodies:");
  }
  if (!root.is_map()) {
    throw ModelError(root.location(), "",
                     fmt::format("the top level of a model must be a map, not {}", root.kind_text()),
                     "begin with model: NAME and bodies:");
  }
  for (std::size_t i = 0; i < root.size(); ++i) {
    if (std::find(std::begin(kReserved), std::end(kReserved), root.key(i)) != std::end(kReserved)) continue;
    const auto& keys = top_level_keys();
    if (std::find(keys.begin(), keys.end(), root.key(i)) != keys.end()) continue;
    throw ModelError(root.key_location(i), "", fmt::format("unknown key \"{}\" at the top level", root.key(i)),
                     suggestion(root.key(i), keys, keys.size()));
  }
}

std::string optional_text(const SpecNode& root, const char* key) {
  const SpecNode node = root.find(key);
  return node.is_null() ? "" : node.text();
}

std::vector<SpecEntry> read_section(const SpecNode& root, const char* key, bool has_types, std::size_t& total) {
  const SpecNode map = root.find(key);
  if (map.is_null()) return {};
  auto entries = expand_entries(map, kMaxEntries - total);
  total += entries.size();
  if (!has_types) return entries;
  for (const SpecEntry& entry : entries) {
    if (!entry.type.empty()) continue;
    throw ModelError(entry.name_location, entry.node.path(), "needs the key \"type\"",
                     fmt::format("see invar list {}", key));
  }
  return entries;
}

}  // namespace

std::pair<std::string, std::string> parse_override(const std::string& text) {
  const std::size_t equal = text.find('=');
  if (equal == std::string::npos || equal == 0 || equal + 1 == text.size()) {
    throw ModelError({}, fmt::format("\"{}\"", text), "must have the form NAME=VALUE", "e.g. N=20");
  }
  return {text.substr(0, equal), text.substr(equal + 1)};
}

ModelSpec read_model_file(const std::string& path, const Overrides& overrides) {
  return read_model_text(read_model_input(path), path, overrides);
}

ModelSpec read_model_text(const std::string& text, const std::string& file_name, const Overrides& overrides) {
  return read_model_tree(read_yaml_text(text, file_name), file_name, overrides);
}

ModelSpec read_model_tree(const SpecNode& bare, const std::string& file_name, const Overrides& overrides) {
  check_top_level(bare, file_name);

  ModelSpec spec;
  spec.file = file_name;
  spec.parameters = evaluate_parameters(bare.find("parameters"), overrides);
  std::vector<std::pair<std::string, double>> values;
  for (const SpecParameter& parameter : spec.parameters) values.emplace_back(parameter.name, parameter.value);
  spec.scope = Scope::make(std::move(values));
  spec.functions = read_functions(bare.find("functions").with_scope(spec.scope));
  if (spec.functions) spec.scope = Scope::with_functions(spec.scope, spec.functions);
  spec.root = bare.with_scope(spec.scope);

  spec.name = optional_text(spec.root, "model");
  if (spec.name.empty()) spec.name = std::filesystem::path(file_name).stem().string();
  spec.description = optional_text(spec.root, "description");
  spec.reference = optional_text(spec.root, "reference");
  std::size_t total = 0;
  spec.bodies = read_section(spec.root, "bodies", true, total);
  spec.markers = read_section(spec.root, "markers", false, total);
  spec.joints = read_section(spec.root, "joints", true, total);
  spec.drives = read_section(spec.root, "drives", true, total);
  spec.roads = read_section(spec.root, "roads", true, total);
  spec.forces = read_section(spec.root, "forces", true, total);
  spec.elements = read_section(spec.root, "elements", true, total);
  spec.nonholonomic = read_section(spec.root, "nonholonomic", true, total);
  spec.controllers = read_section(spec.root, "controllers", true, total);
  spec.events = read_section(spec.root, "events", false, total);
  spec.shapes = read_section(spec.root, "shapes", true, total);
  spec.contacts = read_section(spec.root, "contacts", false, total);
  // There is one type, which need not be named.
  for (SpecEntry& entry : spec.contacts)
    if (entry.type.empty()) entry.type = "contact";
  spec.measures = spec.root.find("measures");
  spec.inputs = spec.root.find("inputs");
  spec.results = spec.root.find("results");
  if (const SpecNode outputs = spec.root.find("outputs"); !outputs.is_null()) spec.outputs = expand_list(outputs);
  spec.gravity = spec.root.find("gravity");
  if (const SpecNode initial = spec.root.find("initial"); !initial.is_null()) spec.initial = expand_values(initial);
  spec.method = spec.root.find("method");
  spec.camera = spec.root.find("camera");
  return spec;
}

}  // namespace invar
