// Controllers: blocks of equations between signals (signals/block.h). One file a type.
#pragma once

#include <functional>
#include <string>

#include "invar/parts/signal_builder.h"
#include "invar/spec/params.h"

namespace invar {

struct ControllerType {
  std::string name, doc, reference;
  Schema schema;
  std::function<SignalBlock(const std::string& name, const Params&)> make;
};

// For types whose states may be much faster than steps.
inline void add_stiff_key(Schema& schema) {
  schema
      .boolean("stiff", "states may be much faster than steps: ep treats them with Radau IIA, which lets nothing ring")
      .default_value(false);
}

}  // namespace invar
