#include "invar/model/spec_builder.h"

#include <fmt/format.h>

#include <algorithm>

#include "invar/contacts/joint_stops.h"
#include "invar/core/suggest.h"
#include "invar/parts/force_part.h"
#include "invar/parts/marker_part.h"
#include "invar/parts/read_placement.h"
#include "invar/parts/road.h"
#include "invar/parts/shape.h"

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
    params.fail("body", "cannot be combined with on", "give one of them");
  if (!params.is_given("on") && !params.is_given("body"))
    throw ModelError(params.location(), params.path(), "needs the key \"on\"",
                     "the body the marker is fixed to, or ground");
  return params.is_given("on") ? "on" : "body";
}

// Errors without a location (a term that is too large) are reported at the location of the part.
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

void SpecBuilder::claim_name(const std::string& name, const SourceLocation& where) {
  const auto [at, is_new] = names_.emplace(name, where);
  if (!is_new)
    throw ModelError(where, name, "is used twice",
                     at->second.line > 0
                         ? fmt::format("the first is in line {}; every part needs a name of its own", at->second.line)
                         : "every part needs a name of its own");
}

SpecBuilder::SpecBuilder(std::shared_ptr<const Catalogs> catalogs)
    : catalogs_(std::move(catalogs)), model_(std::make_unique<Model>()) {}

bool SpecBuilder::build_marker(const SpecEntry& entry) {
  const Params params(entry.node, marker_schema());
  const auto found = bodies_.find(params.text(body_key(params)));
  if (found == bodies_.end()) return false;
  const Body& b = *found->second;
  const Vector3 at = read_position(params, "at");
  if (const std::string reason = b.refuse_marker(at); !reason.empty())
    params.fail("at", fmt::format("{} (body \"{}\")", reason, b.name()), "");
  claim_name(entry.name, entry.name_location);
  const Marker marker = b.marker(at, read_triad(params));
  markers_[entry.name] = marker;
  model_->other_parts.push_back(std::make_unique<MarkerPart>(entry.name, marker, *assembly_));
  model_->other_parts.back()->set_section("markers");
  return true;
}

template <class Type>
void SpecBuilder::add_other_part(const Type& type, const BuildOrder::Item& item) {
  claim_name(item.entry->name, item.entry->name_location);
  auto part = make_part(type, *item.entry, *this);
  if constexpr (std::is_same_v<Type, RoadType>) roads_[item.entry->name] = part.get();
  if constexpr (std::is_same_v<Type, ShapeType>) shapes_[item.entry->name] = part.get();
  part->set_section(item.section);
  model_->other_parts.push_back(std::move(part));
}

void SpecBuilder::build_entry(const BuildOrder::Item& item) {
  const SpecEntry& entry = *item.entry;
  const std::string section = item.section;
  const auto add_body = [&](const auto& type, auto& list) {
    claim_name(entry.name, entry.name_location);
    list.push_back(make_part(type, entry, *this));
    list.back()->set_section(section);
    bodies_[entry.name] = list.back().get();
  };
  if (section == "bodies") {
    add_body(catalogs_->bodies.at(entry.type, entry.type_location), model_->bodies);
  } else if (section == "elements") {
    add_body(catalogs_->elements.at(entry.type, entry.type_location), model_->elements);
  } else if (section == "joints") {
    const JointType& type = catalogs_->joints.at(entry.type, entry.type_location);
    claim_name(entry.name, entry.name_location);
    model_->joints.push_back(make_part(type, entry, *this));
    model_->joints.back()->set_section(section);
    joints_[entry.name] = model_->joints.back().get();
    if (type.schema.find("limits") != nullptr)
      for (auto& part : make_joint_stops(*model_->joints.back(), Params(entry.node, type.schema), *this))
        model_->other_parts.push_back(std::move(part));
  } else if (section == "drives") {
    add_other_part(catalogs_->drives.at(entry.type, entry.type_location), item);
  } else if (section == "roads") {
    add_other_part(catalogs_->roads.at(entry.type, entry.type_location), item);
  } else if (section == "forces") {
    add_other_part(catalogs_->forces.at(entry.type, entry.type_location), item);
  } else if (section == "shapes") {
    add_other_part(catalogs_->shapes.at(entry.type, entry.type_location), item);
  } else if (section == "contacts") {
    add_other_part(catalogs_->contacts.at(entry.type, entry.type_location), item);
  } else if (section == "controllers") {
    const ControllerType& type = catalogs_->controllers.at(entry.type, entry.type_location);
    claim_name(entry.name, entry.name_location);
    SignalBlock block = type.make(entry.name, Params(entry.node, type.schema));
    block.node = entry.node;
    signals().add_block(std::move(block));
  } else {
    add_other_part(catalogs_->nonholonomic.at(entry.type, entry.type_location), item);
  }
}

