// The key `range` of a drive: what its value may be. Beyond it the drive cannot go: evaluation throws ModelError with the
// place of the key, which ends a run with the name of the drive and the time reached.
#pragma once

#include <string>

#include "invar/spec/params.h"

namespace invar {

void add_range(Schema& schema, const std::string& unit);
// The function of the key `value`, held to the range where there is one. Refuses a start beyond it.
FunctionPtr read_value_in_range(const Params& params, const std::string& drive);

}  // namespace invar
