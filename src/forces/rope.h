// Rope along places in a row, over pulleys of no size at all but the first and the last: what rope_over_pulleys and winch share.
#pragma once

#include <memory>
#include <string>

#include "invar/parts/part_builder.h"
#include "invar/signals/block.h"

namespace invar {

// Keys `along`, `stiffness`, `damping`, `friction`, `slip_speed`.
Schema rope_schema();

// `block` says what `rest` and `rest_rate` are: the length without force, and its rate.
std::unique_ptr<Part> make_rope(const std::string& name, const std::string& type, const Params& params,
                                PartBuilder& builder, SignalBlock block);

}  // namespace invar
