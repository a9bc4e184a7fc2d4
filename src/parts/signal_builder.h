// SignalBuilder: connects the formulas of a model with what they read. Forces and controllers are noted while the model is built;
// when all parts are there, finish() finds the names in their formulas, puts together what shares internal variables, and places
// the terms (signals/signal_term.h).
//
// A name is, in this order: t; a name of the block it is written in; a parameter; an input; a measure; NAME.x of a controller or
// actuator; an effort of another force given by a formula (NAME.torque); distance(a, b) and its like; a coordinate of a part
// (parts/sensor.h).
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "invar/parts/break_list.h"
#include "invar/parts/snapshot.h"
#include "invar/signals/block.h"
#include "invar/signals/signal_reader.h"
#include "invar/signals/signal_term.h"

namespace invar {

class Part;
class Params;
class PartBuilder;

// Where the efforts of a force are once the model is built.
struct SignalHandle {
  std::shared_ptr<const SignalTerm> term;
  int first_internal = -1, first_input = -1;
  int actuator = -1;
  std::vector<int> signals;  // of the efforts of the actuator
};
// The value of a signal of the term; needs velocities.
double calc_signal(const Layout& layout, const SignalHandle& handle, int signal, const Snapshot& s);
// Q of the actuator of the handle, added to a global vector.
void add_signal_force(const Layout& layout, const SignalHandle& handle, const Snapshot& s, VecOut Q);

// A named signal that runs may record: NAME.x of a controller.
struct SignalChannel {
  std::string name, unit;
  SignalReader reader;
};

// A sampled block: what it holds, by places in State::inputs, and the formulas that are read at a tick.
struct SampledBlock {
  struct Value {
    SignalReader next;
    int held = -1;
    int waiting = -1;  // where it waits for the end of the delay; -1: it does not
  };
  std::string name;
  SignalBlock::Sampling sampling;
  std::vector<Value> values;
};

// A parameter of kind `signal` as an input of a block.
SignalBlock::Input read_signal_input(const Params& params, const std::string& key, const std::string& name);

class SignalBuilder {
 public:
  // A force whose efforts are formulas, in the order of the actuator; `labels` are the names under which others read them. With
  // friction, what its efforts take and the states of the block of the same name do not store is dissipated.
  std::shared_ptr<SignalHandle> add_force(const std::string& part, std::unique_ptr<Actuator> actuator,
                                          std::vector<SignalText> efforts, std::vector<std::string> labels,
                                          bool has_friction = false);
  void add_block(SignalBlock block);
  // A number from outside that formulas read: State::inputs "inputs.NAME".
  void add_input(const std::string& name, double start);
  void add_measure(const std::string& name, SignalText formula);
  // For guards, samples and measures: the reader of a formula, which is complete when the model is built.
  std::shared_ptr<const SignalReader> add_reader(SignalText formula);

  using Parts = std::map<std::string, const Part*>;
  // Places all terms and completes all readers; returns what blocks offer to record.
  std::vector<SignalChannel> finish(PartBuilder& builder, const Parts& parts);

  // Of all networks, when the model is built.
  const BreakList& breaks() const { return breaks_; }

  const std::vector<SampledBlock>& sampled() const { return sampled_; }

  struct ForceRequest {
    std::string part;
    std::unique_ptr<Actuator> actuator;
    std::vector<SignalText> efforts;
    std::vector<std::string> labels;
    std::shared_ptr<SignalHandle> handle;
    bool has_friction = false;
  };
  // What is constant over a step: inputs of the model, and values that blocks hold. All of them lie side by side in State::inputs.
  struct Input {
    VariableInfo info;
    double start = 0;
  };
  const std::map<std::string, SignalBlock>& blocks() const { return blocks_; }
  const std::map<std::string, SignalText>& measures() const { return measures_; }
  const std::vector<Input>& inputs() const { return inputs_; }
  int find_input(const std::string& full_name) const;  // -1: there is none
  int first_input() const { return first_input_; }     // its place in State::inputs, when the model is built
  const std::vector<ForceRequest>& forces() const { return forces_; }

 private:
  struct Group;
  std::vector<Group> find_groups() const;
  void place(PartBuilder& builder, const Parts& parts, const Group& group);
  void add_sampled(PartBuilder& builder, const Parts& parts, const SignalBlock& block);
  SignalReader read(PartBuilder& builder, const Parts& parts, const std::string& name, const SignalText& formula,
                    const SignalBlock* block) const;

  std::map<std::string, SignalBlock> blocks_;
  std::map<std::string, SignalText> measures_;
  std::vector<Input> inputs_;
  int first_input_ = -1;
  BreakList breaks_;
  std::vector<SampledBlock> sampled_;
  std::vector<ForceRequest> forces_;
  std::vector<std::pair<SignalText, std::shared_ptr<SignalReader>>> readers_;
};

}  // namespace invar
