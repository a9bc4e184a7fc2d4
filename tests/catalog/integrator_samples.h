// Systems on which every method is measured, one of each class that the claims of Traits speak of.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "invar/model/model.h"
#include "invar/solve/initial_conditions.h"
#include "invar/system/assembled_system.h"

namespace invar::catalog {

struct IntegratorSample {
  std::string name;
  std::string text;
  struct Run {
    double step;
    int steps = 50;
  };
  std::map<int, Run> run;  // by order asked for: asymptotic, and far above rounding
};

inline const std::vector<IntegratorSample>& integrator_samples() {
  static const std::vector<IntegratorSample> all = {
      {"free_rigid_body",
       R"(
bodies:
  body: {type: rigid_body, mass: 1.8, center: [0.1, -0.4, 0.3], inertia: [1.1, 0.6, 0.9, 0.012, -0.015, 0.023],
         inertia_about: origin, velocity: [1, 0, 0], angular_velocity: [0.2, 2, 0.1]}
)",
       {{2, {0.02}}, {4, {0.04}}, {6, {0.08}}}},
      {"spherical_pendulum",
       R"(
gravity: [0, 0, -9.81]
bodies: {bob: {type: point_mass, mass: 1.5, position: [0.8, 0, -0.6], velocity: [0, 1.5, 0]}}
markers: {pivot: {on: ground, at: [0, 0, 0]}}
joints: {string: {type: distance, between: [pivot, bob]}}
)",
       {{2, {0.01}}, {4, {0.02}}, {6, {0.04}}}},
      {"spatial_double_pendulum",
       R"(
gravity: [0, 0, -9.81]
bodies:
  upper: {type: rigid_body, mass: 1, inertia: [0.01, 0.09, 0.08], position: [0.5, 0, 0], angular_velocity: [0, 0, 1], velocity: [0, 0.5, 0]}
  lower: {type: rigid_body, mass: 1, inertia: [0.02, 0.08, 0.09], position: [1.5, 0, 0], angular_velocity: [0.5, 0, 1], velocity: [0, 1.5, 0]}
joints:
  shoulder: {type: spherical, between: [ground, upper], at: [0, 0, 0]}
  elbow: {type: revolute, between: [upper, lower], at: [1, 0, 0], axis: [0, 1, 0.3]}
)",
       {{2, {0.005}}, {4, {0.01}}, {6, {0.02}}}},
      {"viscoelastic_link",  // with an internal variable
       R"(
bodies:
  p: {type: point_mass, mass: 1, position: [0.3, -0.2, 0.5], velocity: [0.4, 0.8, -0.5]}
  s: {type: point_mass, mass: 2, position: [1.1, 0.4, -0.3], velocity: [-0.5, 0.2, 0.1]}
forces:
  spring: {type: spring_damper, between: [p, s], stiffness: 6, rest_length: 1}
  buffer: {type: maxwell, between: [p, s], stiffness: 9, damping: 3, tension: 1}
)",
       {{2, {0.01}}, {4, {0.02}}, {6, {0.04}}}},
      {"controlled_arm",  // formulas of the state, a controller with internal variables
       R"(
gravity: [0, 0, -9.81]
bodies:
  upper: {type: rigid_body, mass: 1, inertia: [0.03, 0.08, 0.08], position: [0.5, 0, 0], angular_velocity: [0, 0, 1], velocity: [0, 0.5, 0]}
  lower: {type: rigid_body, mass: 1, inertia: [0.04, 0.08, 0.09], position: [1.5, 0, 0], angular_velocity: [0.5, 0, 1], velocity: [0, 1.5, 0]}
joints:
  shoulder: {type: spherical, between: [ground, upper], at: [0, 0, 0]}
  elbow: {type: revolute, between: [upper, lower], at: [1, 0, 0], axis: [0, 1, 0.3]}
controllers: {hold: {type: pid, input: 0.3 - elbow.angle, kp: 8, ki: 5, kd: 1, filter: 0.1, filtered_start: 0.3}}
forces:
  motor: {type: motor, joint: elbow, torque: hold.output - 0.3*elbow.angle_rate*cos(lower.position.z)}
)",
       {{2, {0.005}}, {4, {0.01}}, {6, {0.02}}}},
      {"free_linked_bodies",
       R"(
bodies:
  p: {type: rigid_body, mass: 2, inertia: [1, 2, 2.5], position: [0.3, -0.2, 0.5], rotation: {axis: [1, 2, 3], angle: 0.7},
      velocity: [0.2, 0.4, -0.1], angular_velocity: [0.3, -1, 1]}
  s: {type: rigid_body, mass: 1, inertia: [1, 1, 1.5], position: [1.1, 0.4, -0.3], angular_velocity: [1, 0.5, 0.2]}
joints: {ball: {type: spherical, between: [p, s], at: [0.7, 0.1, 0]}}
)",
       {{2, {0.02}}, {4, {0.04}}, {6, {0.08}}}},
      {"four_bar",
       R"(
gravity: [0, -9.81]
bodies:
  crank: {type: planar_body, mass: 1, inertia: 0.1, position: [0, 0.5], velocity: [-1.5, 0], angular_velocity: 3}
  coupler: {type: planar_body, mass: 1, inertia: 0.35, position: [1, 1.25], velocity: [-3, 0]}
  rocker: {type: planar_body, mass: 1, inertia: 0.2, position: [2, 0.75], velocity: [-1.5, 0], angular_velocity: 2}
joints:
  A: {type: planar_revolute, between: [ground, crank], at: [0, 0]}
  B: {type: planar_revolute, between: [crank, coupler], at: [0, 1]}
  C: {type: planar_revolute, between: [coupler, rocker], at: [2, 1.5]}
  D: {type: planar_revolute, between: [rocker, ground], at: [2, 0]}
)",
       {{2, {0.005}}, {4, {0.01}}, {6, {0.016}}}},
      {"masses_and_springs",
       R"(
bodies:
  a: {type: point_mass, mass: 1, position: [0, 0, 0], velocity: [0.3, 0, 0.2]}
  b: {type: point_mass, mass: 2, position: [1, 0.2, 0], velocity: [0, 1, 0]}
  c: {type: point_mass, mass: 1.5, position: [0.3, 1, 0.5], velocity: [-0.5, 0, 0.1]}
forces:
  ab: {type: spring_damper, between: [a, b], rest_length: 0.9, stiffness: 20}
  bc: {type: spring_damper, between: [b, c], rest_length: 1.1, stiffness: 30}
  ca: {type: spring_damper, between: [c, a], rest_length: 1, stiffness: 10}
)",
       {{2, {0.02}}, {4, {0.04}}, {6, {0.08}}}},
      {"free_planar_bodies",
       R"(
bodies:
  a: {type: planar_body, mass: 1, inertia: 0.2, position: [0, 0], velocity: [0.3, 0], angular_velocity: 1}
  b: {type: planar_body, mass: 2, inertia: 0.5, position: [1, 0.2], angle: 0.4, angular_velocity: -2}
joints: {pin: {type: planar_revolute, between: [a, b], at: [0.4, 0.3]}}
)",
       {{2, {0.02}}, {4, {0.04, 100}}, {6, {0.08}}}},
      {"driven_crank",
       R"(
gravity: [0, -9.81]
bodies:
  crank: {type: planar_body, mass: 1, inertia: 0.05, position: [0.2, 0]}
  arm: {type: planar_body, mass: 1, inertia: 0.1, position: [0.4, -0.3], angle: -90*deg, angular_velocity: 1.5, velocity: [0.45, 0]}
joints:
  A: {type: planar_revolute, between: [ground, crank], at: [0, 0]}
  B: {type: planar_revolute, between: [crank, arm], at: [0.4, 0]}
drives: {motor: {type: angle, joint: A, value: 2*t + 0.3*sin(3*t)}}
)",
       {{2, {0.01}}, {4, {0.02, 200}}, {6, {0.04}}}},
      {"driven_spatial_arm",
       R"(
gravity: [0, 0, -9.81]
bodies:
  crank: {type: rigid_body, mass: 1, inertia: [0.02, 0.05, 0.05], position: [0.2, 0, 0]}
  arm: {type: rigid_body, mass: 1, inertia: [0.1, 0.1, 0.02], position: [0.4, 0, -0.3], angular_velocity: [1.5, 0, 0], velocity: [0, 0.45, 0]}
joints:
  A: {type: revolute, between: [ground, crank], at: [0, 0, 0], axis: [0, 0, 1]}
  B: {type: revolute, between: [crank, arm], at: [0.4, 0, 0], axis: [1, 0, 0]}
drives: {motor: {type: angle, joint: A, value: 2*t + 0.3*sin(3*t)}}
)",
       {{2, {0.01}}, {4, {0.02, 200}}, {6, {0.04}}}},
      {"chaplygin_sleigh",
       R"(
bodies: {sleigh: {type: planar_body, mass: 1, inertia: 0.2, position: [0.3, 0], velocity: [0.5, 0.3], angular_velocity: 1}}
markers: {blade: {on: sleigh, at: [-0.3, 0]}}
nonholonomic: {edge: {type: knife_edge, on: blade}}
)",
       {{2, {0.02}}, {4, {0.04}}, {6, {0.16}}}},
      {"damped_pendulums",
       R"(
gravity: [0, 0, -9.81]
bodies:
  a: {type: point_mass, mass: 1, position: [1, 0, 0], velocity: [0, 0.5, 0]}
  b: {type: point_mass, mass: 2, position: [1.5, 0.5, 0]}
markers: {pivot: {on: ground, at: [0, 0, 0]}}
joints: {string: {type: distance, between: [pivot, a]}}
forces: {link: {type: spring_damper, between: [a, b], rest_length: 0.6, stiffness: 40, damping: 1.5}}
)",
       {{2, {0.01}}, {4, {0.02}}, {6, {0.04}}}},
  };
  return all;
}

// A sample ready to run: consistent positions and velocities.
struct ReadySystem {
  explicit ReadySystem(const std::string& text) : ReadySystem(load_model_text("model: sample\n" + text)) {}
  explicit ReadySystem(std::shared_ptr<const Model> m)
      : model(std::move(m)), system(model->assembly), start(model->initial) {
    status = solve_initial_conditions(system, start).status;
  }
  std::shared_ptr<const Model> model;
  AssembledSystem system;
  State start;
  Status status;
};

}  // namespace invar::catalog