void SpecBuilder::build_own_term(OwnTerm own) {
  claim_name(own.name, {});
  std::vector<int> nodes;
  for (const std::string& name : own.places) {
    const std::vector<int> its = place_nodes(name, own.name);
    for (const int node : its) {
      if (std::find(nodes.begin(), nodes.end(), node) != nodes.end())
        throw ModelError({}, own.name, fmt::format("names the coordinates of \"{}\" twice", name),
                         "name each body once");
      nodes.push_back(node);
    }
  }
  if (nodes.empty()) throw ModelError({}, own.name, "names no body that can move", "name the bodies it acts on");
  if (auto* constraint = std::get_if<std::unique_ptr<Constraint>>(&own.term)) {
    const int rows = (*constraint)->rows();
    if (own.rows.empty())
      for (int i = 0; i < rows; ++i) own.rows.push_back({fmt::format("row_{}", i + 1)});
    if (static_cast<int>(own.rows.size()) != rows)
      throw ModelError({}, own.name, fmt::format("has {} rows but {} labels", rows, own.rows.size()),
                       "give one label per row, or none");
    std::vector<std::string> labels, units;
    for (const RowLabel& row : own.rows) labels.push_back(row.label), units.push_back(row.unit);
    auto joint = std::make_unique<Joint>(own.name, "constraint", Marker{}, Marker{}, JointFreedoms{}, *assembly_);
    joint->add_constraint(assembly_->add_constraint(own.name, nodes, std::move(*constraint), labels, units));
    joint->set_section("joints");
    model_->joints.push_back(std::move(joint));
    return;
  }
  auto* potential = std::get_if<std::unique_ptr<Potential>>(&own.term);
  auto part = std::make_unique<ForcePart>(own.name, potential ? "potential" : "force", *assembly_);
  part->set_section("forces");
  if (potential)
    part->add_potential(nodes, std::move(*potential));
  else if (auto* memory = std::get_if<std::unique_ptr<MemoryForce>>(&own.term))
    part->add_memory_force(nodes, std::move(*memory));
  else
    part->add_force(nodes, std::move(std::get<std::unique_ptr<Force>>(own.term)));
  model_->other_parts.push_back(std::move(part));
}

