// Rope over pulleys (forces/rope.h) with a length at rest that a formula gives.
#include "invar/forces/rope.h"
#include "invar/forces/types.h"
#include "invar/parts/signal_builder.h"

namespace invar {

namespace {

std::unique_ptr<Part> make_rope_over_pulleys(const std::string& name, const Params& params, PartBuilder& builder) {
  SignalBlock block;
  block.name = name;
  block.node = params.entry();
  block.inputs.push_back(read_signal_input(params, "rest_length", "rest"));
  if (params.has("rest_length_rate"))
    block.inputs.push_back(read_signal_input(params, "rest_length_rate", "rest_rate"));
  else
    block.constants.emplace_back("rest_rate", 0);
  return make_rope(name, "rope_over_pulleys", params, builder, std::move(block));
}

}  // namespace

PartType rope_over_pulleys_type() {
  PartType type;
  type.name = "rope_over_pulleys";
  type.doc =
      "elastic rope along places in a row, over pulleys with friction; it pulls only. Channels length, length_rate, "
      "tension (of the first segment), tension_1, tension_2, ..., wrap_1, passing_1, ... of the pulleys, "
      "friction_power, power";
  type.reference = "Euler and Eytelwein: T_2 = T_1 exp(mu phi)";
  type.schema = rope_schema();
  type.schema.signal("rest_length", "m", "of the whole rope without force, e.g. 12 - 0.3*t, or a controller")
      .required();
  type.schema.signal("rest_length_rate", "m/s", "its rate, which counts where there is damping; default 0");
  type.make = make_rope_over_pulleys;
  return type;
}

}  // namespace invar
