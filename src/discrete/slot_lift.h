// Lift: the coordinates of a few nodes seen as 3-vectors ("slots") in which joints and springs are quadratic.
//
//   node      slots z_k                              depends on the coordinates
//   point     x                                      linearly
//   frame     r, d1, d2, d3                          linearly
//   frame 2D  r, d1, d2 and (theta, 0, 0)            d1 = (cos theta, sin theta, 0), d2 = (-sin theta, cos theta, 0)
//   scalar    (s, 0, 0)                              linearly
//
// For a planar frame the exact chord of a director is
//   (L1)  d(theta1) - d(theta0) = sinc((theta1 - theta0)/2) d'(theta_m) (theta1 - theta0),   theta_m the mean angle
// so that a mean-value Jacobian exists for every slot. With a = (theta1 - theta0)/2 and omega the rate, the chord of its rate is
//   (L2)  d'_1 - d'_0 = sinc(a) d'(theta_m) (omega1 - omega0) + N (theta1 - theta0),
//         N = -sinc(a) omega_m d(theta_m) + sinc'(a)/2 (omega1 - omega0) d'(theta_m)
// Everything built on slots is thereby written once for points,
// spatial frames and planar frames alike.
#pragma once

#include <vector>

#include "invar/core/layout.h"
#include "invar/core/types.h"

namespace invar {

inline constexpr int kMaxSlots = kMaxLocal / 3;  // so that no lifted term has more than kMaxLocal coordinates
using Slots = Vector3[kMaxSlots];

class Lift {
 public:
  struct Slot {
    int offset;     // first local coordinate it depends on
    int dimension;  // number of coordinates copied: 3, 2 or 1; 0 for a rotating director
    int director;   // rotating director of a planar frame: 1 or 2, else 0
  };

  // Nodes in local order; their coordinates are stored one after the other.
  void add_node(NodeKind kind);
  int slots() const { return static_cast<int>(slots_.size()); }
  int coordinates() const { return size_; }
  // First slot of the i-th node added.
  int first_slot(int node) const { return first_slot_[node]; }
  const Slot& slot(int k) const { return slots_[k]; }
  // No rotating directors: all slots are linear in q.
  bool is_linear() const;

  void fill(Vec q, Slots& z) const;
  void fill_rates(Vec q, Vec v, Slots& z_dot) const;
  // Second derivative of a slot along v: zero but for rotating directors.
  Vector3 second_rate(int k, Vec q, Vec v) const;

  // row += g . dz_k/dq at q.
  template <class Row>
  void pull(int k, Vec q, const Vector3& g, Row&& row) const {
    const Slot& s = slots_[k];
    if (s.director == 0) {
      for (int i = 0; i < s.dimension; ++i) row[s.offset + i] += g[i];
    } else {
      row[s.offset] += g.dot(director_derivative(s.director, q[s.offset]));
    }
  }
  // row += g . (mean-value derivative of z_k between q0 and q1), exact by (L1).
  template <class Row>
  void pull_bar(int k, Vec q0, Vec q1, const Vector3& g, Row&& row) const {
    const Slot& s = slots_[k];
    if (s.director == 0) {
      for (int i = 0; i < s.dimension; ++i) row[s.offset + i] += g[i];
    } else {
      row[s.offset] += g.dot(director_derivative_bar(s.director, q0[s.offset], q1[s.offset]));
    }
  }

  // row += g . (the part of the chord of z_k' that goes with q1 - q0), exact by (L2).
  template <class Row>
  void pull_rate_bar(int k, Vec q0, Vec v0, Vec q1, Vec v1, const Vector3& g, Row&& row) const {
    const Slot& s = slots_[k];
    if (s.director == 0) return;
    const int i = s.offset;
    row[i] += g.dot(director_rate_bar(s.director, q0[i], v0[i], q1[i], v1[i]));
  }

  static Vector3 director(int i, double theta);
  static Vector3 director_derivative(int i, double theta);
  static Vector3 director_derivative_bar(int i, double theta0, double theta1);
  // N of (L2).
  static Vector3 director_rate_bar(int i, double theta0, double omega0, double theta1, double omega1);
  // d/dtheta1 of director_derivative_bar.
  static Vector3 director_derivative_bar_tangent(int i, double theta0, double theta1);

 private:
  std::vector<Slot> slots_;
  std::vector<int> first_slot_;
  int size_ = 0;
};

}  // namespace invar
