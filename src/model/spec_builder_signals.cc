// SpecBuilder: formulas over signals and channels: inputs, measures, results, columns of tables; and their connection with what they
// read, when all parts are there.
#include <fmt/format.h>

#include <algorithm>

#include "invar/core/suggest.h"
#include "invar/model/signal_part.h"
#include "invar/model/spec_builder.h"
#include "invar/parts/network_builder.h"

namespace invar {

namespace {

const Schema& measure_schema() {
  static const Schema schema = [] {
    Schema s;
    s.map("formula", "of channels", "formula").required();
    s.text("unit", "of its value").default_value("1");
    return s;
  }();
  return schema;
}

// NAME: {max: FORMULA, after: t}
Model::Result read_result(const SpecNode& section, std::size_t i) {
  static const std::vector<std::string> kinds = {"min", "max", "mean", "rms", "final", "time_of_min", "time_of_max"};
  const SpecNode node = section[i];
  if (!is_identifier(section.key(i)))
    throw ModelError(section.key_location(i), node.path(), "is not a good name",
                     "names have letters, digits and underscores and begin with a letter");
  if (!node.is_map()) node.fail("must be a map", "e.g. {max: abs(servo.torque)}");
  Model::Result result;
  result.name = section.key(i);
  for (std::size_t k = 0; k < node.size(); ++k) {
    if (node.key(k) == "after") {
      result.after = node[k].number();
      continue;
    }
    const auto kind = std::find(kinds.begin(), kinds.end(), node.key(k));
    if (kind == kinds.end())
      throw ModelError(node.key_location(k), node.path(), fmt::format("has the unknown key \"{}\"", node.key(k)),
                       suggestion(node.key(k), kinds));
    if (!result.formula.text.empty()) node.fail("takes two things at once", "give one of min, max, mean, ...");
    result.kind = static_cast<Model::Result::Kind>(kind - kinds.begin());
    if (!node[k].is_scalar()) node[k].fail("must be a formula of channels", "e.g. abs(servo.torque)");
    result.formula = {node[k].text(), node[k]};
  }
  if (result.formula.text.empty())
    node.fail("takes nothing", "give one of min, max, mean, rms, final, time_of_min, time_of_max");
  return result;
}

}  // namespace

// Inputs and measures may be named by any formula.
void SpecBuilder::read_signal_sections(const ModelSpec& spec) {
  const auto for_each = [&](const SpecNode& section, const auto& use) {
    if (section.is_null()) return;
    if (!section.is_map()) section.fail("must be a map", "NAME: value");
    for (std::size_t i = 0; i < section.size(); ++i) {
      if (!is_identifier(section.key(i)) || Expression::is_built_in(section.key(i)) || section.key(i) == "t")
        throw ModelError(
            section.key_location(i), section[i].path(), "is not a good name",
            "names have letters, digits and underscores, begin with a letter and are no built-in function");
      claim_name(section.key(i), section.key_location(i));
      use(section.key(i), section[i]);
    }
  };
  for_each(spec.inputs,
           [&](const std::string& name, const SpecNode& node) { signals().add_input(name, node.number()); });
  for_each(spec.measures, [&](const std::string& name, const SpecNode& node) {
    SpecNode formula = node;
    std::string unit = "1";
    if (node.is_map()) {
      const Params params(node, measure_schema());
      formula = params.node("formula");
      unit = params.text("unit");
    }
    if (!formula.is_scalar()) node.fail("must be a formula of channels", "e.g. distance(tip, wall)");
    signals().add_measure(name, {formula.text(), formula});
    model_->measures.push_back({name, unit, {formula.text(), formula}});
  });
  if (spec.results.is_null()) return;
  if (!spec.results.is_map()) spec.results.fail("must be a map", "e.g. {peak: {max: abs(servo.torque)}}");
  for (std::size_t i = 0; i < spec.results.size(); ++i) model_->results.push_back(read_result(spec.results, i));
}

// Formulas of outputs, measures and results are made of channels; what channels do not have, readers of signals give them.
void SpecBuilder::add_readers(const SignalText& formula) {
  const FunctionTablePtr functions = functions_of(formula, nullptr);
  for (const std::string& name :
       Expression::free_names(formula.text, formula.node.location(), formula.node.path(), functions.get())) {
    const auto of_places = [&](const char* function) { return name.starts_with(function); };
    const std::size_t dot = name.rfind('.');
    bool wanted = of_places("distance(") || of_places("distance_rate(") || of_places("position(") ||
                  of_places("velocity(") || of_places("angle(") || of_places("angle_rate(");
    if (const auto joint = joints_.find(name.substr(0, dot)); dot != std::string::npos && joint != joints_.end())
      wanted = name.substr(dot) == ".angle" && joint->second->freedoms().angle;
    if (wanted && !model_->readers.contains(name)) model_->readers[name] = signals().add_reader({name, formula.node});
  }
}

// {NAME: FORMULA} for a column of its own; else the name of a channel.
void SpecBuilder::read_output(const SpecNode& node) {
  if (!node.is_map()) {
    model_->outputs.push_back({node.text(), node.location(), {}});
    return;
  }
  if (node.size() != 1 || !node[0].is_scalar())
    node.fail("must be a channel or {NAME: FORMULA}", "e.g. {speed: magnitude(tip.velocity)}");
  if (!is_identifier(node.key(0)))
    throw ModelError(node.key_location(0), "outputs",
                     fmt::format("has the column \"{}\", which is not a good name", node.key(0)),
                     "names have letters, digits and underscores and begin with a letter");
  model_->outputs.push_back({node.key(0), node.location(), {node[0].text(), node[0]}});
}

void SpecBuilder::collect_breaks() {
  const auto add = [&](const auto& parts) {
    for (const auto& part : parts) part->offer_breaks(model_->breaks);
  };
  add(model_->joints);
  add(model_->elements);
  add(model_->other_parts);
  model_->breaks.insert(model_->breaks.end(), signals().breaks().begin(), signals().breaks().end());
  std::erase_if(model_->breaks,
                [](const PlacedBreaks& placed) { return !placed.source || !placed.source->has_breaks(); });
}

// Connects formulas with what they read, when all parts are there.
void SpecBuilder::build_signals() {
  SignalBuilder::Parts parts;
  const auto add = [&](const auto& list) {
    for (const auto& part : list) parts.emplace(part->name(), part.get());
  };
  add(model_->other_parts);
  add(model_->joints);
  for (const auto& [name, body] : bodies_) parts.emplace(name, body);
  auto channels = signals().finish(*this, parts);
  if (!channels.empty()) {
    model_->other_parts.push_back(std::make_unique<SignalPart>(std::move(channels)));
    model_->other_parts.back()->set_section("controllers");
  }
  model_->sampled = signals().sampled();
  for (std::size_t i = 0; i < signals().inputs().size(); ++i)
    layout().set_input_start(signals().first_input() + static_cast<int>(i), signals().inputs()[i].start);
}

Vector SpecBuilder::start_inputs() {
  Vector u(static_cast<Eigen::Index>(layout().inputs().size()));
  for (Eigen::Index i = 0; i < u.size(); ++i) u[i] = layout().inputs()[static_cast<std::size_t>(i)].start;
  return u;
}

}  // namespace invar
