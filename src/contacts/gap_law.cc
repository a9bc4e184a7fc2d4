#include "invar/contacts/gap_law.h"

#include <algorithm>
#include <cmath>

#include "invar/contacts/closest.h"
#include "invar/core/local_matrix.h"

namespace invar {

namespace {

class PlaneGap final : public GapLaw {
 public:
  explicit PlaneGap(double radius) : R_(radius) {}
  double g(Vec e) const override { return e[0] - R_; }
  void add_g_e(Vec, VecOut out) const override { out[0] += 1; }
  void add_g_ee(Vec, double, MatOut) const override {}
  void add_g_bar(Vec, Vec, VecOut out) const override { out[0] += 1; }
  void add_g_bar_tangent(Vec, Vec, double, MatOut) const override {}

 private:
  double R_;
};

// Gaps by a squared distance s(e) of type Square.
template <class Square>
class DistanceGap final : public GapLaw {
 public:
  DistanceGap(Square square, double radius, bool inside) : square_(square), R_(radius), sign_(inside ? -1 : 1) {}

  double g(Vec e) const override { return sign_ * (length(e) - R_); }
  void add_g_e(Vec e, VecOut out) const override {
    LocalVector s_e = Vector::Zero(e.size());
    square_.add_s_e(e, s_e);
    out += sign_ / (2 * length(e)) * s_e;
  }
  void add_g_ee(Vec e, double weight, MatOut out) const override {
    const double l = length(e);
    LocalVector s_e = Vector::Zero(e.size());
    square_.add_s_e(e, s_e);
    square_.add_s_ee(e, sign_ * weight / (2 * l), out);
    out -= sign_ * weight / (4 * l * l * l) * s_e.lazyProduct(s_e.transpose());
  }
  void add_g_bar(Vec e0, Vec e1, VecOut out) const override {
    LocalVector s_bar = Vector::Zero(e0.size());
    square_.add_s_bar(e0, e1, s_bar);
    out += sign_ / (length(e0) + length(e1)) * s_bar;
  }
  void add_g_bar_tangent(Vec e0, Vec e1, double weight, MatOut out) const override {
    const double l1 = length(e1), sum = length(e0) + l1;
    LocalVector s_bar = Vector::Zero(e0.size()), s_e = s_bar;
    square_.add_s_bar(e0, e1, s_bar);
    square_.add_s_e(e1, s_e);
    square_.add_s_bar_tangent(e0, e1, sign_ * weight / sum, out);
    out -= sign_ * weight / (2 * l1 * sum * sum) * s_bar.lazyProduct(s_e.transpose());
  }
  bool admits(Vec e) const override { return square_.s(e) > 0; }

 private:
  // Where the centers meet, the normal has no direction.
  double length(Vec e) const {
    const double s = square_.s(e);
    return s > 1e-200 ? std::sqrt(s) : 1e-100;
  }
  Square square_;
  double R_, sign_;
};

struct BallSquare {
  double s(Vec e) const { return e[0]; }
  void add_s_e(Vec, VecOut out) const { out[0] += 1; }
  void add_s_ee(Vec, double, MatOut) const {}
  void add_s_bar(Vec, Vec, VecOut out) const { out[0] += 1; }
  void add_s_bar_tangent(Vec, Vec, double, MatOut) const {}
};

// A ball (e: d.d, d.f_B, f_B.f_B) or a segment (e: d.d, d.f_A, d.f_B, f_A.f_B, f_A.f_A, f_B.f_B) and a segment: (G3). The axes are
// unit vectors at the ends of steps; with their squares among the invariants s is a squared length everywhere.
template <int kSize>
class SegmentsSquare {
 public:
  explicit SegmentsSquare(const SegmentEnds& ends) : ends_(ends) {}

  double s(Vec e) const { return s_e(closest(e)).dot(e); }
  void add_s_e(Vec e, VecOut out) const { out += s_e(closest(e)); }
  void add_s_ee(Vec e, double weight, MatOut out) const {
    const Closest p = closest(e);
    out += weight * s_e_by_closest(p) * closest_e(e, p);
  }
  void add_s_bar(Vec e0, Vec e1, VecOut out) const {
    const Mix m = mix(e0, e1);
    out += (1 - m.beta) * s_e(m.p0) + m.beta * s_e(m.p1);
  }
  void add_s_bar_tangent(Vec e0, Vec e1, double weight, MatOut out) const {
    const Mix m = mix(e0, e1);
    const ClosestByE p1_e = closest_e(e1, m.p1);
    if (m.differs) {
      const double sum = m.E0 + m.E1;
      const Gradient difference = s_e(m.p1) - s_e(m.p0);
      // E1 by the envelope theorem; E0 through the closest points of e1.
      const auto [g_u, g_w] = slopes(e0, m.p1);
      const Eigen::Matrix<double, 1, kSize> dE1 = -difference.transpose(), dE0 = g_u * p1_e.row(0) + g_w * p1_e.row(1);
      out += weight / (sum * sum) * difference * (m.E0 * dE1 - m.E1 * dE0);
    }
    out += weight * m.beta * s_e_by_closest(m.p1) * p1_e;
  }

