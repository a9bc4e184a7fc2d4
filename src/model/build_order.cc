#include "invar/model/build_order.h"

#include <fmt/format.h>

#include <algorithm>

namespace invar {

namespace {

enum BuildStage {
  kBodies,
  kMarkers,
  kElements,
  kBodiesOnPlaces,
  kJoints,
  kJointsOfJoints,
  kDrives,
  kRoads,
  kRoadsOfRoads,
  kForces,
  kNonholonomic,
  kControllers,
  kShapes,
  kContacts,
};

bool names_something(const ParamSpec& spec) { return spec.kind == ParamKind::kName || spec.kind == ParamKind::kNames; }

// The last stage in which something of this sort is built; -1 if it is no entry at all.
int last_stage(const std::string& target) {
  if (target == "joint") return kJointsOfJoints;
  if (target == "road") return kRoadsOfRoads;
  if (target == "shape") return kShapes;
  return target == "body" || target == "place" || target == "marker" || target == "element" ? kBodiesOnPlaces : -1;
}

bool names_one_of(const Schema& schema, std::initializer_list<const char*> targets) {
  return std::any_of(schema.params().begin(), schema.params().end(), [&](const ParamSpec& spec) {
    // A formula has a target if it reads names of such entries.
    return (names_something(spec) || spec.kind == ParamKind::kText) &&
           std::find(targets.begin(), targets.end(), spec.target) != targets.end();
  });
}

// Entries of the stages before this one may not name any of this one or later.
int first_stage(int stage) {
  if (stage <= kBodiesOnPlaces) return kBodies;
  if (stage == kJointsOfJoints) return kJoints;
  return stage == kRoadsOfRoads ? kRoads : stage;
}

// Null for a type that does not exist, which is reported when the entry is built.
const Schema* find_schema(const Catalogs& catalogs, int stage, const std::string& type) {
  const auto schema_in = [&](const auto& catalog) -> const Schema* {
    const auto* found = catalog.find(type);
    return found != nullptr ? &found->schema : nullptr;
  };
  switch (stage) {
    case kBodies:
    case kBodiesOnPlaces:
      return schema_in(catalogs.bodies);
    case kMarkers:
      return &marker_schema();
    case kElements:
      return schema_in(catalogs.elements);
    case kJoints:
    case kJointsOfJoints:
      return schema_in(catalogs.joints);
    case kDrives:
      return schema_in(catalogs.drives);
    case kRoads:
    case kRoadsOfRoads:
      return schema_in(catalogs.roads);
    case kForces:
      return schema_in(catalogs.forces);
    case kControllers:
      return schema_in(catalogs.controllers);
    case kShapes:
      return schema_in(catalogs.shapes);
    case kContacts:
      return schema_in(catalogs.contacts);
    default:
      return schema_in(catalogs.nonholonomic);
  }
}

int stage_of(const Schema* schema, int stage) {
  if (schema == nullptr) return stage;
  if (stage == kBodies && names_one_of(*schema, {"body", "place", "marker", "element"})) return kBodiesOnPlaces;
  if (stage == kJoints && names_one_of(*schema, {"joint"})) return kJointsOfJoints;
  if (stage == kRoads && names_one_of(*schema, {"road"})) return kRoadsOfRoads;
  return stage;
}

}  // namespace

bool BuildOrder::Item::is_after_structure() const { return stage >= kJoints; }

BuildOrder::BuildOrder(const ModelSpec& spec, const Catalogs& catalogs) {
  add(spec.bodies, "bodies", kBodies, catalogs);
  add(spec.markers, "markers", kMarkers, catalogs);
  add(spec.elements, "elements", kElements, catalogs);
  add(spec.joints, "joints", kJoints, catalogs);
  add(spec.drives, "drives", kDrives, catalogs);
  add(spec.roads, "roads", kRoads, catalogs);
  add(spec.forces, "forces", kForces, catalogs);
  add(spec.nonholonomic, "nonholonomic", kNonholonomic, catalogs);
  add(spec.controllers, "controllers", kControllers, catalogs);
  add(spec.shapes, "shapes", kShapes, catalogs);
  add(spec.contacts, "contacts", kContacts, catalogs);
  std::stable_sort(items_.begin(), items_.end(), [](const Item& a, const Item& b) { return a.stage < b.stage; });
  connect(catalogs);
}

void BuildOrder::add(const std::vector<SpecEntry>& entries, const char* section, int stage, const Catalogs& catalogs) {
  for (const SpecEntry& entry : entries)
    items_.push_back({&entry, section, stage_of(find_schema(catalogs, stage, entry.type), stage)});
}

void BuildOrder::connect(const Catalogs& catalogs) {
  const int count = static_cast<int>(items_.size());
  for (int i = 0; i < count; ++i) by_name_.emplace(items_[i].entry->name, i);
  waits_for_.resize(items_.size());
  waited_for_by_.resize(items_.size());
  open_.assign(items_.size(), 0);
  built_.assign(items_.size(), false);
  for (int i = 0; i < count; ++i) {
    const Item& item = items_[i];
    const Schema* schema = find_schema(catalogs, item.stage, item.entry->type);
    if (schema != nullptr) {
      for (const ParamSpec& spec : schema->params()) {
        // What is built in earlier stages anyway need not be looked up.
        if (!names_something(spec) || last_stage(spec.target) < item.stage) continue;
        const SpecNode value = item.entry->node.find(spec.name);
        for (std::size_t k = 0; k < (value.is_list() ? value.size() : 1); ++k) {
          const SpecNode node = value.is_list() ? value[k] : value;
          if (!node.is_scalar()) continue;
          const std::string name = node.text();
          const auto found = by_name_.find(name.substr(0, name.find('.')));
          if (found == by_name_.end()) continue;
          waits_for_[i].push_back(found->second);
          waited_for_by_[found->second].push_back(i);
          ++open_[i];
        }
      }
    }
    if (open_[i] == 0) ready_.push(i);
  }
}

const BuildOrder::Item* BuildOrder::next() {
  if (current_ >= 0) {
    built_[current_] = true;
    for (const int other : waited_for_by_[current_])
      if (--open_[other] == 0) ready_.push(other);
    current_ = -1;
  }
  if (ready_.empty()) {
    if (std::find(built_.begin(), built_.end(), false) != built_.end()) refuse_circle();
    return nullptr;
  }
  current_ = ready_.top();
  ready_.pop();
  // What is left of earlier sections is not ready and never will be.
  while (items_[first_left_].stage < first_stage(items_[current_].stage)) {
    if (!built_[first_left_]) refuse_circle();
    ++first_left_;
  }
  return &items_[current_];
}

int BuildOrder::first_open(int item) const {
  for (const int other : waits_for_[item])
    if (!built_[other]) return other;
  return -1;
}

void BuildOrder::refuse_circle() const {
  const auto is_left = [&](int i, int stage) { return !built_[i] && items_[i].stage == stage; };
  const int count = static_cast<int>(items_.size());
  for (int i = 0; i < count; ++i) {
    if (!is_left(i, kElements)) continue;
    int other = first_open(i);
    if (items_[other].stage == kMarkers) other = first_open(other);
    throw ModelError(items_[i].entry->name_location, items_[i].entry->node.path(),
                     fmt::format("is attached to \"{}\", which is attached to it in turn", items_[other].entry->name),
                     "let go of one end, or use a joint of type weld");
  }
  std::vector<int> path;
  int at = 0;
  while (built_[at]) ++at;
  while (std::find(path.begin(), path.end(), at) == path.end()) {
    path.push_back(at);
    at = first_open(at);
  }
  std::string circle;
  for (auto it = std::find(path.begin(), path.end(), at); it != path.end(); ++it)
    circle += items_[*it].entry->name + " -> ";
  // The key that names the next one.
  const SpecNode& node = items_[at].entry->node;
  const std::string& next = items_[first_open(at)].entry->name;
  SpecNode key = node;
  for (std::size_t i = 0; i < node.size(); ++i)
    for (std::size_t k = 0; k < (node[i].is_list() ? node[i].size() : 1); ++k) {
      const SpecNode value = node[i].is_list() ? node[i][k] : node[i];
      if (value.is_scalar() && value.text().substr(0, value.text().find('.')) == next && node.key(i) != "type")
        key = node[i];
    }
  throw ModelError(key.location(), key.path(), "refers to itself: " + circle + items_[at].entry->name,
                   "leave one of them out");
}

}  // namespace invar
