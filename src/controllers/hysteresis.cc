// Hysteresis without dependence on speed [Bouc, Wen]: the output follows the travel of its input, bends towards +-1 and comes back another
// way. With the rate w of the input, the travel r, and the sharpness n,
//
//   (Y1)  y' = w/r (1 - |y|^n)  where w y > 0,      y' = w/r  where w y < 0
//
// From 0, n = 1 gives y = 1 - exp(-x/r), n = 2 gives tanh(x/r); after a reversal y first goes back along a straight line. A force that resists
// w with y only takes energy out over a closed cycle: friction before it slips, iron, rope, rubber.
#include "invar/controllers/types.h"

namespace invar {

ControllerType hysteresis_type() {
  ControllerType type;
  type.name = "hysteresis";
  type.doc =
      "hysteresis that does not depend on speed: output between -1 and 1, which follows the travel of an input, given "
      "by "
      "its rate. Signals output, rate";
  type.reference = "Bouc and Wen; y' = w/travel (1 - |y|^sharpness) away from zero, w/travel towards it";
  type.schema.signal("rate", "1/s", "rate of the input, e.g. hinge.angle_rate").required();
  type.schema.number("travel", "1", "of the input over which the output would grow by 1").positive().required();
  type.schema.number("sharpness", "1", "how sharp the bend towards +-1 is; 1: exponential, 2: tanh")
      .range(1, 20)
      .default_value(2);
  type.schema.number("start", "1", "output at the start").range(-1, 1).default_value(0);
  add_stiff_key(type.schema);
  type.make = [](const std::string& name, const Params& params) {
    SignalBlock block;
    block.name = name;
    block.stiff = params.boolean("stiff");
    block.inputs.push_back(read_signal_input(params, "rate", "rate"));
    block.constants = {{"travel", params.number("travel")}, {"sharpness", params.number("sharpness")}};
    block.states.push_back(
        {"output", "1", params.number("start"), "rate/travel*(rate*output > 0 ? 1 - abs(output)^sharpness : 1)"});
    return block;
  };
  return type;
}

}  // namespace invar
