#include "invar/testing/term_checker.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "invar/math/rotation.h"

namespace invar {

namespace {

int total_size(const CheckOptions& options) {
  int size = 0;
  for (const NodeKind kind : options.nodes) size += node_size(kind);
  if (options.nodes.empty()) size = options.size;
  if (size <= 0)
    throw std::invalid_argument("check_term: give the kinds of the local nodes, or the number of coordinates");
  if (options.rigid_motion_invariant && options.nodes.empty())
    throw std::invalid_argument("check_term: rigid_motion_invariant needs the kinds of the local nodes");
  return size;
}

}  // namespace

TermChecker::TermChecker(const CheckOptions& options)
    : options_(options), size_(total_size(options)), generator_(options.seed) {}

Vector TermChecker::random(int n) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  Vector x(n);
  for (int i = 0; i < n; ++i) x[i] = uniform(generator_);
  return x;
}

double TermChecker::time() { return options_.time * (1 + 0.5 * random(1)[0]); }

Matrix3 TermChecker::random_rotation() {
  const Vector r = random(4);
  if (planar()) return make_rotation(Vector3::UnitZ(), 3 * r[3]);
  return make_rotation(r.head<3>().norm() > 1e-3 ? Vector3(r.head<3>()) : Vector3(Vector3::UnitX()), 3 * r[3]);
}

Vector3 TermChecker::random_shift() {
  Vector3 shift = options_.scale * random(3);
  if (planar()) shift[2] = 0;
  return shift;
}

Vector TermChecker::point() {
  if (options_.point) return options_.point(generator_);
  Vector q = options_.scale * random(size_);
  int at = 0;
  for (const NodeKind kind : options_.nodes) {
    if (kind == NodeKind::kFrame3) {
      const Vector r = random(4);
      const Matrix3 R = make_rotation(Vector3(r.head<3>()) + Vector3(0, 0, 1e-3), 3 * r[3]);
      for (int i = 0; i < 3; ++i) q.segment<3>(at + 3 + 3 * i) = R.col(i);
    }
    at += node_size(kind);
  }
  return q;
}

const std::vector<double>& TermChecker::increments() {
  static const std::vector<double> factors = {10, 1, 0.3, 1e-2, 1e-5, 1e-9, 1e-12};
  return factors;
}

void TermChecker::expect(bool holds, const std::string& statement) {
  if (holds || !report_.ok) return;
  report_ = {false, statement};
}

void TermChecker::expect_close(const Matrix& a, const Matrix& b, double tolerance, const std::string& statement,
                               double magnitude) {
  if (!report_.ok) return;
  const double scale = 1 + magnitude + std::max(a.cwiseAbs().maxCoeff(), b.cwiseAbs().maxCoeff());
  for (int j = 0; j < a.cols(); ++j) {
    for (int i = 0; i < a.rows(); ++i) {
      if (std::abs(a(i, j) - b(i, j)) <= tolerance * scale) continue;  // false for NaN, too
      const std::string entry = a.cols() > 1 ? fmt::format("({}, {})", i, j) : fmt::format("{}", i);
      return expect(false, fmt::format("{}: entry {} is {:.9g}, should be {:.9g} (allowed difference {:.1e})",
                                       statement, entry, a(i, j), b(i, j), tolerance * scale));
    }
  }
}

Vector TermChecker::added(const char* name, int rows, const std::function<void(VecOut)>& add) {
  return added(name, rows, 1, [&](MatOut out) { add(out.col(0)); }).col(0);
}

Matrix TermChecker::added(const char* name, int rows, int columns, const std::function<void(MatOut)>& add) {
  Matrix from_zero = Matrix::Zero(rows, columns), from_one = Matrix::Ones(rows, columns);
  add(from_zero);
  add(from_one);
  const double allowed = 1e-9 * (1 + from_zero.cwiseAbs().maxCoeff());
  expect(from_zero.allFinite(), fmt::format("{} gives values that are not finite", name));
  expect(((from_one - from_zero).array() - 1).abs().maxCoeff() <= allowed,
         fmt::format("{} overwrites its output instead of adding to it", name));
  return from_zero;
}

namespace {
// Order 4: truncation h^4/30 and rounding eps/h are both near 1e-13 for functions of unit scale.
constexpr double kStep = 1e-3;
}  // namespace

Matrix TermChecker::difference(const std::function<Vector(const Vector&)>& f, const Vector& x) {
  Matrix J;
  for (int j = 0; j < x.size(); ++j) {
    Vector y = x;
    const Vector column = difference(
        [&](double xj) {
          y[j] = xj;
          return f(y);
        },
        x[j]);
    if (j == 0) J.resize(column.size(), x.size());
    J.col(j) = column;
  }
  return J;
}

Vector TermChecker::difference(const std::function<Vector(double)>& f, double x) {
  const double h = kStep;
  return (8 * (f(x + h) - f(x - h)) - (f(x + 2 * h) - f(x - 2 * h))) / (12 * h);
}

bool TermChecker::planar() const {
  return std::any_of(options_.nodes.begin(), options_.nodes.end(),
                     [](NodeKind k) { return k == NodeKind::kFrame2 || k == NodeKind::kPoint2; });
}

bool TermChecker::has_planar_frames() const {
  return std::count(options_.nodes.begin(), options_.nodes.end(), NodeKind::kFrame2) > 0;
}

Vector TermChecker::moved(const Vector& q, const Matrix3& R, const Vector3& shift) const {
  Vector y = q;
  int at = 0;
  for (const NodeKind kind : options_.nodes) {
    switch (kind) {
      case NodeKind::kFrame3:
        for (int i = 1; i < 4; ++i) y.segment<3>(at + 3 * i) = R * q.segment<3>(at + 3 * i);
        [[fallthrough]];
      case NodeKind::kPoint3:
        y.segment<3>(at) = R * q.segment<3>(at) + shift;
        break;
      case NodeKind::kFrame2:
        y[at + 2] += std::atan2(R(1, 0), R(0, 0));
        [[fallthrough]];
      case NodeKind::kPoint2:
        y.segment<2>(at) = R.topLeftCorner<2, 2>() * q.segment<2>(at) + shift.head<2>();
        break;
      case NodeKind::kScalar:
        break;
    }
    at += node_size(kind);
  }
  return y;
}

Vector3 TermChecker::total_force(const Vector& f) const {
  Vector3 sum = Vector3::Zero();
  int at = 0;
  for (const NodeKind kind : options_.nodes) {
    const int d = kind == NodeKind::kScalar ? 0 : kind == NodeKind::kPoint2 || kind == NodeKind::kFrame2 ? 2 : 3;
    sum.head(d) += f.segment(at, d);
    at += node_size(kind);
  }
  if (planar()) sum[2] = 0;  // the plane holds the planar nodes
  return sum;
}

Vector3 TermChecker::total_moment(const Vector& q, const Vector& f) const {
  Vector3 sum = Vector3::Zero();
  int at = 0;
  for (const NodeKind kind : options_.nodes) {
    if (kind == NodeKind::kPoint2) sum[2] += q[at] * f[at + 1] - q[at + 1] * f[at];
    if (kind == NodeKind::kPoint3 || kind == NodeKind::kFrame3)
      for (int i = 0; i < node_size(kind); i += 3) sum += q.segment<3>(at + i).cross(f.segment<3>(at + i));
    at += node_size(kind);
  }
  if (planar()) sum.head<2>().setZero();
  return sum;
}

}  // namespace invar
