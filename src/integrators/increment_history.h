// IncrementHistory: the predictor of the energy-momentum schemes.
#pragma once

#include "invar/core/archive.h"
#include "invar/core/types.h"

namespace invar {

// Increments of the last steps of equal size, extrapolated to predict the next one.
class IncrementHistory {
 public:
  void clear() { count_ = 0; }
  // Fills d if there is something to extrapolate for this h.
  bool predict(double h, Vector& d) const;
  void push(double h, const Vector& d);
  void archive(Archive& a) {
    a("increments", d_);
    a("count", count_);
    a("h", h_);
  }

 private:
  static constexpr int kDepth = 4;
  Vector d_[kDepth];  // newest first
  int count_ = 0;
  double h_ = 0;
};

}  // namespace invar
