#include "invar/elements/beam/curve.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "invar/elements/beam/interpolation.h"
#include "invar/math/rotation.h"

namespace invar {

namespace {

constexpr int kSamples = 256;

// The smallest rotation that takes unit vector a to unit vector b.
Matrix3 make_turn(const Vector3& a, const Vector3& b) {
  return Eigen::Quaterniond::FromTwoVectors(a, b).toRotationMatrix();
}

Matrix3 make_first_frame(const Vector3& tangent, const Vector3& axis_2) {
  Vector3 hint = axis_2;
  if (hint.isZero(0)) {  // d3 up: d2 = up x d1
    hint = Vector3::UnitZ().cross(tangent);
    if (hint.norm() < 1e-9) hint = Vector3::UnitY();
  }
  Matrix3 R;
  R.col(0) = tangent;
  R.col(1) = (hint - tangent * tangent.dot(hint)).normalized();
  R.col(2) = R.col(0).cross(R.col(1));
  return R;
}

struct CurvePath {
  BeamCurve::Map p, dp;
};

CurvePath make_line(const Vector3& a, const Vector3& b) {
  Vector3 d = b - a;
  return {[a, d](double u) -> Vector3 { return a + u * d; }, [d](double) { return d; }};
}

Schema arc_schema() {
  Schema s;
  s.vector3("center", "m", "center of the circle").required();
  s.direction("axis", "axis of the circle").default_value("[0, 0, 1]");
  s.number("angle", "rad", "from the first to the last point, about the axis").required();
  return s;
}

CurvePath make_arc(const Params& params, const Vector3& from) {
  const Params arc = params.group("arc");
  const Vector3 axis = arc.direction("axis");
  const double angle = arc.number("angle");
  // A point off the plane of the circle makes no arc; the center is moved along the axis instead.
  const Vector3 c = arc.vector3("center"), center = c + axis * axis.dot(from - c), arm = from - center;
  if (!(arm.norm() > 0)) arc.fail("center", "is the first point itself", "the radius must be positive");
  if (angle == 0) arc.fail("angle", "must not be zero");
  return {[=](double u) -> Vector3 { return center + make_rotation(axis, u * angle) * arm; },
          [=](double u) -> Vector3 { return angle * axis.cross(make_rotation(axis, u * angle) * arm); }};
}

CurvePath make_spline(const Params& params) {
  const SpecNode node = params.node("points");
  if (!node.is_list() || node.size() < 2)
    node.fail("needs 2 points or more", "e.g. [[0, 0, 0], [1, 0, 0.1], [2, 0, 0]]");
  std::vector<double> u{0}, x[3];
  Vector3 last = Vector3::Zero();
  for (std::size_t i = 0; i < node.size(); ++i) {
    const auto point = read_numbers(node[i], 3);
    const Vector3 p(point[0], point[1], point[2]);
    if (i > 0) {
      if (!((p - last).norm() > 0)) node[i].fail("is the same as the point before", "remove one of them");
      u.push_back(u.back() + (p - last).norm());
    }
    for (int k = 0; k < 3; ++k) x[k].push_back(p[k]);
    last = p;
  }
  const double total = u.back();
  for (double& value : u) value /= total;
  std::array<FunctionPtr, 3> f;
  for (int k = 0; k < 3; ++k) f[k] = make_table(u, x[k], Outside::kLinear, node.location(), node.path());
  return {[f](double s) { return Vector3(f[0]->value(s), f[1]->value(s), f[2]->value(s)); },
          [f](double s) { return Vector3(f[0]->derivative(s), f[1]->derivative(s), f[2]->derivative(s)); }};
}

}  // namespace

BeamCurve::BeamCurve(Map position, Map derivative, const Vector3& axis_2, FunctionPtr twist)
    : position_(std::move(position)), derivative_(std::move(derivative)), twist_(std::move(twist)) {
  sums_.push_back(0);
  for (int i = 0; i <= kSamples; ++i) {
    const double u = static_cast<double>(i) / kSamples;
    const Vector3 d = derivative_(u);
    if (!d.allFinite() || !(d.norm() > 0) || !position_(u).allFinite()) {
      fault_ = u;
      return;
    }
    const Vector3 tangent = d.stableNormalized();
    if (i == 0) {
      frames_.push_back(make_first_frame(tangent, axis_2));
      continue;
    }
    const Vector3 before = frames_.back().col(0);
    frames_.push_back(before == tangent ? frames_.back() : Matrix3(make_turn(before, tangent) * frames_.back()));
    double part = 0;
    for (const GaussPoint& g : gauss_rule(4))
      part += 0.5 * g.weight / kSamples * derivative_(u + 0.5 * (g.xi - 1) / kSamples).norm();
    sums_.push_back(sums_.back() + part);
  }
}

double BeamCurve::find_parameter(double s) const {
  const double target = s * length();
  if (s <= 0) return 0;
  if (s >= 1) return 1;
  const auto after = std::upper_bound(sums_.begin(), sums_.end(), target);
  const auto i = static_cast<std::size_t>(after - sums_.begin()) - 1;
  double low = static_cast<double>(i) / kSamples;
  double u = low + (target - sums_[i]) / (sums_[i + 1] - sums_[i]) / kSamples;
  for (int k = 0; k < 6; ++k) {
    double part = 0;
    for (const GaussPoint& g : gauss_rule(4))
      part += 0.5 * g.weight * (u - low) * derivative_(low + 0.5 * (g.xi + 1) * (u - low)).norm();
    const double step = (target - sums_[i] - part) / derivative_(u).norm();
    if (std::abs(step) < 1e-15) break;
    u += step;
  }
  return std::min(std::max(u, 0.0), 1.0);
}

Pose BeamCurve::frame(double s) const {
  const double u = find_parameter(s);
  const Vector3 tangent = derivative_(u).stableNormalized();
  const Matrix3& near = frames_[static_cast<std::size_t>(std::lround(u * kSamples))];
  Pose pose{position_(u), near.col(0) == tangent ? near : Matrix3(make_turn(near.col(0), tangent) * near)};
  if (twist_) pose.R = pose.R * make_rotation(Vector3::UnitX(), twist_->value(s));
  return pose;
}

Schema curve_schema() {
  Schema s;
  s.vector3("from", "m", "first point; default: the place named by start");
  s.vector3("to", "m", "last point of a straight beam; default: the place named by end");
  s.map("points", "points of a curved beam, joined smoothly: [[x, y, z], ...]");
  s.vector3_function_of("s", "curve", "m", "curved beam as functions of s from 0 to 1");
  s.group("arc", arc_schema(), "circular beam that begins at `from`: {center, axis, angle}");
  s.vector3("axis_2", "1", "direction towards which axis 2 of the first section points; default: axis 3 upright")
      .default_value("[0, 0, 0]");
  s.function_of("s", "twist", "rad", "angle of the sections about the axis, of s from 0 to 1").default_value("0");
  return s;
}

BeamCurve read_curve(const Params& params, const Vector3* from, const Vector3* to) {
  const std::vector<std::string> kinds = {"to", "points", "curve", "arc"};
  std::string kind;
  for (const auto& key : kinds) {
    if (!params.is_given(key)) continue;
    if (!kind.empty()) params.fail(key, "cannot be combined with " + kind, "a beam has one shape");
    kind = key;
  }
  if (kind.empty() && to) kind = "to";
  if (kind.empty())
    throw ModelError(params.location(), params.path(), "does not say where the beam is",
                     "give from and to, or points, curve or arc");
  Vector3 first = Vector3::Zero();
  if (kind == "to" || kind == "arc") {
    if (!params.has("from") && !from)
      throw ModelError(params.location(), params.path(), "needs the key \"from\"", "the first point of the beam");
    first = params.has("from") ? params.vector3("from") : *from;
  } else if (params.is_given("from")) {
    params.fail("from", "cannot be combined with " + kind, "the curve says where the beam begins");
  }
  CurvePath path;
  if (kind == "to") {
    const Vector3 last = params.is_given("to") ? params.vector3("to") : *to;
    // Nothing that is built is shorter; far from the origin the difference is rounding.
    if ((last - first).norm() <= 1e-12 + 1e-12 * std::max(first.norm(), last.norm()))
      throw ModelError(params.location(params.is_given("to") ? "to" : "from"), params.path(),
                       "has no length: its first and last point are the same", "move them apart");
    path = make_line(first, last);
  } else if (kind == "arc") {
    path = make_arc(params, first);
  } else if (kind == "points") {
    path = make_spline(params);
  } else {
    const auto& f = params.vector3_function("curve");
    path = {[f](double s) { return Vector3(f[0]->value(s), f[1]->value(s), f[2]->value(s)); },
            [f](double s) { return Vector3(f[0]->derivative(s), f[1]->derivative(s), f[2]->derivative(s)); }};
  }
  const FunctionPtr twist = params.function("twist");
  const Vector3 axis_2 = params.vector3("axis_2");
  BeamCurve curve(path.p, path.dp, axis_2, twist);
  if (curve.find_fault() >= 0)
    params.fail(kind, fmt::format("has no direction at s = {:.3g}: the curve stands still or is not finite there",
                                  curve.find_fault()));
  const Vector3 tangent = path.dp(0).stableNormalized();
  if (!axis_2.isZero(0) && axis_2.cross(tangent).norm() < 1e-6 * axis_2.norm())
    params.fail("axis_2", "is along the beam, which leaves the section's turn open", "give a direction across it");
  return curve;
}

}  // namespace invar
