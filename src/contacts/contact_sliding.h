// The friction of a contact as contacts/contact_losses.h computes it, in plain or dual numbers; internal.
#pragma once

#include "invar/contacts/contact_losses.h"

namespace invar {

template <class T>
struct ContactLosses::Sliding {
  T Q[kMostContactCoordinates]{};
  T z[3]{};  // bristle at the end of a step, or its rate
  T D{};     // dissipated, or its rate
};

}  // namespace invar
