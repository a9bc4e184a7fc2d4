// PID controller of an error e, with a filtered derivative, limits and back-calculation against wind-up:
//
//   (C1)  u* = kp e + ki i + kd d,      d = (e - f)/T_f,  f' = d           (kd filtered with T_f)
//   (C2)  u = u* kept within the limits,      i' = e + (u - u*)/(ki T_t)
//
// With `rate` the derivative is given and not filtered. Sampled with the period T, its states follow the implicit Euler rule:
//
//   (C3)  d_k = (e_k - f_(k-1))/(T_f + T),   f_k = f_(k-1) + T d_k
//   (C4)  I_k = i_(k-1) + T e_k,   u*_k = kp e_k + ki I_k + kd d_k,   i_k = I_k + T (u_k - u*_k)/(ki T_t)
#include "invar/controllers/sampled.h"
#include "invar/controllers/types.h"

namespace invar {

namespace {

// What is held between ticks besides the output. Each signal is computed by the equation of its name.
void hold_signals(SignalBlock& block) {
  const bool waits = block.sampling->delay > 0;
  for (const SignalBlock::State& state : block.states)
    block.held.push_back({state.name, state.unit, state.start, state.rate});
  block.states.clear();
  for (const SignalBlock::Input& input : block.inputs) block.held.push_back({input.name, "1", 0, input.name});
  for (const SignalBlock::Equation& equation : block.equations)
    block.held.push_back({equation.name, equation.unit, 0, equation.name, waits && equation.name == "output"});
}

SignalBlock make_pid(const std::string& name, const Params& params) {
  SignalBlock block;
  block.name = name;
  block.stiff = params.boolean("stiff");
  const bool sampled = params.has("sample");
  if (sampled) {
    add_sampling(params, "sample", block);
    block.constants.emplace_back("sample", block.sampling->period);
    if (params.is_given("stiff")) params.fail("stiff", "has no effect on a sampled controller", "leave it out");
  } else if (params.is_given("delay")) {
    params.fail("delay", "needs the key sample",
                "sample: period of the controller in s; the type delay delays signals");
  }
  block.inputs.push_back(read_signal_input(params, "input", "input"));
  const double kp = params.number("kp"), ki = params.number("ki"), kd = params.number("kd");
  if (kp == 0 && ki == 0 && kd == 0)
    params.fail("kp", "is zero like ki and kd: the controller does nothing", "give gains");
  for (const auto& [gain, value] : {std::pair{"kp", kp}, {"ki", ki}, {"kd", kd}})
    block.constants.emplace_back(gain, value);
  std::string sum = "kp*input";
  const bool limited = params.has("limits");
  if (ki != 0) sum += sampled ? " + ki*(integral + sample*input)" : " + ki*integral";
  if (kd != 0) {
    if (params.has("rate")) {
      if (params.is_given("filter")) params.fail("filter", "cannot be combined with rate", "leave one of them out");
      block.inputs.push_back(read_signal_input(params, "rate", "derivative"));
    } else {
      if (!params.has("filter") && !sampled)
        params.fail("kd", "needs the key filter or rate",
                    "filter: time constant of the derivative in s, or rate: formula of the derivative of the input");
      block.constants.emplace_back("filter", params.has("filter") ? params.number("filter") : 0);
      block.equations.push_back(
          {"derivative", sampled ? "(input - filtered)/(filter + sample)" : "(input - filtered)/filter", "1"});
      block.states.push_back(
          {"filtered", "1", params.number("filtered_start"), sampled ? "filtered + sample*derivative" : "derivative"});
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
    if (sampled) rate = "integral + sample*(" + rate + ")";
    block.states.push_back({"integral", "1", params.number("integral_start"), rate});
  }
  if (sampled) hold_signals(block);
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
  type.schema.number("sample", "s", "period of a sampled controller; default: continuous").positive();
  add_delay_key(type.schema);
  add_stiff_key(type.schema);
  type.make = make_pid;
  return type;
}

}  // namespace invar
