#include "invar/forces/wheel_contact.h"

#include <cmath>

namespace invar {

namespace {

// Wheels may rise far above the road; its nearest point matters only while they touch it.
constexpr double kReach = 1.05;

}  // namespace

WheelDeflection WheelRoad::calc_deflection(const Vector3& c) const {
  WheelDeflection w;
  if (rule_ == ContactRule::kNearest) {
    const RoadFoot foot = road_->nearest(c[0], c[2], kReach * radius_);
    w.delta = radius_ - foot.distance;
    w.gradient = Vector3(-foot.n_x, 0, -foot.n_z);
    const Vector3 t(foot.n_z, 0, -foot.n_x);
    w.hessian = -foot.bend * t * t.transpose();
  } else {
    const RoadPoint p = road_->at(c[0]);
    w.delta = radius_ - (c[2] - p.height);
    w.gradient = Vector3(p.slope, 0, -1);
    w.hessian(0, 0) = p.curvature;
  }
  return w;
}

WheelContact WheelRoad::calc_contact(const Vector3& c) const {
  WheelContact w;
  if (rule_ == ContactRule::kNearest) {
    w.spring = calc_deflection(c);
    w.n = -w.spring.gradient;
    w.n_c = -w.spring.hessian;
    w.nu = w.spring.delta;
    w.nu_c = w.spring.gradient;
    w.distance = radius_ - w.nu;
    w.distance_c = -w.nu_c;
    w.touches = w.nu > 0;
    return w;
  }
  const RoadPoint p = road_->at(c[0]);
  const double g = c[2] - p.height, s = p.slope, N = 1 / std::sqrt(1 + s * s);
  const double N_x = -s * p.curvature * N * N * N;
  w.spring.delta = radius_ - g;
  w.spring.gradient = Vector3(s, 0, -1);
  w.spring.hessian(0, 0) = p.curvature;
  w.n = Vector3(-s * N, 0, N);
  w.n_c.col(0) = Vector3(-p.curvature * N - s * N_x, 0, N_x);
  w.distance = g * N;
  w.distance_c = Vector3(-s * N + g * N_x, 0, N);
  if (rule_ == ContactRule::kTangentPlane) {
    w.nu = radius_ - w.distance;
    w.nu_c = -w.distance_c;
  } else {
    w.nu = w.spring.delta * N;
    w.nu_c = N * w.spring.gradient + Vector3(w.spring.delta * N_x, 0, 0);
  }
  w.touches = w.nu > 0;
  return w;
}

}  // namespace invar
