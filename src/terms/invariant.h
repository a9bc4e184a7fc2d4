// Invariant: a quantity I(t, q, v) that the exact motion keeps besides the energy, as the user gives it ([Braun2012] below
// eq. (18)). It is no force and no constraint: methods may correct what they lose of it, and the certificate reports that.
#pragma once

#include "invar/core/types.h"

namespace invar {

class Invariant {
 public:
  virtual ~Invariant() = default;
  virtual double value(double t, Vec q, Vec v) const = 0;
  virtual double calc_rate_t(double t, Vec q, Vec v) const = 0;  // its partial derivative by t
  virtual void add_q(double t, Vec q, Vec v, VecOut gradient) const = 0;
  virtual void add_v(double t, Vec q, Vec v, VecOut gradient) const = 0;
};

}  // namespace invar
