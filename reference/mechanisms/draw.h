// How random mechanisms are drawn (generate.cc): what all parts of a draw share.
#pragma once

#include "mechanisms/model.h"

namespace invar::mechanisms {

enum class Family { kSpatial, kParallel, kPlanar, kRods };

struct Draw {
  Random r;
  Family family;
  Vec3 common;  // direction of all axes of the family kParallel
};

Mat3 rotation(const Vec3& axis, Real angle);

// draw_bodies.cc: bodies not far from `near`
void add_rigid_body(Model& model, Draw& d, const Vec3& near);
void add_planar_body(Model& model, Draw& d, const Vec3& near);
void add_point(Model& model, Draw& d, const Vec3& near, double mass);

// draw_joints.cc
Vec3 random_axis(Model& model, Draw& d, const std::string& type);
std::string random_joint_type(Model& model, Draw& d, bool with_point, bool loop);
// A joint between bodies a and b, in the world at `at`: entry, rows and channels.
void add_joint(Model& model, Draw& d, const std::string& type, int a, int b, const Vec3& at, const Vec3& axis);
// A gear or coupler between coordinates of joints, if there are enough.
void add_coupling(Model& model, Draw& d);

}  // namespace invar::mechanisms
