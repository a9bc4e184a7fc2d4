// A small model for every pair of shapes that contacts know, and every kind of law. The contact under test is called `f`; bodies
// overlap by lengths of order one, with laws to match, so that checks by differences see all of it. Differences take steps of
// 1/256: samples stay away from where laws have kinks (touch, ends of segments, onset of slip); those are crossed in
// tests/unit/contacts, where differences are finer, and in the scenes of tests/benchmarks/contacts_test.cc.
#pragma once

#include "catalog/forces_samples.h"

namespace invar::sample {

inline const std::vector<Sample>& contact_samples() {
  static const auto add = [](const std::string& bodies, const std::string& shapes, const std::string& keys) {
    return bodies + "shapes:\n" + shapes + "contacts:\n  f: {between: [a, b], " + keys + "}\n";
  };
  static const std::string hertz = "law: {stiffness: 40}", linear = "law: {stiffness: 30, exponent: 1}";
  static const std::string bouncy = "law: {stiffness: 40, exponent: 1.5, restitution: 0.5, slowest_impact: 5}";
  static const std::string lossy = "law: {stiffness: 25, exponent: 2.3, damping: 0.2}";
  static const std::string table = "law: {force: 4*x + 3*x^3, damping: 0.1}";
  static const std::string rubs = ", friction: {mu: 500, stiffness: 20, damping: 2}";
  static const std::string stribeck =
      ", friction: {mu: 500, mu_static: 600, stribeck_speed: 1.5, stiffness: 20, damping: 2, viscous: 0.1}";
  static const std::string spheres =
      "  a: {type: sphere, on: p, at: [0.1, 0.2, -0.1], radius: 0.9}\n"
      "  b: {type: sphere, on: s, at: [-0.2, 0.1, 0], radius: 0.8}\n";
  static const std::string point_spheres =
      "  a: {type: sphere, on: p, radius: 0.9}\n  b: {type: sphere, on: s, radius: 0.8}\n";
  static const std::string on_table =
      "  a: {type: sphere, on: p, at: [0.1, 0.2, -0.1], radius: 0.9}\n"
      "  b: {type: plane, on: ground, at: [0, 0, 0.1], normal: [0.1, 0.2, 1]}\n";
  static const std::string on_moving_plane =
      "  a: {type: point, on: p, at: [0.1, 0.2, -0.1]}\n  b: {type: plane, on: s, at: [0.1, 0, 1.5], normal: [0.3, "
      "-0.1, 1]}\n";
  static const std::string planar_plane =
      "  a: {type: box, on: p, size: [0.8, 0.6]}\n  b: {type: plane, on: ground, at: [0, 3], normal: [0.2, 1, 0]}\n";
  static const std::string planar_discs =
      "  a: {type: sphere, on: p, at: [0.1, 0.2], radius: 0.7}\n  b: {type: sphere, on: s, at: [0.1, 0], radius: "
      "0.8}\n";
  static const std::string ball_and_capsule =
      "  a: {type: sphere, on: p, radius: 0.9}\n"
      "  b: {type: capsule, on: s, at: [0.2, 0, 0], axis: [1, 2, 0.5], length: 9, radius: 0.9}\n";
  static const std::string ball_and_cylinder =
      "  a: {type: sphere, on: p, radius: 0.9}\n  b: {type: cylinder, on: s, axis: [1, 2, 0.5], radius: 0.9}\n";
  static const std::string ball_in_bore =
      "  a: {type: sphere, on: p, radius: 0.4}\n  b: {type: cylinder, on: s, axis: [1, 2, 0.5], radius: 0.45, inside: "
      "true}\n";
  static const std::string capsule_on_table =
      "  a: {type: capsule, on: p, axis: [1, 0.2, 0], length: 1.2, radius: 0.9}\n  b: {type: plane, on: ground, at: "
      "[0, 0, 2]}\n";
  static const std::string box_on_table =
      "  a: {type: box, on: p, size: [1, 0.8, 1.2]}\n  b: {type: plane, on: ground, at: [0, 0, 3]}\n";
  static const std::vector<Sample> samples = {
      {"sphere_plane", add(kFrames, on_table, hertz)},
      {"sphere_plane", add(kFrames, on_table, bouncy + rubs)},
      {"sphere_plane", add(kFrames, on_table, table + stribeck)},
      {"sphere_plane",
       add(kPoints, "  a: {type: sphere, on: p, radius: 0.9}\n  b: {type: plane, on: ground}\n", bouncy + rubs)},
      {"point_plane", add(kFrames, on_moving_plane, lossy + rubs), true},
      {"box_plane", add(kFrames, box_on_table, linear)},
      {"box_plane", add(kFrames, box_on_table, bouncy + rubs)},
      {"box_plane", add(kPlanar, planar_plane, lossy + stribeck)},
      {"capsule_plane", add(kFrames, capsule_on_table, bouncy + rubs)},
      {"sphere_sphere", add(kPoints, point_spheres, bouncy), true},
      {"sphere_sphere", add(kPoints, point_spheres, bouncy + rubs)},
      {"sphere_sphere", add(kFrames, spheres, bouncy + stribeck), true},
      {"sphere_sphere", add(kFrames, spheres, hertz + rubs), true},
      {"sphere_sphere", add(kPlanar, planar_discs, bouncy + rubs), true},
      {"sphere_capsule", add(kFrames, ball_and_capsule, lossy), true},
      {"sphere_capsule", add(kFrames, ball_and_capsule, bouncy + rubs), true},
      {"sphere_cylinder", add(kFrames, ball_and_cylinder, bouncy + rubs), true},
      {"sphere_bore", add(kFrames, ball_in_bore, bouncy + rubs), true},
  };
  return samples;
}

// Two capsules: their chord depends on q1 over lengths of the increment, for which the steps of the generic checks are too large.
inline const std::vector<Sample>& two_capsules_samples() {
  static const std::string capsules =
      "  a: {type: capsule, on: p, at: [-3.72, 0.33, 1.44], axis: [-0.03, 0.96, -0.29], length: 60, radius: 2.9}\n"
      "  b: {type: capsule, on: s, axis: [0.3, 0.46, -1.16], length: 60, radius: 2.9}\n";
  static const std::vector<Sample> samples = {
      {"capsule_capsule",
       kFrames + "shapes:\n" + capsules + "contacts:\n  f: {between: [a, b], law: {stiffness: 40, restitution: " +
           "0.5, slowest_impact: 5}, friction: {mu: 500, stiffness: 20, damping: 2}}\n",
       true}};
  return samples;
}

}  // namespace invar::sample
