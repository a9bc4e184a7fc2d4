#include "invar/parts/network_builder.h"

#include <fmt/format.h>

#include <algorithm>

#include "invar/core/suggest.h"
#include "invar/parts/part_builder.h"
#include "invar/parts/relative_sensor.h"
#include "invar/spec/formula_names.h"

namespace invar {

namespace {

std::vector<std::string> names_of(const SignalBlock& block) {
  std::vector<std::string> names;
  for (const auto& equation : block.equations) names.push_back(block.name + "." + equation.name);
  for (const auto& state : block.states) names.push_back(block.name + "." + state.name);
  for (const auto& input : block.inputs) names.push_back(block.name + "." + input.name);
  for (const auto& held : block.held) names.push_back(block.name + "." + held.name);
  return names;
}

// What others may read of a sampled block.
std::vector<std::string> held_names_of(const SignalBlock& block) {
  std::vector<std::string> names;
  for (const auto& held : block.held) names.push_back(block.name + "." + held.name);
  return names;
}

std::vector<VariableInfo> infos_of(const std::vector<SignalBuilder::Input>& inputs) {
  std::vector<VariableInfo> infos;
  for (const auto& input : inputs) infos.push_back(input.info);
  return infos;
}

}  // namespace

FunctionTablePtr functions_of(const SignalText& formula, const SignalBlock* block) {
  FunctionTablePtr functions = formula.node.scope() ? formula.node.scope()->functions() : nullptr;
  if (block != nullptr && !block->functions.empty()) {
    FunctionTable both = block->functions;
    if (functions) both.insert(both.end(), functions->begin(), functions->end());
    functions = std::make_shared<const FunctionTable>(std::move(both));
  }
  return functions;
}

NetworkBuilder::NetworkBuilder(const SignalBuilder& all, PartBuilder& builder, const SignalBuilder::Parts& parts)
    : all_(all), builder_(builder), parts_(parts), sensors_(builder.layout()) {
  network_.set_inputs(infos_of(all.inputs()));
}

int NetworkBuilder::add(const std::string& name, const SignalText& formula, const SignalBlock* block) {
  if (const auto found = signals_.find(name); found != signals_.end()) return found->second;
  if (std::find(open_.begin(), open_.end(), name) != open_.end()) refuse_loop(name, formula.node);
  open_.push_back(name);
  SignalFormula made = compile(name, formula, block);
  open_.pop_back();
  if (network_.signals() >= SignalNetwork::kMostSignals)
    formula.node.fail(fmt::format("hangs together with more than {} other formulas", SignalNetwork::kMostSignals),
                      "simplify the controllers, or let some of them be sampled");
  return signals_[name] = network_.add(std::move(made));
}

void NetworkBuilder::add_block(const SignalBlock& block) {
  if (!blocks_.insert(block.name).second) return;
  if (block.stiff) network_.set_stiff();
  for (const SignalBlock::State& state : block.states) {
    const int z = network_.add_internal({block.name, state.name, state.unit}, state.start);
    network_.set_energy(z, state.energy);
    if (state.is_implicit) network_.set_implicit(z);
    internals_[block.name + "." + state.name] = z;
  }
  pending_.push_back(&block);
}
void NetworkBuilder::finish() {
  for (std::size_t i = 0; i < pending_.size(); ++i) {
    const SignalBlock& block = *pending_[i];
    for (const SignalBlock::State& state : block.states) {
      const std::string name = block.name + "." + state.name;
      network_.set_rate(internals_.at(name), add(name + "'", {state.rate, block.node}, &block));
    }
    for (const SignalBlock::Equation& equation : block.equations) add_equation(block, equation);
    for (const SignalBlock::Input& input : block.inputs) add_input(block, input);
  }
  if (network_.is_stiff() && network_.has_energy())
    pending_.front()->node.fail(
        "is stiff together with states that store energy, whose balance needs the rule of the middle",
        "leave out stiff: true, and take smaller steps");
  if (network_.internals() > kMaxInternal)
    pending_.front()->node.fail(
        fmt::format("has {} internal variables together with what it is connected to, at most {} are possible",
                    network_.internals(), kMaxInternal),
        "lower the order of transfer functions, or let a controller be sampled");
}

int NetworkBuilder::add_input(const SignalBlock& block, const SignalBlock::Input& input) {
  return add(block.name + "." + input.name, input.formula, input.knows_block ? &block : nullptr);
}
int NetworkBuilder::add_equation(const SignalBlock& block, const SignalBlock::Equation& equation) {
  return add(block.name + "." + equation.name, {equation.text, block.node}, &block);
}

SignalFormula NetworkBuilder::compile(const std::string& name, const SignalText& formula, const SignalBlock* block) {
  const FunctionTablePtr functions = functions_of(formula, block);
  const SourceLocation where = formula.node.location();
  const std::string path = formula.node.path();
  std::vector<std::string> variables;
  std::vector<SignalSource> sources;
  Expression::Constants constants;
  for (const std::string& used : Expression::free_names(formula.text, where, path, functions.get())) {
    const Meaning meaning = find(used, formula, block);
    if (meaning.constant) {
      constants.emplace_back(used, *meaning.constant);
    } else {
      variables.push_back(used);
      sources.push_back(meaning.source);
    }
  }
  if (variables.size() > SignalNetwork::kMostVariables)
    formula.node.fail(
        fmt::format("reads {} names, at most {} are possible", variables.size(), SignalNetwork::kMostVariables),
        "write parts of it as measures");
  return {name, Expression(formula.text, variables, constants, where, path, functions), sources};
}

NetworkBuilder::Meaning NetworkBuilder::find(const std::string& name, const SignalText& formula,
                                             const SignalBlock* block) {
  if (name == "t") return {std::nullopt, {SignalSource::kTime, 0}};
  if (block != nullptr)
    if (const auto local = find_local(name, *block)) return *local;
  if (formula.node.scope())
    if (const auto value = formula.node.scope()->find(name)) return {*value, {}};
  if (const int input = all_.find_input("inputs." + name); input >= 0)
    return {std::nullopt, {SignalSource::kInput, input}};
  if (const auto measure = all_.measures().find(name); measure != all_.measures().end())
    return {std::nullopt, {SignalSource::kSignal, add(name, measure->second)}};
  const std::size_t dot = name.find('.');
  if (const auto other = all_.blocks().find(name.substr(0, dot)); other != all_.blocks().end()) {
    const std::string inside = dot == std::string::npos ? "output" : name.substr(dot + 1);
    if (const int held = all_.find_input(other->first + "." + inside); held >= 0 && other->second.sampling)
      return {std::nullopt, {SignalSource::kInput, held}};
    if (other->second.sampling) refuse_name(name, formula, held_names_of(other->second));
    if (const auto found = find_local(inside, other->second)) return *found;
    // An actuator has coordinates besides the signals of its block.
    if (!parts_.contains(other->first)) refuse_name(name, formula, names_of(other->second));
  }
  for (const auto& force : all_.forces())
    for (std::size_t k = 0; k < force.labels.size(); ++k)
      if (name == force.labels[k]) return {std::nullopt, {SignalSource::kSignal, add(name, force.efforts[k])}};
  for (const char* function : {"momentum(", "angular_momentum(", "center("})
    if (name.starts_with(function))
      formula.node.fail(fmt::format("reads \"{}\", which forces cannot read", name),
                        "outputs, measures and results may read it");
  if (name.starts_with("magnitude(")) return find_magnitude(name, formula);
  if (const std::size_t open = name.find('('); open != std::string::npos)
    return place_sensor(name.substr(open, name.find(')') + 1 - open),
                        read_relative_sensor(name, builder_, formula.node));
  if (dot != std::string::npos) return find_sensor(name, formula);
  refuse_name(name, formula, {});
}

std::optional<NetworkBuilder::Meaning> NetworkBuilder::find_local(const std::string& name, const SignalBlock& block) {
  const auto named = [&](const auto& item) { return item.name == name; };
  for (const auto& [constant, value] : block.constants)
    if (constant == name) return Meaning{value, {}};
  if (std::any_of(block.states.begin(), block.states.end(), named)) {
    add_block(block);
    return Meaning{std::nullopt, {SignalSource::kInternal, internals_.at(block.name + "." + name)}};
  }
  for (const auto& input : block.inputs)
    if (input.name == name) return Meaning{std::nullopt, {SignalSource::kSignal, add_input(block, input)}};
  const auto find_held = [&]() -> std::optional<Meaning> {
    const int held = all_.find_input(block.name + "." + name);
    return held >= 0 ? std::optional<Meaning>({std::nullopt, {SignalSource::kInput, held}}) : std::nullopt;
  };
  // Within a sampled block, what is computed at a tick comes before what is held since the last one.
  if (!block.sampling)
    if (const auto held = find_held()) return held;
  for (const auto& equation : block.equations)
    if (equation.name == name) {
      add_block(block);
      return Meaning{std::nullopt, {SignalSource::kSignal, add_equation(block, equation)}};
    }
  return find_held();
}

NetworkBuilder::Meaning NetworkBuilder::place_sensor(const std::string& owner, const Sensor& sensor) {
  if (sensor.kind == Sensor::kTurn)
    return {std::nullopt, {SignalSource::kTurn, sensors_.add_turn(sensor.node, sensor.axis, sensor.in_body)}};
  const int at = sensors_.add(
      owner + "." + sensor.key, [&](QuadraticMap& map, int row) { sensor.add(builder_, map, row); }, sensor.is_root);
  return {std::nullopt, {sensor.kind == Sensor::kValue ? SignalSource::kValue : SignalSource::kRate, at}};
}

NetworkBuilder::Meaning NetworkBuilder::find_sensor(const std::string& name, const SignalText& formula) {
  for (std::size_t dot = name.rfind('.'); dot != std::string::npos && dot > 0; dot = name.rfind('.', dot - 1)) {
    const auto found = parts_.find(name.substr(0, dot));
    if (found == parts_.end()) continue;
    const Part* part = found->second;
    SensorList sensors;
    part->offer_sensors(sensors);
    const std::string quantity = name.substr(dot + 1);
    if (const Sensor* sensor = sensors.find(quantity)) return place_sensor(part->name(), *sensor);
    ChannelList channels;
    part->offer_channels(channels);
    if (const Channel* channel = channels.find(name)) refuse_channel(*channel, formula);
    std::vector<std::string> known;
    for (const Sensor& sensor : sensors.all()) known.push_back(part->name() + "." + sensor.quantity);
    refuse_name(name, formula, known);
  }
  refuse_name(name, formula, {});
}

// magnitude(a.velocity): the root of the squares of its components.
NetworkBuilder::Meaning NetworkBuilder::find_magnitude(const std::string& name, const SignalText& formula) {
  const std::size_t open = name.find('('), close = name.find(')');
  const std::string vector = name.substr(open + 1, close - open - 1);
  std::string sum;
  for (const char* axis : {".x", ".y", ".z"})
    if (has_sensor(vector + axis)) sum += (sum.empty() ? "" : " + ") + vector + axis + "^2";
  if (sum.empty() || close + 1 != name.size())
    formula.node.fail(fmt::format("takes the magnitude of \"{}\", which is no vector", vector),
                      "e.g. magnitude(tip.velocity)");
  return {std::nullopt, {SignalSource::kSignal, add(name, {"sqrt(" + sum + ")", formula.node})}};
}

bool NetworkBuilder::has_sensor(const std::string& name) const {
  const std::size_t last = name.rfind('.');
  for (std::size_t dot = last; dot != std::string::npos && dot > 0; dot = name.rfind('.', dot - 1))
    if (const auto part = parts_.find(name.substr(0, dot)); part != parts_.end()) {
      SensorList sensors;
      part->second->offer_sensors(sensors);
      if (sensors.find(name.substr(dot + 1)) != nullptr) return true;
    }
  return false;
}

void NetworkBuilder::refuse_channel(const Channel& channel, const SignalText& formula) {
  if (channel.needs & kNeedsAcceleration)
    formula.node.fail(
        fmt::format("reads \"{}\", an acceleration or a reaction, which depends on the force itself", channel.name),
        "read positions, velocities and controllers; outputs and measures may read everything");
  formula.node.fail(fmt::format("reads \"{}\", which forces cannot read", channel.name),
                    "read coordinates of joints, positions and velocities of bodies and markers, and controllers");
}

void NetworkBuilder::refuse_name(const std::string& name, const SignalText& formula,
                                 std::vector<std::string> known) const {
  const bool has_owner = !known.empty();
  if (!has_owner) {
    known.push_back("t");
    if (formula.node.scope())
      for (const std::string& parameter : formula.node.scope()->names()) known.push_back(parameter);
    for (const auto& input : all_.inputs()) known.push_back(input.info.label);
    for (const auto& [measure, text] : all_.measures()) known.push_back(measure);
    for (const auto& [block, text] : all_.blocks()) known.push_back(block + ".output");
    if (const std::size_t dot = name.rfind('.'); dot != std::string::npos)
      for (const auto& [part, unused] : parts_) known.push_back(part + name.substr(dot));
  }
  std::string hint;
  if (const auto nearest = nearest_name(name, known)) {
    hint = fmt::format("did you mean \"{}\"?", *nearest);
  } else if (has_owner) {
    hint = "it may read " + suggestion(name, known, 12);
  } else {
    hint = readable_names({"t"}, formula.node.scope() ? formula.node.scope()->names() : std::vector<std::string>{}) +
           ", and signals: joints (hinge.angle, hinge.angle_rate), places (tip.position.x, tip.velocity.x, distance(a, "
           "b)), "
           "controllers, inputs, measures";
  }
  formula.node.fail(fmt::format("has the unknown name \"{}\"", name), hint);
}

void NetworkBuilder::refuse_loop(const std::string& name, const SpecNode& node) const {
  std::string loop;
  for (auto at = std::find(open_.begin(), open_.end(), name); at != open_.end(); ++at) loop += *at + " -> ";
  node.fail("depends on itself: " + loop + name, "a state (lag, pid with an integral, ...) in the loop breaks it");
}

}  // namespace invar
