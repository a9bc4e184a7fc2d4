// Functions of two variables that a model gives as a table: torque over speed and throttle, gas force over angle and load.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "invar/core/error.h"

namespace invar {

// A value with its first and second derivatives.
struct Function2DJet {
  double value = 0, x = 0, y = 0, xx = 0, xy = 0, yy = 0;
};

class Function2D {
 public:
  virtual ~Function2D() = default;
  virtual double value(double x, double y) const = 0;
  virtual Function2DJet jet(double x, double y) const = 0;
};

using Function2DPtr = std::shared_ptr<const Function2D>;

// C2 surface through z[i][k] at (x[i], y[k]): the tensor product of the splines of make_table (functions/function1d.h). Outside
// the grid the value at its edge is kept. Throws ModelError unless there are two points or more in either direction, all finite,
// x and y strictly increasing.
Function2DPtr make_surface(std::vector<double> x, std::vector<double> y, std::vector<std::vector<double>> z,
                           const SourceLocation& where = {}, const std::string& subject = "table");

}  // namespace invar