 private:
  // Below, closest points differ by x < 3e-7 of the distance, which their rounding fills; beta = 1/2 then misses s by x^3.
  static constexpr double kNoExcess = 1e-13;
  using Closest = ClosestPoints<double>;
  using Gradient = Eigen::Matrix<double, kSize, 1>;
  using ClosestByE = Eigen::Matrix<double, 2, kSize>;

  static AxisProducts<double> products(Vec e) {
    if constexpr (kSize == 3)
      return {0, e[1], 0, 1, e[2]};
    else
      return {e[1], e[2], e[3], e[4], e[5]};
  }
  Closest closest(Vec e) const { return find_closest(products(e), ends_); }
  // s is affine in e: this is its gradient, and s itself.
  static Gradient s_e(const Closest& p) {
    if constexpr (kSize == 3)
      return Gradient(1, -2 * p.w, p.w * p.w);
    else
      return (Gradient() << 1, 2 * p.u, -2 * p.w, -2 * p.u * p.w, p.u * p.u, p.w * p.w).finished();
  }
  static Eigen::Matrix<double, kSize, 2> s_e_by_closest(const Closest& p) {
    Eigen::Matrix<double, kSize, 2> D;
    if constexpr (kSize == 3)
      D << 0, 0, 0, -2, 0, 2 * p.w;
    else
      D << 0, 0, 2, 0, 0, -2, -2 * p.w, -2 * p.u, 2 * p.u, 0, 0, 2 * p.w;
    return D;
  }
  // Derivatives of s by (u, w).
  static std::pair<double, double> slopes(Vec e, const Closest& p) {
    const auto x = products(e);
    return {2 * (p.u * x.aa + x.da - p.w * x.ab), 2 * (p.w * x.bb - x.db - p.u * x.ab)};
  }
  // d(u, w)/de: what is free keeps its slope at zero.
  static ClosestByE closest_e(Vec e, const Closest& p) {
    const auto x = products(e);
    ClosestByE D = ClosestByE::Zero(), r = ClosestByE::Zero();  // r: half the negative slopes by e
    if constexpr (kSize == 3)
      r.row(1) << 0, 1, -p.w;
    else
      r << 0, -1, 0, p.w, -p.u, 0, 0, 0, 1, p.u, 0, -p.w;
    if (p.u_free && p.w_free) {
      const double det = x.aa * x.bb - x.ab * x.ab;
      D.row(0) = (x.bb * r.row(0) + x.ab * r.row(1)) / det;
      D.row(1) = (x.ab * r.row(0) + x.aa * r.row(1)) / det;
    } else if (p.u_free) {
      D.row(0) = r.row(0) / x.aa;
    } else if (p.w_free) {
      D.row(1) = r.row(1) / x.bb;
    }
    return D;
  }
  // s(e, p) - s(e, own) without cancellation, `own` being the closest at e.
  static double excess(Vec e, const Closest& own, const Closest& p) {
    const auto x = products(e);
    const double du = p.u - own.u, dw = p.w - own.w;
    auto [g_u, g_w] = slopes(e, own);
    if (own.u_free) g_u = 0;
    if (own.w_free) g_w = 0;
    return std::max(0.0, g_u * du + g_w * dw + x.aa * du * du + x.bb * dw * dw - 2 * x.ab * du * dw);
  }
  struct Mix {
    Closest p0, p1;
    double E0, E1, beta;
    bool differs = false;
  };
  Mix mix(Vec e0, Vec e1) const {
    Mix m{closest(e0), closest(e1), 0, 0, 0.5};
    m.E0 = excess(e0, m.p0, m.p1);
    m.E1 = excess(e1, m.p1, m.p0);
    m.differs = m.E0 + m.E1 > (kSize == 3 ? 1e-140 : kNoExcess) * (s_e(m.p0).dot(e0) + s_e(m.p1).dot(e1));
    if (m.differs) m.beta = m.E1 / (m.E0 + m.E1);
    return m;
  }

  SegmentEnds ends_;
};

}  // namespace

GapLawPtr make_plane_gap(double radius) { return std::make_shared<PlaneGap>(radius); }
GapLawPtr make_ball_gap(double radius, bool inside) {
  return std::make_shared<DistanceGap<BallSquare>>(BallSquare{}, radius, inside);
}
GapLawPtr make_segment_gap(double radius, double low, double high, bool inside) {
  return std::make_shared<DistanceGap<SegmentsSquare<3>>>(SegmentsSquare<3>({0, 0, low, high}), radius, inside);
}
GapLawPtr make_two_segments_gap(double radius, double low_A, double high_A, double low_B, double high_B) {
  return std::make_shared<DistanceGap<SegmentsSquare<6>>>(SegmentsSquare<6>({low_A, high_A, low_B, high_B}), radius,
                                                          false);
}

}  // namespace invar
