// Beams and cables as parts of a model: where their places are, what holds them, what wrong input is told.
#include <gtest/gtest.h>

#include <fstream>
#include <numbers>

#include "invar/elements/beam/beam.h"
#include "invar/model/model.h"
#include "invar/run/model_check.h"
#include "unit/forces/test_model.h"
#include "unit/io/temporary_folder.h"

namespace invar {
namespace {

const std::string kSection = "section: {stiffness: [1e6, 4e5, 4e5, 900, 1200, 1500], mass: [2, 0.01, 0.02]}";

std::string beam(const std::string& keys, const std::string& more = "") {
  return "elements:\n  b: {type: beam, " + keys + ", " + kSection + "}\n" + more;
}

const Beam& find_beam(const Model& model, std::size_t i = 0) { return dynamic_cast<const Beam&>(*model.elements[i]); }

TEST(BeamModel, has_a_node_for_each_section_and_names_for_its_ends) {
  const auto model = load_model_text(beam("from: [0, 0, 0], to: [2, 0, 0], elements: 2, order: 2"));
  EXPECT_EQ(model->assembly->layout.nodes().size(), 5u);
  EXPECT_EQ(model->assembly->layout.node(3).name, "b.node_3");
  EXPECT_NEAR(find_beam(*model).length(), 2, 1e-15);
  EXPECT_NEAR(model->elements[0]->mass(), 4, 1e-14);
  const TestModel test(beam("from: [0, 0, 0], to: [2, 0, 0], elements: 2, order: 2, stations: {q: 0.3}"));
  EXPECT_NEAR(test.channel("b.end.position.x"), 2, 1e-15);
  EXPECT_NEAR(test.channel("b.mid.position.x"), 1, 1e-15);
  EXPECT_NEAR(test.channel("b.q.position.x"), 0.6, 1e-15);
  EXPECT_NEAR(test.channel("b.node_1.position.x"), 0.5, 1e-15);
}

TEST(BeamModel, a_clamped_section_has_no_coordinates_and_an_attached_one_those_of_its_body) {
  EXPECT_EQ(load_model_text(beam("start: clamped, from: [0, 0, 0], to: [2, 0, 0], elements: 1"))
                ->assembly->layout.coordinates(),
            3 * 12);
  const std::string hub = "bodies: {hub: {type: rigid_body, mass: 1, inertia: [1, 1, 1], position: [0, 0, 1]}}\n";
  const auto model = load_model_text(hub + beam("start: hub, from: [0.5, 0, 1], to: [2, 0, 1], elements: 1"));
  EXPECT_EQ(model->assembly->layout.coordinates(), 4 * 12);
  EXPECT_EQ(model->assembly->layout.rows(), 4 * 6);
}

TEST(BeamModel, follows_the_body_it_is_attached_to_at_the_start) {
  const std::string hub =
      "bodies: {hub: {type: rigid_body, mass: 1, inertia: [1, 1, 1], position: [0, 0, 1], velocity: [1, 0, 0], "
      "angular_velocity: [0, 0, 2]}}\n";
  const TestModel test(hub + beam("start: hub, from: [0.5, 0, 1], to: [2, 0, 1], elements: 1"));
  EXPECT_NEAR((test.vector("b.end.velocity") - Vector3(1, 4, 0)).norm(), 0, 1e-13);
  EXPECT_NEAR((test.vector("b.start.velocity") - Vector3(1, 1, 0)).norm(), 0, 1e-13);
  EXPECT_NEAR((test.vector("b.end.omega") - Vector3(0, 0, 2)).norm(), 0, 1e-13);
  EXPECT_NEAR(test.channel("b.strain_energy"), 0, 1e-20);
}

TEST(BeamModel, is_free_of_stress_in_any_shape_it_is_given) {
  for (const std::string shape :
       {"points: [[0, 0, 0], [1, 1, 0], [2, 0, 1]]", "curve: [s, sin(3*s), s^2]",
        "from: [1, 0, 0], arc: {center: [0, 0, 0], angle: 2}", "from: [0, 0, 0], to: [0, 0, 3], twist: 2*s"}) {
    const TestModel test(beam(shape + ", elements: 3"));
    EXPECT_NEAR(test.channel("b.strain_energy"), 0, 1e-18) << shape;
    EXPECT_NEAR(test.channel("b.mid.moment_3"), 0, 1e-9) << shape;
  }
}

TEST(BeamModel, an_arc_has_its_length_and_its_frames) {
  const TestModel test(beam("from: [2, 0, 1], arc: {center: [0, 0, 1], axis: [0, 0, 1], angle: 1.5}, elements: 6"));
  EXPECT_NEAR((test.vector("b.end.position") - Vector3(2 * std::cos(1.5), 2 * std::sin(1.5), 1)).norm(), 0, 1e-13);
  EXPECT_NEAR((test.vector("b.end.e1") - Vector3(-std::sin(1.5), std::cos(1.5), 0)).norm(), 0, 1e-12);
  EXPECT_NEAR((test.vector("b.end.e3") - Vector3(0, 0, 1)).norm(), 0, 1e-12);
}

TEST(BeamModel, an_initial_stretch_has_its_force_and_energy) {
  const TestModel test(beam("from: [0, 0, 0], to: [2, 0, 0], stretch: 1.01"));
  EXPECT_NEAR(test.channel("b.mid.force_1"), 1e4, 1e-7);
  EXPECT_NEAR(test.channel("b.end.strain_1"), 0.01, 1e-14);
  EXPECT_NEAR(test.channel("b.strain_energy"), 0.5 * 1e6 * 1e-4 * 2, 1e-8);
}

TEST(BeamModel, falls_like_everything_else) {
  const TestModel test("gravity: [0, 0, -9.81]\n" +
                       beam("from: [0, 0, 0], to: [2, 0.3, 0], elements: 3, twist: 0.5*s"));
  for (const char* place : {"b.start", "b.mid", "b.end"})
    EXPECT_NEAR((test.vector(std::string(place) + ".acceleration") - Vector3(0, 0, -9.81)).norm(), 0, 1e-9) << place;
}

TEST(BeamModel, a_force_at_a_point_between_nodes_does_the_work_of_that_point) {
  const std::string load = "forces: {f: {type: applied_force, on: b, at: [0.37, 0, 0], force: [0, 0, 5]}}\n";
  TestModel test(
      beam("from: [0, 0, 0], to: [2, 0, 0], elements: 2, velocity: [0, 0, 1], angular_velocity: [0, -0.5, 0]", load));
  EXPECT_NEAR(test.channel("f.power"), 5 * (1 + 0.5 * 0.37), 1e-12);
}

TEST(BeamModel, distributed_forces_add_up_to_force_times_length) {
  const std::string load =
      "forces: {f: {type: distributed_force, on: b, force: [0, 3, 1], from: 0.25, to: 0.85, axes: AXES}}\n";
  for (const std::string axes : {"world", "body"}) {
    std::string text =
        beam("from: [0, 0, 0], to: [2, 0, 0], elements: 3, axis_2: [0, 0, 1], velocity: [0, 0, 1]", load);
    text.replace(text.find("AXES"), 4, axes);
    const TestModel test(text);
    EXPECT_NEAR(test.channel("f.power"), (axes == "world" ? 1 : 3) * 0.6 * 2, 1e-12) << axes;
  }
}

TEST(BeamModel, beams_that_share_a_node_move_together_without_constraints) {
  const auto model = load_model_text("elements:\n  b: {type: beam, start: a.end, to: [2, 3, 0], " + kSection +
                                     "}\n  a: {type: beam, from: [0, 0, 0], to: [2, 0, 0], " + kSection + "}\n");
  EXPECT_EQ(model->assembly->layout.nodes().size(), 13u + 12u);
  EXPECT_EQ(model->assembly->layout.rows(), 6 * 25);
}

TEST(BeamModel, sections_of_simple_shapes_have_their_known_constants) {
  const auto model = load_model_text(
      "elements: {b: {type: beam, from: [0, 0, 0], to: [1, 0, 0], elements: 1, order: 1, "
      "section: {shape: rectangle, width: 0.2, height: 0.1, E: 2e11, nu: 0.25, rho: 7800}}}\n");
  const auto& placed = model->assembly->potentials[0];
  const Matrix6 D = dynamic_cast<const BeamPotential&>(*placed.term).points()[0].D;
  EXPECT_NEAR(D(0, 0), 4e9, 1);
  EXPECT_NEAR(D(4, 4), 2e11 * 0.2 * 1e-3 / 12, 1);
  EXPECT_NEAR(D(5, 5), 2e11 * 0.1 * 8e-3 / 12, 1);
  EXPECT_NEAR(D(1, 1), 8e10 * 0.02 * 12.5 / 14.75, 1);
  // Timoshenko and Goodier: torsion constant of a 2 : 1 rectangle 0.2287 b^3 a.
  EXPECT_NEAR(D(3, 3) / (8e10 * 0.2 * 1e-3), 0.22868, 1e-5);
  EXPECT_NEAR(model->elements[0]->mass(), 156, 1e-10);
}

TEST(BeamModel, reads_sections_along_the_length_from_a_file) {
  const testing::TemporaryFolder folder;
  const auto path = folder / "blade.csv";
  std::ofstream(path) << "# a blade\ns, mass, EA, EI2, EI3\n0, 10, 1e7, 1e5, 2e5\n1, 4, 1e6, 1e4, 2e4\n";
  const auto model =
      load_model_text("elements: {b: {type: beam, from: [0, 0, 0], to: [3, 0, 0], section: {file: " + path + "}}}\n");
  EXPECT_NEAR(model->elements[0]->mass(), 21, 1e-12);
}

TEST(BeamModel, warns_where_an_element_turns_too_far) {
  const auto model = load_model_text(beam("from: [1, 0, 0], arc: {center: [0, 0, 0], angle: 6}, elements: 2"));
  const ModelCheck result = check(*model);
  ASSERT_EQ(result.warnings.size(), 1u);
  EXPECT_NE(result.warnings[0].find("172 degrees"), std::string::npos) << result.warnings[0];
  EXPECT_TRUE(check(*load_model_text(beam("from: [1, 0, 0], arc: {center: [0, 0, 0], angle: 6}, elements: 8")))
                  .warnings.empty());
}

TEST(BeamModel, turns_of_an_element_are_counted_from_node_to_node_not_from_end_to_end) {
  // 350 degrees look like 10 from end to end.
  const ModelCheck result =
      check(*load_model_text(beam("from: [1, 0, 0], arc: {center: [0, 0, 0], angle: 350*deg}, elements: 1")));
  ASSERT_EQ(result.warnings.size(), 1u);
  EXPECT_NE(result.warnings[0].find("element 1 of 1 turns by 350 degrees"), std::string::npos) << result.warnings[0];
  // A right angle is the limit, not beyond it.
  EXPECT_TRUE(check(*load_model_text(beam("from: [1, 0, 0], arc: {center: [0, 0, 0], angle: 90*deg}, elements: 1")))
                  .warnings.empty());
  EXPECT_FALSE(check(*load_model_text(beam("from: [1, 0, 0], arc: {center: [0, 0, 0], angle: 91*deg}, elements: 1")))
                   .warnings.empty());
}

TEST(BeamModel, loads_act_at_points_of_the_true_curve_between_nodes) {
  // 22.5 degrees an element: the cubic through its nodes is 1e-5 of the radius off the circle.
  const auto text = [](double radius) {
    return beam("start: clamped, from: [10, 0, 0], arc: {center: [0, 0, 0], angle: 90*deg}, elements: 4",
                "forces: {f: {type: applied_force, on: b, at: [" + std::to_string(radius) + "*cos(35*deg), " +
                    std::to_string(radius) + "*sin(35*deg), 0], force: [0, 0, 1]}}\n");
  };
  EXPECT_NO_THROW(load_model_text(text(10)));
  EXPECT_THROW(load_model_text(text(10.01)), ModelError);
}

// Thin-walled limits and differences of solid shapes are the second derivation.
TEST(BeamModel, hollow_sections_have_their_known_constants) {
  const auto stiffness = [](const std::string& section) {
    const auto model =
        load_model_text("elements: {b: {type: beam, from: [0, 0, 0], to: [1, 0, 0], elements: 1, order: 1, section: {" +
                        section + ", E: 2.5, nu: 0.25, rho: 3}}}\n");  // G = 1
    return dynamic_cast<const BeamPotential&>(*model->assembly->potentials[0].term).points()[0].D;
  };
  const double pi = std::numbers::pi;
  const Matrix6 circle = stiffness("shape: circle, radius: 2");
  EXPECT_NEAR(circle(0, 0), 2.5 * pi * 4, 1e-12);
  EXPECT_NEAR(circle(3, 3), pi * 8, 1e-12);  // pi r^4 / 2
  EXPECT_NEAR(circle(4, 4), 2.5 * pi * 4, 1e-12);
  EXPECT_NEAR(circle(5, 5), 2.5 * pi * 4, 1e-12);
  EXPECT_NEAR(circle(1, 1), pi * 4 * 7.5 / 8.5, 1e-12);  // [Cowper1966]: 6 (1 + nu) / (7 + 6 nu)
  // A wall of half the radius: the circle less that of radius 1.
  const Matrix6 pipe = stiffness("shape: hollow_circle, radius: 2, thickness: 1"),
                hole = stiffness("shape: circle, radius: 1");
  for (const int i : {0, 3, 4, 5}) EXPECT_NEAR(pipe(i, i), circle(i, i) - hole(i, i), 1e-12) << i;
  // A thin pipe: A = 2 pi r t, I = pi r^3 t, shear factor 2 (1 + nu) / (4 + 3 nu).
  const Matrix6 thin = stiffness("shape: hollow_circle, radius: 1.0005, thickness: 0.001");
  EXPECT_NEAR(thin(4, 4), 2.5 * pi * 1e-3, 1e-8);
  EXPECT_NEAR(thin(2, 2) / (2 * pi * 1e-3), 2.5 / 4.75, 1e-5);
  // A box of 3 x 2, wall 0.25: the outer rectangle less the inner one; torsion by Bredt, 4 A^2 t / U.
  const Matrix6 box = stiffness("shape: hollow_rectangle, width: 3, height: 2, thickness: 0.25");
  EXPECT_NEAR(box(0, 0), 2.5 * (6 - 2.5 * 1.5), 1e-12);
  EXPECT_NEAR(box(4, 4), 2.5 * (3 * 8 - 2.5 * 1.5 * 1.5 * 1.5) / 12, 1e-12);
  EXPECT_NEAR(box(5, 5), 2.5 * (2 * 27 - 1.5 * 2.5 * 2.5 * 2.5) / 12, 1e-12);
  const double enclosed = 2.75 * 1.75, circumference = 2 * (2.75 + 1.75);
  EXPECT_NEAR(box(3, 3), 4 * enclosed * enclosed * 0.25 / circumference, 1e-12);
  // Shear is carried by the webs along it: a wide box is softer across its short side.
  EXPECT_GT(box(1, 1), box(2, 2));
  EXPECT_GT(box(2, 2), 2 * 1.5 * 0.25 * 0.8);  // most of the area of two webs
  EXPECT_LT(box(1, 1), box(0, 0) / 2.5);       // never all of the area
}

TEST(CableModel, hangs_between_bodies_and_has_its_pretension) {
  const TestModel test(
      "bodies: {p: {type: point_mass, mass: 1, position: [0, 0, -2]}}\nmarkers: {top: {on: ground, at: [0, 0, 1]}}\n"
      "elements: {c: {type: cable, between: [top, p], EA: 500, mass: 0.4, elements: 4, pretension: 25}}\n");
  EXPECT_NEAR(test.channel("c.start.tension"), 25, 1e-11);
  EXPECT_NEAR(test.channel("c.length"), 3, 1e-14);
  EXPECT_NEAR(test.channel("c.mid.position.z"), -0.5, 1e-14);
}

TEST(CableModel, pulls_only_and_a_bar_pushes) {
  const std::string text =
      "bodies: {p: {type: point_mass, mass: 1, position: [0, 0, -2]}}\n"
      "elements: {c: {type: TYPE, between: [ground, p], EA: 500, rest_length: 2.5}}\n";
  for (const std::string type : {"cable", "bar"}) {
    std::string model = text;
    model.replace(model.find("TYPE"), 4, type);
    const TestModel test(model);
    EXPECT_NEAR(test.channel("c.mid.tension"), type == "bar" ? -100 : 0, 1e-11) << type;
    EXPECT_NEAR(test.channel("p.acceleration.z"), type == "bar" ? -100 : 0, 1e-10) << type;
  }
}

struct Wrong {
  std::string name, text;
  int line;
  std::vector<std::string> says;
};
void PrintTo(const Wrong& w, std::ostream* out) { *out << w.name; }

const std::string kLine = "from: [0, 0, 0], to: [1, 0, 0]";

const std::vector<Wrong>& wrong_models() {
  const auto section = [](const std::string& text) {
    return "elements:\n  b: {type: beam, " + kLine + ", section: {" + text + "}}\n";
  };
  const auto load = [](const std::string& text) { return beam(kLine, "forces:\n  f: {" + text + "}\n"); };
  static const std::vector<Wrong> all = {
      {"zero_length", beam("from: [1, 0, 0], to: [1, 0, 0]"), 2, {"elements.b", "no length"}},
      {"hardly_any_length", beam("from: [0, 0, 0], to: [1e-13, 0, 0]"), 2, {"elements.b", "no length"}},
      {"length_lost_in_rounding", beam("from: [1e6, 0, 0], to: [1000000.0000005, 0, 0]"), 2, {"no length"}},
      {"two_nodes_at_one_place",
       beam("curve: [cos(2*pi*s), sin(2*pi*s), 0], order: 1, elements: 1"),
       2,
       {"elements.b", "two nodes at the same place, 0 and 1"}},
      {"both_ends_on_one_body",
       "bodies: {hub: {type: rigid_body, mass: 1, inertia: [1, 1, 1]}}\n" +
           beam("start: hub, end: hub, order: 1, elements: 1, " + kLine),
       3,
       {"held by \"hub\" at both ends", "more elements"}},
      {"both_ends_on_one_body_with_nodes_between",
       "bodies: {hub: {type: rigid_body, mass: 1, inertia: [1, 1, 1]}}\n" + beam("start: hub, end: hub, " + kLine),
       0,
       {}},
      {"no_place", beam("elements: 3"), 2, {"does not say where the beam is", "from and to"}},
      {"two_shapes", beam(kLine + ", curve: [s, s, s]"), 2, {"elements.b.curve", "combined with to"}},
      {"standing_curve", beam("curve: [s^2, 0, 0]"), 2, {"elements.b.curve", "no direction at s = 0"}},
      {"coincident_points", beam("points: [[0, 0, 0], [1, 0, 0], [1, 0, 0]]"), 2, {"points[2]", "same as the point"}},
      {"unknown_key", beam(kLine + ", ordr: 2"), 2, {"unknown key \"ordr\"", "did you mean \"order\""}},
      {"order_four", beam(kLine + ", order: 4"), 2, {"elements.b.order", "between 1 and 3"}},
      {"axis_along", beam(kLine + ", axis_2: [2, 0, 0]"), 2, {"elements.b.axis_2", "along the beam"}},
      {"not_definite",
       section(
           "stiffness: [[1, 2, 0, 0, 0, 0], [2, 1, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0], [0, 0, 0, 1, 0, 0], [0, 0, 0, 0, "
           "1, 0], [0, 0, 0, 0, 0, 1]], mass: 1"),
       2,
       {"section.stiffness", "positive definite"}},
      {"no_stiffness",
       section("stiffness: [1, 1, 1, 0, 1, 1], mass: 1"),
       2,
       {"section.stiffness", "positive diagonal"}},
      {"not_symmetric",
       section(
           "stiffness: [[1, 2, 0, 0, 0, 0], [0, 9, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0], [0, 0, 0, 1, 0, 0], [0, 0, 0, 0, "
           "1, 0], [0, 0, 0, 0, 0, 1]], mass: 1"),
       2,
       {"section.stiffness", "symmetric"}},
      {"mass_that_differs_by_direction",
       section("stiffness: [1, 1, 1, 1, 1, 1], mass: [2, 99, 2, 0.6, 0.3, 0.3]"),
       2,
       {"section.mass", "99 in row 2, column 2", "mass a meter, 2"}},
      {"mass_with_symmetric_coupling",
       section("stiffness: [1, 1, 1, 1, 1, 1], mass: [[2, 0, 0, 0, 0, 0], [0, 2, 0, 0.1, 0, 0], [0, 0, 2, 0.1, 0, 0], "
               "[0, 0.1, 0.1, 0.6, 0, 0], [0, 0, 0, 0, 0.3, 0], [0, 0, 0, 0, 0, 0.3]]"),
       2,
       {"section.mass", "row 5, column 1"}},
      {"mass_of_an_offset_section",  // center at s2 = 0.1, s3 = 0.05
       section("stiffness: [1, 1, 1, 1, 1, 1], mass: [[2, 0, 0, 0, 0.1, -0.2], [0, 2, 0, -0.1, 0, 0], "
               "[0, 0, 2, 0.2, 0, 0], [0, -0.1, 0.2, 0.6, 0, 0], [0.1, 0, 0, 0, 0.3, 0], [-0.2, 0, 0, 0, 0, 0.3]]"),
       0,
       {}},
      {"negative_mass", section("stiffness: [1, 1, 1, 1, 1, 1], mass: -1"), 2, {"section.mass", "no section can have"}},
      {"impossible_inertia",
       section("stiffness: [1, 1, 1, 1, 1, 1], mass: [1, 1, 1, 5, 1, 1]"),
       2,
       {"section.mass", "no section can have"}},
      {"shape_without_size", section("shape: circle, E: 1, rho: 1"), 2, {"needs the key \"radius\""}},
      {"shape_with_wrong_size",
       section("shape: circle, radius: 1, width: 2, E: 1, rho: 1"),
       2,
       {"section.width", "does not belong"}},
      {"thick_wall",
       section("shape: hollow_circle, radius: 1, thickness: 2, E: 1, rho: 1"),
       2,
       {"section.thickness", "larger than the radius"}},
      {"table_column",
       section("table: {columns: [s, mass, EA, EI2, EI33], rows: [[0, 1, 1, 1, 1]]}"),
       2,
       {"unknown column \"EI33\"", "EI3"}},
      {"table_not_positive",
       section("table: {columns: [s, mass, EA, EI2, EI3], rows: [[0, 1, 1, -1, 1]]}"),
       2,
       {"EI2 = -1", "positive"}},
      {"no_such_file", section("file: none.csv"), 2, {"section.file", "cannot be read"}},
      {"station_outside", beam(kLine + ", stations: {far: 1.2}"), 2, {"stations.far = 1.2", "outside the beam"}},
      {"station_taken", beam(kLine + ", stations: {end: 0.2}"), 2, {"station with the name \"end\""}},
      {"load_outside",
       load("type: applied_force, on: b, at: [1.5, 0, 0], force: [1, 0, 0]"),
       4,
       {"forces.f.at", "0.5 m away"}},
      {"distributed_outside",
       load("type: distributed_force, on: b, force: [0, 0, 1], to: 1.5"),
       4,
       {"forces.f.to = 1.5", "outside the beam"}},
      {"torque_between_nodes",
       load("type: applied_torque, on: b.mid, torque: [0, 0, 1]") /* 4 cubic elements: node 6 is at the middle */,
       0,
       {}},
      {"torque_on_a_point",
       beam(kLine + ", stations: {p: 0.3}", "forces:\n  f: {type: applied_torque, on: b.p, torque: [0, 0, 1]}\n"),
       4,
       {"forces.f.on", "without an orientation"}},
      {"attached_to_a_point",
       "bodies:\n  p: {type: point_mass, mass: 1}\n" + beam("start: p, to: [1, 0, 0]"),
       4,
       {"elements.b.start", "rigidly"}},
      {"attached_to_nothing",
       beam("start: hubb, to: [1, 0, 0]"),
       2,
       {"elements.b.start", "neither a body nor a marker"}},
      {"attached_in_a_circle",
       "elements:\n  b: {type: beam, start: c.end, to: [1, 0, 0], " + kSection +
           "}\n  c: {type: beam, end: b.end, from: [0, 0, 0], " + kSection + "}\n",
       2,
       {"elements.b", "attached to it in turn"}},
      {"nothing_moves",
       beam("start: clamped, end: clamped, order: 1, elements: 1, " + kLine),
       2,
       {"no node that can move"}},
      {"stretched_between",
       beam("start: clamped, end: clamped, stretch: 1.1, " + kLine),
       2,
       {"elements.b.stretch", "both ends"}},
      {"color", beam(kLine + ", draw: {color: momnt}"), 2, {"draw.color", "neither a color nor a quantity"}},
      {"cable_of_no_length",
       "bodies:\n  p: {type: point_mass, mass: 1}\nelements:\n  c: {type: cable, between: [ground, p], EA: 1}\n",
       4,
       {"elements.c.between", "same point"}},
      {"massless_cable_nodes",
       "bodies:\n  p: {type: point_mass, mass: 1, position: [1, 0, 0]}\nelements:\n  c: {type: cable, between: "
       "[ground, "
       "p], EA: 1, elements: 3}\n",
       4,
       {"elements.c.mass", "more than one element"}},
      {"plane_cable",
       "bodies:\n  p: {type: planar_point_mass, mass: 1, position: [1, 0]}\nelements:\n  c: {type: cable, between: "
       "[ground, p], EA: 1}\n",
       4,
       {"elements.c.between", "plane"}}};
  return all;
}

class WrongBeams : public ::testing::TestWithParam<Wrong> {};

TEST_P(WrongBeams, are_refused_with_the_line_and_the_reason) {
  const Wrong& w = GetParam();
  if (w.line == 0) {
    EXPECT_NO_THROW(load_model_text(w.text));
    return;
  }
  try {
    load_model_text(w.text, "beam.yaml");
    FAIL() << "accepted\n" << w.text;
  } catch (const ModelError& error) {
    EXPECT_EQ(error.where().line, w.line) << error.what();
    for (const auto& words : w.says)
      EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
  }
}

INSTANTIATE_TEST_SUITE_P(Each, WrongBeams, ::testing::ValuesIn(wrong_models()),
                         [](const auto& param_info) { return param_info.param.name; });

}  // namespace
}  // namespace invar
