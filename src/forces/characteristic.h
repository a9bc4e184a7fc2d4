// Reading of spring and damper characteristics that several force types share.
#pragma once

#include "invar/spec/params.h"

namespace invar {

// A ModelError about the entry as a whole rather than one of its values.
[[noreturn]] void fail_entry(const Params& params, const std::string& rule, const std::string& hint);

// Units of one kind of spring.
struct CharacteristicUnits {
  std::string effort, deflection;  // "N", "m" or "N m", "rad"
};

// Keys `stiffness`, `preload`, EFFORT_KEY (function of the deflection x), `damping`, DAMPING_KEY (of the rate v).
Schema characteristic_schema(const CharacteristicUnits& units, const std::string& effort_key,
                             const std::string& damping_key);

struct Characteristic {
  bool linear = true;  // stiffness and preload
  double stiffness = 0, preload = 0;
  FunctionPtr spring;          // of the deflection; null without a spring
  FunctionPtr damper;          // of the rate; null without a damper
  bool reads_signals = false;  // a law is a formula of the state (forces/law_signals.h)
};
// Fails unless there is a spring or a damper, each given in one way only.
Characteristic read_characteristic(const Params& params, const std::string& effort_key, const std::string& damping_key);

}  // namespace invar
