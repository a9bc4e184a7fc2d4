// Parameters of the section `controllers`: one struct per type, for ModelBuilder::add. A field that is not set takes the default.
// Made from the schemas (tests/catalog/params_headers_test.cc); do not edit.
#pragma once

#include "invar/spec/typed_value.h"

namespace invar {

// delays a signal by a rational approximation; zero at the start. Signals output, input
struct DelayControllerParams {
  static constexpr const char *kSection = "controllers", *kType = "delay";

  // formula of signals, required: what it acts on
  Value input = {};
  // number [s], positive, required: delay
  NumberValue time = {};
  // whole number, 1 to 8, default 4: of the approximation: frequencies up to about order/time pass with the right phase
  NumberValue order = {};

  ValueMap values() const {
    ValueMap all;
    all.set("input", input);
    all.set("time", time);
    all.set("order", order);
    return all;
  }
};

// controller by its own equations: states with their rates, and signals; the formulas may read both, and all other
// signals. NAME alone is NAME.output
struct EquationsControllerParams {
  static constexpr const char *kSection = "controllers", *kType = "equations";

  // map: {x: FORMULA of x'} or {x: {start: 0, rate: FORMULA}}
  Value states = {};
  // map: {output: FORMULA, ...}
  Value signals = {};
  // true or false, default false: states may be much faster than steps: ep treats them with Radau IIA, which lets
  // nothing ring
  BooleanValue stiff = {};

  ValueMap values() const {
    ValueMap all;
    all.set("states", states);
    all.set("signals", signals);
    all.set("stiff", stiff);
    return all;
  }
};

// hysteresis that does not depend on speed: output between -1 and 1, which follows the travel of an input, given by its
// rate. Signals output, rate
struct HysteresisControllerParams {
  static constexpr const char *kSection = "controllers", *kType = "hysteresis";

  // formula of signals [1/s], required: rate of the input, e.g. hinge.angle_rate
  Value rate = {};
  // number, positive, required: of the input over which the output would grow by 1
  NumberValue travel = {};
  // number, 1 to 20, default 2: how sharp the bend towards +-1 is; 1: exponential, 2: tanh
  NumberValue sharpness = {};
  // number, -1 to 1, default 0: output at the start
  NumberValue start = {};
  // true or false, default false: states may be much faster than steps: ep treats them with Radau IIA, which lets
  // nothing ring
  BooleanValue stiff = {};

  ValueMap values() const {
    ValueMap all;
    all.set("rate", rate);
    all.set("travel", travel);
    all.set("sharpness", sharpness);
    all.set("start", start);
    all.set("stiff", stiff);
    return all;
  }
};

// first-order lag, time*output' = gain*input - output. Signals output, input
struct LagControllerParams {
  static constexpr const char *kSection = "controllers", *kType = "lag";

  // formula of signals, required: what it acts on
  Value input = {};
  // number [s], positive, required: time constant
  NumberValue time = {};
  // number, default 1: output over input at rest
  NumberValue gain = {};
  // number, default 0: output at the start
  NumberValue start = {};
  // true or false, default false: states may be much faster than steps: ep treats them with Radau IIA, which lets
  // nothing ring
  BooleanValue stiff = {};

  ValueMap values() const {
    ValueMap all;
    all.set("input", input);
    all.set("time", time);
    all.set("gain", gain);
    all.set("start", start);
    all.set("stiff", stiff);
    return all;
  }
};

// PID controller of an error signal. Signals output, input, integral, derivative, unlimited
struct PidControllerParams {
  static constexpr const char *kSection = "controllers", *kType = "pid";

