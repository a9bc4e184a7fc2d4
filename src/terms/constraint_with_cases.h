// A constraint whose derivatives may vanish in whole regions and not elsewhere: formulas with cases, tables that end. Its
// structure cannot be found by sampling (docs/adr/0007-structure-by-sampling.md) and is taken as dense.
#pragma once

#include "invar/terms/constraint.h"

namespace invar {

class ConstraintWithCases : public Constraint {};

}  // namespace invar
