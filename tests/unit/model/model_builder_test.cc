#include "invar/model/model_builder.h"

#include <gtest/gtest.h>

#include <cmath>

#include "invar/joints/shared_rows.h"
#include "invar/model/params/bodies.h"
#include "invar/model/params/drives.h"
#include "invar/model/params/elements.h"
#include "invar/model/params/forces.h"
#include "invar/model/params/joints.h"
#include "invar/model/params/markers.h"

namespace invar {

namespace {

const char* kSwing = R"(
model: swing
gravity: [0, 0, -9.81]
bodies:
  arm: {type: rigid_body, mass: 2, inertia: [0.01, 0.17, 0.17], position: [0.5, 0, 0], rotation: {axis: [0, 1, 0], angle: 0.1}}
  bob: {type: point_mass, mass: 0.1, position: [1.3, 0.2, 0]}
markers:
  tip: {on: arm, at: [0.5, 0, 0]}
joints:
  hinge: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: [0, 1, 0]}
  link: {type: distance, between: [tip, bob]}
forces:
  spring: {type: torsion_spring, joint: hinge, stiffness: 20}
)";

void add_arm(ModelBuilder& builder) {
  builder.add("arm", RigidBodyParams{.mass = 2,
                                     .inertia = {0.01, 0.17, 0.17},
                                     .position = {0.5, 0, 0},
                                     .rotation = {.axis = {0, 1, 0}, .angle = 0.1}});
}

void add_hinge(ModelBuilder& builder) {
  builder.add("hinge", RevoluteParams{.between = {"ground", "arm"}, .at = {0, 0, 0}, .axis = {0, 1, 0}});
}

ModelBuilder swing() {
  ModelBuilder builder;
  builder.name("swing").gravity({0, 0, -9.81});
  // Not in the order in which they are needed.
  builder.add("forces", "spring", "torsion_spring", {{"joint", "hinge"}, {"stiffness", 20}});
  add_hinge(builder);
  builder.add("link", DistanceParams{.between = {"tip", "bob"}});
  add_arm(builder);
  builder.add("bodies", "bob", "point_mass", {{"mass", 0.1}, {"position", Vector3(1.3, 0.2, 0)}});
  builder.add_marker("tip", {{"on", "arm"}, {"at", {0.5, 0, 0}}});
  return builder;
}

std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const ModelError& error) {
    return error.what();
  }
  return "no error";
}

std::vector<std::string> channel_names(const Model& model) {
  std::vector<std::string> names;
  const ChannelList list = model.channels();
  for (const Channel& channel : list.all()) names.push_back(channel.name + " " + channel.unit);
  return names;
}

void expect_same_start(const Model& a, const Model& b) {
  EXPECT_EQ(a.initial.q, b.initial.q);
  EXPECT_EQ(a.initial.v, b.initial.v);
  ASSERT_EQ(a.assembly->layout.rows(), b.assembly->layout.rows());
  for (int i = 0; i < a.assembly->layout.rows(); ++i) {
    EXPECT_EQ(a.assembly->layout.row(i).full_name(), b.assembly->layout.row(i).full_name());
    EXPECT_EQ(a.assembly->layout.row(i).unit, b.assembly->layout.row(i).unit);
  }
}

TEST(ModelBuilder, makes_the_model_that_a_file_describes) {
  const auto built = swing().finish();
  const auto loaded = load_model_text(kSwing);
  expect_same_start(*built, *loaded);
  EXPECT_EQ(built->name, "swing");
  EXPECT_EQ(channel_names(*built), channel_names(*loaded));
}

TEST(ModelBuilder, writes_a_file_that_loads_to_the_same_model) {
  const auto built = swing().finish();
  const auto again = load_model_text(built->to_yaml());
  expect_same_start(*built, *again);
  EXPECT_EQ(again->to_yaml(), built->to_yaml());
  EXPECT_EQ(built->source.text, built->to_yaml());
}

TEST(ModelBuilder, keeps_every_bit_of_a_number_in_a_file) {
  ModelBuilder builder;
  const double odd = 0.1 + 0.2, tiny = 5e-324;
  builder.add("p", PointMassParams{.mass = 1, .position = {odd, -1.0 / 3, tiny}});
  const auto again = load_model_text(builder.finish()->to_yaml());
  EXPECT_EQ(again->initial.q, Vector3(odd, -1.0 / 3, tiny));
}

TEST(ModelBuilder, takes_formulas_of_parameters_and_other_values_of_them) {
  ModelBuilder builder;
  builder.parameter("m", 2).parameter("twice", "2*m");
  builder.add("p", PointMassParams{.mass = "twice", .position = {"m", 0, 0}});
  EXPECT_EQ(builder.finish()->bodies[0]->mass(), 4);
  const auto changed = builder.finish({{"m", "3"}});
  EXPECT_EQ(changed->bodies[0]->mass(), 6);
  EXPECT_EQ(load_model_text(changed->to_yaml())->bodies[0]->mass(), 6);
}

TEST(ModelBuilder, takes_callables_as_functions_but_cannot_write_them) {
  ModelBuilder builder;
  add_arm(builder);
  add_hinge(builder);
  builder.add("drive", AngleDriveParams{.joint = "hinge", .value = [](double t) { return 0.1 * std::sin(t); }});
  const auto model = builder.finish();
  EXPECT_EQ(
      message_of([&] { model->to_yaml(); }),
      "drives.drive.value belongs to the program and cannot be written to a file; make it a type of a catalog, or a "
      "formula");
}

