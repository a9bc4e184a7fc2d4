// Clock: knows the next instant at which a step must end. Clocks are the one thing that shortens steps: samples, ticks of
// controllers, knots of tables. A clock is a function of time and remembers nothing.
#pragma once

#include <vector>

namespace invar {

class Clock {
 public:
  virtual ~Clock() = default;
  // The first instant after t, infinity if there is none.
  virtual double next(double t) const = 0;
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
