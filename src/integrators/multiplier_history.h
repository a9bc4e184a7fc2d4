// The multipliers of the last steps of equal size, and what they let expect for the next one: with differences
// D l_n = l_n - l_n-1,
//
//   l_n+1 = l_n + 2 theta D l_n - theta^2 D l_n-1
//
// which leaves (1 - theta)^2 of a constant slope. Along redundant rows nothing but this formula decides: as an iteration it has
// the roots 1, theta, theta, so that a disturbance there comes to rest. Extrapolation by polynomials (theta = 1) lets it grow.
#pragma once

#include "invar/core/archive.h"
#include "invar/core/types.h"

namespace invar {

class MultiplierHistory {
 public:
  // False if there is none. After a change of h the last multipliers are taken, scaled by h^2.
  bool predict(double h, Vector& l) const;
  // The last ones, scaled.
  bool repeat(double h, Vector& l) const;
  void push(double h, const Vector& l);
  void archive(Archive& a) {
    a("l", l_[0]);
    a("before", l_[1]);
    a("first", l_[2]);
    a("count", count_);
    a("h", h_);
  }

 private:
  static constexpr double kTheta = 0.9;
  Vector l_[3];
  int count_ = 0;
  double h_ = 0;
};

}  // namespace invar
