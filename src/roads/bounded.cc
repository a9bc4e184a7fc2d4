#include "invar/roads/bounded.h"

#include <fmt/format.h>

namespace invar {

void BoundedProfile::check(double x) const {
  if (x >= range_.from && x <= range_.to) return;
  throw ModelError(where_, subject_,
                   fmt::format("is asked for {} outside its range {} to {}", x, range_.from, range_.to), hint_);
}

}  // namespace invar
