#include "invar/model/model_builder.h"

#include <fmt/format.h>

#include <algorithm>

#include "invar/core/suggest.h"
#include "invar/functions/expression.h"
#include "invar/model/spec_builder.h"
#include "invar/spec/yaml.h"

namespace invar {

namespace {

const std::vector<std::string>& section_names() {
  static const std::vector<std::string> names = {"bodies",      "markers", "joints",   "drives",
                                                 "roads",       "forces",  "elements", "nonholonomic",
                                                 "controllers", "shapes",  "contacts"};
  return names;
}

const Schema& find_type_schema(const Catalogs& c, const std::string& section, const std::string& type) {
  if (section == "bodies") return c.bodies.at(type).schema;
  if (section == "joints") return c.joints.at(type).schema;
  if (section == "drives") return c.drives.at(type).schema;
  if (section == "roads") return c.roads.at(type).schema;
  if (section == "forces") return c.forces.at(type).schema;
  if (section == "elements") return c.elements.at(type).schema;
  if (section == "nonholonomic") return c.nonholonomic.at(type).schema;
  if (section == "shapes") return c.shapes.at(type).schema;
  if (section == "contacts") return c.contacts.at(type).schema;
  if (section == "controllers") return c.controllers.at(type).schema;
  throw ModelError({}, fmt::format("\"{}\"", section), "is no section of a model with types",
                   suggestion(section, section_names()));
}

// Formulas of parameters are not known before all of them are: they are checked by finish().
bool has_formulas(const SpecNode& node) {
  if (node.is_scalar()) return !node.data()->number;
  for (std::size_t i = 0; i < node.size(); ++i)
    if (has_formulas(node[i])) return true;
  return false;
}

std::string find_function(const SpecNode& node) {
  if (node.is_function()) return node.path();
  for (std::size_t i = 0; i < node.size(); ++i)
    if (std::string found = find_function(node[i]); !found.empty()) return found;
  return "";
}

}  // namespace

ModelBuilder::ModelBuilder(const Catalogs& catalogs)
    : catalogs_(&catalogs == &Catalogs::built_in()
                    ? std::shared_ptr<const Catalogs>(std::shared_ptr<const Catalogs>(), &catalogs)
                    : std::make_shared<const Catalogs>(catalogs)) {
  for (const std::string& name : section_names()) sections_.emplace_back(name, ValueMap());
}

ModelBuilder& ModelBuilder::name(const std::string& text) { return head_.set("model", text), *this; }
ModelBuilder& ModelBuilder::description(const std::string& text) { return head_.set("description", text), *this; }
ModelBuilder& ModelBuilder::reference(const std::string& text) { return head_.set("reference", text), *this; }
ModelBuilder& ModelBuilder::gravity(const Vector3& g) { return head_.set("gravity", g), *this; }
ModelBuilder& ModelBuilder::parameter(const std::string& name, NumberValue value) {
  return parameters_.set(name, std::move(value)), *this;
}
ModelBuilder& ModelBuilder::initial(const std::string& channel, NumberValue value) {
  return initial_.set(channel, std::move(value)), *this;
}
ModelBuilder& ModelBuilder::function(const std::string& name, Value value) {
  return functions_.set(name, std::move(value)), *this;
}
ModelBuilder& ModelBuilder::input(const std::string& name, double start) { return inputs_.set(name, start), *this; }
ModelBuilder& ModelBuilder::measure(const std::string& name, const std::string& formula) {
  return measures_.set(name, formula), *this;
}
ModelBuilder& ModelBuilder::result(const std::string& name, const ValueMap& what) {
  return results_.set(name, what), *this;
}
ModelBuilder& ModelBuilder::event(const std::string& name, const ValueMap& what) {
  return events_.set(name, what), *this;
}
ModelBuilder& ModelBuilder::output(const std::string& channel) { return outputs_.emplace_back(channel), *this; }
ModelBuilder& ModelBuilder::method(const ValueMap& values) { return method_ = values, *this; }

ValueMap& ModelBuilder::section(const std::string& key) {
  return std::find_if(sections_.begin(), sections_.end(), [&](const auto& s) { return s.first == key; })->second;
}

void ModelBuilder::check(const Schema& schema, const ValueMap& values, const std::string& path) const {
  // What can be checked at once is: names of keys always, values unless they may be formulas.
  ValueMap plain;
  for (const auto& [key, value] : values.items()) {
    const ParamSpec* spec = schema.find(key);
    const SpecNode node(value.data(), nullptr, path + "." + key);
    const bool may_be_formula = spec != nullptr && spec->kind != ParamKind::kName && spec->kind != ParamKind::kNames &&
                                spec->kind != ParamKind::kChoice && spec->kind != ParamKind::kText;
    const bool has_pieces = node.is_scalar() && node.raw_text().find("${") != std::string::npos;
    if (spec == nullptr || (!has_pieces && (!may_be_formula || !has_formulas(node)))) plain.set(key, value);
  }
  Schema optional;
  for (ParamSpec spec : schema.params()) {
    spec.is_required = spec.is_required && values.find(spec.name) == nullptr;
    spec.default_node = SpecNode();
    optional.add_copy(std::move(spec));
  }
  const Params checked(plain, optional, path);
}

ModelBuilder& ModelBuilder::add(const std::string& section_name, const std::string& name, const std::string& type,
                                const ValueMap& values) {
  const std::string path = section_name + "." + name;
  if (section_name == "markers") return add_marker(name, values);
  check(find_type_schema(*catalogs_, section_name, type), values, path);
  for (const auto& [key, entries] : sections_)
    if (entries.find(name) != nullptr)
      throw ModelError({}, name, "is used twice", "every part needs a name of its own");
  ValueMap entry{{"type", type}};
  for (const auto& [key, value] : values.items()) entry.set(key, value);
  section(section_name).set(name, entry);
  return *this;
}

ModelBuilder& ModelBuilder::add_marker(const std::string& name, const ValueMap& values) {
  check(marker_schema(), values, "markers." + name);
  for (const auto& [key, entries] : sections_)
    if (entries.find(name) != nullptr)
      throw ModelError({}, name, "is used twice", "every part needs a name of its own");
  section("markers").set(name, values);
  return *this;
}

ModelBuilder& ModelBuilder::add_own(OwnTerm term) {
  if (!is_identifier(term.name))
    throw ModelError({}, fmt::format("\"{}\"", term.name), "is not a good name",
                     "names have letters, digits and underscores and begin with a letter");
  if (first_term_.empty()) first_term_ = term.name;
  terms_.push_back(std::move(term));
  return *this;
}

ModelBuilder& ModelBuilder::add_force(const std::string& name, std::vector<std::string> places,
                                      std::unique_ptr<Force> term) {
  return add_own({name, std::move(places), std::move(term)});
}
ModelBuilder& ModelBuilder::add_memory_force(const std::string& name, std::vector<std::string> places,
                                             std::unique_ptr<MemoryForce> term) {
  return add_own({name, std::move(places), std::move(term)});
}
ModelBuilder& ModelBuilder::add_potential(const std::string& name, std::vector<std::string> places,
                                          std::unique_ptr<Potential> term) {
  return add_own({name, std::move(places), std::move(term)});
}
ModelBuilder& ModelBuilder::add_constraint(const std::string& name, std::vector<std::string> places,
                                           std::unique_ptr<Constraint> term, std::vector<RowLabel> rows) {
  return add_own({name, std::move(places), std::move(term), std::move(rows)});
}

SpecNode ModelBuilder::make_tree() const {
  ValueMap root = head_;
  if (!root.find("model")) root.set("model", "model");
  if (!parameters_.empty()) root.set("parameters", parameters_);
  for (const auto& [key, entries] : sections_)
    if (!entries.empty()) root.set(key, entries);
  if (!initial_.empty()) root.set("initial", initial_);
  for (const auto& [key, entries] : {std::pair{"functions", &functions_},
                                     {"inputs", &inputs_},
                                     {"measures", &measures_},
                                     {"results", &results_},
                                     {"events", &events_}})
    if (!entries->empty()) root.set(key, *entries);
  if (!method_.empty()) root.set("method", method_);
  if (!outputs_.empty()) root.set("outputs", outputs_);
  return root.node("");
}

std::shared_ptr<const Model> ModelBuilder::finish(const Overrides& overrides) {
  if (!first_term_.empty() && std::exchange(terms_used_, true))
    throw ModelError({}, first_term_, "is a term of the model that was built before",
                     "make a new builder, or make it a type of a catalog");
  const SpecNode tree = make_tree();
  ModelSource source;
  source.overrides = overrides;
  source.only_in_code = find_function(tree);
  if (source.only_in_code.empty()) source.only_in_code = first_term_;
  if (find_function(tree).empty()) source.text = write_yaml(tree);
  return SpecBuilder(catalogs_).build(read_model_tree(tree, "", overrides), std::move(source), std::move(terms_));
}

}  // namespace invar
