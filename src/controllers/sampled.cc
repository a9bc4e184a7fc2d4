// A controller that acts at ticks: formulas with memory, evaluated at t_k = offset + k period with the state of the system there;
// what they give is held until the next tick, from t_k + delay on:
//
//   (C5)  x_(k+1) = next(t_k, signals, x_k),   u(t) = signal(t_k, signals, x_k)  for  t_k + delay < t <= t_(k+1) + delay
#include "invar/controllers/sampled.h"

#include "invar/controllers/read_formulas.h"
#include "invar/controllers/types.h"

namespace invar {

void add_sampling(const Params& params, const char* key, SignalBlock& block) {
  SignalBlock::Sampling sampling{params.number(key), params.number("delay"), 0};
  if (sampling.delay > sampling.period)
    params.fail("delay", "is longer than the period of the samples", "at most one result can wait for its turn");
  block.sampling = sampling;
}

void add_delay_key(Schema& schema) {
  schema
      .number("delay", "s", "time that a sampled controller takes to compute: its output changes so much after a tick")
      .nonnegative()
      .default_value(0);
}

namespace {

SignalBlock make_sampled(const std::string& name, const Params& params) {
  SignalBlock block;
  block.name = name;
  add_sampling(params, "period", block);
  block.sampling->offset = params.number("offset");
  for (const auto& [state, node] : read_formulas(params, "states")) {
    double start = 0;
    SpecNode next = node;
    if (node.is_map()) {
      if (!node.has("next")) node.fail("needs the key \"next\"", "{start: 0, next: FORMULA}");
      for (std::size_t i = 0; i < node.size(); ++i)
        if (node.key(i) != "next" && node.key(i) != "start")
          throw ModelError(node.key_location(i), node.path(), "has the unknown key \"" + node.key(i) + "\"",
                           "{start: 0, next: FORMULA}");
      next = node.find("next");
      if (node.has("start")) start = node.find("start").number();
    }
    block.inputs.push_back({state + "_next", {next.text(), next}, true});
    block.held.push_back({state, "1", start, state + "_next"});
  }
  for (const auto& [signal, node] : read_formulas(params, "signals")) {
    for (const SignalBlock::Held& state : block.held)
      if (state.name == signal) node.fail("has the name of a state", "choose another name for one of them");
    block.inputs.push_back({signal, {node.text(), node}, true});
    block.held.push_back({signal, "1", 0, signal, block.sampling->delay > 0});
  }
  if (block.held.empty())
    throw ModelError(params.location(), params.path(), "has neither signals nor states",
                     "give signals: {output: FORMULA}");
  return block;
}

}  // namespace

ControllerType sampled_type() {
  ControllerType type;
  type.name = "sampled";
  type.doc =
      "controller that acts at ticks: formulas of the state of the system there, with memory, held until the next "
      "tick. The "
      "formulas read each other and the memory as it was before the tick; NAME alone is NAME.output";
  type.reference = "zero-order hold";
  type.schema.number("period", "s", "time between two ticks; the first one is at t = offset").positive().required();
  type.schema.number("offset", "s", "first tick").nonnegative().default_value(0);
  add_delay_key(type.schema);
  type.schema.map("states", "memory: {x: FORMULA of its next value} or {x: {start: 0, next: FORMULA}}");
  type.schema.map("signals", "{output: FORMULA, ...}");
  type.make = make_sampled;
  return type;
}

}  // namespace invar
