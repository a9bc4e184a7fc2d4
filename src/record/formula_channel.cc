#include "invar/record/formula_channel.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "invar/core/suggest.h"
#include "invar/model/mass_sums.h"
#include "invar/spec/scope.h"

namespace invar {

namespace {

constexpr std::size_t kMostNames = 24;  // of one formula

struct ReadFormula {
  Expression expression;
  std::vector<Channel> channels;  // in the order of its variables
};

// The names between the brackets of "center(a,b).x".
std::vector<std::string> names_in(const std::string& call) {
  std::vector<std::string> names;
  const std::size_t open = call.find('('), close = call.find(')');
  for (std::size_t at = open + 1; at < close;) {
    const std::size_t end = std::min(call.find(',', at), close);
    if (end > at) names.push_back(call.substr(at, end - at));
    at = end + 1;
  }
  return names;
}

// momentum(a, b).x, angular_momentum(a, b).x, center(a, b).x
Channel make_mass_channel(const Model& model, const std::string& name, const SpecNode& node) {
  const std::string function = name.substr(0, name.find('(')), component = name.substr(name.find(')') + 1);
  const int axis = component == ".x" ? 0 : component == ".y" ? 1 : component == ".z" ? 2 : -1;
  if (axis < 0)
    node.fail(fmt::format("needs a component behind {}(...)", function), fmt::format("e.g. {}(a, b).x", function));
  const std::vector<std::string> owners = names_in(name);
  for (const std::string& owner : owners) {
    const auto& all = model.assembly->inertias;
    if (std::any_of(all.begin(), all.end(), [&](const auto& placed) { return placed.owner == owner; })) continue;
    std::vector<std::string> known;
    for (const auto& placed : all) known.push_back(placed.owner);
    node.fail(fmt::format("names \"{}\" in {}, which is no body with a mass", owner, function),
              suggestion(owner, known));
  }
  const auto sums = std::make_shared<const MassSums>(*model.assembly, owners);
  const bool is_center = function == "center", is_angular = function == "angular_momentum";
  Channel out{name, is_center ? "m" : is_angular ? "kg m^2/s" : "kg m/s", is_center ? kNeedsState : kNeedsVelocity, {}};
  out.value = [=](const Snapshot& s) {
    return (is_center    ? sums->calc_center(s.q)
            : is_angular ? sums->calc_angular_momentum(s.q, s.v)
                         : sums->calc_momentum(s.v))[axis];
  };
  return out;
}

Channel make_reader_channel(const std::string& name, std::shared_ptr<const SignalReader> reader) {
  Channel channel{name, "1", kNeedsVelocity, {}};
  channel.value = [reader = std::move(reader)](const Snapshot& s) { return reader->value({s.t, s.q, s.v, s.z, s.u}); };
  return channel;
}

}  // namespace

Channel FormulaChannels::make(const std::string& name, const std::string& unit, const SignalText& formula) {
  const ScopePtr& scope = formula.node.scope();
  const FunctionTablePtr functions = scope ? scope->functions() : nullptr;
  const SourceLocation where = formula.node.location();
  const std::string path = formula.node.path();
  std::vector<std::string> variables;
  std::vector<Channel> channels;
  Expression::Constants constants;
  unsigned needs = kNeedsState;
  for (const std::string& used : Expression::free_names(formula.text, where, path, functions.get())) {
    if (used != "t" && scope)
      if (const auto value = scope->find(used)) {
        constants.emplace_back(used, *value);
        continue;
      }
    variables.push_back(used);
    channels.push_back(read(used, formula));
    needs |= channels.back().needs;
  }
  if (variables.size() > kMostNames)
    formula.node.fail(fmt::format("reads {} names, at most {} are possible", variables.size(), kMostNames),
                      "write parts of it as measures");
  Channel out{name, unit, needs, {}};
  const auto made = std::make_shared<const ReadFormula>(
      ReadFormula{Expression(formula.text, variables, constants, where, path, functions), std::move(channels)});
  out.value = [made](const Snapshot& s) {
    std::array<double, kMostNames> x{};
    for (std::size_t i = 0; i < made->channels.size(); ++i) x[i] = made->channels[i].value(s);
    return made->expression.eval({x.data(), made->channels.size()});
  };
  return out;
}

const Channel* FormulaChannels::find_measure(const std::string& name) {
  if (const auto made = measures_.find(name); made != measures_.end()) return &made->second;
  const auto measure = std::find_if(model_.measures.begin(), model_.measures.end(),
                                    [&](const Model::Measure& each) { return each.name == name; });
  if (measure == model_.measures.end()) return nullptr;
  if (std::find(open_.begin(), open_.end(), name) != open_.end())
    measure->formula.node.fail(fmt::format("depends on itself: {} -> {}", fmt::join(open_, " -> "), name));
  open_.push_back(name);
  Channel channel = make(name, measure->unit, measure->formula);
  open_.pop_back();
  return &measures_.emplace(name, std::move(channel)).first->second;
}

Channel FormulaChannels::read(const std::string& name, const SignalText& formula) {
  if (name == "t") return {name, "s", kNeedsState, [](const Snapshot& s) { return s.t; }};
  if (const Channel* measure = find_measure(name)) return *measure;
  if (const auto reader = model_.readers.find(name); reader != model_.readers.end())
    return make_reader_channel(name, reader->second);
  if (name.starts_with("magnitude(")) {
    const std::string vector = names_in(name).empty() ? "" : names_in(name)[0];
    std::vector<Channel> parts;
    for (const char* axis : {".x", ".y", ".z"})
      if (const Channel* part = find_(vector + axis)) parts.push_back(*part);
    if (parts.empty() || !name.ends_with(')'))
      formula.node.fail(fmt::format("takes the magnitude of \"{}\", which is no vector", vector),
                        "e.g. magnitude(tip.velocity)");
    Channel out{name, parts[0].unit, parts[0].needs, {}};
    out.value = [parts](const Snapshot& s) {
      double sum = 0;
      for (const Channel& part : parts) sum += part.value(s) * part.value(s);
      return std::sqrt(sum);
    };
    return out;
  }
  if (const std::size_t open = name.find('('); open != std::string::npos)
    return make_mass_channel(model_, name, formula.node);
  for (const std::string& full : {name, "inputs." + name, name + ".output"})
    if (const Channel* channel = find_(full)) return *channel;
  std::vector<std::string> known = names_();
  for (const Model::Measure& measure : model_.measures) known.push_back(measure.name);
  if (formula.node.scope())
    for (const std::string& parameter : formula.node.scope()->names()) known.push_back(parameter);
  const auto nearest = nearest_name(name, known);
  formula.node.fail(fmt::format("has the unknown name \"{}\"", name),
                    nearest ? fmt::format("did you mean \"{}\"?", *nearest)
                            : "it may read t, parameters, measures and all channels (`channels`)");
}

}  // namespace invar
