// Formulas of the state, controllers, functions, inputs and measures that make no sense. See bad_physics.h.
#include "unit/model/bad_physics.h"

namespace invar::bad_physics {
namespace {

std::string arm(const std::string& more) {  // a planar body on a hinge in lines 2 and 4, with more text from line 5 on
  return "bodies:\n  arm: {type: planar_body, mass: 1, inertia: 1, position: [0, -1]}\njoints:\n"
         "  hinge: {type: planar_revolute, between: [ground, arm], at: [0, 0]}\n" +
         more;
}
// A motor on the hinge with this torque in line 6; more from line 7 on.
std::string with_torque(const std::string& torque, const std::string& more = "") {
  return arm("forces:\n  x: {type: motor, joint: hinge, torque: \"" + torque + "\"}\n" + more);
}
std::string with_controller(const std::string& parameters) {
  return with_torque("c", "controllers:\n  c: {" + parameters + "}\n");
}

std::vector<Row> signal_rows() {
  return {
      {"misspelt_quantity",
       with_torque("-hinge.angel"),
       6,
       {"unknown name \"hinge.angel\"", "did you mean \"hinge.angle\"?"}},
      {"misspelt_part",
       with_torque("-henge.angle"),
       6,
       {"unknown name \"henge.angle\"", "did you mean \"hinge.angle\"?"}},
      {"unknown_name", with_torque("nonsense*t + hinge.angle"), 6, {"unknown name \"nonsense\"", "it may read t"}},
      {"unknown_function_beside_a_signal",
       with_torque("sinn(t)*hinge.angle"),
       6,
       {"unknown function \"sinn\"", "\"sin\""}},
      {"broken_formula", with_torque("hinge.angle*(2 + t"), 6, {"bracket"}},
      {"reaction", with_torque("hinge.force.x"), 6, {"reads \"hinge.force.x\"", "depends on the force itself"}},
      {"power_of_itself", with_torque("x.power"), 6, {"reads \"x.power\"", "cannot read"}},
      {"effort_of_itself", with_torque("0.1*x.torque"), 6, {"depends on itself: x.torque -> x.torque"}},
      {"loop_of_measures",
       with_torque("a", "measures:\n  a: b + 1\n  b: 2*a\n"),
       8,
       {"depends on itself: a -> b -> a"}},
      {"distance_of_nothing", with_torque("distance(arm, wal)"), 6, {"names \"wal\" in distance"}},
      {"distance_of_three", with_torque("distance(arm, arm, arm)"), 6, {"another number of places than two"}},
      {"position_without_component", with_torque("position(arm, ground)"), 6, {"needs a component"}},
      {"magnitude_of_a_number", with_torque("magnitude(hinge.angle)"), 6, {"which is no vector"}},
      {"droop_beside_a_formula",
       arm("forces:\n  x: {type: motor, joint: hinge, torque: -hinge.angle, droop: 2}\n"),
       6,
       {"cannot be combined with a formula"}},
      {"drive_of_the_state",
       arm("drives:\n  x: {type: angle, joint: hinge, value: 0.5*hinge.angle}\n"),
       6,
       {"hinge.angle", "cannot be read here"}},
      {"law_of_the_state",
       with("forces", "type: spring_damper, between: [a, b], force: 3*x*a.position.x"),
       13,
       {"a.position.x", "cannot be read here"}},
      {"pid_without_gains", with_controller("type: pid, input: hinge.angle"), 8, {"does nothing"}},
      {"pid_without_filter",
       with_controller("type: pid, input: hinge.angle, kd: 3"),
       8,
       {"needs the key filter or rate"}},
      {"pid_with_filter_and_rate",
       with_controller("type: pid, input: hinge.angle, kd: 3, filter: 1, rate: hinge.angle_rate"),
       8,
       {"cannot be combined with rate"}},
      {"pid_with_limits_the_wrong_way",
       with_controller("type: pid, input: hinge.angle, kp: 3, limits: [1, -1]"),
       8,
       {"low below high"}},
      {"transfer_function_that_differentiates",
       with_controller("type: transfer_function, input: hinge.angle, numerator: [1, 0], denominator: [2]"),
       8,
       {"would differentiate its input"}},
      {"transfer_function_without_leading_coefficient",
       with_controller("type: transfer_function, input: hinge.angle, numerator: [1], denominator: [0, 2]"),
       8,
       {"other than zero"}},
      {"state_space_of_wrong_size",
       with_controller(
           "type: state_space, inputs: [hinge.angle], A: [[0, 1], [1, 0]], B: [[1], [2], [3]], C: [[1, 0]]"),
       8,
       {"2 rows of 1 numbers"}},
      {"equations_without_any", with_controller("type: equations"), 8, {"neither signals nor states"}},
      {"equations_that_depend_on_themselves",
       with_controller("type: equations, signals: {output: a + 1, a: 2*output}"),
       8,
       {"depends on itself"}},
      {"controller_that_reads_itself",
       with_controller("type: pid, input: c.output, kp: 1"),
       8,
       {"depends on itself: c.output -> c.input -> c.output"}},
      {"unknown_signal_of_a_controller",
       with_torque("c.outptu", "controllers:\n  c: {type: lag, input: hinge.angle, time: 1}\n"),
       6,
       {"did you mean \"c.output\"?"}},
      {"controller_with_the_name_of_a_joint",
       with_torque("1", "controllers:\n  hinge: {type: lag, input: t, time: 1}\n"),
       8,
       {"hinge"}},
      {"measure_with_the_name_of_a_body", with_torque("1", "measures: {arm: t}\n"), 2, {"arm is used twice"}},
      {"input_that_is_no_number", with_torque("load", "inputs: {load: soon}\n"), 7, {"soon"}},
      {"function_with_a_built_in_name", with_torque("1", "functions: {sin: x^2}\n"), 7, {"built-in"}},
      {"function_that_calls_a_later_one",
       with_torque("1", "functions:\n  a: b(x)\n  b: x^2\n"),
       8,
       {"unknown function \"b\""}},
      {"function_with_too_many_values", with_torque("f(1, 2)", "functions: {f: x^2}\n"), 6, {"f has too many values"}},
      {"periodic_table_with_a_jump",
       with_torque("f(t)", "functions: {f: {table: [[0, 1], [1, 2]], outside: repeat}}\n"),
       7,
       {"begins with 1 and ends with 2"}},
      {"surface_with_a_missing_row",
       with_torque("f(t, 1)", "functions: {f: {x: [0, 1, 2], y: [0, 1], table: [[1, 2], [3, 4]]}}\n"),
       7,
       {"2 rows for 3 values of x"}},
  };
}

INSTANTIATE_TEST_SUITE_P(Signals, BadPhysics, ::testing::ValuesIn(signal_rows()), name_of);

}  // namespace
}  // namespace invar::bad_physics
