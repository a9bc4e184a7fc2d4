// Contact of a wheel, seen as a disc of radius R with center c, with a road (parts/road_profile.h).
//
// The spring has an energy: k/2 delta^2 of a deflection delta(c) > 0. Its force -k delta grad delta is not in all rules
// the whole normal force, which is k nu along the normal n. What remains,
//   (W1)  k (nu n + delta grad delta),
// is no gradient and has power of its own.
//
//   rule           delta                     nu               normal force
//   nearest        R - d                     delta            all of it is the gradient: (W1) = 0
//   tangent_plane  R - g                     R - g/H          on the plane that touches the road below the center
//   vertical       R - g                     (R - g)/H        the same plane, deflection measured vertically [Frik1993]
//
// d is the distance to the nearest point of the road; g = c_z - h(c_x) is the height above the road straight below,
// H = sqrt(1 + h'^2). On a level road all three agree.
#pragma once

#include "invar/parts/road_profile.h"

namespace invar {

enum class ContactRule { kNearest, kTangentPlane, kVertical };

struct WheelDeflection {
  double delta = 0;
  Vector3 gradient = Vector3::Zero();
  Matrix3 hessian = Matrix3::Zero();
};

// With derivatives by c; n_c(i, j) = d n_i / d c_j.
struct WheelContact {
  bool touches = false;
  WheelDeflection spring;
  double nu = 0, distance = 0;  // distance of c from the plane of contact, along n
  Vector3 nu_c = Vector3::Zero(), distance_c = Vector3::Zero(), n = Vector3::UnitZ();
  Matrix3 n_c = Matrix3::Zero();
};

class WheelRoad {
 public:
  WheelRoad(RoadProfilePtr road, double radius, ContactRule rule)
      : road_(std::move(road)), radius_(radius), rule_(rule) {}
  double radius() const { return radius_; }
  ContactRule rule() const { return rule_; }
  const RoadProfile& road() const { return *road_; }

  WheelDeflection calc_deflection(const Vector3& c) const;
  WheelContact calc_contact(const Vector3& c) const;

 private:
  RoadProfilePtr road_;
  double radius_;
  ContactRule rule_;
};

}  // namespace invar
