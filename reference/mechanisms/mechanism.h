// Bodies, constraints and forces of a mechanism in maximal coordinates: center of mass and quaternion of each body. The
// equations are those of Newton and Euler,
//   (N1)  m a = F,   I alpha + w x I w = T     about the center of mass, in world axes,
//   (N2)  M a = Q + J^T lambda,   J a + bias = 0.
// Everything that joints, springs and drives need is a measure: a scalar function of poses and time. A row of a constraint
// is a measure that stays zero, a spring or motor is an effort along a measure.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "mechanisms/jet.h"

namespace invar::mechanisms {

// A place on a body (0 is the ground): point relative to the center of mass and a triad, both in body axes.
struct Place {
  int body = 0;
  Vec3 point = Vec3::Zero();
  Mat3 axes = Mat3::Identity();
};

struct Pose {
  Jet3 x, d[3];  // center of mass and body axes, in the world
};

Jet3 point_of(const Pose* poses, const Place& place);
Jet3 axis_of(const Pose* poses, const Place& place, int k);
Jet3 direction_of(const Pose* poses, int body, const Vec3& in_body);

struct Measure {
  std::vector<int> bodies;  // whose poses it depends on
  std::function<Jet(const Pose*, const Jet& t)> value;
  bool angle = false;      // value is known up to whole turns
  bool of_angles = false;  // depends on such angles, so that the value jumps; rates are right
};

struct Body {
  std::string name, type;
  Real mass = 0;
  Mat3 inertia = Mat3::Identity();                            // about the center of mass, in body axes
  Vec3 center = Vec3::Zero();                                 // from the origin to the center of mass, in body axes
  std::vector<int> dofs;                                      // of vx, vy, vz, wx, wy, wz: those that the body has
  Vec3 x = Vec3::Zero(), v = Vec3::Zero(), w = Vec3::Zero();  // at the start; of the center of mass
  Mat3 R = Mat3::Identity();
};

// Mass of a uniform rod on the velocities of two points; `a` may be the ground.
struct RodMass {
  int a, b;
  Real mass;
};

// A function of time or of a deflection, with the text that the model file has.
struct Function {
  std::string text;
  std::function<Jet(const Jet&)> value;
};

struct Row {
  int measure;
  Jet offset;                            // subtracted from the measure
  std::function<Jet(const Jet&)> given;  // function of time, subtracted too; empty: none
  bool of_rate = false;                  // the rate of the measure, not the measure, follows `given`
  int drive = -1;                        // account of its work
};

enum class Account { kPotential, kApplied, kDissipated };

// Effort along a measure: Q = effort * gradient.
struct Effort {
  int measure;
  Account account;
  std::function<Real(Real t, Real e, Real rate)> effort;
  std::function<Real(Real e)> energy;  // potential only
};

struct Load {  // force at the center of mass and torque about it, in world axes
  int body;
  Account account;
  std::function<void(Real t, const Mat3& R, const Vec3& x, const Vec3& v, const Vec3& w, Vec3& force, Vec3& torque)>
      value;
};

struct Mechanism {
  static Body ground();
  Vec3 gravity = Vec3::Zero();
  std::vector<Body> bodies{ground()};
  std::vector<RodMass> rods;
  std::vector<Measure> measures;
  std::vector<Row> rows;
  std::vector<Effort> efforts;
  std::vector<Load> loads;
  int drives = 0;  // accounts of the work of drives

  int add(Measure m) {
    measures.push_back(std::move(m));
    return static_cast<int>(measures.size()) - 1;
  }
  int add_row(Measure m);  // whose value at the start is subtracted
};

// Everything at one instant.
struct Instant {
  Real t = 0;
  std::vector<Vec3> x, v, w, a, alpha;  // by body; of the center of mass
  std::vector<Mat3> R;
  std::vector<Jet> measures;    // at the actual accelerations
  std::vector<MatX> gradients;  // of each measure, 6 x (its bodies): force and torque that a unit effort gives
  VecX lambda;                  // by row
  std::vector<VecX> null;       // directions in which lambda is not determined, each of largest entry 1
  Real condition = 0;           // smallest over largest diagonal entry of the factor of the independent rows
  int rank = 0, dofs = 0;
  Real power_applied = 0, dissipation = 0, kinetic = 0, potential = 0;
  VecX power_drives;

  // Force and torque about the center of mass that a row gives body b, for lambda = 1.
  void add_wrench(const Mechanism& m, int row, Real lambda, int b, Vec3& force, Vec3& torque) const;
};

// State: x, quaternion (w, x, y, z), v, w of each body but the ground; turns of measures that are angles; work applied,
// dissipated, of each drive.
VecX start_state(const Mechanism& m);
// Without `all`, measures that neither rows nor efforts need have no gradient.
Instant evaluate(const Mechanism& m, Real t, const VecX& y, bool all = true);
void rate_of_state(const Mechanism& m, Real t, const VecX& y, VecX& ydot);

struct Works {
  Real applied, dissipated;
  VecX drives;
};
Works works_of(const Mechanism& m, const VecX& y);

// Degrees of freedom that the bodies have without constraints, and columns of each.
int count_dofs(const Mechanism& m);

// The nearest velocities, in the metric of the mass, that satisfy the rows at t = 0. Returns the largest residual.
Real project_velocities(Mechanism& m);

}  // namespace invar::mechanisms
