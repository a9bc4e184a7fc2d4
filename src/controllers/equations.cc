// A controller by its own equations: signals by formulas, states by their rates.
#include <fmt/format.h>

#include "invar/controllers/read_formulas.h"
#include "invar/controllers/types.h"

namespace invar {

namespace {

SignalBlock make_equations(const std::string& name, const Params& params) {
  SignalBlock block;
  block.name = name;
  block.stiff = params.boolean("stiff");
  for (const auto& [state, node] : read_formulas(params, "states")) {
    double start = 0;
    SpecNode rate = node;
    if (node.is_map()) {
      if (!node.has("rate")) node.fail("needs the key \"rate\"", "{start: 0, rate: FORMULA}");
      rate = node.find("rate");
      if (node.has("start")) start = node.find("start").number();
    }
    block.inputs.push_back({state + "_rate", {rate.text(), rate}, true});
    block.states.push_back({state, "1", start, state + "_rate"});
  }
  for (const auto& [signal, node] : read_formulas(params, "signals"))
    block.inputs.push_back({signal, {node.text(), node}, true});
  if (block.inputs.empty())
    throw ModelError(params.location(), params.path(), "has neither signals nor states",
                     "give signals: {output: FORMULA}");
  return block;
}

}  // namespace

ControllerType equations_type() {
  ControllerType type;
  type.name = "equations";
  type.doc =
      "controller by its own equations: states with their rates, and signals; the formulas may read both, and all "
      "other "
      "signals. NAME alone is NAME.output";
  type.reference = "ordinary differential equations";
  type.schema.map("states", "{x: FORMULA of x'} or {x: {start: 0, rate: FORMULA}}");
  type.schema.map("signals", "{output: FORMULA, ...}");
  add_stiff_key(type.schema);
  type.make = make_equations;
  return type;
}

}  // namespace invar
