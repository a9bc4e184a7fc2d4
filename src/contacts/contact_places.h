// Where two bodies touch and how fast they slide there, from the local coordinates of their nodes, for plain and dual numbers.
//
// Each body has a core, a point, a segment or a plane, around which its surface lies at a distance R. With the closest points
// p_A, p_B of the cores the normal n points from B to A, and the point of contact c lies midway between the surfaces.
// Evaluated at the mean configuration of a step with the increments of its coordinates, or at a point with velocities:
//
//   (K1)  slip = (I - n n^T) [X_A(c) dq_A - X_B(c) dq_B]
//
// X(c) dq is the motion of the material point at c: of a frame dr + sum a_i dd_i with the components a = D^-1 (c - r) in its
// directors; of a planar frame dr + dtheta x (c - r). A force f on A and -f on B, pulled back by the same X, both act at c,
// so that they have neither resultant nor moment: of a spatial frame this holds for the mean directors, too.
#pragma once

#include <cmath>

#include "invar/contacts/closest.h"
#include "invar/core/types.h"

namespace invar {

struct ContactSide {
  enum Kind { kFixed, kPoint3, kPoint2, kFrame3, kFrame2 } kind = kFixed;
  int offset = 0;                   // of its node in the local coordinates
  Vector3 p = Vector3::Zero();      // of the core, in the axes of the frame; of the world if fixed
  Vector3 axis = Vector3::UnitZ();  // of a segment or normal of a plane, likewise
  double radius = 0;
};

enum class CorePair { kPlane, kBalls, kSegment, kSegments };  // B has the plane; B has the segment

struct ContactPlaces {
  CorePair pair = CorePair::kBalls;
  ContactSide A, B;
  SegmentEnds ends{0, 0, 0, 0};
  bool inside = false;
};

inline constexpr int kMostContactCoordinates = 24;  // two frames

template <class T>
struct SideMotion {
  Triple<T> r, d[3];  // of frames; of others the point and nothing
  Triple<T> arm;      // components of c - r in the directors, or c - r itself
};

template <class T>
struct ContactMotion {
  Triple<T> n, slip, c;
  SideMotion<T> A, B;
  Triple<T> b[3];  // orthonormal axes that turn with B
};

template <class T>
Triple<T> to_triple(const Vector3& x) {
  return {T(x[0]), T(x[1]), T(x[2])};
}

template <class T>
Triple<T> read_triple(const T* q) {
  return {q[0], q[1], q[2]};
}

template <class T>
Triple<T> unit_triple(const Triple<T>& x) {
  using std::sqrt;
  const T squared = dot(x, x);
  if (!(value_of(squared) > 1e-200)) return {T(0.0), T(0.0), T(1.0)};
  return (T(1.0) / sqrt(squared)) * x;
}

template <class T>
void read_side(const ContactSide& side, const T* q, SideMotion<T>& m) {
  using std::cos;
  using std::sin;
  const T* x = q + side.offset;
  switch (side.kind) {
    case ContactSide::kFixed:
      break;
    case ContactSide::kPoint3:
      m.r = read_triple(x);
      break;
    case ContactSide::kPoint2:
      m.r = {x[0], x[1], T(0.0)};
      break;
    case ContactSide::kFrame3:
      m.r = read_triple(x);
      for (int i = 0; i < 3; ++i) m.d[i] = read_triple(x + 3 + 3 * i);
      break;
    case ContactSide::kFrame2: {
      const T c = cos(x[2]), s = sin(x[2]);
      m.r = {x[0], x[1], T(0.0)};
      m.d[0] = {c, s, T(0.0)};
      m.d[1] = {-s, c, T(0.0)};
      m.d[2] = {T(0.0), T(0.0), T(1.0)};
      break;
    }
  }
}

inline bool has_directors(const ContactSide& side) {
  return side.kind == ContactSide::kFrame3 || side.kind == ContactSide::kFrame2;
}

template <class T>
Triple<T> side_direction(const ContactSide& side, const SideMotion<T>& m, const Vector3& f) {
  if (!has_directors(side)) return to_triple<T>(f);
  return T(f[0]) * m.d[0] + T(f[1]) * m.d[1] + T(f[2]) * m.d[2];
}

template <class T>
Triple<T> side_point(const ContactSide& side, const SideMotion<T>& m) {
  if (side.kind == ContactSide::kFixed) return to_triple<T>(side.p);
  return has_directors(side) ? m.r + side_direction(side, m, side.p) : m.r;
}

// Fills the arm and returns the motion X(c) dq.
template <class T>
Triple<T> move_side(const ContactSide& side, SideMotion<T>& m, const Triple<T>& c, const T* dq) {
  const T* x = dq + side.offset;
  const Triple<T> y = c - m.r;
  switch (side.kind) {
    case ContactSide::kFixed:
      return {};
    case ContactSide::kPoint3:
      return read_triple(x);
    case ContactSide::kPoint2:
      return {x[0], x[1], T(0.0)};
    case ContactSide::kFrame3: {
      const Triple<T> c23 = cross(m.d[1], m.d[2]), c31 = cross(m.d[2], m.d[0]), c12 = cross(m.d[0], m.d[1]);
      const T scale = T(1.0) / dot(m.d[0], c23);
      m.arm = {scale * dot(c23, y), scale * dot(c31, y), scale * dot(c12, y)};
      return read_triple(x) + m.arm.x * read_triple(x + 3) + m.arm.y * read_triple(x + 6) +
             m.arm.z * read_triple(x + 9);
    }
    case ContactSide::kFrame2:
      m.arm = y;
      return {x[0] - x[2] * y.y, x[1] + x[2] * y.x, T(0.0)};
  }
  return {};
}

// Q += sign X(c)^T f
template <class T>
void pull_back(const ContactSide& side, const SideMotion<T>& m, const Triple<T>& f, double sign, T* Q) {
  T* x = Q + side.offset;
  const Triple<T> F = T(sign) * f;
  const auto add = [](T* to, const Triple<T>& v) {
    to[0] += v.x;
    to[1] += v.y;
    to[2] += v.z;
  };
  switch (side.kind) {
    case ContactSide::kFixed:
      break;
    case ContactSide::kPoint3:
      add(x, F);
      break;
    case ContactSide::kPoint2:
      x[0] += F.x;
      x[1] += F.y;
      break;
    case ContactSide::kFrame3:
      add(x, F);
      add(x + 3, m.arm.x * F);
      add(x + 6, m.arm.y * F);
      add(x + 9, m.arm.z * F);
      break;
    case ContactSide::kFrame2:
      x[0] += F.x;
      x[1] += F.y;
      x[2] += m.arm.x * F.y - m.arm.y * F.x;
      break;
  }
}

template <class T>
ContactMotion<T> calc_contact_motion(const ContactPlaces& places, const T* q, const T* dq) {
  ContactMotion<T> m;
  read_side(places.A, q, m.A);
  read_side(places.B, q, m.B);
  Triple<T> p_A = side_point(places.A, m.A), p_B = side_point(places.B, m.B);
  const double R_A = places.A.radius, R_B = places.B.radius;
  if (places.pair == CorePair::kPlane) {
    m.n = unit_triple(side_direction(places.B, m.B, places.B.axis));
    // The surfaces lie R_A below p_A and on the plane.
    const T height = dot(m.n, p_A - p_B);
    m.c = p_A - (0.5 * (height + R_A)) * m.n;
  } else {
    const Triple<T> d = p_A - p_B;
    if (places.pair == CorePair::kSegment) {
      const Triple<T> f = side_direction(places.B, m.B, places.B.axis);
      const T w = clamp_to(T(dot(d, f) / dot(f, f)), places.ends.low_B, places.ends.high_B);
      p_B = p_B + w * f;
    } else if (places.pair == CorePair::kSegments) {
      const Triple<T> f_A = side_direction(places.A, m.A, places.A.axis);
      const Triple<T> f_B = side_direction(places.B, m.B, places.B.axis);
      const auto best = find_closest(
          AxisProducts<T>{dot(d, f_A), dot(d, f_B), dot(f_A, f_B), dot(f_A, f_A), dot(f_B, f_B)}, places.ends);
      p_A = p_A + best.u * f_A;
      p_B = p_B + best.w * f_B;
    }
    const Triple<T> away = unit_triple(p_A - p_B);
    // Surfaces at p_A -+ R_A and p_B + R_B along it.
    m.c = T(0.5) * ((p_A + p_B) + T(places.inside ? R_B + R_A : R_B - R_A) * away);
    m.n = places.inside ? T(-1.0) * away : away;
  }
  const Triple<T> relative = move_side(places.A, m.A, m.c, dq) - move_side(places.B, m.B, m.c, dq);
  m.slip = relative - dot(m.n, relative) * m.n;
  if (has_directors(places.B)) {
    m.b[0] = unit_triple(m.B.d[0]);
    m.b[1] = unit_triple(m.B.d[1] - dot(m.b[0], m.B.d[1]) * m.b[0]);
    m.b[2] = cross(m.b[0], m.b[1]);
  } else {
    for (int i = 0; i < 3; ++i) m.b[i] = to_triple<T>(Vector3::Unit(i));
  }
  return m;
}

}  // namespace invar
