// NetworkBuilder: makes the network of one term or reader (signals/network.h) of the formulas of a model. It finds what each name in
// a formula stands for, in the order of parts/signal_builder.h, adds the sensors that are read, and refuses what cannot be read.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "invar/parts/channel.h"
#include "invar/parts/sensor.h"
#include "invar/parts/signal_builder.h"

namespace invar {

class NetworkBuilder {
 public:
  NetworkBuilder(const SignalBuilder& all, PartBuilder& builder, const SignalBuilder::Parts& parts);

  // Index of the signal of a formula; `block` is the one whose names it may read as they are.
  int add(const std::string& name, const SignalText& formula, const SignalBlock* block = nullptr);
  // All states of a block, and its equations.
  void add_block(const SignalBlock& block);
  // Rates of states, after everything that reads them: a loop through a state is none.
  void finish();

  // What was made; afterwards nothing can be added.
  Sensors take_sensors() { return std::move(sensors_); }
  SignalNetwork take_network() { return std::move(network_); }
  // By name.
  const std::map<std::string, int>& signals() const { return signals_; }
  const std::map<std::string, int>& internals() const { return internals_; }

 private:
  struct Meaning {
    std::optional<double> constant;
    SignalSource source = {};
  };
  Meaning find(const std::string& name, const SignalText& formula, const SignalBlock* block);
  std::optional<Meaning> find_local(const std::string& name, const SignalBlock& block);
  Meaning find_sensor(const std::string& name, const SignalText& formula);
  Meaning find_magnitude(const std::string& name, const SignalText& formula);
  Meaning place_sensor(const std::string& owner, const Sensor& sensor);
  bool has_sensor(const std::string& name) const;
  int add_input(const SignalBlock& block, const SignalBlock::Input& input);
  int add_equation(const SignalBlock& block, const SignalBlock::Equation& equation);
  SignalFormula compile(const std::string& name, const SignalText& formula, const SignalBlock* block);

  [[noreturn]] static void refuse_channel(const Channel& channel, const SignalText& formula);
  [[noreturn]] void refuse_name(const std::string& name, const SignalText& formula,
                                std::vector<std::string> known) const;
  [[noreturn]] void refuse_loop(const std::string& name, const SpecNode& node) const;

  const SignalBuilder& all_;
  PartBuilder& builder_;
  const SignalBuilder::Parts& parts_;
  Sensors sensors_;
  SignalNetwork network_;
  std::map<std::string, int> signals_, internals_;
  std::set<std::string> blocks_;
  std::vector<const SignalBlock*> pending_;
  std::vector<std::string> open_;  // formulas that are being read
};

// Functions that a formula may call: those of its block, then those of the model.
FunctionTablePtr functions_of(const SignalText& formula, const SignalBlock* block);

}  // namespace invar
