// SpecBuilder: the section `events`. Coordinates that are locked somewhere get their rows, and parts that are switched somewhere their
// switches, when the model is built: one pattern serves all configurations.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "invar/core/suggest.h"
#include "invar/model/lock_part.h"
#include "invar/model/spec_builder.h"
#include "invar/parts/held_coordinate.h"
#include "invar/parts/signal_builder.h"

namespace invar {

namespace {

using Action = EventSpec::Action;
constexpr std::size_t kMostTimes = 100000;

const Schema& event_schema() {
  static const Schema schema = make_event_schema();
  return schema;
}

// The comparison outside all brackets, if there is one: its place and length.
struct ComparisonPlace {
  std::size_t at = std::string::npos, length = 0;
};

ComparisonPlace find_comparison(const std::string& text) {
  ComparisonPlace found;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
    if (depth != 0) continue;
    if (c == '?' || c == '&' || c == '|') return {};  // a condition made of several
    if (c == '=' || c == '!') return {};
    if (c != '<' && c != '>') continue;
    if (found.length > 0) return {};
    found = {i, i + 1 < text.size() && text[i + 1] == '=' ? std::size_t{2} : std::size_t{1}};
    i += found.length - 1;
  }
  return found;
}

// One of the nodes of an action: {lock: panel}, {set: {gain: 0}}, stop.
struct ReadAction {
  std::string kind;
  SpecNode what;
  SourceLocation location;
};

ReadAction read_action(const SpecNode& node) {
  static const std::vector<std::string> kinds = {"lock", "unlock", "enable", "disable", "set", "stop"};
  std::string kind;
  SpecNode what;
  SourceLocation where = node.location();
  if (node.is_scalar()) {
    kind = node.text();
  } else if (node.is_map() && node.size() == 1) {
    kind = node.key(0);
    what = node[0];
    where = node.key_location(0);
  } else {
    node.fail("must be one action", "e.g. {lock: hinge}, {set: {gain: 0}} or stop");
  }
  if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end())
    throw ModelError(where, node.path(), fmt::format("has the unknown action \"{}\"", kind), suggestion(kind, kinds));
  if (kind == "stop" && what && !what.is_null() && !(what.is_scalar() && what.text() == "true"))
    what.fail("takes nothing", "write stop");
  if (kind != "stop" && (!what || what.is_null()))
    node.fail(fmt::format("does not say what to {}", kind), fmt::format("e.g. {{{}: NAME}}", kind));
  return {kind, what, where};
}

// NAME or [NAME, NAME].
std::vector<SpecNode> targets_of(const SpecNode& what) {
  if (what.is_scalar()) return {what};
  if (!what.is_list()) what.fail("must be a name or a list of names");
  std::vector<SpecNode> all;
  for (std::size_t i = 0; i < what.size(); ++i) all.push_back(what[i]);
  return all;
}

template <class Use>
void for_each_action(const SpecNode& actions, const Use& use) {
  if (actions.is_list() && actions.size() == 0) actions.fail("does nothing", "e.g. do: [{lock: hinge}]");
  if (!actions.is_list()) return use(read_action(actions));
  for (std::size_t i = 0; i < actions.size(); ++i) use(read_action(actions[i]));
}

}  // namespace

Schema make_event_schema() {
  Schema s;
  s.text("when",
         "condition over channels; the event happens when it becomes true, e.g. panel.angle > 90*deg. A formula "
         "without comparison: when it passes zero");
  s.map("at", "instead of when: the time, or a list of times, at which it happens [s]", "number or list");
  s.choice("direction", {"rising", "falling", "both"},
           "of a formula without comparison: which way it passes zero; of a condition, rising is when it becomes true")
      .default_value("rising");
  s.number("hysteresis", "1",
           "how far, in the unit of the formula, the condition has to be missed before the event can "
           "happen again")
      .nonnegative()
      .default_value(0);
  s.boolean("once", "it happens once in a run").default_value(false);
  s.map("do", "what it does: lock, unlock, enable, disable: NAME; set: {INPUT: FORMULA}; stop", "list").required();
  return s;
}

// The rows of a joint coordinate, which are there from the start and hold nothing until an event locks them.
int SpecBuilder::add_lock(const Joint& joint, bool angle) {
  const std::string label = angle ? "angle" : "displacement", name = joint.name() + "." + label;
  const auto known =
      std::find_if(model_->locks.begin(), model_->locks.end(), [&](const Lock& lock) { return lock.name == name; });
  if (known != model_->locks.end()) return static_cast<int>(known - model_->locks.begin());
  QuadraticMap row(layout());
  const int r = row.add_row("lock_" + label, angle ? "N m" : "N");
  add_joint_coordinate(row, r, joint, 1, angle);
  return place_lock(name, joint.name(), label, angle ? "rad" : "m", std::move(row));
}

