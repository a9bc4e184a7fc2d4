#include "mechanisms/draw.h"

namespace invar::mechanisms {

namespace {

// Moments of five random points of equal mass: not principal, of a possible body.
Mat3 random_inertia(Random& r, double mass, double size) {
  Mat3 I = Mat3::Zero();
  for (int i = 0; i < 5; ++i) {
    const Vec3 s = r.vector(size);
    I += mass / 5 * (s.squaredNorm() * Mat3::Identity() - s * s.transpose());
  }
  return (I + 0.002L * mass * Mat3::Identity()).cast<double>().cast<Real>();
}

}  // namespace

Mat3 rotation(const Vec3& axis, Real angle) {
  return Eigen::AngleAxis<Real>(angle, axis.normalized()).toRotationMatrix();
}

void add_rigid_body(Model& model, Draw& d, const Vec3& near) {
  Random& r = d.r;
  Body b;
  b.name = "body_" + std::to_string(model.mechanism.bodies.size());
  b.type = "rigid_body";
  b.dofs = {0, 1, 2, 3, 4, 5};
  b.mass = r.uniform(0.5, 3);
  b.inertia = random_inertia(r, static_cast<double>(b.mass), 0.5);
  const Vec3 axis = r.direction();
  const double angle = r.uniform(-3, 3);
  b.R = rotation(axis, angle);
  std::string text = "type: rigid_body, mass: " + number(b.mass);
  Vec3 about = Vec3::Zero();
  if (r.chance(0.5)) {
    b.center = r.vector(0.2);
    text += ", center: " + list(b.center);
    about = b.center;
  }
  Mat3 given = b.inertia;
  if (r.chance(0.3)) {  // about the origin or another point
    about = r.chance(0.5) ? Vec3::Zero() : r.vector(0.3);
    text += ", inertia_about: " + (about.isZero() ? "origin" : list(about));
    const Vec3 s = about - b.center;
    const Mat3 more = b.mass * (s.squaredNorm() * Mat3::Identity() - s * s.transpose());
    given = (b.inertia + more).cast<double>().cast<Real>();
    b.inertia = given - more;
  }
  text += ", inertia: [" + number(given(0, 0)) + ", " + number(given(1, 1)) + ", " + number(given(2, 2)) + ", " +
          number(given(0, 1)) + ", " + number(given(0, 2)) + ", " + number(given(1, 2)) + "]";
  const Vec3 origin = as_doubles(near + r.vector(0.6));
  b.x = origin + b.R * b.center;
  b.v = r.vector(1);
  b.w = r.vector(2);
  text += ", position: " + list(origin) + ", rotation: {axis: " + list(axis) + ", angle: " + number(angle) + "}";
  model.mechanism.bodies.push_back(b);
  model.body_text.push_back(text);
}

void add_planar_body(Model& model, Draw& d, const Vec3& near) {
  Random& r = d.r;
  Body b;
  b.name = "body_" + std::to_string(model.mechanism.bodies.size());
  b.type = "planar_body";
  b.dofs = {0, 1, 5};
  b.mass = r.uniform(0.5, 3);
  const double inertia = r.uniform(0.02, 0.4), angle = r.uniform(-3, 3);
  b.inertia = inertia * Mat3::Identity();
  b.R = rotation(Vec3::UnitZ(), angle);
  b.x = near + r.vector(0.6);
  b.x.z() = 0;
  b.x = as_doubles(b.x);
  b.v = r.vector(1);
  b.v.z() = 0;
  b.w = Vec3(0, 0, r.uniform(-2, 2));
  model.body_text.push_back("type: planar_body, mass: " + number(b.mass) + ", inertia: " + number(inertia) +
                            ", position: " + list(b.x, 2) + ", angle: " + number(angle));
  model.mechanism.bodies.push_back(b);
}

void add_point(Model& model, Draw& d, const Vec3& near, double mass) {
  Random& r = d.r;
  Body b;
  b.name = "point_" + std::to_string(model.mechanism.bodies.size());
  b.type = model.planar ? "planar_point_mass" : "point_mass";
  b.dofs = model.planar ? std::vector<int>{0, 1} : std::vector<int>{0, 1, 2};
  b.mass = mass;
  b.x = near + r.vector(0.6);
  b.v = r.vector(1);
  if (model.planar) b.x.z() = b.v.z() = 0;
  b.x = as_doubles(b.x);
  model.body_text.push_back("type: " + b.type + ", mass: " + number(b.mass) +
                            ", position: " + list(b.x, model.planar ? 2 : 3));
  model.mechanism.bodies.push_back(b);
}

}  // namespace invar::mechanisms
