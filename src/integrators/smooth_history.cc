#include "invar/integrators/smooth_history.h"

#include <algorithm>
#include <cmath>

namespace invar {

bool SmoothHistory::predict(double h, Vector& x) const {
  if (count_ == 0 || std::abs(h - h_) > 1e-12 * std::abs(h)) return false;
  x = differences_[0];
  for (int k = 1; k <= degree_; ++k) x += differences_[k];
  return true;
}

void SmoothHistory::push(double h, const Vector& x) {
  if (std::abs(h - h_) > 1e-12 * std::abs(h)) count_ = 0;
  h_ = h;
  degree_ = 0;
  missed_ = x;
  double least = 0;
  for (int k = 0; k < count_; ++k) {
    missed_.swap(differences_[k]);
    missed_ = differences_[k] - missed_;  // x less what degree k predicts
    const double error = missed_.squaredNorm();
    if (k > 0 && !(error < least)) continue;
    least = error;
    degree_ = k;
  }
  if (count_ < kMost) differences_[count_++].swap(missed_);
}

}  // namespace invar
