// Models from files and from text, with other outputs than those of the file if the caller wants them.
#pragma once

#include "bindings.h"
#include "invar/model/own_term.h"
#include "invar/model/spec_builder.h"

namespace invar::python {

// A list of channels, or {name: formula}; nothing if it is None. `outputs` of messages.
std::optional<Value> read_outputs(nb::handle outputs);

LoadedModel build_model(ModelSpec spec, ModelSource source, const std::optional<Value>& outputs,
                        std::vector<OwnTerm> terms = {});

}  // namespace invar::python
