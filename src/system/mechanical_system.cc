#include "invar/system/mechanical_system.h"

#include "invar/core/error.h"

namespace invar {

void MechanicalSystem::eval_path(const Path&, Vec, Vec, unsigned, PathEval&) const {
  throw ModelError({}, "eval_path", "is not written for this system",
                   "use a method that works on points or pairs (explicit, ep), or add it (terms/path.h)");
}

}  // namespace invar
