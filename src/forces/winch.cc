// Winch: a drum at the first place pays out or hauls in a rope (forces/rope.h),
//
//   (W1)  l_0' = u
//
// with the speed u by a formula and the length at rest l_0 as an internal variable.
#include "invar/forces/rope.h"
#include "invar/forces/types.h"
#include "invar/parts/signal_builder.h"

namespace invar {

namespace {

std::unique_ptr<Part> make_winch(const std::string& name, const Params& params, PartBuilder& builder) {
  SignalBlock block;
  block.name = name;
  block.node = params.entry();
  block.inputs.push_back(read_signal_input(params, "speed", "rest_rate"));
  block.states.push_back({"rest", "m", params.number("rest_length"), "rest_rate"});
  block.equations.push_back({"drum_power", "-tension*rest_rate", "W"});
  block.equations.push_back({"energy", "0.5*tension*max(0, length - rest)", "J"});
  return make_rope(name, "winch", params, builder, std::move(block));
}

}  // namespace

PartType winch_type() {
  PartType type;
  type.name = "winch";
  type.doc =
      "winch at the first place with an elastic rope to the last, directly or over pulleys. Channels rest (length of "
      "rope paid out, without force), length, length_rate, tension (at the drum), tension_1, ..., drum_power, energy, "
      "friction_power, power";
  type.reference = "the length at rest has the speed as its rate; Euler and Eytelwein on pulleys";
  type.schema = rope_schema();
  type.schema.signal("speed", "m/s", "of the rope paid out, negative: hauled in, e.g. 2*(hook.position.z - 3)")
      .required();
  type.schema.number("rest_length", "m", "of rope without force at the start").positive().required();
  type.make = make_winch;
  return type;
}

}  // namespace invar
