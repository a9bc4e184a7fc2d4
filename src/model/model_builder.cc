#include "invar/model/model_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "invar/core/suggest.h"
#include "invar/model/catalogs.h"
#include "invar/parts/ground.h"
#include "invar/parts/kinematics.h"
#include "invar/parts/marker_part.h"
#include "invar/parts/read_placement.h"
#include "invar/parts/road.h"

namespace invar {

namespace {

// Why a section has no entries: the first repeat block of it whose range is empty.
void refuse_empty_repeat(const SpecNode& section) {
  const SpecNode repeat = section.is_map() ? section.find("repeat") : SpecNode();
  for (std::size_t i = 0; i < (repeat.is_list() ? repeat.size() : 1); ++i) {
    const SpecNode block = repeat.is_list() ? repeat[i] : repeat;
    if (!block.is_map() || !block.has("from") || !block.has("to")) continue;
    const long long from = block.find("from").integer(), to = block.find("to").integer();
    if (to >= from) continue;
    throw ModelError(block.location(), section.path() + ".repeat",
                     fmt::format("makes no entries: from = {}, to = {} = {}", from, block.find("to").raw_text(), to),
                     "a model needs at least one body or element");
  }
}

// The body of a marker stands under `on` or under `body`.
std::string body_key(const Params& params) {
  if (params.is_given("on") && params.is_given("body"))
    params.fail("body", "cannot stand beside on", "give one of them");
  if (!params.is_given("on") && !params.is_given("body"))
    throw ModelError(params.location(), params.path(), "needs the key \"on\"",
                     "the body the marker is fixed to, or ground");
  return params.is_given("on") ? "on" : "body";
}

// Entries that name others of their kind under `key`, each after those it names: sums of roads, couplings of joints.
class ByReference {
 public:
  ByReference(const std::vector<const SpecEntry*>& entries, std::string key) : key_(std::move(key)) {
    for (const SpecEntry* entry : entries) entries_[entry->name] = entry;
    for (const SpecEntry* entry : entries) visit(*entry);
  }
  const std::vector<const SpecEntry*>& order() const { return order_; }

 private:
  void visit(const SpecEntry& entry) {
    if (done_.count(&entry) > 0) return;
    const SpecNode names = entry.node.find(key_);
    if (const auto open = std::find(path_.begin(), path_.end(), &entry); open != path_.end()) {
      std::string circle;
      for (auto it = open; it != path_.end(); ++it) circle += fmt::format("{} -> ", (*it)->name);
      throw ModelError(names.location(), names.path(), "refers to itself: " + circle + entry.name,
                       "leave one of them out");
    }
    path_.push_back(&entry);
    for (std::size_t i = 0; i < names.size(); ++i)
      if (const auto other = names[i].is_scalar() ? entries_.find(names[i].text()) : entries_.end();
          other != entries_.end())
        visit(*other->second);
    path_.pop_back();
    done_.insert(&entry);
    order_.push_back(&entry);
  }

