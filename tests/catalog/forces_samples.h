// A small model for every force type and every non-holonomic type. The part under test is called `f`.
#pragma once

#include <ostream>
#include <string>
#include <vector>

namespace invar::sample {

struct Sample {
  std::string type;       // of the part
  std::string model;      // YAML
  bool internal = false;  // acts between bodies only: no resultant
};

// How a failing test shows the sample.
inline void PrintTo(const Sample& s, std::ostream* out) { *out << s.type << " in\n" << s.model; }

inline const std::string kPoints = R"(bodies:
  p: {type: point_mass, mass: 1, position: [0.3, -0.2, 0.5], velocity: [1, 2, -1]}
  s: {type: point_mass, mass: 2, position: [1.1, 0.4, -0.3], velocity: [-1, 0.5, 0.2]}
)";
inline const std::string kFrames = R"(bodies:
  p: {type: rigid_body, mass: 2, inertia: [1, 2, 2.5], position: [0.3, -0.2, 0.5],
      rotation: {axis: [1, 2, 3], angle: 0.7}, velocity: [1, 2, -1], angular_velocity: [0.3, -2, 1]}
  s: {type: rigid_body, mass: 1, inertia: [1, 1, 1.5], position: [1.1, 0.4, -0.3],
      rotation: {axis: [-1, 1, 0], angle: 1.1}, velocity: [0.2, -1, 0.4], angular_velocity: [1, 0.5, 0.2]}
markers:
  on_p: {on: p, at: [0.1, 0.2, -0.3], axis: [1, 1, 0]}
  on_s: {on: s, at: [-0.2, 0.15, 0.1], axis: [0, 1, 1]}
  fixed: {on: ground, at: [0.5, 0.5, 0.5]}
)";
inline const std::string kBeam = R"(elements:
  b: {type: beam, from: [0, 0, 0], to: [2, 0.5, 0], elements: 2, velocity: [1, 0, 2], angular_velocity: [0.2, -0.5, 1],
      section: {stiffness: [1e6, 4e5, 4e5, 900, 1200, 1500], mass: [2, 0.01, 0.02]}}
)";
inline const std::string kPlanar = R"(bodies:
  p: {type: planar_body, mass: 2, inertia: 0.5, position: [0.3, -0.2], angle: 0.6,
      velocity: [1, -2], angular_velocity: 1.5}
  s: {type: planar_body, mass: 1, inertia: 0.3, position: [1.2, 0.5], angle: -0.4,
      velocity: [-0.4, 0.7], angular_velocity: -2}
markers:
  on_p: {on: p, at: [0.3, 0.1]}
  on_s: {on: s, at: [-0.2, 0.25]}
)";
inline const std::string kCoordinates = R"(parameters: {k: 3}
bodies:
  p: {type: coordinate, inertia: 2, value: 0.4, rate: 1.5}
  s: {type: coordinate, inertia: 1, value: -0.7, rate: -0.5, unit: m}
)";
inline const std::string kHinge =
    kFrames + "joints:\n  hinge: {type: revolute, between: [p, s], at: [0.7, 0.1, 0], axis: [0, 0.6, 0.8]}\n";
inline const std::string kPin = kPlanar + "joints:\n  pin: {type: planar_revolute, between: [p, s], at: [0.7, 0.1]}\n";

// A shaft on a shaft.
inline const std::string kTwoPins = kPin + "  pin_s: {type: planar_revolute, between: [ground, s], at: [1.1, 0.3]}\n";

inline const std::string kSlider =
    kFrames + "joints:\n  slider: {type: prismatic, between: [p, s], at: [0.7, 0.1, 0], axis: [0, 0.6, 0.8]}\n";

// A wheel that has sunk into its road, leaning and steered a little; the numbers are of unit scale, not those of a car.
inline const std::string kWheel = R"(bodies:
  p: {type: rigid_body, mass: 2, inertia: [0.2, 0.3, 0.2], position: [0.3, -0.2, 0.62],
      rotation: {axis: [1, 0.4, 0.3], angle: 0.2}, velocity: [3, 0.2, -0.3], angular_velocity: [0.3, 4, 0.5]}
markers:
  hub: {on: p, at: [0.02, 0.05, -0.03], axis: [0.05, 1, 0.1]}
