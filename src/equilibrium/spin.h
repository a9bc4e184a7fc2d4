// SpinField: some of the nodes of a system turn together about an axis with constant angular velocity. With the cross
// product S = [Omega]x on every 3-vector of the coordinates (r relative to a point of the axis, directors as they are),
//
//   (S1)  v = S x,     a = S S x,     inertia force M S S x
//
// because the mass matrix couples the 3-vectors of nodes by multiples of the identity. Planar nodes turn about z.
// Scalars (angles of joints) are told by the constraints: project v afterwards.
#pragma once

#include <string>
#include <vector>

#include "invar/system/mechanical_system.h"

namespace invar {

class SpinField {
 public:
  SpinField() = default;  // nothing turns
  SpinField(const Layout& layout, const Vector3& omega, const Vector3& about, std::vector<bool> nodes);

  bool is_zero() const { return places_.empty(); }
  const Vector3& omega() const { return omega_; }
  const Vector3& about() const { return about_; }
  const std::vector<bool>& nodes() const { return nodes_; }
  // Whether every node of the system turns (scalars apart, which follow the others).
  bool turns_all() const { return !is_zero() && turns_all_; }

  void calc_velocity(Vec q, Vector& v) const;
  // S applied to a vector of changes (no offset of the axis): dv of dq.
  void calc_rate(Vec dq, Vector& dv) const;
  // r += factor M S S x.
  void add_inertia_force(const MechanicalSystem& system, Vec q, double factor, Vector& r) const;
  // K += factor M S S where K_pattern has a place (all of them for axes along x, y or z, and between nodes of elements).
  void add_stiffness(const MechanicalSystem& system, double factor, Vector& K) const;
  // K += C S: how forces that depend on velocities change with q because v = S x does.
  void add_damping_stiffness(const MechanicalSystem& system, const Vector& C, Vector& K) const;
  // 1/2 x^T M S S x = -1/2 v^T M v: potential of the inertia force.
  double calc_potential(const MechanicalSystem& system, Vec q) const;
  // Coordinates turned by an angle about the axis.
  Vector turned(Vec q, double angle) const;

 private:
  struct Place {  // a 3-vector (size 3) or a planar point (size 2) of the coordinates
    int offset, size;
    bool is_position;
  };
  void calc_acceleration(Vec q, Vector& a) const;
  // K += A B with B on every 3-vector that turns.
  void add_times(const MechanicalSystem& system, const Vector& A, const Matrix3& B, Vector& K) const;

  Vector3 omega_ = Vector3::Zero(), about_ = Vector3::Zero();
  std::vector<bool> nodes_;
  bool turns_all_ = true;
  std::vector<Place> places_;
  std::vector<int> angles_;  // planar angles
};

}  // namespace invar