  std::map<std::string, const SpecEntry*> entries_;
  std::set<const SpecEntry*> done_;
  std::vector<const SpecEntry*> order_, path_;
  std::string key_;
};

// What cannot know its place in the file (a term that is too large) is told with that of its part.
template <class Type>
auto make_part(const Type& type, const SpecEntry& entry, PartBuilder& builder) {
  try {
    return type.make(entry.name, Params(entry.node, type.schema), builder);
  } catch (const ModelError& error) {
    if (error.where() != SourceLocation{}) throw;
    throw ModelError(entry.name_location, error.subject().empty() ? entry.node.path() : error.subject(), error.rule(),
                     error.hint());
  }
}

}  // namespace

void ModelBuilder::claim_name(const std::string& name, const SourceLocation& where) {
  const auto [at, is_new] = names_.emplace(name, where);
  if (!is_new)
    throw ModelError(where, name, "is used twice",
                     fmt::format("the first is in line {}; every part needs a name of its own", at->second.line));
}

void ModelBuilder::build_bodies(const std::vector<SpecEntry>& entries) {
  for (const bool second_pass : {false, true}) {
    for (const auto& entry : entries) {
      const BodyType& type = body_types().at(entry.type, entry.type_location);
      if (type.refers_to_bodies != second_pass) continue;
      claim_name(entry.name, entry.name_location);
      model_->bodies.push_back(make_part(type, entry, *this));
      bodies_[entry.name] = model_->bodies.back().get();
    }
  }
}

// Elements may be attached to each other: those that others wait for come first.
void ModelBuilder::build_elements(const std::vector<SpecEntry>& entries) {
  std::vector<const SpecEntry*> waiting;
  std::map<std::string, const SpecEntry*> by_name;
  for (const auto& entry : entries) {
    waiting.push_back(&entry);
    by_name[entry.name] = &entry;
  }
  // The element that an entry names and that is not built yet.
  const auto waits_for = [&](const SpecEntry& entry) -> const SpecEntry* {
    for (const auto& key : element_types().at(entry.type, entry.type_location).place_keys) {
      const SpecNode value = entry.node.find(key);
      for (std::size_t i = 0; i < (value.is_list() ? value.size() : 1); ++i) {
        const SpecNode node = value.is_list() ? value[i] : value;
        if (!node.is_scalar()) continue;
        std::string name = node.text();
        if (const auto marker = marker_bodies_.find(name); marker != marker_bodies_.end()) name = marker->second;
        const auto other = by_name.find(name.substr(0, name.find('.')));
        if (other != by_name.end()) return other->second;
      }
    }
    return nullptr;
  };
  while (!waiting.empty()) {
    const auto ready =
        std::find_if(waiting.begin(), waiting.end(), [&](const SpecEntry* entry) { return !waits_for(*entry); });
    if (ready == waiting.end())
      throw ModelError(
          waiting[0]->name_location, waiting[0]->node.path(),
          fmt::format("is attached to \"{}\", which is attached to it in turn", waits_for(*waiting[0])->name),
          "let go of one end, or use a joint of type weld");
    const SpecEntry& entry = **ready;
    waiting.erase(ready);
    by_name.erase(entry.name);
    const ElementType& type = element_types().at(entry.type, entry.type_location);
    claim_name(entry.name, entry.name_location);
    model_->elements.push_back(make_part(type, entry, *this));
    bodies_[entry.name] = model_->elements.back().get();
    build_markers(*markers_spec_);
  }
}

void ModelBuilder::build_markers(const std::vector<SpecEntry>& entries) {
  for (const auto& entry : entries) {
    if (markers_.count(entry.name)) continue;  // placed before the rods
    const Params params(entry.node, marker_schema());
    const auto found = bodies_.find(params.text(body_key(params)));
    if (found == bodies_.end()) continue;  // perhaps on a rod: next pass
    const Body& b = *found->second;
    const Vector3 at = read_position(params, "at");
    if (const std::string reason = b.refuse_marker(at); !reason.empty())
      params.fail("at", fmt::format("{} (body \"{}\")", reason, b.name()), "");
    claim_name(entry.name, entry.name_location);
    const Marker marker = b.marker(at, read_triad(params));
    markers_[entry.name] = marker;
    model_->other_parts.push_back(std::make_unique<MarkerPart>(entry.name, marker, *assembly_));
  }
}

void ModelBuilder::build_joints(const std::vector<SpecEntry>& entries) {
  const auto build = [&](const SpecEntry& entry, const JointType& type) {
    claim_name(entry.name, entry.name_location);
    model_->joints.push_back(make_part(type, entry, *this));
    joints_[entry.name] = model_->joints.back().get();
  };
  std::vector<const SpecEntry*> couplings;
  for (const auto& entry : entries) {
    const JointType& type = joint_types().at(entry.type, entry.type_location);
    if (type.refers_to_joints)
      couplings.push_back(&entry);
    else
      build(entry, type);
  }
  const ByReference sorted(couplings, "joints");
  for (const SpecEntry* entry : sorted.order()) build(*entry, joint_types().at(entry->type, entry->type_location));
}

// Roads made of other roads come after those, wherever they stand in the file.
void ModelBuilder::build_roads(const SpecNode& section) {
  if (section.is_null()) return;
  const auto entries = expand_entries(section);
  for (const auto& entry : entries)
    if (entry.type.empty())
      throw ModelError(entry.name_location, entry.node.path(), "needs the key \"type\"", "see invar list roads");
  const auto build = [&](const SpecEntry& entry, const RoadType& type) {
    claim_name(entry.name, entry.name_location);
    auto road = make_part(type, entry, *this);
    roads_[entry.name] = road.get();
    model_->other_parts.push_back(std::move(road));
  };
  std::vector<const SpecEntry*> sums;
  for (const auto& entry : entries) {
    const RoadType& type = road_types().at(entry.type, entry.type_location);
    if (type.refers_to_roads)
      sums.push_back(&entry);
    else
      build(entry, type);
  }
  const ByReference sorted(sums, "of");
  for (const SpecEntry* entry : sorted.order()) build(*entry, road_types().at(entry->type, entry->type_location));
}

template <class TypeCatalog>
void ModelBuilder::build_parts(const std::vector<SpecEntry>& entries, const TypeCatalog& catalog) {
  for (const auto& entry : entries) {
    const PartType& type = catalog.at(entry.type, entry.type_location);
    claim_name(entry.name, entry.name_location);
    model_->other_parts.push_back(make_part(type, entry, *this));
  }
}

// A node without inertia and without a constraint has no equation of motion at all.
void ModelBuilder::check_massless_bodies() const {
  std::vector<bool> moves_by_something(assembly_->layout.nodes().size(), false);
  const auto mark = [&](const auto& terms) {
    for (const auto& placed : terms)
      for (const int node : placed.nodes) moves_by_something[node] = true;
  };
  mark(assembly_->inertias);
  mark(assembly_->variable_inertias);
  const std::vector<bool> has_inertia = moves_by_something;
  mark(assembly_->constraints);
  mark(assembly_->pfaffians);
  mark(assembly_->velocity_constraints);
  for (const auto& b : model_->bodies)
    for (const int node : b->nodes()) {
      if (b->type() == "coordinate" && !has_inertia[node])
        throw ModelError(
            names_.at(b->name()), "bodies." + b->name(), "has no inertia",
            fmt::format("give it an `inertia`, or a force of type kinetic_energy with {}.rate", b->name()));
      if (!moves_by_something[node])
        throw ModelError(names_.at(b->name()), "bodies." + b->name(), "has no mass, and no rod or joint holds it",
                         "give it a mass, or remove it");
    }
}

std::shared_ptr<const Model> ModelBuilder::build(const ModelSpec& spec) {
  model_->name = spec.name;
  model_->description = spec.description;
  model_->reference = spec.reference;
  model_->parameters = spec.parameters;
  model_->method = spec.method;
  if (spec.gravity) {
    const auto g = read_numbers(spec.gravity, 0);
    if (g.size() != 2 && g.size() != 3) spec.gravity.fail("needs 2 or 3 numbers", "e.g. [0, 0, -9.81]");
    gravity_ = Vector3(g[0], g[1], g.size() == 3 ? g[2] : 0.0);
  }
  if (spec.bodies.empty() && spec.elements.empty()) {
    for (const char* section : {"bodies", "elements"}) refuse_empty_repeat(spec.root.find(section));
    throw ModelError({spec.file, 1, 1}, "bodies", "is missing or empty", "a model needs at least one body or element");
  }
  for (const auto& [node, hint] :
       {std::pair<SpecNode, const char*>{spec.initial, "give positions and velocities in the bodies"},
        {spec.camera, "the report page finds its own view"}})
    if (!node.is_null()) node.fail("has no effect in this version", std::string("remove it; ") + hint);
  // Markers may stand on bodies of the first pass and be used by rods; those on rods follow after.
  std::vector<SpecEntry> early, late;
  for (const auto& entry : spec.bodies)
    (body_types().at(entry.type, entry.type_location).refers_to_bodies ? late : early).push_back(entry);
  build_bodies(early);
  build_markers(spec.markers);
  // Markers on elements follow each element, so that others can be attached there.
  for (const auto& entry : spec.markers)
    for (const char* key : {"on", "body"})
      if (const SpecNode on = entry.node.find(key); on.is_scalar()) marker_bodies_[entry.name] = on.text();
  markers_spec_ = &spec.markers;
  build_elements(spec.elements);
  build_bodies(late);
  build_markers(spec.markers);
  for (const auto& entry : spec.markers)
    if (!markers_.count(entry.name)) {
      const Params params(entry.node, marker_schema());
      const std::string key = body_key(params);
      body(params.text(key), params, key);  // throws with the nearest name
    }
  build_joints(spec.joints);
  build_parts(spec.drives, drive_types());
  build_roads(spec.root.find("roads"));
  build_parts(spec.forces, force_types());
  build_parts(spec.nonholonomic, nonholonomic_types());
  check_massless_bodies();
  for (const auto& node : spec.outputs) model_->outputs.push_back({node.text(), node.location()});
  model_->locations = names_;
  model_->initial.q = q_;
  model_->initial.v = v_;
  model_->assembly = assembly_;
  model_->gravity = gravity_;
  const auto& nodes = assembly_->layout.nodes();
  const bool in_plane = std::none_of(nodes.begin(), nodes.end(), [](const Node& node) {
    return node.kind != NodeKind::kPoint2 && node.kind != NodeKind::kFrame2 && node.kind != NodeKind::kScalar;
  });
  const bool planar =
      std::any_of(nodes.begin(), nodes.end(), [](const Node& n) { return n.kind != NodeKind::kScalar; });
  if (in_plane && planar && gravity_[2] != 0)
    model_->notes.push_back(
        fmt::format("{}:{}: gravity along z has no effect in the plane z = 0; y is up, e.g. "
                    "gravity: [0, -9.81]",
                    spec.file, spec.gravity.location().line));
  return std::shared_ptr<const Model>(std::move(model_));
}

std::shared_ptr<const Model> load_model(const std::string& path, const Overrides& overrides) {
  return ModelBuilder().build(read_model_file(path, overrides));
}

std::shared_ptr<const Model> load_model_text(const std::string& text, const std::string& file_name,
                                             const Overrides& overrides) {
  return ModelBuilder().build(read_model_text(text, file_name, overrides));
}

}  // namespace invar
