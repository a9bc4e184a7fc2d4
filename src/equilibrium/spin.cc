#include "invar/equilibrium/spin.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "invar/math/rotation.h"

namespace invar {

SpinField::SpinField(const Layout& layout, const Vector3& omega, const Vector3& about, std::vector<bool> nodes)
    : omega_(omega), about_(about), nodes_(std::move(nodes)) {
  if (omega.isZero(0)) return;
  for (std::size_t i = 0; i < layout.nodes().size(); ++i) {
    const Node& node = layout.node(static_cast<int>(i));
    if (!nodes_[i]) {
      turns_all_ &= node.kind == NodeKind::kScalar;
      continue;
    }
    switch (node.kind) {
      case NodeKind::kPoint3:
        places_.push_back({node.offset, 3, true});
        break;
      case NodeKind::kFrame3:
        for (int k = 0; k < 4; ++k) places_.push_back({node.offset + 3 * k, 3, k == 0});
        break;
      case NodeKind::kFrame2:
        angles_.push_back(node.offset + 2);
        [[fallthrough]];
      case NodeKind::kPoint2:
        places_.push_back({node.offset, 2, true});
        break;
      case NodeKind::kScalar:
        break;
    }
  }
}

namespace {

Vector3 read(Vec q, int offset, int size) { return {q[offset], q[offset + 1], size == 3 ? q[offset + 2] : 0.0}; }

}  // namespace

void SpinField::calc_velocity(Vec q, Vector& v) const {
  v.setZero(q.size());
  for (const Place& p : places_) {
    Vector3 x = read(q, p.offset, p.size);
    if (p.is_position) x -= about_;
    v.segment(p.offset, p.size) = omega_.cross(x).head(p.size);
  }
  for (const int i : angles_) v[i] = omega_[2];
}

void SpinField::calc_rate(Vec dq, Vector& dv) const {
  dv.setZero(dq.size());
  for (const Place& p : places_) dv.segment(p.offset, p.size) = omega_.cross(read(dq, p.offset, p.size)).head(p.size);
}

void SpinField::calc_acceleration(Vec q, Vector& a) const {
  a.setZero(q.size());
  for (const Place& p : places_) {
    Vector3 x = read(q, p.offset, p.size);
    if (p.is_position) x -= about_;
    a.segment(p.offset, p.size) = omega_.cross(omega_.cross(x)).head(p.size);
  }
}

void SpinField::add_inertia_force(const MechanicalSystem& system, Vec q, double factor, Vector& r) const {
  if (is_zero()) return;
  Vector a;
  calc_acceleration(q, a);
  a *= factor;
  add_product(system.K_pattern(), system.M(), a, r);
}

double SpinField::calc_potential(const MechanicalSystem& system, Vec q) const {
  if (is_zero()) return 0;
  Vector v, p = Vector::Zero(q.size());
  calc_velocity(q, v);
  for (const int i : angles_) v[i] = 0;  // their energy does not depend on q
  add_product(system.K_pattern(), system.M(), v, p);
  return -0.5 * v.dot(p);
}

void SpinField::add_stiffness(const MechanicalSystem& system, double factor, Vector& K) const {
  const Matrix3 S = skew(omega_);
  add_times(system, system.M(), factor * S * S, K);
}

void SpinField::add_damping_stiffness(const MechanicalSystem& system, const Vector& C, Vector& K) const {
  add_times(system, C, skew(omega_), K);
}

void SpinField::add_times(const MechanicalSystem& system, const Vector& A, const Matrix3& B, Vector& K) const {
  if (is_zero()) return;
  const SparsePattern& pattern = system.K_pattern();
  std::vector<int> place_of(system.coordinates(), -1);
  for (std::size_t p = 0; p < places_.size(); ++p)
    for (int k = 0; k < places_[p].size; ++k) place_of[places_[p].offset + k] = static_cast<int>(p);
  for (int i = 0; i < pattern.rows; ++i)
    for (int k = pattern.start[i]; k < pattern.start[i + 1]; ++k) {
      const int j = pattern.index[k];
      if (A[k] == 0 || place_of[j] < 0) continue;
      const Place& p = places_[place_of[j]];
      for (int c = 0; c < p.size; ++c) {
        const int at = pattern.position(i, p.offset + c);
        if (at >= 0) K[at] += A[k] * B(j - p.offset, c);
      }
    }
}

Vector SpinField::turned(Vec q, double angle) const {
  Vector out = q;
  if (is_zero()) return out;
  const Matrix3 R = Eigen::AngleAxisd(angle, omega_.normalized()).toRotationMatrix();
  for (const Place& p : places_) {
    Vector3 x = read(q, p.offset, p.size);
    x = p.is_position ? Vector3(about_ + R * (x - about_)) : Vector3(R * x);
    out.segment(p.offset, p.size) = x.head(p.size);
  }
  for (const int i : angles_) out[i] += omega_[2] > 0 ? angle : -angle;
  return out;
}

}  // namespace invar