int SpecBuilder::place_lock(const std::string& name, const std::string& owner, const std::string& label,
                            const std::string& unit, QuadraticMap row) {
  Lock lock;
  lock.name = name;
  const auto nodes = row.nodes();
  const auto labels = row.labels(), units = row.units();
  lock.constraint = assembly_->add_constraint(
      owner, nodes, std::make_unique<HeldCoordinate>(std::move(row), label, unit), labels, units);
  lock.value_input = assembly_->constraints[static_cast<std::size_t>(lock.constraint)].first_input;
  lock.switch_input = layout().add_input({owner, label + "_locked"});
  assembly_->switch_constraint(lock.constraint, lock.switch_input);
  model_->locks.push_back(lock);
  return static_cast<int>(model_->locks.size()) - 1;
}

// JOINT, JOINT.angle, JOINT.displacement or a coordinate.
std::vector<int> SpecBuilder::read_locks(const SpecNode& node) {
  const std::string text = node.text();
  const std::size_t dot = text.rfind('.');
  const std::string name = text.substr(0, dot), quantity = dot == std::string::npos ? "" : text.substr(dot + 1);
  if (const auto joint = joints_.find(name); joint != joints_.end()) {
    const JointFreedoms free = joint->second->freedoms();
    std::vector<int> locks;
    if (free.angle && (quantity.empty() || quantity == "angle")) locks.push_back(add_lock(*joint->second, true));
    if (free.displacement && (quantity.empty() || quantity == "displacement"))
      locks.push_back(add_lock(*joint->second, false));
    if (!locks.empty()) return locks;
    std::string has;
    if (free.angle) has = "angle";
    if (free.displacement) has += has.empty() ? "displacement" : ", displacement";
    node.fail(fmt::format("locks a {} joint, which has no {}", joint->second->type(),
                          quantity.empty() ? "angle and no displacement" : quantity),
              has.empty() ? "angles and displacements of joints can be locked" : "it has: " + has);
  }
  if (const auto body = bodies_.find(name);
      body != bodies_.end() && body->second->type() == "coordinate" && (quantity.empty() || quantity == "value")) {
    const std::string full = name + ".value";
    for (std::size_t i = 0; i < model_->locks.size(); ++i)
      if (model_->locks[i].name == full) return {static_cast<int>(i)};
    QuadraticMap row(layout());
    const int r = row.add_row("lock_value");
    row.add_component(r, AffineVector().add(body->second->nodes()[0], 0, 1), Vector3::UnitX(), 1);
    return {place_lock(full, name, "value", "1", std::move(row))};
  }
  std::vector<std::string> known;
  for (const auto& [joint, part] : joints_)
    if (part->freedoms().angle || part->freedoms().displacement) known.push_back(joint);
  for (const auto& [body, part] : bodies_)
    if (part->type() == "coordinate") known.push_back(body);
  node.fail("names nothing that can be locked",
            known.empty() ? "angles and displacements of joints can be locked" : suggestion(name, known));
}

// The switch of a part whose terms are its own.
int SpecBuilder::read_switch(const SpecNode& node) {
  const std::string name = node.text();
  if (const auto known = switches_.find(name); known != switches_.end()) return known->second;
  const auto is_switchable = [](const Part& part) {
    return part.section() == "forces" || part.section() == "drives" || part.section() == "joints" ||
           part.section() == "nonholonomic";
  };
  std::vector<std::string> names;
  const Part* found = nullptr;
  const auto look = [&](const auto& list) {
    for (const auto& part : list) {
      if (!is_switchable(*part)) continue;
      names.push_back(part->name());
      if (part->name() == name) found = part.get();
    }
  };
  look(model_->joints);
  look(model_->other_parts);
  if (!found && signals().blocks().contains(name))
    node.fail("is a controller, which cannot be switched",
              "disable the force that reads it, or `set` an input that its formulas read");
  if (!found) node.fail("names no force, drive, joint or velocity constraint", suggestion(name, names));
  const int input = layout().add_input({name, "enabled", "1", 1});
  int count = 0;
  if (const auto joint = joints_.find(name); joint != joints_.end()) {
    if (!joint->second->has_places())
      node.fail(fmt::format("is a {} joint, which cannot be switched", joint->second->type()),
                "joints between two places can");
    for (const int constraint : joint->second->constraints()) assembly_->switch_constraint(constraint, input), ++count;
  } else {
    // What is solved together is switched together, so it has to be one force.
    const SignalTerm* term = nullptr;
    for (const auto& force : signals().forces())
      if (force.part == name) term = force.handle->term.get();
    for (const auto& force : signals().forces())
      if (term && force.handle->term.get() == term && force.part != name)
        node.fail(fmt::format("cannot be switched: it shares a controller with \"{}\"", force.part),
                  "multiply its formula by an input, and `set` that");
    count = found->section() == "forces" ? assembly_->switch_forces(name, input) : assembly_->switch_rows(name, input);
  }
  if (count == 0)
    node.fail("cannot be switched: its equations are solved together with those of others",
              "multiply its formula by an input, and `set` that");
  switches_[name] = input;
  return input;
}

Action SpecBuilder::make_action(const std::string& kind, const SpecNode& node, const SourceLocation& where) {
  Action action;
  action.location = where;
  if (kind == "stop") return action;
  action.target = node.text();
  if (kind == "lock" || kind == "unlock") {
    action.kind = kind == "lock" ? Action::Kind::kLock : Action::Kind::kUnlock;
    action.locks = read_locks(node);
  } else {
    action.kind = kind == "enable" ? Action::Kind::kEnable : Action::Kind::kDisable;
    action.input = read_switch(node);
  }
  return action;
}