TEST(ModelBuilder, reports_wrong_values_by_the_path_of_their_key) {
  ModelBuilder builder;
  EXPECT_EQ(message_of([&] { builder.add("p", PointMassParams{.mass = -1}); }),
            "bodies.p.mass = -1 must not be negative");
  EXPECT_EQ(
      message_of([&] { builder.add("b", RigidBodyParams{.mass = 1}); }),
      "bodies.b needs the key \"inertia\"; inertia tensor in body axes: xx, yy, zz or xx, yy, zz, xy, xz, yz (tensor "
      "components) (3x3 matrix, kg m^2)");
  EXPECT_EQ(message_of([&] {
              builder.add("bodies", "p", "point_mass", {{"mas", 1}});
            }),
            "bodies.p has the unknown key \"mas\"; did you mean \"mass\"?");
  EXPECT_EQ(message_of([&] {
              builder.add("bodies", "p", "point_mas", {{"mass", 1}});
            }),
            "unknown body type \"point_mas\"; did you mean \"point_mass\"? (invar list bodies)");
  EXPECT_EQ(message_of([&] { builder.add("body", "p", "point_mass", {}); }).substr(0, 50),
            "\"body\" is no section of a model with types; known:");
  EXPECT_EQ(message_of([&] { builder.add("p", PointMassParams{.mass = NAN}); }),
            "bodies.p.mass = nan must be a finite number");
  builder.add("p", PointMassParams{.mass = "2*m"});
  EXPECT_EQ(message_of([&] { builder.add("p", PointMassParams{.mass = 1}); }),
            "p is used twice; every part needs a name of its own");
  EXPECT_EQ(message_of([&] { builder.finish(); }),
            "bodies.p.mass = 2*m has the unknown name \"m\"; the model has no parameters; define it under parameters:");
}

TEST(ModelBuilder, reports_unknown_names_of_parts) {
  ModelBuilder builder;
  builder.add("p", PointMassParams{.mass = 1});
  builder.add("link", DistanceParams{.between = {"p", "q"}});
  EXPECT_NE(message_of([&] { builder.finish(); }).find("names \"q\", which is neither a body nor a marker"),
            std::string::npos);
}

TEST(ModelBuilder, builds_a_beam_from_a_struct_with_groups) {
  ModelBuilder builder;
  builder.add("blade",
              BeamParams{.from = {0, 0, 0},
                         .to = {2, 0, 0},
                         .section = {.shape = "rectangle", .width = 0.1, .height = 0.02, .E = 7e10, .rho = 2700},
                         .elements = 2,
                         .start = "clamped",
                         .stations = ValueMap{{"quarter", 0.25}}});
  const auto built = builder.finish();
  const auto loaded = load_model_text(
      "elements: {blade: {type: beam, from: [0, 0, 0], to: [2, 0, 0], start: clamped, elements: 2, stations: {quarter: "
      "0.25},\n"
      "  section: {shape: rectangle, width: 0.1, height: 0.02, E: 7e10, rho: 2700}}}");
  expect_same_start(*built, *loaded);
  EXPECT_EQ(channel_names(*built), channel_names(*loaded));
}

// Two rows of the revolute joint: a type that the library does not have.
JointType parallel_axes_type() {
  JointType type;
  type.name = "parallel_axes";
  type.doc = "two axes stay parallel; the points are free";
  type.schema = pair_schema();
  type.make = [](const std::string& name, const Params& params, PartBuilder& builder) {
    return make_pair_joint(name, "parallel_axes", params, builder, {.angle = true}, {.anywhere = true},
                           add_parallel_rows);
  };
  return type;
}

TEST(OwnCatalogs, make_own_types_work_in_files_and_in_code) {
  Catalogs mine = Catalogs::built_in();
  mine.joints.add(parallel_axes_type());
  ModelBuilder builder(mine);
  add_arm(builder);
  builder.add("joints", "guide", "parallel_axes", {{"between", {"ground", "arm"}}, {"axis", {0, 1, 0}}});
  const auto built = builder.finish();
  EXPECT_EQ(built->assembly->layout.rows(), 8);  // six of the frame
  const auto again = load_model_text(built->to_yaml(), "model.yaml", {}, mine);
  expect_same_start(*built, *again);
  EXPECT_EQ(message_of([&] { load_model_text(built->to_yaml()); }).find("unknown joint type \"parallel_axes\"") !=
                std::string::npos,
            true);
}

TEST(BuildOrder, lets_a_cable_hang_on_a_marker_of_a_rod) {
  const auto model = load_model_text(R"(
bodies:
  rod: {type: rod, between: [a, b], mass: 1}
  a: {type: point_mass, mass: 1}
  b: {type: point_mass, mass: 1, position: [1, 0, 0]}
markers:
  middle: {on: rod, at: [0.5, 0, 0]}
  hook: {on: ground, at: [0.5, 0, 1]}
elements:
  rope: {type: cable, between: [middle, hook], EA: 100}
)");
  EXPECT_EQ(model->bodies[2]->name(), "rod");
  EXPECT_EQ(model->elements[0]->name(), "rope");
}

TEST(BuildOrder, names_the_circle_of_bodies_that_wait_for_each_other) {
  EXPECT_EQ(message_of([] {
              load_model_text(
                  "bodies:\n  p: {type: point_mass, mass: 1}\n  a: {type: rod, between: [p, on_b], mass: 1}\n"
                  "  b: {type: rod, between: [p, on_a], mass: 1}\n"
                  "markers: {on_a: {on: a}, on_b: {on: b}}\n");
            }),
            "model.yaml:5:22: markers.on_a.on refers to itself: on_a -> a -> on_b -> b -> on_a; leave one of them out");
}

}  // namespace

}  // namespace invar
