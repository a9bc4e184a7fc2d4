// Models that read well but make no mechanical sense, one row each: the text, what the message must say, and the line it
// must point to. Rows go through load_model_text and, if that accepts them, through run().
#include <gtest/gtest.h>

#include <chrono>

#include "invar/model/model.h"
#include "invar/results/run.h"

namespace invar {
namespace {

struct Row {
  std::string name;
  std::string text;
  int line;
  std::vector<std::string> says;
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

// One body, in line 2.
std::string body(const std::string& parameters) { return "bodies:\n  x: {" + parameters + "}\n"; }

// Bodies a, b (space), p, r (points in space), s, d (plane), u, w (points of the plane) in lines 2 to 9; a marker m on a
// in line 11.
const std::string kBase =
    "bodies:\n"
    "  a: {type: rigid_body, mass: 1, inertia: [1, 1, 1]}\n"
    "  b: {type: rigid_body, mass: 1, inertia: [1, 1, 1], position: [1, 0, 0]}\n"
    "  p: {type: point_mass, mass: 1, position: [0, 1, 0]}\n"
    "  r: {type: point_mass, mass: 1, position: [0, 2, 0]}\n"
    "  s: {type: planar_body, mass: 1, inertia: 1}\n"
    "  d: {type: planar_body, mass: 1, inertia: 1, position: [1, 0]}\n"
    "  u: {type: planar_point_mass, mass: 1, position: [3, 0]}\n"
    "  w: {type: planar_point_mass, mass: 1, position: [3, 1]}\n"
    "markers:\n"
    "  marker_on_a: {on: a, at: [0.5, 0, 0]}\n";

// The base with one more entry x, in line 13.
std::string with(const std::string& section, const std::string& parameters) {
  return kBase + section + ":\n  x: {" + parameters + "}\n";
}
std::string joint(const std::string& parameters) { return with("joints", parameters); }

// The base with three joints in lines 13 to 15, and one more entry x in line 17 (joints: 16).
const std::string kJoints = kBase +
                            "joints:\n"
                            "  hinge: {type: revolute, between: [a, b], at: [0, 0, 0], axis: [0, 0, 1]}\n"
                            "  slide: {type: prismatic, between: [ground, a], at: [0, 0, 0], axis: [1, 0, 0]}\n"
                            "  ball: {type: spherical, between: [ground, p]}\n";
std::string with_joints(const std::string& section, const std::string& parameters) {
  return kJoints + (section == "joints" ? "" : section + ":\n") + "  x: {" + parameters + "}\n";
}

// A pendulum in lines 2 and 4 with more text from line 5 on.
std::string pendulum(const std::string& more) {
  return "bodies:\n  bob: {type: planar_point_mass, mass: 1, position: [1, 0]}\njoints:\n"
         "  string: {type: distance, between: [ground, bob], at: [0, 0]}\n" +
         more + "\n";
}

std::vector<Row> rows() {
  return {
      // bodies
      {"no_bodies", "model: x\n", 1, {"bodies is missing or empty", "at least one body"}},
      {"unknown_body_type", body("type: rigid_bdy, mass: 1"), 2, {"unknown body type \"rigid_bdy\"", "rigid_body"}},
      {"coordinate_without_inertia", body("type: coordinate"), 2, {"bodies.x needs the key \"inertia\""}},
      {"coordinate_inertia_zero", body("type: coordinate, inertia: 0"), 2, {"bodies.x.inertia = 0 must be positive"}},
      {"joint_on_coordinate",
       "bodies:\n  x: {type: coordinate, inertia: 1}\njoints:\n  j: {type: spherical, between: [ground, x], at: [0, 0, "
       "0]}\n",
       4,
       {"generalized coordinate", "no place in space"}},
      {"marker_on_coordinate",
       "bodies:\n  x: {type: coordinate, inertia: 1}\nmarkers:\n  m: {on: x, at: [0, 0, 0]}\n",
       4,
       {"generalized coordinate"}},
      {"force_on_coordinate",
       "bodies:\n  x: {type: coordinate, inertia: 1}\nforces:\n  f: {type: applied_force, on: x, force: [1, 0, 0]}\n",
       4,
       {"generalized coordinate"}},
      {"potential_of_nothing",
       "bodies:\n  x: {type: coordinate, inertia: 1}\nforces:\n  f: {type: potential, energy: 3}\n",
       4,
       {"forces.f.energy", "does not depend on a coordinate"}},
      {"potential_of_unknown_name",
       "bodies:\n  theta: {type: coordinate, inertia: 1}\nforces:\n  f: {type: potential, energy: cos(teta)}\n",
       4,
       {"unknown name \"teta\"", "theta"}},
      {"potential_not_finite",
       "bodies:\n  x: {type: coordinate, inertia: 1}\nforces:\n  f: {type: potential, energy: 1/x}\n",
       4,
       {"forces.f.energy", "not finite in the initial configuration"}},
      {"mass_missing", body("type: planar_body, inertia: 1"), 2, {"bodies.x needs the key \"mass\"", "kg"}},
      {"mass_negative", body("type: planar_body, mass: -1, inertia: 1"), 2, {"bodies.x.mass = -1 must be positive"}},
      {"mass_zero", body("type: rigid_body, mass: 0, inertia: [1, 1, 1]"), 2, {"bodies.x.mass = 0 must be positive"}},
      {"point_mass_negative", body("type: point_mass, mass: -2"), 2, {"bodies.x.mass = -2 must not be negative"}},
      {"mass_not_a_number", body("type: point_mass, mass: 0/0"), 2, {"bodies.x.mass = 0/0", "nan"}},
      {"mass_infinite", body("type: point_mass, mass: 1/0"), 2, {"bodies.x.mass = 1/0", "inf"}},
      {"mass_with_unknown_name", body("type: point_mass, mass: 2*m"), 2, {"bodies.x.mass", "unknown name \"m\""}},
      {"planar_inertia_zero",
       body("type: planar_body, mass: 1, inertia: 0"),
       2,
       {"bodies.x.inertia = 0 must be positive"}},
      {"inertia_negative", body("type: rigid_body, mass: 1, inertia: [1, 1, -1]"), 2, {"negative principal moment"}},
      {"inertia_of_no_body",
       body("type: rigid_body, mass: 1, inertia: [1, 1, 3]"),
       2,
       {"bodies.x.inertia", "1, 1, 3 that no body can have", "exceeds the sum"}},
      {"inertia_about_the_origin_too_small",
       body("type: rigid_body, mass: 1, inertia: [1, 1, 1], inertia_about: origin, center: [5, 0, 0]"),
       2,
       {"smaller than the mass at `center`", "inertia_about: center"}},
      {"inertia_not_symmetric",
       body("type: rigid_body, mass: 1, inertia: [[2, 1, 0], [0, 2, 0], [0, 0, 2]]"),
       2,
       {"bodies.x.inertia", "must be symmetric"}},
      {"inertia_with_two_numbers",
       body("type: rigid_body, mass: 1, inertia: [1, 1]"),
       2,
       {"bodies.x.inertia", "3 numbers (diagonal)", "got 2"}},
      {"position_with_two_numbers", body("type: point_mass, mass: 1, position: [1, 2]"), 2, {"needs 3 numbers, got 2"}},
      {"planar_position_with_three_numbers",
       body("type: planar_body, mass: 1, inertia: 1, position: [1, 2, 0]"),
       2,
       {"needs 2 numbers, got 3"}},
      {"quaternion_zero",
       body("type: rigid_body, mass: 1, inertia: [1, 1, 1], rotation: {quaternion: [0, 0, 0, 0]}"),
       2,
       {"quaternion", "must not be zero"}},
      {"rotation_given_twice",
       body("type: rigid_body, mass: 1, inertia: [1, 1, 1], rotation: {axis: [0, 0, 1], quaternion: [1, 0, 0, 0]}"),
       2,
       {"bodies.x.rotation", "exactly one of axis, quaternion, directors"}},
      {"rotation_about_no_axis",
       body("type: rigid_body, mass: 1, inertia: [1, 1, 1], rotation: {axis: [0, 0, 0], angle: 1}"),
       2,
       {"rotation.axis = [0, 0, 0]", "nonzero"}},
      {"directors_not_orthonormal",
       body("type: rigid_body, mass: 1, inertia: [1, 1, 1], rotation: {directors: [[1, 0, 0], [1, 0, 0], [0, 0, 1]]}"),
       2,
       {"directors", "orthonormal and right-handed"}},
      {"directors_left_handed",
       body("type: rigid_body, mass: 1, inertia: [1, 1, 1], rotation: {directors: [[1, 0, 0], [0, 1, 0], [0, 0, -1]]}"),
       2,
       {"directors", "right-handed"}},
      {"unknown_key_of_a_body",
       body("type: point_mass, mass: 1, at: [0, 0, 0]"),
       2,
       {"bodies.x has the unknown key \"at\""}},
      {"gravity_with_one_number",
       "bodies:\n  x: {type: point_mass}\ngravity: [9.81]\n",
       3,
       {"gravity", "2 or 3 numbers"}},
      {"gravity_is_a_number",
       "bodies:\n  x: {type: point_mass}\ngravity: 9.81\n",
       3,
       {"gravity = 9.81", "list of numbers"}},
      {"massless_point_that_nothing_holds",
       body("type: point_mass"),
       2,
       {"bodies.x has no mass, and no rod or joint holds it"}},
      {"massless_point_on_one_rod",
       "bodies:\n  p: {type: point_mass, position: [1, 0, 0]}\n  rod: {type: rod, between: [ground, p]}\n",
       2,
       {"\"p\" has a point without mass", "motion is not determined"}},
      // rods
      {"rod_between_the_same_point",
       "bodies:\n  p: {type: point_mass, mass: 1}\n  x: {type: rod, between: [p, p]}\n",
       3,
       {"bodies.x.between", "two different points"}},
      {"rod_between_points_at_one_place",
       "bodies:\n  p: {type: point_mass}\n  r: {type: point_mass}\n  x: {type: rod, between: [p, r]}\n",
       4,
       {"bodies.x.between", "two different points"}},
      {"rod_on_the_ground_only",
       "bodies:\n  x: {type: rod, between: [ground, ground]}\n",
       2,
       {"at least one end that moves"}},
      {"rod_on_a_rigid_body",
       "bodies:\n  a: {type: rigid_body, mass: 1, inertia: [1, 1, 1]}\n  p: {type: point_mass, position: [1, 0, 0]}\n"
       "  x: {type: rod, between: [a, p]}\n",
       4,
       {"must name points", "\"a\" is a body with an orientation"}},
      {"rod_to_an_unknown_point",
       "bodies:\n  pin: {type: point_mass}\n  x: {type: rod, between: [pim, ground]}\n",
       3,
       {"\"pim\"", "neither a body nor a marker", "did you mean \"pin\"?"}},
      {"rod_from_the_plane_into_space",
       "bodies:\n  u: {type: planar_point_mass}\n  p: {type: point_mass, position: [1, 0, 0]}\n"
       "  x: {type: rod, between: [u, p]}\n",
       4,
       {"bodies.x.between", "plane", "space"}},
      {"rod_on_a_rod",
       "bodies:\n  p: {type: point_mass, position: [1, 0, 0]}\n  r: {type: point_mass, position: [2, 0, 0]}\n"
       "  first: {type: rod, between: [ground, p]}\n  x: {type: rod, between: [first, r]}\n",
       5,
       {"must name points", "\"first\" is a rod"}},
      {"rod_of_negative_length",
       "bodies:\n  p: {type: point_mass, position: [1, 0, 0]}\n  x: {type: rod, between: [ground, p], length: -1}\n",
       3,
       {"bodies.x.length = -1 must be positive"}},
      // names
      {"name_of_a_body_and_a_joint",
       kBase + "joints:\n  a: {type: spherical, between: [a, b], at: [0, 0, 0]}\n",
       13,
       {"a is used twice", "line 2"}},
      {"name_of_a_marker_and_a_force",
       kBase + "forces:\n  marker_on_a: {type: spring_damper, between: [a, b], stiffness: 1}\n",
       13,
       {"marker_on_a is used twice", "line 11"}},
      {"name_of_a_body_and_a_marker",
       "bodies:\n  x: {type: point_mass, mass: 1}\nmarkers:\n  x: {on: ground}\n",
       4,
       {"x is used twice", "line 2"}},
      // markers
      {"unknown_marker_key",
       "bodies:\n  p: {type: point_mass, mass: 1}\nmarkers:\n  x: {on: p, position: [0, 0, 0]}\n",
       4,
       {"markers.x has the unknown key \"position\""}},
      {"marker_on_an_unknown_body",
       "bodies:\n  crank: {type: point_mass, mass: 1}\nmarkers:\n  x: {on: cranck}\n",
       4,
       {"markers.x.on = cranck", "unknown body", "did you mean \"crank\"?"}},
      {"marker_on_an_unknown_body_by_the_other_key",
       "bodies:\n  crank: {type: point_mass, mass: 1}\nmarkers:\n  x: {body: cranck}\n",
       4,
       {"markers.x.body = cranck", "unknown body", "did you mean \"crank\"?"}},
      {"marker_on_two_bodies",
       "bodies:\n  p: {type: point_mass, mass: 1}\nmarkers:\n  x: {on: p, body: p}\n",
       4,
       {"markers.x.body", "cannot stand beside on"}},
      {"marker_without_a_body",
       "bodies:\n  p: {type: point_mass, mass: 1}\nmarkers:\n  x: {at: [0, 0, 0]}\n",
       4,
       {"markers.x needs the key \"on\""}},
      {"marker_outside_the_plane",
       "bodies:\n  s: {type: planar_body, mass: 1, inertia: 1}\nmarkers:\n  x: {on: s, at: [0, 0, 1]}\n",
       4,
       {"markers.x.at", "outside the plane z = 0", "\"s\""}},
      {"marker_off_a_point",
       "bodies:\n  p: {type: point_mass, mass: 1}\nmarkers:\n  x: {on: p, at: [1, 0, 0]}\n",
       4,
       {"markers.x.at", "point mass", "no extension"}},
      {"marker_off_a_rod",
       "bodies:\n  p: {type: point_mass, mass: 1, position: [1, 0, 0]}\n  rod: {type: rod, between: [ground, "
       "p]}\nmarkers:\n"
       "  x: {on: rod, at: [0.5, 0.1, 0]}\n",
       5,
       {"markers.x.at", "not on the axis of this rod"}},
      {"marker_with_four_numbers",
       "bodies:\n  p: {type: point_mass, mass: 1}\nmarkers:\n  x: {on: ground, at: [1, 2, 3, 4]}\n",
       4,
       {"markers.x.at", "2 or 3 numbers, got 4"}},
      {"marker_with_a_zero_axis",
       "bodies:\n  p: {type: point_mass, mass: 1}\nmarkers:\n  x: {on: ground, axis: [0, 0, 0]}\n",
       4,
       {"markers.x.axis = [0, 0, 0]", "nonzero"}},
      {"marker_with_parallel_axes",
       "bodies:\n  p: {type: point_mass, mass: 1}\nmarkers:\n  x: {on: ground, axis: [0, 0, 1], x_axis: [0, 0, 2]}\n",
       4,
       {"markers.x.x_axis", "parallel"}},
      // joints
      {"unknown_joint_type",
       joint("type: revolut, between: [a, b]"),
       13,
       {"unknown joint type \"revolut\"", "revolute"}},
      {"joint_to_an_unknown_body",
       joint("type: spherical, between: [a, marker_on_b], at: [0, 0, 0]"),
       13,
       {"joints.x.between", "\"marker_on_b\"", "did you mean \"marker_on_a\"?"}},
      {"joint_of_a_body_with_itself",
       joint("type: spherical, between: [a, a], at: [0, 0, 0]"),
       13,
       {"joints.x.between", "connects \"a\" with itself"}},
      {"joint_of_a_body_with_its_marker",
       joint("type: spherical, between: [a, marker_on_a]"),
       13,
       {"joints.x.between", "connects \"a\" with itself"}},
      {"joint_of_the_ground_with_itself",
       joint("type: spherical, between: [ground, ground], at: [0, 0, 0]"),
       13,
       {"joints.x.between", "connects \"ground\" with itself"}},
      {"joint_of_one_body", joint("type: spherical, between: [a], at: [0, 0, 0]"), 13, {"needs 2 names, got 1"}},
      {"joint_without_a_place",
       joint("type: revolute, between: [a, b], axis: [0, 0, 1]"),
       13,
       {"does not say where the joint is", "add at:"}},
      {"joint_without_an_axis",
       joint("type: revolute, between: [a, b], at: [0, 0, 0]"),
       13,
       {"does not say how the joint is oriented", "add axis:"}},
      {"joint_with_a_zero_axis",
       joint("type: revolute, between: [a, b], at: [0, 0, 0], axis: [0, 0, 0]"),
       13,
       {"joints.x.axis = [0, 0, 0]", "nonzero"}},
      {"joint_with_parallel_axes",
       joint("type: revolute, between: [a, b], at: [0, 0, 0], axis: [0, 0, 1], x_axis: [0, 0, 1]"),
       13,
       {"joints.x.x_axis", "parallel"}},
      {"planar_joint_of_spatial_bodies",
       joint("type: planar_revolute, between: [a, b], at: [0, 0]"),
       13,
       {"needs planar bodies", "\"a\" moves in space"}},
      {"spatial_joint_of_planar_bodies",
       joint("type: revolute, between: [s, d], at: [0, 0, 0], axis: [0, 0, 1]"),
       13,
       {"connects planar bodies", "planar_revolute"}},
      {"joint_of_planar_and_spatial_bodies",
       joint("type: planar_revolute, between: [s, b], at: [0, 0]"),
       13,
       {"needs planar bodies", "\"b\" moves in space"}},
      {"orientation_of_a_point",
       joint("type: revolute, between: [a, p], at: [0, 1, 0], axis: [0, 0, 1]"),
       13,
       {"needs bodies with an orientation", "\"p\" is a point"}},
      {"line_on_a_point",
       joint("type: point_on_line, between: [p, a], axis: [1, 0, 0]"),
       13,
       {"must name a body with an orientation first"}},
      {"place_out_of_the_plane",
       joint("type: planar_revolute, between: [s, d], at: [0, 0, 1]"),
       13,
       {"outside the plane z = 0"}},
      {"place_away_from_a_point",
       joint("type: distance, between: [p, r], length: 0"),
       13,
       {"joints.x.length = 0 must be positive"}},
      {"link_of_no_length",
       kBase + "  other: {on: ground, at: [0, 1, 0]}\njoints:\n  x: {type: distance, between: [other, p]}\n",
       14,
       {"two points at the same place", "spherical"}},
      {"screw_without_lead",
       joint("type: screw, between: [a, b], at: [0, 0, 0], axis: [0, 0, 1]"),
       13,
       {"joints.x needs the key"}},
      {"universal_with_parallel_axes",
       joint("type: universal, between: [a, b], at: [0, 0, 0], axis_1: [1, 0, 0], axis_2: [1, 0, 0]"),
       13,
       {"joints.x"}},
      {"gear_of_a_joint_without_coordinate",
       with_joints("joints", "type: gear, joints: [hinge, ball], ratio: 2"),
       16,
       {"\"ball\"", "without an angle or a displacement"}},
      {"gear_of_an_unknown_joint",
       with_joints("joints", "type: gear, joints: [hinge, slid], ratio: 2"),
       16,
       {"unknown joint \"slid\"", "did you mean \"slide\"?"}},
      {"gear_of_one_joint",
       with_joints("joints", "type: gear, joints: [hinge], ratio: 2"),
       16,
       {"at least two joints"}},
      {"gear_of_a_joint_with_itself",
       with_joints("joints", "type: gear, joints: [hinge, hinge], ratio: 2"),
       16,
       {"couples the coordinate of \"hinge\" with itself"}},
      {"gear_of_ratio_zero",
       with_joints("joints", "type: gear, joints: [hinge, slide], ratio: 0"),
       16,
       {"must not be zero"}},
      {"gear_of_a_coordinate_that_is_not_free",
       with_joints("joints", "type: gear, joints: [hinge, slide], ratio: 1, coordinates: [displacement, displacement]"),
       16,
       {"asks for the displacement of \"hinge\""}},
      // drives
      {"unknown_drive_type",
       with_joints("drives", "type: angel, joint: hinge, value: t"),
       17,
       {"unknown drive type", "angle"}},
      {"angle_of_a_slider",
       with_joints("drives", "type: angle, joint: slide, value: t"),
       17,
       {"drives.x.joint", "prismatic joint, which has no angle"}},
      {"displacement_of_a_hinge",
       with_joints("drives", "type: displacement, joint: hinge, value: t"),
       17,
       {"drives.x.joint", "revolute joint, which has no displacement"}},
      {"drive_of_an_unknown_joint",
       with_joints("drives", "type: angle, joint: hing, value: t"),
       17,
       {"unknown joint \"hing\"", "did you mean \"hinge\"?"}},
      {"drive_far_from_the_start",
       with_joints("drives", "type: angle, joint: hinge, value: 3 + t"),
       17,
       {"drives.x.value", "more than a quarter turn"}},
      {"drive_of_the_ground",
       with_joints("drives", "type: position, point: ground, value: [t, 0, 0]"),
       17,
       {"lies on the ground"}},
      {"drive_of_two_components_in_space",
       with_joints("drives", "type: position, point: a, value: [t, 0]"),
       17,
       {"list of 3 functions"}},
      {"drive_to_a_negative_distance",
       with_joints("drives", "type: distance, between: [ground, r], value: t - 1"),
       17,
       {"is -1 at t = 0 but must be positive"}},
      {"drive_of_an_unknown_variable",
       with_joints("drives", "type: angle, joint: hinge, value: sin(time)"),
       17,
       {"drives.x.value", "\"time\""}},
      {"drive_that_is_not_a_number",
       with_joints("drives", "type: angle, joint: hinge, value: sqrt(t - 1)"),
       17,
       {"\"x\" gives a value that is not finite at t = 0"}},
      {"table_that_does_not_increase",
       with_joints("drives", "type: angle, joint: hinge, value: {table: [[0, 0], [1, 1], [1, 2]]}"),
       17,
       {"drives.x.value", "must have a larger first number than the point before"}},
      {"table_of_one_row",
       with_joints("drives", "type: angle, joint: hinge, value: {table: [[0, 0]]}"),
       17,
       {"drives.x.value"}},
      {"table_that_begins_late",
       with_joints("drives", "type: angle, joint: hinge, value: {table: [[1, 0], [2, 1]], outside: error}"),
       17,
       {"asked for 0 outside its range 1 to 2", "outside: linear"}},
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
      {"force_on_an_unknown_body", with("forces", "type: applied_force, on: aa, force: [1, 0, 0]"), 13, {"forces.x"}},
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
      // sections that have no effect
      {"elements",
       body("type: point_mass, mass: 1") + "elements:\n  blade: {type: beem}\n",
       4,
       {"unknown element type \"beem\"", "did you mean \"beam\"?"}},
      {"initial", body("type: point_mass, mass: 1") + "initial: {x: 1}\n", 3, {"initial", "has no effect"}},
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
       {"method.tolerance", "cannot stand beside step"}},
      {"end_zero", pendulum("method:\n  end: 0"), 6, {"method.end = 0 must be positive"}},
      {"end_negative", pendulum("method:\n  end: -1"), 6, {"method.end = -1 must be positive"}},
      {"every_zero", pendulum("method:\n  every: 0"), 6, {"method.every = 0 must be positive"}},
      {"tolerance_zero", pendulum("method:\n  tolerance: 0"), 6, {"method.tolerance = 0 must be positive"}},
      {"too_many_steps", pendulum("method:\n  step: 1e-12\n  end: 100"), 6, {"more than 1e9 steps", "larger step"}},
      // starts that cannot be
      {"loop_that_cannot_close",
       "bodies:\n  bob: {type: planar_point_mass, mass: 1, position: [1, 0]}\nmarkers:\n  left: {on: ground, at: [-5, "
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
       "parameters: {N: 1e12}\nbodies:\n  repeat: [{index: i, from: 1, to: N, items: {'p_${i}': {type: point_mass, "
       "mass: 1}}}]\n",
       3,
       {"1000000"}},
  };
}

class BadPhysics : public testing::TestWithParam<Row> {};

TEST_P(BadPhysics, EndsInAMessageWithItsLine) {
  const Row& row = GetParam();
  const auto begin = std::chrono::steady_clock::now();
  try {
    const auto model = load_model_text(row.text, "bad.yaml");
    RunRequest request;
    request.model = "bad.yaml";
    request.end = model->method.find("end") ? std::nullopt : std::optional<double>(0.1);
    const RunResult result = run(*model, request, {});
    FAIL() << "was accepted: " << result.certificate.message << "\n" << row.text;
  } catch (const ModelError& error) {
    const std::string message = error.what();
    for (const auto& part : row.says)
      EXPECT_NE(message.find(part), std::string::npos) << "\"" << part << "\" is not in: " << message;
    EXPECT_EQ(error.where().file, "bad.yaml") << message;
    EXPECT_EQ(error.where().line, row.line) << message;
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
}

INSTANTIATE_TEST_SUITE_P(Rows, BadPhysics, testing::ValuesIn(rows()), [](const auto& row) { return row.param.name; });

TEST(MarkerBody, MayStandUnderOnOrUnderBody) {
  const std::string text =
      "bodies:\n  a: {type: rigid_body, mass: 1, inertia: [1, 1, 1]}\nmarkers:\n  tip: {body: a, at: [1, 2, 3]}\n"
      "  root: {on: a}\n";
  const auto model = load_model_text(text);
  EXPECT_EQ(model->other_parts.size(), 2u);
  EXPECT_EQ(model->locations.at("tip").line, 4);
}

}  // namespace
}  // namespace invar