// A node without inertia and without a constraint has no equation of motion at all.
void SpecBuilder::check_massless_bodies() const {
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

// The names are those of channels of positions and velocities; a list stands for the components of one.
void SpecBuilder::read_start_values(const ModelSpec& spec) {
  if (spec.initial.empty()) return;
  // The list of the model itself is made later, with the values known.
  ChannelList channels;
  for (const auto& part : model_->bodies) part->offer_channels(channels);
  for (const auto& part : model_->elements) part->offer_channels(channels);
  for (const auto& part : model_->joints) part->offer_channels(channels);
  for (const auto& part : model_->other_parts) part->offer_channels(channels);
  const auto add = [&](const SpecValue& value, const std::string& name, const SpecNode& node) {
    const Channel* channel = channels.find(name);
    if (!channel) {
      const auto components = channels.find_components(name);
      if (!components.empty())
        throw ModelError(value.name_location, value.node.path(), fmt::format("has {} components", components.size()),
                         fmt::format("give them in a list, or one of them: {}", components[0]->name));
      std::vector<std::string> known;
      for (const Channel& each : channels.all())
        if (each.needs != kNeedsAcceleration) known.push_back(each.name);
      throw ModelError(value.name_location, value.node.path(), fmt::format("is no coordinate or rate of the model"),
                       suggestion(name, known));
    }
    if (channel->needs & kNeedsAcceleration)
      throw ModelError(value.name_location, value.node.path(),
                       "depends on accelerations or forces, which follow from the start",
                       "give coordinates of joints and bodies, or their rates");
    model_->start_values.push_back({name, node.number(), value.name_location});
  };
  for (const SpecValue& value : spec.initial) {
    if (!value.node.is_list()) {
      add(value, value.name, value.node);
      continue;
    }
    std::vector<std::string> names;
    for (const Channel* channel : channels.find_components(value.name)) names.push_back(channel->name);
    if (names.size() != value.node.size())
      value.node.fail(fmt::format("has {} numbers for {} components", value.node.size(), names.size()),
                      "a list stands for the components of one quantity, e.g. tip.position: [1, 0, 0]");
    for (std::size_t i = 0; i < names.size(); ++i) add(value, names[i], value.node[i]);
  }
}

std::shared_ptr<const Model> SpecBuilder::build(const ModelSpec& spec, ModelSource source, std::vector<OwnTerm> terms) {
  model_->source = std::move(source);
  model_->catalogs = catalogs_;
  model_->name = spec.name;
  model_->description = spec.description;
  model_->reference = spec.reference;
  model_->parameters = spec.parameters;
  if (spec.gravity) {
    const auto g = read_numbers(spec.gravity, 0);
    if (g.size() != 2 && g.size() != 3) spec.gravity.fail("needs 2 or 3 numbers", "e.g. [0, 0, -9.81]");
    gravity_ = Vector3(g[0], g[1], g.size() == 3 ? g[2] : 0.0);
  }
  if (spec.bodies.empty() && spec.elements.empty()) {
    for (const char* section : {"bodies", "elements"}) refuse_empty_repeat(spec.root.find(section));
    throw ModelError(spec.file.empty() ? SourceLocation{} : SourceLocation{spec.file, 1, 1}, "bodies",
                     "is missing or empty", "a model needs at least one body or element");
  }
  if (!spec.camera.is_null())
    spec.camera.fail("has no effect in this version", "remove it; the report page finds its own view");
  poses_start_ = !spec.initial.empty();
  read_signal_sections(spec);
  BuildOrder order(spec, *catalogs_);
  std::vector<const SpecEntry*> lost;  // markers whose body is not there: reported once all bodies are known
  const auto report_lost = [&] {
    for (const SpecEntry* entry : lost) {
      const Params params(entry->node, marker_schema());
      const std::string key = body_key(params);
      body(params.text(key), params, key);  // throws with the nearest name
    }
  };
  bool structure_done = false;
  while (const BuildOrder::Item* item = order.next()) {
    if (item->section == std::string("markers")) {
      if (!build_marker(*item->entry)) lost.push_back(item->entry);
      continue;
    }
    if (!structure_done && item->is_after_structure()) {
      structure_done = true;
      report_lost();
    }
    build_entry(*item);
  }
  report_lost();
  for (OwnTerm& term : terms) build_own_term(std::move(term));
  for (const auto& node : spec.outputs) read_output(node);
  for (const Model::Measure& measure : model_->measures) add_readers(measure.formula);
  for (const Model::Result& result : model_->results) add_readers(result.formula);
  for (const Model::Output& output : model_->outputs)
    if (!output.formula.text.empty()) add_readers(output.formula);
  read_events(spec);
  build_signals();
  collect_breaks();
  build_event_actions(spec);
  model_->initial.inputs.u = start_inputs();
  check_massless_bodies();
  model_->run = read_run_spec(spec.method);
  model_->locations = names_;
  model_->initial.q = q_;
  model_->initial.v = v_;
  model_->assembly = assembly_;
  model_->gravity = gravity_;
  read_start_values(spec);
  const auto& nodes = assembly_->layout.nodes();
  const bool in_plane = std::none_of(nodes.begin(), nodes.end(), [](const Node& node) {
    return node.kind != NodeKind::kPoint2 && node.kind != NodeKind::kFrame2 && node.kind != NodeKind::kScalar;
  });
  const bool planar =
      std::any_of(nodes.begin(), nodes.end(), [](const Node& n) { return n.kind != NodeKind::kScalar; });
  if (in_plane && planar && gravity_[2] != 0)
    model_->notes.push_back(
        fmt::format("{}gravity along z has no effect in the plane z = 0; y is up, e.g. gravity: [0, -9.81]",
                    spec.file.empty() ? "" : fmt::format("{}:{}: ", spec.file, spec.gravity.location().line)));
  return std::shared_ptr<const Model>(std::move(model_));
}

}  // namespace invar
