// Every controller type on a hinge, where it drives a motor; `c` is the controller, `f` the motor. No sample reaches a kink.
#pragma once

#include "catalog/forces_samples.h"

namespace invar::sample {

inline const std::vector<Sample>& controller_samples() {
  static const auto add = [](const std::string& type, const std::string& keys, const std::string& torque = "c") {
    return kHinge + "controllers:\n  c: {type: " + type + ", " + keys +
           "}\nforces:\n  f: {type: motor, joint: hinge, torque: \"" + torque + "\"}\n";
  };
  static const std::vector<Sample> samples = {
      {"pid", add("pid", "input: 0.4*sin(t) - hinge.angle, kp: 12, ki: 3, kd: 2, filter: 0.2")},
      {"pid",
       add("pid",
           "input: 0.4 - hinge.angle, kp: 12, ki: 3, kd: 2, rate: -hinge.angle_rate, limits: [-90, 90], tracking: 0.3",
           "c.output + 0.1*c.integral*sin(p.position.x)")},
      {"pid", add("pid", "input: 'hinge.angle^2', kp: 3")},
      {"lag", add("lag", "input: cos(hinge.angle) + t, time: 0.4, gain: 3, start: 0.2", "c^2*p.omega.x")},
      {"transfer_function",
       add("transfer_function", "input: hinge.angle_rate, numerator: [2, 3], denominator: [1, 0.4, 5, 2]")},
      {"transfer_function", add("transfer_function", "input: hinge.angle, numerator: [2, 3], denominator: [4, 1]")},
      {"state_space", add("state_space",
                          "inputs: [hinge.angle, hinge.angle_rate], A: [[0, 1], [-4, -0.6]], B: [[0, 1], [2, 0]], C: "
                          "[[1, 0.5], [0, 2]], "
                          "D: [[0, 0.1], [0.2, 0]], start: [0.1, -0.3]",
                          "c.y1*c.y2 - c.x1")},
      {"lag", add("lag", "input: hinge.angle_rate*p.velocity.y, time: 0.05, stiff: true", "c + hinge.angle")},
      {"state_space",
       add("state_space",
           "inputs: [sin(hinge.angle)], A: [[-200, 30], [1, -0.5]], B: [[1], [3]], C: [[2, 1]], stiff: true")},
      {"delay", add("delay", "input: sin(hinge.angle), time: 0.3, order: 3")},
      {"hysteresis", add("hysteresis", "rate: 3 + 0.2*sin(hinge.angle_rate), travel: 4, sharpness: 3, start: 0.8")},
      {"equations", add("equations",
                        "states: {a: 'hinge.angle_rate - a*b', b: {start: 0.4, rate: 'sin(a) - force*b'}}, "
                        "signals: {force: 'a + 2*b*hinge.angle', output: '3*force - a^2'}")},
      {"sampled",
       add("sampled", "period: 0.1, delay: 0.02, states: {y: '0.9*y + hinge.angle'}, signals: {output: '3*y'}",
           "2*c - 0.3*hinge.angle_rate + c.y*hinge.angle")},
      {"pid", add("pid", "input: 0.4 - hinge.angle, kp: 12, ki: 3, kd: 2, sample: 0.05", "c - 0.4*hinge.angle^2")},
  };
  return samples;
}

}  // namespace invar::sample
