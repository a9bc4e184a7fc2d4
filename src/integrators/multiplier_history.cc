#include "invar/integrators/multiplier_history.h"

#include <algorithm>
#include <cmath>

namespace invar {

bool MultiplierHistory::repeat(double h, Vector& l) const {
  if (count_ == 0) return false;
  l = l_[0] * (h * h / (h_ * h_));
  return true;
}

bool MultiplierHistory::predict(double h, Vector& l) const {
  if (count_ < 2 || std::abs(h - h_) > 1e-12 * std::abs(h)) return repeat(h, l);
  if (count_ == 2) {
    l = (1 + kTheta) * l_[0] - kTheta * l_[1];
  } else {
    l = (1 + 2 * kTheta) * l_[0] - (2 * kTheta + kTheta * kTheta) * l_[1] + kTheta * kTheta * l_[2];
  }
  return true;
}

void MultiplierHistory::push(double h, const Vector& l) {
  if (std::abs(h - h_) > 1e-12 * std::abs(h)) count_ = 0;
  h_ = h;
  l_[2].swap(l_[1]);
  l_[1].swap(l_[0]);
  l_[0] = l;
  count_ = std::min(count_ + 1, 3);
}

}  // namespace invar
