// Differences and rigid motions for the catalog suites.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <random>

#include "invar/core/layout.h"
#include "invar/core/types.h"

namespace invar::sample {

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  double number(double size = 1) { return size * std::uniform_real_distribution<double>(-1, 1)(engine_); }
  Vector vector(int n, double size = 1) {
    Vector x(n);
    for (auto& e : x) e = number(size);
    return x;
  }

 private:
  std::mt19937 engine_;
};

// Central differences of order 4; step 1e-3 leaves about 1e-12 of both truncation and rounding for unit scales.
inline Matrix difference(const std::function<Vector(const Vector&)>& f, const Vector& x, double step = 1e-3) {
  Matrix J(f(x).size(), x.size());
  Vector y = x;
  const auto at = [&](int j, double d) {
    y = x;
    y[j] += d;
    return f(y);
  };
  for (int j = 0; j < x.size(); ++j)
    J.col(j) = (8 * (at(j, step) - at(j, -step)) - (at(j, 2 * step) - at(j, -2 * step))) / (12 * step);
  return J;
}

inline void expect_near(const Matrix& a, const Matrix& b, double tolerance, const std::string& what) {
  ASSERT_EQ(a.rows(), b.rows());
  ASSERT_EQ(a.cols(), b.cols());
  const double scale = 1 + a.cwiseAbs().maxCoeff() + b.cwiseAbs().maxCoeff();
  EXPECT_TRUE(((a - b).cwiseAbs().maxCoeff() <= tolerance * scale))
      << what << ": largest difference " << (a - b).cwiseAbs().maxCoeff() << " of " << scale << "\n"
      << a << "\nagainst\n"
      << b;
}

// Velocities of a rigid motion x' = c + w x x at the local coordinates of some nodes.
inline Vector rigid_motion(const Layout& layout, const std::vector<int>& nodes, const Vector& q, const Vector3& c,
                           const Vector3& w) {
  Vector v = Vector::Zero(q.size());
  int at = 0;
  for (const int node : nodes) {
    const NodeKind kind = layout.node(node).kind;
    const int size = node_size(kind);
    if (kind == NodeKind::kPoint3 || kind == NodeKind::kFrame3) {
      for (int i = 0; i < size; i += 3)
        v.segment<3>(at + i) = w.cross(Vector3(q.segment<3>(at + i))) + (i == 0 ? c : Vector3(Vector3::Zero()));
    } else if (kind != NodeKind::kScalar) {
      v.segment<2>(at) = c.head<2>() + w[2] * Vector2(-q[at + 1], q[at]);
      if (kind == NodeKind::kFrame2) v[at + 2] = w[2];
    }
    at += size;
  }
  return v;
}

inline bool has_planar_frame(const Layout& layout, const std::vector<int>& nodes) {
  for (const int node : nodes)
    if (layout.node(node).kind == NodeKind::kFrame2) return true;
  return false;
}

inline bool is_planar(const Layout& layout, const std::vector<int>& nodes) {
  for (const int node : nodes)
    if (layout.node(node).kind == NodeKind::kFrame2 || layout.node(node).kind == NodeKind::kPoint2) return true;
  return false;
}

}  // namespace invar::sample
