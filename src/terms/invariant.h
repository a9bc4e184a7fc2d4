// Invariant: a quantity I(t, q, v) that the exact motion keeps besides the energy, as the user gives it ([Braun2012] below
// eq. (18)). It is no force and no constraint: methods may correct what they lose of it, and the certificate reports that.
#pragma once

#include "invar/core/state.h"

namespace invar {

class Invariant {
 public:
  virtual ~Invariant() = default;
  virtual double value(const At& at) const = 0;
  virtual double calc_rate_t(const At& at) const = 0;  // its partial derivative by t
  virtual void add_q(const At& at, VecOut gradient) const = 0;
  virtual void add_v(const At& at, VecOut gradient) const = 0;
};

}  // namespace invar
