#include "invar/integrators/smooth_history.h"

#include <cmath>

namespace invar {

namespace {

using Pair = Eigen::Map<Eigen::Array2d>;

// last = x, x = x - last; the square of what x is then. Written out, since it is called often for few numbers.
double take_difference(Vector& x, Vector& last) {
  double *a = x.data(), *b = last.data();
  const Eigen::Index n = x.size();
  Eigen::Array2d sum(0, 0);
  Eigen::Index i = 0;
  for (; i + 1 < n; i += 2) {
    const Eigen::Array2d now = Pair(a + i), missed = now - Pair(b + i);
    Pair(b + i) = now;
    Pair(a + i) = missed;
    sum += missed * missed;
  }
  double square = sum[0] + sum[1];
  for (; i < n; ++i) {
    const double missed = a[i] - b[i];
    b[i] = a[i];
    a[i] = missed;
    square += missed * missed;
  }
  return square;
}

}  // namespace

bool SmoothHistory::predict(double h, Vector& x) const {
  if (count_ == 0 || std::abs(h - h_) > 1e-12 * std::abs(h)) return false;
  x.resize(differences_[0].size());
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    double sum = differences_[0][i];
    for (int k = 1; k <= degree_; ++k) sum += differences_[k][i];
    x[i] = sum;
  }
  return true;
}

void SmoothHistory::push(double h, const Vector& x) {
  if (std::abs(h - h_) > 1e-12 * std::abs(h)) count_ = 0;
  h_ = h;
  degree_ = 0;
  missed_ = x;
  double least = 0;
  for (int k = 0; k < count_; ++k) {
    const double error = take_difference(missed_, differences_[k]);  // of what degree k predicts
    if (k > 0 && !(error < least)) continue;
    least = error;
    degree_ = k;
  }
  if (count_ < kMost) differences_[count_++].swap(missed_);
}

}  // namespace invar
