// Values of affine vectors and of the motion of bodies at given coordinates: for channels and for building.
#pragma once

#include <functional>
#include <string>

#include "invar/core/layout.h"
#include "invar/discrete/affine_vector.h"
#include "invar/parts/channel.h"

namespace invar {

Vector3 calc_value(const Layout& layout, const AffineVector& x, Vec q);
Vector3 calc_rate(const Layout& layout, const AffineVector& x, Vec q, Vec v);
Vector3 calc_second_rate(const Layout& layout, const AffineVector& x, Vec q, Vec v, Vec a);

// Angular velocity of a frame (spatial or planar) in world axes: 1/2 sum d_i x v_di.
Vector3 calc_angular_velocity(const Layout& layout, int node, Vec q, Vec v);
Vector3 calc_angular_acceleration(const Layout& layout, int node, Vec q, Vec v, Vec a);
// Rotation matrix [d1 d2 d3] of a frame.
Matrix3 calc_rotation(const Layout& layout, int node, Vec q);

// Force and torque about `about` that a generalized force Q (global) exerts on a node.
struct Wrench {
  Vector3 force = Vector3::Zero();
  Vector3 torque = Vector3::Zero();
};
// NAME.force.* [N] and NAME.torque.* [N m], evaluated together.
void offer_wrench(ChannelList& out, const std::string& name, unsigned needs, bool with_torque,
                  std::function<Wrench(const Snapshot&)> wrench);

Wrench calc_wrench(const Layout& layout, int node, Vec q, Vec Q, const Vector3& about);

}  // namespace invar
