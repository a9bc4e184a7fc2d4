// Scheme: one step of an explicit integrator for y' = f(t, y). Schemes know nothing of mechanics; Runge-Kutta schemes are
// made from the tableaux, others are a class and a line in scheme.cc.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "invar/integrators/explicit/motion.h"

namespace invar {

class Scheme {
 public:
  virtual ~Scheme() = default;
  virtual int order() const = 0;
  virtual int error_order() const { return 0; }
  // The interval [-limit, 0] in which h times a real eigenvalue must lie for stability.
  virtual double stability_limit() const = 0;
  // Forgets its history.
  virtual void reset() {}
  virtual void archive(Archive& /*a*/) {}
  // From y0 at t to y1. With `start`, the derivative at the start is known already and given by it.
  virtual Status step(ConstrainedMotion& f, double t, const Vector& y0, double h, const Vector* start, Vector& y1) = 0;

  // The estimate needs the derivative at the end of the step, which is then that at the start of the next one.
  virtual bool error_needs_end() const { return false; }
  // Largest error of a coordinate in the last step: of coordinates, and of velocities over the duration of the step. `n`
  // is the number of coordinates.
  virtual double calc_error(int /*n*/, double /*h*/, const Vector& /*end*/) { return 0; }
};

std::unique_ptr<Scheme> make_scheme(const std::string& name);
std::vector<std::string> scheme_names();

}  // namespace invar
