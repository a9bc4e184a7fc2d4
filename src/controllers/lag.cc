// First-order lag: T y' = k x - y.
#include "invar/controllers/types.h"

namespace invar {

ControllerType lag_type() {
  ControllerType type;
  type.name = "lag";
  type.doc = "first-order lag, time*output' = gain*input - output. Signals output, input";
  type.reference = "gain/(1 + time s)";
  type.schema.signal("input", "1", "what it acts on").required();
  type.schema.number("time", "s", "time constant").positive().required();
  type.schema.number("gain", "1", "output over input at rest").default_value(1);
  type.schema.number("start", "1", "output at the start").default_value(0);
  add_stiff_key(type.schema);
  type.make = [](const std::string& name, const Params& params) {
    SignalBlock block;
    block.name = name;
    block.stiff = params.boolean("stiff");
    block.inputs.push_back(read_signal_input(params, "input", "input"));
    block.constants = {{"time", params.number("time")}, {"gain", params.number("gain")}};
    block.states.push_back({"output", "1", params.number("start"), "(gain*input - output)/time"});
    return block;
  };
  return type;
}

}  // namespace invar
