// The map `parameters`: numbers and formulas of each other in any order, changed by --set.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "invar/core/suggest.h"
#include "invar/functions/expression.h"
#include "invar/spec/formula_names.h"
#include "invar/spec/model_file.h"

namespace invar {

namespace {

// Depth-first evaluation; a parameter met again while it is being evaluated closes a cycle.
class Evaluator {
 public:
  explicit Evaluator(std::vector<SpecParameter>& parameters) : parameters_(parameters) {
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      index_.emplace(parameters[i].name, i);
      names_.push_back(parameters[i].name);
    }
    nodes_.resize(parameters.size());
    states_.resize(parameters.size(), kNew);
  }
  void set_node(const std::string& name, const SpecNode& node) { nodes_[index_.at(name)] = node; }
  bool knows(const std::string& name) const { return index_.contains(name); }
  const std::vector<std::string>& names() const { return names_; }

  void evaluate(std::size_t i) {
    if (states_[i] == kDone) return;
    const SpecNode& node = nodes_[i];
    if (states_[i] == kBusy) refuse_cycle(i);
    if (chain_.size() >= 100) node.fail("hangs on a chain of more than 100 parameters");
    states_[i] = kBusy;
    chain_.push_back(i);
    std::vector<std::pair<std::string, double>> used;
    const std::string text = formula(node);
    if (!parse_number(text)) {
      refuse_dotted_names(text, node.location(), node.path(), {}, names_);
      for (const auto& name : Expression::free_names(text, node.location(), node.path())) {
        const auto found = index_.find(name);
        if (found == index_.end()) unknown(node, name);
        evaluate(found->second);
        used.emplace_back(name, parameters_[found->second].value);
      }
    }
    parameters_[i].value = node.with_scope(Scope::make(std::move(used))).number();
    chain_.pop_back();
    states_[i] = kDone;
  }

 private:
  enum State { kNew, kBusy, kDone };

  // Plain or as ${...}; pieces of text with ${} in between have no meaning here.
  static std::string formula(const SpecNode& node) {
    if (!node.is_scalar()) {
      node.fail(fmt::format("must be a number or a formula, not {}", node.kind_text()));
    }
    const std::string& text = node.raw_text();
    if (text.starts_with("${") && text.find('}') == text.size() - 1) return text.substr(2, text.size() - 3);
    if (text.find("${") != std::string::npos) node.fail("must be a number or a formula", "${...} is not needed here");
    if (text.empty() || text.starts_with(".n") || text.starts_with(".N") || text.ends_with(".inf")) node.number();
    return text;
  }
  [[noreturn]] void unknown(const SpecNode& node, const std::string& name) const {
    auto candidates = names_;
    const auto& built_in = Expression::built_in_names();
    candidates.insert(candidates.end(), built_in.begin(), built_in.end());
    const auto nearest = nearest_name(name, candidates);
    node.fail(fmt::format("has the unknown name \"{}\"", name),
              nearest ? fmt::format("did you mean \"{}\"?", *nearest) : suggestion(name, names_));
  }
  [[noreturn]] void refuse_cycle(std::size_t i) const {
    std::string cycle;
    for (auto at = std::find(chain_.begin(), chain_.end(), i); at != chain_.end(); ++at) {
      cycle += parameters_[*at].name + " -> ";
    }
    nodes_[i].fail("depends on itself: " + cycle + parameters_[i].name, "give one of them a number");
  }

  std::vector<SpecParameter>& parameters_;
  std::vector<std::string> names_;
  std::unordered_map<std::string, std::size_t> index_;
  std::vector<SpecNode> nodes_;
  std::vector<State> states_;
  std::vector<std::size_t> chain_;
};

}  // namespace

std::vector<SpecParameter> evaluate_parameters(const SpecNode& map, const Overrides& overrides) {
  if (!map.is_map() && !map.is_null()) map.fail("must be a map from names to numbers or formulas");
  std::vector<SpecParameter> parameters;
  for (std::size_t i = 0; i < map.size(); ++i) {
    const std::string& name = map.key(i);
    if (!is_identifier(name)) {
      throw ModelError(map.key_location(i), fmt::format("parameters.{}", name), "is not a good name",
                       "names have letters, digits and underscores and begin with a letter");
    }
    if (Expression::is_built_in(name)) {
      throw ModelError(map.key_location(i), fmt::format("parameters.{}", name),
                       "has the name of a built-in function or constant", "choose another name");
    }
    if (map[i].is_null()) {
      throw ModelError(map.key_location(i), fmt::format("parameters.{}", name), "has no value", "give a number");
    }
    parameters.push_back({name, 0.0, map[i].location(), false});
  }
  Evaluator evaluator(parameters);
  for (std::size_t i = 0; i < map.size(); ++i) evaluator.set_node(map.key(i), map[i]);
  for (const auto& [name, value] : overrides) {
    const std::string source = fmt::format("`set` {}={}", name, value);
    if (!evaluator.knows(name)) {
      const std::string hint = parameters.empty() ? "the model has no parameters" : suggestion(name, evaluator.names());
      throw ModelError({source, 0, 0}, "", fmt::format("the model has no parameter \"{}\"", name), hint);
    }
    evaluator.set_node(name, SpecNode::parse_flow(value, source, "parameters." + name));
    for (SpecParameter& parameter : parameters) {
      if (parameter.name == name) parameter.overridden = true;
    }
  }
  for (std::size_t i = 0; i < parameters.size(); ++i) evaluator.evaluate(i);
  return parameters;
}

}  // namespace invar