  // formula of signals, required: the error: set point minus measured signal, e.g. 0.5*sin(t) - hinge.angle
  Value input = {};
  // number, default 0: proportional gain
  NumberValue kp = {};
  // number [1/s], default 0: integral gain
  NumberValue ki = {};
  // number [s], default 0: derivative gain
  NumberValue kd = {};
  // number [s], positive: time constant of the derivative
  NumberValue filter = {};
  // formula of signals: the derivative of the input as a formula, instead of a filter, e.g. -hinge.angle_rate
  Value rate = {};
  // 2 numbers: lowest and highest output
  NumbersValue limits = {};
  // number [s], positive, default 1: how fast the integral lets go while the output is limited
  NumberValue tracking = {};
  // number, default 0: integral at the start
  NumberValue integral_start = {};
  // number, default 0: filtered input at the start
  NumberValue filtered_start = {};
  // number [s], positive: period of a sampled controller; default: continuous
  NumberValue sample = {};
  // number [s], not negative, default 0: time that a sampled controller takes to compute: its output changes so much
  // after a tick
  NumberValue delay = {};
  // true or false, default false: states may be much faster than steps: ep treats them with Radau IIA, which lets
  // nothing ring
  BooleanValue stiff = {};

  ValueMap values() const {
    ValueMap all;
    all.set("input", input);
    all.set("kp", kp);
    all.set("ki", ki);
    all.set("kd", kd);
    all.set("filter", filter);
    all.set("rate", rate);
    all.set("limits", limits);
    all.set("tracking", tracking);
    all.set("integral_start", integral_start);
    all.set("filtered_start", filtered_start);
    all.set("sample", sample);
    all.set("delay", delay);
    all.set("stiff", stiff);
    return all;
  }
};

// controller that acts at ticks: formulas of the state of the system there, with memory, held until the next tick. The
// formulas read each other and the memory as it was before the tick; NAME alone is NAME.output
struct SampledControllerParams {
  static constexpr const char *kSection = "controllers", *kType = "sampled";

  // number [s], positive, required: time between two ticks; the first one is at t = offset
  NumberValue period = {};
  // number [s], not negative, default 0: first tick
  NumberValue offset = {};
  // number [s], not negative, default 0: time that a sampled controller takes to compute: its output changes so much
  // after a tick
  NumberValue delay = {};
  // map: memory: {x: FORMULA of its next value} or {x: {start: 0, next: FORMULA}}
  Value states = {};
  // map: {output: FORMULA, ...}
  Value signals = {};

  ValueMap values() const {
    ValueMap all;
    all.set("period", period);
    all.set("offset", offset);
    all.set("delay", delay);
    all.set("states", states);
    all.set("signals", signals);
    return all;
  }
};

// linear system x' = A x + B u, y = C x + D u. Signals y1, ... (output where there is one), x1, ..., u1, ...
struct StateSpaceControllerParams {
  static constexpr const char *kSection = "controllers", *kType = "state_space";

  // list of formulas of signals, required: u1, u2, ...
  Value inputs = {};
  // rows of numbers, required: matrix of the system
  Value A = {};
  // rows of numbers, required: matrix of the system
  Value B = {};
  // rows of numbers, required: matrix of the system
  Value C = {};
  // rows of numbers: matrix of the system; default: zero
  Value D = {};
  // numbers: states at the start; default: zero
  NumbersValue start = {};
  // true or false, default false: states may be much faster than steps: ep treats them with Radau IIA, which lets
  // nothing ring
  BooleanValue stiff = {};

  ValueMap values() const {
    ValueMap all;
    all.set("inputs", inputs);
    all.set("A", A);
    all.set("B", B);
    all.set("C", C);
    all.set("D", D);
    all.set("start", start);
    all.set("stiff", stiff);
    return all;
  }
};

// linear transfer function of a signal; at rest at the start. Signals output, input, x1, ...
struct TransferFunctionControllerParams {
  static constexpr const char *kSection = "controllers", *kType = "transfer_function";

  // formula of signals, required: what it acts on
  Value input = {};
  // numbers, required: coefficients, highest power of s first
  NumbersValue numerator = {};
  // numbers, required: coefficients, highest power of s first
  NumbersValue denominator = {};
  // true or false, default false: states may be much faster than steps: ep treats them with Radau IIA, which lets
  // nothing ring
  BooleanValue stiff = {};

  ValueMap values() const {
    ValueMap all;
    all.set("input", input);
    all.set("numerator", numerator);
    all.set("denominator", denominator);
    all.set("stiff", stiff);
    return all;
  }
};

}  // namespace invar