roads:
  wave: {type: cosine_bump, start: -3, length: 6, height: 0.4}
  edge: {type: ramp, start: -2, length: 4, height: 0.5, base: -0.4}
)";
inline const std::string kCalspan =
    "calspan: {A0: 20, A1: 0.5, A2: 900, A3: 0.3, A4: 1200, B1: -1e-4, B3: 1.2, B4: 1e-8, AF1: -0.001, AF2: 0.0015}";

inline const std::vector<Sample>& force_samples() {
  static const auto add = [](const std::string& bodies, const std::string& type, const std::string& keys) {
    return bodies + "forces:\n  f: {type: " + type + ", " + keys + "}\n";
  };
  static const std::vector<Sample> samples = {
      {"maxwell", add(kPoints, "maxwell", "between: [p, s], stiffness: 40, damping: 6, tension: 2"), true},
      {"maxwell",
       add(kFrames, "maxwell", "between: [p, s], at_1: [0.4, 0, 0], at_2: [1, 0, 0], stiffness: 10, damping: 1"), true},
      {"maxwell", add(kPlanar, "maxwell", "between: [on_p, on_s], stiffness: 10, damping: 30"), true},
      {"spring_damper",
       add(kPoints, "spring_damper", "between: [p, s], stiffness: 40, rest_length: 0.8, damping: 3, preload: 2"), true},
      {"spring_damper", add(kPoints, "spring_damper", "between: [p, s], stiffness: 40, rest_length: 0"), true},
      {"spring_damper",
       add(kFrames, "spring_damper",
           "between: [on_p, on_s], force: 30*x + 200*x^3, rest_length: 0.5, damping_force: 2*v + v^3"),
       true},
      {"spring_damper",
       add(kFrames, "spring_damper", "between: [p, s], at_1: [0.4, 0, 0], at_2: [1, 0, 0], stiffness: 10, damping: 1"),
       true},
      {"spring_damper",
       add(kFrames, "spring_damper", "between: [fixed, on_s], force: {table: [[-1, -9], [0, 0], [0.5, 4], [2, 30]]}")},
      {"spring_damper",
       add(kPlanar, "spring_damper", "between: [on_p, on_s], stiffness: 25, rest_length: 0.3, damping: 2"), true},
      {"torsion_spring", add(kHinge, "torsion_spring", "joint: hinge, stiffness: 5, rest_angle: 0.3, damping: 0.7")},
      {"torsion_spring", add(kPin, "torsion_spring", "joint: pin, torque: 4*sin(x) + 0.2*x, damping_torque: v*abs(v)"),
       true},
      {"joint_spring",
       add(kSlider, "joint_spring", "joint: slider, stiffness: 50, rest_displacement: 0.1, preload: 3, damping: 2"),
       true},
      {"motor", add(kSlider, "motor", "joint: slider, force: 2*cos(3*t), droop: 0.4"), true},
      // Efforts by formulas of the state.
      {"motor",
       add(kHinge, "motor",
           "joint: hinge, torque: '-3*hinge.angle - 2*hinge.angle_rate + sin(t)*p.velocity.x*cos(s.position.y)'")},
      {"motor",
       add(kPin, "motor",
           "joint: pin, torque: 'distance(on_p, s)*distance_rate(on_p, s) + position(on_p, s).x*velocity(on_p, s).y - "
           "angle_rate(p, s)*sin(angle(p, s))'")},
      {"motor",
       add(kSlider, "motor",
           "joint: slider, force: 'slider.displacement*p.omega.y - 2*s.omega_body.z + p.e2.x*on_s.velocity.z'")},
      {"applied_force",
       add(kFrames, "applied_force", "on: on_p, force: ['-3*p.omega.x', '2*on_p.velocity.y^2 + t', 0]")},
      {"applied_force", add(kFrames, "applied_force",
                            "on: on_p, force: [magnitude(p.velocity), 's.position.z^2', p.e3.z_rate], axes: body")},
      {"applied_force", add(kPlanar, "applied_force", "on: on_p, force: [-s.omega, p.angle*s.velocity.x, 0]")},
      {"applied_torque",
       add(kFrames, "applied_torque", "on: p, torque: [-p.omega.x, sin(s.position.x), t*s.omega_body.y]")},
      {"applied_torque",
       add(kFrames, "applied_torque", "on: on_p, torque: [-p.omega_body.x, -2*p.omega_body.y, 0], axes: body")},
      {"applied_torque",
       add(kPlanar, "applied_torque", "on: p, torque: [0, 0, -2*sin(p.angle) - p.omega*abs(s.omega)]")},
      {"spring_damper",
       add(kFrames, "spring_damper", "between: [on_p, on_s], tension: '40*(f.length - 0.8) + 3*f.length_rate^3'"),
       true},
      {"dc_motor",
       add(kHinge, "dc_motor",
           "joint: hinge, voltage: '3*(sin(t) - hinge.angle) + 0.2*f.current', resistance: 0.7, inductance: "
           "0.3, constant: 0.4, gear: 2, limits: [-90, 90], current: 0.2")},
      {"dc_motor", add(kPin, "dc_motor", "joint: pin, voltage: 3*t, resistance: 0.7, constant: 0.4, gear: -2"), true},
      {"hydraulic_cylinder",
       add(kFrames, "hydraulic_cylinder",
           "between: [on_p, on_s], areas: [0.5, 0.3], volumes: [0.4, 0.6], bulk_modulus: 3, flow: 0.2*sin(t), leakage: "
           "0.1, pressures: [2, 1]"),
       true},
      {"hydraulic_cylinder",
       add(kPlanar, "hydraulic_cylinder",
           "between: [on_p, s], areas: [0.5, 0.3], volumes: [0.4, 0.6], bulk_modulus: 3, opening: 'f.length - 2 - "
           "0.1*f.length_rate', flow_coefficient: 0.7, supply_pressure: 9, laminar_pressure: 0.5, pressures: [2, 1]")},
      {"rope_over_pulleys",
       add(kFrames, "rope_over_pulleys",
           "along: [on_p, fixed, on_s], rest_length: 0.4 - 0.1*sin(t), stiffness: 50, damping: 0.3, friction: 0.2, "
           "slip_speed: 2")},
      {"rope_over_pulleys",
       add(kPlanar, "rope_over_pulleys", "along: [on_p, on_s], rest_length: 0.3 + 0.02*f.length_rate, stiffness: 9")},
      {"winch",
       add(kFrames, "winch",
           "along: [fixed, on_p, s], speed: 0.2*cos(t) + 0.1*(p.velocity.x - f.rest), rest_length: 0.4, stiffness: 50, "
           "damping: 0.3, friction: 0.3, slip_speed: 2")},
      // Laws that read signals: alone, beside a law of one variable, and both at once.
      {"spring_damper",
       add(kFrames, "spring_damper",
           "between: [on_p, on_s], rest_length: 0.5, force: '30*x*(1 + 0.2*sin(t)) + 2*v*p.omega.x', damping_force: "
           "2*v + v^3"),
       true},
      {"spring_damper",
       add(kFrames, "spring_damper",
           "between: [p, on_s], stiffness: 30, rest_length: 0.5, damping_force: '3*v*(1 + 4*x^2)'"),
       true},
      {"torsion_spring", add(kHinge, "torsion_spring",
                             "joint: hinge, rest_angle: -0.2, torque: '4*x^3*(1 + p.position.z)', damping_torque: "
                             "'v*distance(on_p, on_s)'")},
      {"joint_spring",
       add(kSlider, "joint_spring",
           "joint: slider, stiffness: 50, damping_force: '2*v*(1 + x^2)', rest_displacement: 0.1"),
       true},
      // The slip of the sample is far from the edge of the friction cone in one, and beyond it in the other.
      {"brake", add(kHinge, "brake", "joint: hinge, capacity: '900 + 3*p.position.x', stiffness: 2, damping: 3")},
      {"brake",
       add(kSlider, "brake",
           "joint: slider, capacity: 2 + 0.3*slider.displacement, stiffness: 7, damping: 0.5, deflection: 20"),
       true},
      {"brake",
       add(kPin, "brake", "joint: pin, capacity: 'hinge_load + 100', stiffness: 2, damping: 0.4") +
           "inputs: {hinge_load: 3}\n",
       true},
      {"clutch",
       add(kTwoPins, "clutch", "joints: [pin, pin_s], capacity: '200 + pin.angle', stiffness: 5, damping: 2")},
      {"backlash", add(kPin, "backlash", "joint: pin, play: 0.1, middle: -9, stiffness: 30, damping: 0.01"), true},
      {"backlash", add(kSlider, "backlash", "joint: slider, play: 0.1, middle: -9, stiffness: 30"), true},
      {"backlash", add(kTwoPins, "backlash",
                       "joints: [pin, pin_s], factors: [1, 2], play: 0.02, middle: 11, stiffness: 30, damping: 0.02")},
      {"bushing",
       add(kFrames, "bushing",
           "between: [p, s], at: [0.7, 0.1, 0.2], axis: [0, 1, 1], stiffness: [10, 20, 30], "
           "rotational_stiffness: [1, 2, 3], damping: [1, 0.5, 0.2], rotational_damping: [0.1, 0.2, 0.3]"),
       true},
      {"bushing",
       add(kFrames, "bushing",
           "between: [on_p, on_s], stiffness: [10, 20, 30], rotational_stiffness: [1, 2, 3], rest: initial"),
       true},
      {"bushing",
       add(kPlanar, "bushing",
           "between: [on_p, on_s], stiffness: [10, 20, 0], rotational_stiffness: [0, 0, 3], damping: [1, 1, 0]"),
       true},
      {"applied_force", add(kFrames, "applied_force", "on: on_p, force: [3*cos(t), '2', -t]")},
      {"applied_force", add(kFrames, "applied_force", "on: on_p, force: [3*cos(t), '2', -t], axes: body")},
      {"applied_force", add(kPlanar, "applied_force", "on: on_p, force: [3*cos(t), t^2, 0]")},
      {"applied_force", add(kPlanar, "applied_force", "on: p, at: [0.5, -0.5], force: [3*cos(t), t^2, 0], axes: body")},
      {"applied_torque", add(kFrames, "applied_torque", "on: p, torque: [3*cos(t), 2, -t]")},
      {"applied_torque", add(kFrames, "applied_torque", "on: on_p, torque: [3*cos(t), 2, -t], axes: body")},
      {"applied_torque", add(kPlanar, "applied_torque", "on: p, torque: [0, 0, -t]")},
      {"linear_damping", add(kFrames, "linear_damping", "on: on_p, damping: 2, rotational_damping: 0.6")},
      {"linear_damping", add(kPlanar, "linear_damping", "on: on_p, damping: 2, rotational_damping: 0.6")},
      {"motor", add(kHinge, "motor", "joint: hinge, torque: 2 + sin(t), droop: 0.3")},
      {"motor", add(kPin, "motor", "joint: pin, torque: 2 + sin(t)"), true},
      {"central_gravity", add(kPoints, "central_gravity", "between: [p, s], strength: 7"), true},
      {"potential", add(kCoordinates, "potential", "energy: k*sin(p)")},
      {"potential", add(kCoordinates, "potential", "energy: 5*cos(p - s) + k*p*s^2 + 0.1*exp(s)")},
      {"kinetic_energy", add(kCoordinates, "kinetic_energy", "energy: 0.5*k*(1 + sin(p)^2)*p.rate^2")},
      {"kinetic_energy", add(kCoordinates, "kinetic_energy",
                             "energy: 0.5*(2*p.rate^2 + cos(p - s)*p.rate*s.rate + (1 + s^2*p^2)*s.rate^2)")},
      {"kinetic_energy", add(kCoordinates, "kinetic_energy",
                             "energy: '0.5*k*((p.rate + t*cos(s))^2 + (exp(0.3*s)*s.rate - sin(2*t))^2)'")},
      {"central_gravity", add(kFrames, "central_gravity", "between: [fixed, on_s], strength: 7")},
      {"leaf_spring",
       add(kFrames, "leaf_spring",
           "between: [on_p, on_s], axis: [0, 0.6, -0.8], stiffness: 30, free_length: 2, bump_stop: 0.2, "
           "rebound_stop: 2.5, stop_stiffness: 100, damping: 0.4"),
       true},
      {"leaf_spring", add(kFrames, "leaf_spring", "between: [p, s], force: {polynomial: [1, 20, 3]}, axis: [1, 0, 0]"),
       true},
      {"distributed_force", add(kBeam, "distributed_force", "on: b, force: [0, 3, 1], from: 0.25, to: 0.85")},
      {"distributed_force", add(kBeam, "distributed_force", "on: b, force: [0.5, 2, -1], axes: body")},
      {"rotor", add(kFrames, "rotor", "on: on_p, inertia: 0.4, rate: 7")},
      {"rotor", add(kFrames, "rotor", "on: s, axis: [0, 1, 1], inertia: 0.2, rate: -3")},
      {"tyre", add(kWheel, "tyre", "on: hub, road: wave, radius: 0.7, stiffness: 40, contact: nearest")},
      {"tyre",
       add(kWheel, "tyre",
           "on: hub, road: wave, radius: 0.7, stiffness: 40, contact: vertical, damping: 0.1, low_speed: 0.5, " +
               kCalspan)},
      {"tyre",
       add(kWheel, "tyre",
           "on: p, axis: [0, 1, 0], road: wave, radius: 0.7, stiffness: 40, contact: tangent_plane, low_speed: 0.5, "
           "friction: 0.9, slip_stiffness: 2, rolling_resistance: 0.02, spin: 1.5")},
      {"tyre",
       add(kWheel, "tyre",
           "on: hub, road: edge, radius: 0.9, stiffness: 40, contact: nearest, damping: 0.05, low_speed: 0.5, " +
               kCalspan)},
  };
  return samples;
}

