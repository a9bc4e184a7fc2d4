// Clock: knows the next instant at which a step must end. Clocks are the one thing that shortens steps: samples, ticks of
// controllers, knots of tables. A clock is a function of time and remembers nothing.
#pragma once

#include <vector>

#include "invar/core/state.h"

namespace invar {

class Clock {
 public:
  virtual ~Clock() = default;
  // The first instant after t, infinity if there is none.
  virtual double next(double t) const = 0;
  // Whether forces may jump at an instant that a step has reached: the motion goes on without its history.
  virtual bool interrupts(double /*t*/) const { return false; }
  // At the start of a run, and at an instant at which it interrupts: may change the inputs of the steps to come.
  virtual void tick(State& /*s*/) const {}
};

// Multiples of an interval.
class PeriodicClock final : public Clock {
 public:
  explicit PeriodicClock(double interval) : interval_(interval) {}
  double next(double t) const override;

 private:
  double interval_;
};

// Given instants in ascending order.
class ListedClock final : public Clock {
 public:
  explicit ListedClock(std::vector<double> instants);
  double next(double t) const override;

 private:
  std::vector<double> instants_;
};

}  // namespace invar
