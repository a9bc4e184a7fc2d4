// PID controller of an error e, with a filtered derivative, limits and back-calculation against wind-up:
//
//   (C1)  u* = kp e + ki i + kd d,      d = (e - f)/T_f,  f' = d           (kd filtered with T_f)
//   (C2)  u = u* kept within the limits,      i' = e + (u - u*)/(ki T_t)
//
// With `rate` the derivative is given and not filtered.
#include "invar/controllers/types.h"

namespace invar {

namespace {

SignalBlock make_pid(const std::string& name, const Params& params) {
  SignalBlock block;
  block.name = name;
  block.stiff = params.boolean("stiff");
  block.inputs.push_back(read_signal_input(params, "input", "input"));
  const double kp = params.number("kp"), ki = params.number("ki"), kd = params.number("kd");
  if (kp == 0 && ki == 0 && kd == 0)
    params.fail("kp", "is zero like ki and kd: the controller does nothing", "give gains");
  block.constants = {{"kp", kp}, {"ki", ki}, {"kd", kd}};
  std::string sum = "kp*input";
  const bool limited = params.has("limits");
  if (ki != 0) sum += " + ki*integral";
  if (kd != 0) {
    if (params.has("rate")) {
      if (params.is_given("filter")) params.fail("filter", "cannot be combined with rate", "leave one of them out");
      block.inputs.push_back(read_signal_input(params, "rate", "derivative"));
    } else {
      if (!params.has("filter"))
        params.fail("kd", "needs the key filter or rate",
                    "filter: time constant of the derivative in s, or rate: formula of the derivative of the input");
      block.constants.emplace_back("filter", params.number("filter"));
      block.equations.push_back({"derivative", "(input - filtered)/filter", "1"});
      block.states.push_back({"filtered", "1", params.number("filtered_start"), "derivative"});
    }
    sum += " + kd*derivative";
  } else if (params.has("rate") || params.is_given("filter")) {
    params.fail("kd", "is zero, so filter and rate have no effect", "give kd, or leave them out");
  }
  if (limited) {
    const auto& limits = params.numbers("limits");
    if (!(limits[0] < limits[1])) params.fail("limits", "must be [low, high] with low below high");
    block.constants.emplace_back("low", limits[0]);
    block.constants.emplace_back("high", limits[1]);
    block.equations.push_back({"unlimited", sum, "1"});
    block.equations.push_back({"output", "saturate(unlimited, low, high)", "1"});
  } else {
    block.equations.push_back({"output", sum, "1"});
  }
  if (ki != 0) {
    std::string rate = "input";
    if (limited) {
      block.constants.emplace_back("tracking", params.number("tracking"));
      rate += " + (output - unlimited)/(ki*tracking)";
    }
    block.states.push_back({"integral", "1", params.number("integral_start"), rate});
  }
  return block;
}

}  // namespace

ControllerType pid_type() {
  ControllerType type;
  type.name = "pid";
  type.doc = "PID controller of an error signal. Signals output, input, integral, derivative, unlimited";
  type.reference = "back-calculation against wind-up";
  type.schema.signal("input", "1", "the error: set point minus measured signal, e.g. 0.5*sin(t) - hinge.angle")
      .required();
  type.schema.number("kp", "1", "proportional gain").default_value(0);
  type.schema.number("ki", "1/s", "integral gain").default_value(0);
  type.schema.number("kd", "s", "derivative gain").default_value(0);
  type.schema.number("filter", "s", "time constant of the derivative").positive();
  type.schema.signal("rate", "1",
                     "the derivative of the input as a formula, instead of a filter, e.g. -hinge.angle_rate");
  type.schema.numbers("limits", "1", "lowest and highest output").size(2);
  type.schema.number("tracking", "s", "how fast the integral lets go while the output is limited")
      .positive()
      .default_value(1);
  type.schema.number("integral_start", "1", "integral at the start").default_value(0);
  type.schema.number("filtered_start", "1", "filtered input at the start").default_value(0);
  add_stiff_key(type.schema);
  type.make = make_pid;
  return type;
}

}  // namespace invar