inline const std::string kDisc = R"(bodies:
  p: {type: rigid_body, mass: 2, inertia: [0.2, 0.2, 0.4], position: [0.3, -0.2, 0.6],
      rotation: {axis: [1, 0.2, 0], angle: 1.2}, velocity: [1, 2, -1], angular_velocity: [0.3, -2, 1]}
markers:
  on_p: {on: p, at: [0.05, 0.02, -0.03], axis: [0.1, 0.2, 1]}
)";

inline const std::vector<Sample>& nonholonomic_samples() {
  static const auto add = [](const std::string& bodies, const std::string& type, const std::string& keys) {
    return bodies + "nonholonomic:\n  f: {type: " + type + ", " + keys + "}\n";
  };
  static const std::vector<Sample> samples = {
      {"knife_edge", add(kPlanar, "knife_edge", "on: on_p")},
      {"knife_edge", add(kPlanar, "knife_edge", "on: p, at: [0.1, 0.4], direction: [1, 1, 0]")},
      {"knife_edge", add(kDisc, "knife_edge", "on: on_p, normal: [0, 0.2, 1]")},
      {"rolling_ball", add(kDisc, "rolling_ball", "on: p, radius: 0.6")},
      {"rolling_ball", add(kDisc, "rolling_ball", "on: on_p, radius: 0.3, normal: [0, 1, 1], height: -0.2")},
      {"rolling_disc", add(kDisc, "rolling_disc", "on: p, radius: 0.6")},
      {"rolling_disc", add(kDisc, "rolling_disc", "on: on_p, radius: 0.4, normal: [0, 0.3, 1], height: 0.1")},
      {"rolling_disc", add(kDisc, "rolling_disc", "on: p, at: [0.3, -0.2, 0.7], radius: 0.6, axis: [1, 0, 0.3]")},
      {"pfaffian",
       "parameters: {k: 2}\n" +
           add(kPlanar, "pfaffian",
               "rows: [{p.x: sin(p.theta), p.y: -cos(p_theta), s.theta: k, a: 0.1*t}, {s.x: 1.5, p.theta: s.x*s.y}]")},
      {"velocity_constraint",
       "parameters: {c: 2}\n" + add(kPlanar, "velocity_constraint",
                                    "rows: [p.x_rate^2*(1 + 0.1*s.x^2) + p.y_rate*sin(p.theta) - c*t, "
                                    "s_theta_rate*p.x_rate*p.x - exp(0.2*s.y_rate)]")},
      {"velocity_constraint",
       add(kDisc, "velocity_constraint", "rows: [p.r.x_rate*p.d1.x_rate + p.d2.y*p.r.z_rate^3]")},
      {"conserved", add(kPlanar, "conserved", "formula: p.x_rate*s.y*t + p.theta_rate^2")},
  };
  return samples;
}

}  // namespace invar::sample