void SpecBuilder::read_set(const SpecNode& node, std::vector<Action>& out) {
  for (std::size_t k = 0; k < node.size(); ++k) {
    Action action;
    action.kind = Action::Kind::kSet;
    action.location = node.key_location(k);
    action.target = node.key(k);
    const std::string name =
        action.target.starts_with("inputs.") ? action.target : fmt::format("inputs.{}", action.target);
    const int place = signals().find_input(name);
    if (place < 0) {
      std::vector<std::string> known;
      for (const auto& input : signals().inputs())
        if (input.info.owner == "inputs") known.push_back(input.info.label);
      throw ModelError(action.location, node.path(), fmt::format("sets \"{}\", which is no input", action.target),
                       known.empty() ? "declare it: inputs: {NAME: value}" : suggestion(action.target, known));
    }
    action.input = signals().first_input() + place;
    if (!node[k].is_scalar()) node[k].fail("must be a formula of channels", "e.g. 2*hinge.angle");
    action.value = {node[k].text(), node[k]};
    out.push_back(std::move(action));
  }
}

// `when` and `at`.
void SpecBuilder::read_instants(const Params& params, EventSpec& event) {
  const bool has_when = params.is_given("when"), has_at = params.is_given("at");
  if (has_when == has_at)
    throw ModelError(event.location, params.path(), has_when ? "has both `when` and `at`" : "does not say when",
                     "give one of them, e.g. when: panel.angle > 90*deg, or at: 3");
  if (has_at) {
    for (const char* key : {"direction", "hysteresis"})
      if (params.is_given(key)) params.fail(key, "has no effect on given times", "remove it");
    const SpecNode at = params.node("at");
    event.times = at.is_scalar() ? std::vector<double>{at.number()} : read_numbers(at, 0);
    std::sort(event.times.begin(), event.times.end());
    if (event.times.empty() || event.times.size() > kMostTimes)
      params.fail("at", fmt::format("must have 1 to {} times", kMostTimes));
    return;
  }
  const SpecNode node = params.node("when");
  const std::string text = params.text("when"), direction = params.text("direction");
  event.direction = direction == "both"      ? EventSpec::Direction::kBoth
                    : direction == "falling" ? EventSpec::Direction::kFalling
                                             : EventSpec::Direction::kRising;
  const ComparisonPlace comparison = find_comparison(text);
  event.guard = {text, node};
  if (comparison.length > 0) {
    const std::string left = text.substr(0, comparison.at), right = text.substr(comparison.at + comparison.length);
    event.guard.text =
        text[comparison.at] == '>' ? fmt::format("({}) - ({})", left, right) : fmt::format("({}) - ({})", right, left);
    event.is_condition = true;
    event.is_strict = comparison.length == 1;
  } else if (text.find_first_of("<>?&|=!") != std::string::npos) {
    event.guard.text = fmt::format("(({}) ? 1 : 0) - 0.5", text);  // located by halving
    event.is_condition = true;
    if (event.hysteresis > 0) params.fail("hysteresis", "needs a single comparison", "e.g. when: panel.angle > 90*deg");
  }
  add_readers(event.guard);
}

// Before formulas are connected with what they read: conditions and values are some of them.
void SpecBuilder::read_events(const ModelSpec& spec) {
  for (const SpecEntry& entry : spec.events) {
    claim_name(entry.name, entry.name_location);
    const Params params(entry.node, event_schema());
    EventSpec event;
    event.name = entry.name;
    event.location = entry.name_location;
    event.hysteresis = params.number("hysteresis");
    event.once = params.boolean("once");
    read_instants(params, event);
    for_each_action(params.node("do"), [&](const ReadAction& action) {
      if (action.kind != "set") return;
      if (!action.what.is_map()) action.what.fail("must be a map", "e.g. set: {gain: 0}; it sets inputs of the model");
      for (std::size_t k = 0; k < action.what.size(); ++k)
        if (action.what[k].is_scalar()) add_readers({action.what[k].text(), action.what[k]});
    });
    model_->events.push_back(std::move(event));
  }
}

// When all terms and inputs are placed.
void SpecBuilder::build_event_actions(const ModelSpec& spec) {
  for (std::size_t i = 0; i < spec.events.size(); ++i) {
    std::vector<Action>& out = model_->events[i].actions;
    for_each_action(Params(spec.events[i].node, event_schema()).node("do"), [&](const ReadAction& action) {
      if (action.kind == "set") return read_set(action.what, out);
      if (action.kind == "stop") return out.push_back(make_action(action.kind, action.what, action.location));
      for (const SpecNode& name : targets_of(action.what))
        out.push_back(make_action(action.kind, name, action.location));
    });
  }
  if (model_->locks.empty() && switches_.empty()) return;
  model_->other_parts.push_back(std::make_unique<LockPart>(model_->locks, switches_, assembly_));
  model_->other_parts.back()->set_section("events");
}

}  // namespace invar
