// Closest points of segments, for plain and for dual numbers: which ends clamp is decided by the values.
#pragma once

#include "invar/math/dual.h"

namespace invar {

template <class T>
T clamp_to(const T& x, double low, double high) {
  if (value_of(x) < low) return T(low);
  if (value_of(x) > high) return T(high);
  return x;
}

template <class T>
struct ClosestPoints {
  T u{}, w{};
  bool u_free = false, w_free = false;  // not at an end
};

struct SegmentEnds {
  double low_A, high_A, low_B, high_B;
};

// The products of d and of the axes f_A, f_B that decide. Axes need not be unit vectors: between the ends of a step they are not.
template <class T>
struct AxisProducts {
  T da{}, db{}, ab{}, aa{}, bb{};  // d.f_A, d.f_B, f_A.f_B, f_A.f_A, f_B.f_B
};

// The minimum over u, w of |d + u f_A - w f_B|^2. Where the axes are parallel and a whole stretch is closest, one end of it is
// taken.
template <class T>
ClosestPoints<T> find_closest(const AxisProducts<T>& x, const SegmentEnds& ends) {
  const auto is_inside = [](double at, double low, double high) { return at > low && at < high; };
  const double da = value_of(x.da), db = value_of(x.db), ab = value_of(x.ab), aa = value_of(x.aa), bb = value_of(x.bb);
  ClosestPoints<T> best;
  if (ends.low_A < ends.high_A && aa * bb - ab * ab > 1e-12 * aa * bb) {
    const T det = x.aa * x.bb - x.ab * x.ab;
    best.u = (x.ab * x.db - x.bb * x.da) / det;
    best.w = (x.aa * x.db - x.ab * x.da) / det;
    if (is_inside(value_of(best.u), ends.low_A, ends.high_A) && is_inside(value_of(best.w), ends.low_B, ends.high_B)) {
      best.u_free = best.w_free = true;
      return best;
    }
  }
  // On the border: the best of the four edges.
  double least = INFINITY;
  const auto try_edge = [&](const T& u, const T& w, bool u_free, bool w_free) {
    const double u0 = value_of(u), w0 = value_of(w);
    if (!std::isfinite(u0) || !std::isfinite(w0)) return;
    const double s = u0 * u0 * aa + w0 * w0 * bb + 2 * u0 * da - 2 * w0 * db - 2 * u0 * w0 * ab;
    if (!(s < least)) return;
    least = s;
    best = {u, w, u_free, w_free};
  };
  for (const double end : {ends.low_A, ends.high_A}) {
    if (!std::isfinite(end)) continue;
    const T w = clamp_to(T((x.db + end * x.ab) / x.bb), ends.low_B, ends.high_B);
    try_edge(T(end), w, false, is_inside(value_of(w), ends.low_B, ends.high_B));
  }
  for (const double end : {ends.low_B, ends.high_B}) {
    if (!std::isfinite(end) || !(ends.low_A < ends.high_A)) continue;
    const T u = clamp_to(T((end * x.ab - x.da) / x.aa), ends.low_A, ends.high_A);
    try_edge(u, T(end), is_inside(value_of(u), ends.low_A, ends.high_A), false);
  }
  // Parallel lines without ends.
  if (!(least < INFINITY)) best = {T(0.0), x.db / x.bb, false, true};
  return best;
}

}  // namespace invar
