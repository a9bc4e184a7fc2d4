// Values and rates of the affine vectors of a QuadraticMap, from those of the slots. Internal to the map.
#pragma once

#include "invar/discrete/slot_lift.h"

namespace invar {

template <class Form>
Vector3 form_value(const Form& form, const Slots& z) {
  Vector3 x = form.constant;
  for (const auto& part : form.parts) x += part.factor * z[part.slot];
  return x;
}

template <class Form>
Vector3 form_rate(const Form& form, const Slots& z_dot) {
  Vector3 x = Vector3::Zero();
  for (const auto& part : form.parts) x += part.factor * z_dot[part.slot];
  return x;
}

}  // namespace invar
