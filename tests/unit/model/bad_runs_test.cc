// Outputs, methods and starts that cannot be. See bad_physics.h.
#include "unit/model/bad_physics.h"

namespace invar::bad_physics {
namespace {

std::vector<Row> run_rows() {
  return {
      // sections that have no effect
      {"elements",
       body("type: point_mass, mass: 1") + "elements:\n  blade: {type: beem}\n",
       4,
       {"unknown element type \"beem\"", "did you mean \"beam\"?"}},
      {"initial",
       body("type: point_mass, mass: 1") + "initial: {x: 1}\n",
       3,
       {"initial.x", "is no coordinate or rate of the model"}},
      {"camera", body("type: point_mass, mass: 1") + "camera: {from: [1, 1, 1]}\n", 3, {"camera", "has no effect"}},
      // outputs
      {"unknown_channel",
       pendulum("outputs:\n  - bob.positon.x"),
       6,
       {"unknown channel \"bob.positon.x\"", "did you mean \"bob.position.x\"?"}},
      {"channel_of_an_unknown_part", pendulum("outputs: [bobb.position.x]"), 5, {"unknown channel", "bob.position.x"}},
      {"channel_of_the_wrong_dimension", pendulum("outputs: [bob.position.z]"), 5, {"unknown channel", "bob.position"}},
      {"channel_is_a_number", pendulum("outputs: [3]"), 5, {"unknown channel \"3\""}},
      {"channel_is_a_map", pendulum("outputs: [{a: b}]"), 5, {"outputs[0]"}},
      // method
      {"method_is_text", pendulum("method: ep"), 5, {"method = ep must be a map"}},
      {"unknown_method", pendulum("method:\n  name: rk4"), 6, {"unknown method \"rk4\""}},
      {"unknown_method_key", pendulum("method:\n  name: ep\n  stp: 0.1"), 7, {"method.stp", "did you mean \"step\"?"}},
      {"option_beside_the_keys", pendulum("method: {name: ep, order: 4}"), 5, {"method.order", "options: {"}},
      {"unknown_option",
       pendulum("method: {name: ep, options: {ordr: 4}}"),
       5,
       {"unknown key \"ordr\"", "did you mean \"order\"?"}},
      {"order_three",
       pendulum("method: {options: {order: 3}}"),
       5,
       {"method.options.order = 3 must be one of 2, 4, 6"}},
      {"options_is_a_list", pendulum("method: {options: [order, 4]}"), 5, {"method.options", "must be a map"}},
      {"step_zero", pendulum("method:\n  step: 0"), 6, {"method.step = 0 must be positive"}},
      {"step_negative", pendulum("method:\n  step: -0.1"), 6, {"method.step = -0.1 must be positive"}},
      {"step_not_a_number", pendulum("method:\n  step: 0/0"), 6, {"method.step = 0/0"}},
      {"step_and_tolerance",
       pendulum("method:\n  step: 0.1\n  tolerance: 1e-6"),
       7,
       {"method.tolerance", "cannot be combined with step"}},
      {"end_zero", pendulum("method:\n  end: 0"), 6, {"method.end = 0 must be positive"}},
      {"end_negative", pendulum("method:\n  end: -1"), 6, {"method.end = -1 must be positive"}},
      {"every_zero", pendulum("method:\n  every: 0"), 6, {"method.every = 0 must be positive"}},
      {"tolerance_zero", pendulum("method:\n  tolerance: 0"), 6, {"method.tolerance = 0 must be positive"}},
      {"tolerance_below_rounding",
       pendulum("method:\n  tolerance: 1e-16"),
       6,
       {"tolerance = 1e-16 is below the rounding", "at least 1e-15"}},
      {"reduced_form_of_augmented_multipliers",
       pendulum("method: {options: {form: reduced, multipliers: augmented}}"),
       5,
       {"method.options.form", "multipliers = augmented", "full"}},
      {"too_many_steps", pendulum("method:\n  step: 1e-12\n  end: 100"), 6, {"more than 1e9 steps", "larger step"}},
      // starts that cannot be
      {"loop_that_cannot_close",
       "bodies:\n  bob: {type: planar_point_mass, mass: 1, position: [1, 0]}\nmarkers:\n  left: {on: ground, at: "
       "[-5, "
       "0]}\n"
       "  right: {on: ground, at: [5, 0]}\njoints:\n  to_left: {type: distance, between: [left, bob], length: 1}\n"
       "  to_right: {type: distance, between: [right, bob], length: 1}\n",
       7,
       {"cannot be assembled", "\"to_left\"", "\"to_right\"", "invar check"}},
      {"drives_that_conflict",
       pendulum("drives:\n  one: {type: position, point: bob, value: [1, ~]}\n  two: {type: position, point: bob, "
                "value: [0.5, ~]}"),
       7,
       {"cannot be assembled", "\"one\"", "\"two\""}},
      {"velocities_that_conflict",
       pendulum("drives:\n  one: {type: velocity, point: bob, direction: [0, 1, 0], value: 1}\n"
                "  two: {type: velocity, point: bob, direction: [0, 1, 0], value: 2}"),
       6,
       {"no velocity satisfies all constraints", "\"one\"", "\"two\""}},
      {"velocity_along_a_link",
       pendulum("drives:\n  pull: {type: velocity, point: bob, direction: [1, 0, 0], value: 1}"),
       4,
       {"no velocity satisfies all constraints", "\"pull\"", "\"string\""}},
      // numbers of entries
      {"a_thousand_billion_bodies",
       "parameters: {N: 1e12}\nbodies:\n  repeat: [{index: i, from: 1, to: N, items: {'p_${i}': {type: "
       "point_mass, "
       "mass: 1}}}]\n",
       3,
       {"1000000"}},
  };
}

INSTANTIATE_TEST_SUITE_P(Runs, BadPhysics, ::testing::ValuesIn(run_rows()), name_of);

}  // namespace
}  // namespace invar::bad_physics
