// Gaps over invariants: against a search for the closest points, chords for any two values, derivatives against differences.
#include "invar/contacts/gap_law.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "invar/contacts/closest.h"
#include "invar/core/difference_columns.h"

namespace invar {
namespace {

struct GapCase {
  const char* name;
  GapLawPtr gap;
  int size;
};

constexpr double kInf = std::numeric_limits<double>::infinity();

std::vector<GapCase> gap_cases() {
  return {{"plane", make_plane_gap(0.3), 1},
          {"balls", make_ball_gap(0.7), 1},
          {"bore of a ball", make_ball_gap(0.7, true), 1},
          {"segment", make_segment_gap(0.4, -0.5, 0.8), 3},
          {"line", make_segment_gap(0.4, -kInf, kInf), 3},
          {"bore", make_segment_gap(0.9, -kInf, kInf, true), 3},
          {"segments", make_two_segments_gap(0.5, -0.6, 0.6, -0.4, 0.7), 6},
          {"line and segment", make_two_segments_gap(0.5, -kInf, kInf, -0.4, 0.7), 6}};
}

// Invariants of a random configuration: d, unit axes.
Vector random_invariants(std::mt19937& g, int size) {
  std::uniform_real_distribution<double> uniform(-1.5, 1.5);
  const auto vector = [&] { return Vector3(uniform(g), uniform(g), uniform(g)); };
  // Axes need not be unit vectors.
  const Vector3 d = vector(), fA = 0.9 * vector().normalized(), fB = 1.2 * vector().normalized();
  if (size == 1) return Vector::Constant(1, d.squaredNorm());
  if (size == 3) return (Vector(3) << d.squaredNorm(), d.dot(fB), fB.squaredNorm()).finished();
  return (Vector(6) << d.squaredNorm(), d.dot(fA), d.dot(fB), fA.dot(fB), fA.squaredNorm(), fB.squaredNorm())
      .finished();
}

TEST(GapLaw, chords_are_exact_symmetric_and_tend_to_the_gradient) {
  std::mt19937 g(3);
  for (const GapCase& c : gap_cases())
    for (int trial = 0; trial < 300; ++trial) {
      const Vector e0 = random_invariants(g, c.size);
      Vector e1 = random_invariants(g, c.size);
      if (trial % 3 == 0) e1 = e0 + 1e-6 * (e1 - e0);
      if (trial % 3 == 1) e1 = e0 + 1e-2 * (e1 - e0);
      Vector bar = Vector::Zero(c.size), back = bar;
      c.gap->add_g_bar(e0, e1, bar);
      c.gap->add_g_bar(e1, e0, back);
      const double scale = 1 + bar.cwiseAbs().dot((e0.cwiseAbs() + e1.cwiseAbs()));
      EXPECT_NEAR(bar.dot(e1 - e0), c.gap->g(e1) - c.gap->g(e0), 1e-14 * scale) << c.name;
      EXPECT_LT((bar - back).norm(), 1e-10 * (1 + bar.norm())) << c.name;
      Vector equal = Vector::Zero(c.size), slope = equal;
      c.gap->add_g_bar(e0, e0, equal);
      c.gap->add_g_e(e0, slope);
      EXPECT_LT((equal - slope).norm(), 1e-13 * (1 + slope.norm())) << c.name;
    }
}

TEST(GapLaw, derivatives_agree_with_differences) {
  std::mt19937 g(5);
  for (const GapCase& c : gap_cases())
    for (int trial = 0; trial < 100; ++trial) {
      const Vector e0 = random_invariants(g, c.size), e1 = random_invariants(g, c.size);
      // Between nearly parallel axes the closest points move so fast that differences see little of it.
      if (c.size == 6 && std::max(std::abs(e0[3]), std::abs(e1[3])) > 0.95 * 0.9 * 1.2) continue;
      // Nor do they where the cores nearly meet and the root is steep.
      const auto is_near = [&](const Vector& e) {
        return c.size > 1 && c.gap->admits(e) && std::abs(std::abs(c.gap->g(e)) - 0.5) < 0.1;
      };
      if (is_near(e0) || is_near(e1)) continue;
      const double s = 1e-6;
      Vector g_e = Vector::Zero(c.size);
      Matrix g_ee = Matrix::Zero(c.size, c.size), T = g_ee;
      c.gap->add_g_e(e0, g_e);
      c.gap->add_g_ee(e0, 1, g_ee);
      c.gap->add_g_bar_tangent(e0, e1, 1, T);
      for (int i = 0; i < c.size; ++i) {
        const Vector up = e0 + s * Vector::Unit(c.size, i), down = e0 - s * Vector::Unit(c.size, i);
        EXPECT_NEAR(g_e[i], (c.gap->g(up) - c.gap->g(down)) / (2 * s), 1e-7 * (1 + g_e.norm())) << c.name;
        Vector a = Vector::Zero(c.size), b = a;
        c.gap->add_g_e(up, a);
        c.gap->add_g_e(down, b);
        EXPECT_LT((g_ee.col(i) - (a - b) / (2 * s)).norm(), 1e-5 * (1 + g_ee.norm())) << c.name;
        a.setZero();
        b.setZero();
        c.gap->add_g_bar(e0, e1 + s * Vector::Unit(c.size, i), a);
        c.gap->add_g_bar(e0, e1 - s * Vector::Unit(c.size, i), b);
        EXPECT_LT((T.col(i) - (a - b) / (2 * s)).norm(), 1e-5 * (1 + T.norm())) << c.name;
      }
    }
}

// The closest points of two segments, by trying all of a fine grid and refining around the best.
TEST(Closest, points_of_segments_are_those_of_a_search) {
  std::mt19937 g(9);
  std::uniform_real_distribution<double> uniform(-1.5, 1.5);
  for (int trial = 0; trial < 200; ++trial) {
    const auto vector = [&] { return Vector3(uniform(g), uniform(g), uniform(g)); };
    const Vector3 d = vector(), fA = vector().normalized(), fB = trial % 10 ? Vector3(vector().normalized()) : fA;
    const SegmentEnds ends{-0.6, 0.5, -0.4, 0.9};
    const auto found =
        find_closest(AxisProducts<double>{d.dot(fA), d.dot(fB), fA.dot(fB), fA.squaredNorm(), fB.squaredNorm()}, ends);
    double least = 1e300, u = 0, w = 0, width = 1;
    double u_mid = 0, w_mid = 0;
    for (int round = 0; round < 12; ++round) {
      for (int i = 0; i <= 40; ++i)
        for (int k = 0; k <= 40; ++k) {
          const double x = std::clamp(u_mid + width * (i / 20.0 - 1), ends.low_A, ends.high_A);
          const double y = std::clamp(w_mid + width * (k / 20.0 - 1), ends.low_B, ends.high_B);
          const double s = (d + x * fA - y * fB).squaredNorm();
          if (s < least) least = s, u = x, w = y;
        }
      u_mid = u;
      w_mid = w;
      width *= 0.3;
    }
    EXPECT_NEAR((d + found.u * fA - found.w * fB).norm(), std::sqrt(least), 1e-6);
    EXPECT_LE((d + found.u * fA - found.w * fB).squaredNorm(), least + 1e-14);
  }
}

}  // namespace
}  // namespace invar
