// Channels that are formulas of other channels: measures, named outputs, results. Unlike formulas of forces they may read everything:
// reactions, accelerations, energies.
//
// A name in such a formula is: t; a parameter; a measure; a quantity of places (distance(a, b)), which the model has readers for;
// magnitude(a.velocity), the root of the squares of its components; momentum(a, b).x, angular_momentum(a, b).x, center(a, b).x of
// bodies; a channel.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "invar/model/model.h"
#include "invar/parts/channel.h"

namespace invar {

class FormulaChannels {
 public:
  using Find = std::function<const Channel*(const std::string& name)>;
  // `find` knows the other channels; `names` are theirs, for messages. The model must outlive what is made.
  FormulaChannels(const Model& model, Find find, std::function<std::vector<std::string>()> names)
      : model_(model), find_(std::move(find)), names_(std::move(names)) {}

  // Throws ModelError for what cannot be read.
  Channel make(const std::string& name, const std::string& unit, const SignalText& formula);
  // The measure of this name; nothing if there is none.
  const Channel* find_measure(const std::string& name);

 private:
  Channel read(const std::string& name, const SignalText& formula);

  const Model& model_;
  Find find_;
  std::function<std::vector<std::string>()> names_;
  std::vector<std::string> open_;  // measures that are being made
  std::map<std::string, Channel> measures_;
};

}  // namespace invar
