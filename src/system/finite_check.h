// Which part of a model gives a value that is not finite: asked when a run stops, so that the message can name it.
#pragma once

#include <optional>
#include <string>

#include "invar/core/types.h"
#include "invar/terms/assembly.h"

namespace invar {

// Owner of the first term with an energy, force, residual or derivative that is infinite or undefined at (t, q, v);
// nothing if all are finite. Terms that refuse to be evaluated there (ModelError) pass: they have a message of their own.
std::optional<std::string> find_not_finite(const Assembly& assembly, double t, Vec q, Vec v);

}  // namespace invar
