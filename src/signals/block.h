// SignalBlock: a controller or an actuator as its equations, over names of its own. Whoever reads NAME.x gets the value of the
// equation, state or input x of the block NAME.
//
//   block.inputs = {{"error", ...}};                      // formulas of the model
//   block.constants = {{"kp", 100}, {"ki", 10}};
//   block.states = {{"integral", "rad s", 0, "error"}};   // integral' = error
//   block.equations = {{"output", "kp*error + ki*integral"}};
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "invar/functions/function_table.h"
#include "invar/spec/spec_node.h"

namespace invar {

// A formula and the place in the model that it is written at, which gives its names of parameters; the text may be another than
// that of the node.
struct SignalText {
  std::string text;
  SpecNode node;
};

struct SignalBlock {
  struct Input {
    std::string name;
    SignalText formula;
    bool knows_block = false;  // it may read the names of this block as they are
  };
  struct State {
    std::string name, unit;
    double start = 0;
    std::string rate;          // a formula of the names of this block: its time derivative
    double energy = 0;         // it stores energy*z^2/2
    bool is_implicit = false;  // passes a step by the implicit Euler rule (SignalTerm (G4))
  };
  struct Equation {
    std::string name, text, unit;
  };
  // A value that is constant over a step, in State::inputs "NAME.x"; somebody sets it between steps. In a sampled block it takes
  // the value of a formula of the names of this block at each tick; if it waits, after the delay of the block.
  struct Held {
    std::string name, unit;
    double start = 0;
    std::string sample = {};
    bool waits = false;
  };
  // Ticks at offset + k period, k = 0, 1, ... Formulas of the block are evaluated there alone; others read what it holds.
  struct Sampling {
    double period = 0, delay = 0, offset = 0;
  };

  std::string name;
  bool offers_channels = true;
  bool stiff = false;  // its states may be much faster than steps; then none of them may store energy
  SpecNode node;       // the entry, for messages
  std::vector<std::pair<std::string, double>> constants;
  FunctionTable functions;
  std::vector<Input> inputs;
  std::vector<State> states;
  std::vector<Equation> equations;
  std::vector<Held> held;
  std::optional<Sampling> sampling = {};
};

}  // namespace invar
