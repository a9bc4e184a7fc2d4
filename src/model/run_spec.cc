#include "invar/model/run_spec.h"

#include <fmt/format.h>

#include <algorithm>

#include "invar/core/suggest.h"

namespace invar {

MethodOptions MethodOptions::parse(const Overrides& texts) {
  return MethodOptions(SpecNode::make_map(texts, "`option`", "options"));
}

MethodOptions MethodOptions::with(const MethodOptions& others) const {
  if (!others.node_) return *this;
  return node_ ? MethodOptions(node_.merged_with(others.node_)) : others;
}

SourceLocation RunSpec::where(std::string_view key) const {
  auto found = locations.find(key);
  if (found == locations.end()) found = locations.find("");
  return found == locations.end() ? SourceLocation{} : found->second;
}

const Schema& start_schema() {
  static const Schema schema = [] {
    Schema s;
    s.vector3("spin", "rad/s", "angular velocity of a steady spin, world axes");
    s.vector3("about", "m", "a point of the axis of the spin; default: the origin, or the place of the joint");
    s.name_of("joint", "joint", "what is connected with its second body turns about its axis, the rest stands still");
    s.names_of("part", "parts", "bodies and elements that turn; default: all");
    s.choice("velocities", {"steady", "given", "rest"},
             "of a start that moves: its steady spin if it is one, else those of the file; always those of the file; "
             "none")
        .default_value("steady");
    return s;
  }();
  return schema;
}

namespace {

StartSpec read_start(const SpecNode& node) {
  StartSpec start;
  start.where = node.location();
  start.velocities = StartVelocities::kSteady;
  if (node.is_scalar()) {
    if (node.text() != "equilibrium")
      node.fail("is no place to start from", "start: equilibrium, or leave it out to start as the bodies are given");
    return start;
  }
  const SpecNode map = node.find("equilibrium");
  if (!node.is_map() || !map || node.size() != 1)
    node.fail("must be equilibrium or {equilibrium: {...}}", "e.g. {equilibrium: {spin: [0, 0, 5]}}");
  const Params params(map, start_schema());
  if (params.is_given("spin")) start.spin = params.vector3("spin");
  if (params.is_given("about")) start.about = params.vector3("about");
  if (params.is_given("joint")) start.joint = params.text("joint");
  if (params.is_given("parts")) start.parts = params.names("parts");
  const std::string& velocities = params.text("velocities");
  if (velocities == "given") start.velocities = StartVelocities::kGiven;
  if (velocities == "rest") start.velocities = StartVelocities::kRest;
  if (!start.spins() && (start.about || !start.parts.empty()))
    map.fail("says what spins, but not how fast", "add spin: [x, y, z] in rad/s");
  return start;
}

void check_run_keys(const SpecNode& block) {
  static const std::vector<std::string> known{"name", "step",  "tolerance", "max_step",
                                              "end",  "every", "start",     "options"};
  for (size_t i = 0; i < block.size(); ++i) {
    const std::string& key = block.key(i);
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    throw ModelError(block.key_location(i), "method." + key, "is not known here",
                     nearest_name(key, known)
                         ? suggestion(key, known)
                         : fmt::format("options of the method go under options: {{{}: ...}}", key));
  }
}

}  // namespace

RunSpec read_run_spec(const SpecNode& block) {
  RunSpec spec;
  if (!block) return spec;
  if (!block.is_map()) block.fail("must be a map", "e.g. {name: ep, step: 0.01, end: 10}");
  spec.locations[""] = block.location();
  const auto positive = [&](const char* key) -> std::optional<double> {
    const SpecNode value = block.find(key);
    if (!value) return std::nullopt;
    if (!(value.number() > 0))
      value.fail("must be positive", key == std::string("tolerance") ? "e.g. 1e-6" : "a time in seconds");
    spec.locations[key] = value.location();
    return value.number();
  };
  if (const SpecNode name = block.find("name")) {
    spec.method = name.text();
    spec.locations["method"] = name.location();
  }
  spec.step = positive("step");
  spec.tolerance = positive("tolerance");
  spec.max_step = positive("max_step");
  spec.end = positive("end");
  spec.every = positive("every");
  if (spec.step && spec.tolerance) block.find("tolerance").fail("cannot be combined with step", "give one of them");
  if (const SpecNode options = block.find("options"); !options.is_null()) {
    if (!options.is_map()) options.fail("must be a map", "e.g. {order: 4}");
    spec.options = MethodOptions(options);
  }
  if (const SpecNode start = block.find("start"); !start.is_null()) spec.start = read_start(start);
  check_run_keys(block);
  return spec;
}

}  // namespace invar
