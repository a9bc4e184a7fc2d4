// Forces and constraints on velocities that make no sense. See bad_physics.h.
#include "unit/model/bad_physics.h"

namespace invar::bad_physics {
namespace {

std::vector<Row> force_rows() {
  return {
      // forces
      {"unknown_force_type", with("forces", "type: spring, between: [a, b]"), 13, {"unknown force type \"spring\""}},
      {"negative_stiffness",
       with("forces", "type: spring_damper, between: [a, b], stiffness: -100"),
       13,
       {"forces.x.stiffness = -100 must not be negative", "force: -100*x"}},
      {"negative_damping",
       with("forces", "type: spring_damper, between: [a, b], stiffness: 100, damping: -1"),
       13,
       {"forces.x.damping = -1 must not be negative"}},
      {"negative_bushing",
       with("forces", "type: bushing, between: [a, b], at: [0, 0, 0], stiffness: [1, -1, 1]"),
       13,
       {"forces.x.stiffness", "negative"}},
      {"spring_with_nothing",
       with("forces", "type: spring_damper, between: [a, b]"),
       13,
       {"neither a spring nor a damper"}},
      {"spring_of_a_body_with_itself",
       with("forces", "type: spring_damper, between: [a, marker_on_a], stiffness: 1"),
       13,
       {"acts between \"a\" and itself"}},
      {"spring_of_zero_length",
       with("forces", "type: spring_damper, between: [a, s], stiffness: 1"),
       13,
       {"forces.x.between", "same place"}},
      {"spring_of_negative_rest_length",
       with("forces", "type: spring_damper, between: [a, b], stiffness: 1, rest_length: -1"),
       13,
       {"forces.x.rest_length = -1 must not be negative"}},
      {"damper_that_drives",
       with("forces", "type: spring_damper, between: [a, b], damping_force: 1 + v"),
       13,
       {"would do work at rest"}},
      {"spring_given_twice",
       with("forces", "type: spring_damper, between: [a, b], stiffness: 1, force: 2*x"),
       13,
       {"cannot stand together with stiffness"}},
      {"motor_on_a_slider",
       with_joints("forces", "type: motor, joint: slide, torque: 1"),
       17,
       {"prismatic joint", "no angle"}},
      {"motor_without_effort", with_joints("forces", "type: motor, joint: hinge"), 17, {"neither torque nor force"}},
      {"force_on_an_unknown_body",
       with("forces", "type: applied_force, on: aa, force: [1, 0, 0]"),
       13,
       {"forces.x.on = aa", "neither a body nor a marker", "marker_on_a"}},
      {"force_that_is_not_a_number",
       with("forces", "type: applied_force, on: a, force: [1/t, 0, 0]"),
       13,
       {"\"x\" gives a value that is not finite at t = 0"}},
      {"preload_without_direction",
       with("forces", "type: spring_damper, between: [a, s], stiffness: 1, rest_length: 0, preload: 1"),
       13,
       {"forces.x.between", "same place"}},
      // non-holonomic constraints
      {"unknown_nonholonomic_type", with("nonholonomic", "type: knife, on: s"), 13, {"type \"knife\"", "knife_edge"}},
      {"unknown_coordinate",
       with("nonholonomic", "type: pfaffian, rows: [{s.x: 1, s.z: 2}]"),
       13,
       {"unknown coordinate \"s.z\""}},
  };
}

INSTANTIATE_TEST_SUITE_P(Forces, BadPhysics, ::testing::ValuesIn(force_rows()), name_of);

}  // namespace
}  // namespace invar::bad_physics
