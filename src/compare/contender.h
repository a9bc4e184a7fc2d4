// A way to integrate that takes part in a comparison: a method with its options, and whether steps or tolerances are varied.
#pragma once

#include <string>
#include <vector>

#include "invar/spec/model_file.h"

namespace invar::compare {

struct Contender {
  std::string method;
  Overrides options = {};
  bool adaptive = false;  // varies the tolerance instead of the step

  // "ep", "ep order=4", "explicit dop853"
  std::string name() const;
  bool has_option(const std::string& option, const std::string& value) const;
};

// Every method of the catalog, with the variants that answer different needs.
const std::vector<Contender>& default_candidates();

// "ep,ed:alpha=0.5,explicit:integrator=rk4:energy=none": methods with options. A name alone stands for all default
// candidates of that method. Throws ModelError for unknown methods; options are checked when they are used.
std::vector<Contender> parse_candidates(const std::string& text);

}  // namespace invar::compare
