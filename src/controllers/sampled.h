// What sampled controllers share.
#pragma once

#include "invar/controllers/controller_type.h"

namespace invar {

// The block acts at ticks with the period `key` and the delay of the key `delay`.
void add_sampling(const Params& params, const char* key, SignalBlock& block);
void add_delay_key(Schema& schema);

}  // namespace invar
