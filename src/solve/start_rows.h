// StartRows: what a start has to satisfy besides the constraints: numbers c_i(q) of the configuration, or rates of it.
#pragma once

#include <vector>

#include "invar/core/types.h"

namespace invar {

class StartRows {
 public:
  virtual ~StartRows() = default;
  virtual int count() const = 0;
  // The coordinates that a number depends on.
  virtual const std::vector<int>& coordinates(int i) const = 0;
  // The configuration, or the velocity, that the next two are asked for.
  virtual void look_at(const Vector& x) = 0;
  virtual double value(int i) = 0;
  // Derivatives by coordinates(i); those of differences will do.
  virtual void calc_gradient(int i, Vector& gradient) = 0;
};

}  // namespace invar
