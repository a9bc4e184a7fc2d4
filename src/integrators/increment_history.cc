#include "invar/integrators/increment_history.h"

#include <algorithm>
#include <cmath>

namespace invar {

bool IncrementHistory::predict(double h, Vector& d) const {
  if (count_ == 0 || std::abs(h - h_) > 1e-12 * std::abs(h)) return false;
  switch (count_) {  // polynomial extrapolation of equidistant increments
    case 1:
      d = d_[0];
      break;
    case 2:
      d = 2 * d_[0] - d_[1];
      break;
    case 3:
      d = 3 * d_[0] - 3 * d_[1] + d_[2];
      break;
    default:
      d = 4 * d_[0] - 6 * d_[1] + 4 * d_[2] - d_[3];
      break;
  }
  return true;
}

void IncrementHistory::push(double h, const Vector& d) {
  if (std::abs(h - h_) > 1e-12 * std::abs(h)) count_ = 0;
  h_ = h;
  for (int i = kDepth - 1; i > 0; --i) d_[i].swap(d_[i - 1]);
  d_[0] = d;
  count_ = std::min(count_ + 1, kDepth);
}

}  // namespace invar
