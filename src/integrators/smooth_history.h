// A vector at the ends of the last steps of equal size, and what its differences let expect for the next one:
//
//   x_n+1 = x_n + D x_n + D^2 x_n + ... + D^p x_n
//
// The error of degree p at the last step is D^p+1 x_n, so the degree that would have predicted that step best is known at no
// cost. Smooth motions reach the highest degree; what oscillates from step to step keeps a low one.
#pragma once

#include "invar/core/archive.h"
#include "invar/core/types.h"

namespace invar {

class SmoothHistory {
 public:
  // Fills x if there is something to extrapolate for this h.
  bool predict(double h, Vector& x) const;
  void push(double h, const Vector& x);
  void archive(Archive& a) {
    a("differences", differences_);
    a("count", count_);
    a("degree", degree_);
    a("h", h_);
  }

 private:
  static constexpr int kMost = 6;  // differences: each one doubles what is rounding
  Vector differences_[kMost];
  Vector missed_;
  int count_ = 0, degree_ = 0;
  double h_ = 0;
};

}  // namespace invar
