// The picture of a model: parts draw themselves, places move with their bodies, every shipped model can be drawn.
#include "invar/parts/drawing/drawing.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "invar/model/model.h"
#include "invar/parts/kinematics.h"
#include "paths.h"

namespace invar {
namespace {

using nlohmann::json;

Snapshot start_of(const Model& model) {
  Snapshot s;
  s.q = model.initial.q;
  s.v = s.v_raw = model.initial.v;
  s.a = Vector::Zero(s.q.size());
  s.z = Vector::Zero(static_cast<Eigen::Index>(model.assembly->layout.internals().size()));
  s.u = model.initial.inputs.u;
  s.lambda = s.lambda_raw = Vector::Zero(model.assembly->layout.rows());
  return s;
}

// The position of an anchor as the page computes it from a sampled row.
Vector3 position(const json& drawing, const std::vector<float>& row, const json& at) {
  const Vector3 p(at[1], at[2], at[3]);
  if (at[0] < 0) return p;
  const json& track = drawing["tracks"][at[0].get<int>()];
  const float* x = row.data() + track["offset"].get<int>();
  const Vector3 r(x[0], x[1], x[2]);
  if (track["kind"] == "point") return r + p;
  return r + Eigen::Quaterniond(x[6], x[3], x[4], x[5]) * p;
}

std::vector<json> of_kind(const json& drawing, const std::string& kind) {
  std::vector<json> found;
  for (const json& p : drawing["primitives"])
    if (p["kind"] == kind) found.push_back(p);
  return found;
}

struct Picture {
  explicit Picture(const std::string& text) : model(load_model_text(text)), drawing(model->drawing()) {
    data = json::parse(drawing.to_json());
    row.resize(drawing.width());
    drawing.sample(start_of(*model), row.data());
  }
  Vector3 at(const json& anchor) const { return position(data, row, anchor); }
  std::shared_ptr<const Model> model;
  Drawing drawing;
  json data;
  std::vector<float> row;
};

TEST(Drawing, ties_joints_to_the_frames_of_their_bodies) {
  const Picture picture(R"(
gravity: [0, 0, -9.81]
bodies:
  arm: {type: rigid_body, mass: 2, inertia: [0.1, 1, 1], position: [1, 2, 3], rotation: {axis: [1, 2, 2], angle: 0.7}}
joints:
  hinge: {type: revolute, between: [arm, ground], at: [0.5, 0.5, 0.25], axis: [0, 1, 0]}
)");
  const auto pins = of_kind(picture.data, "cylinder");
  int found = 0;
  for (const json& pin : pins) {
    if (pin["part"] != "hinge") continue;
    ++found;
    EXPECT_EQ(picture.data["tracks"][pin["at"][0].get<int>()]["kind"], "frame");
    EXPECT_LT((picture.at(pin["at"]) - Vector3(0.5, 0.5, 0.25)).norm(), 1e-6);
  }
  EXPECT_EQ(found, 1);
  EXPECT_EQ(of_kind(picture.data, "support").size(), 1u);
  EXPECT_EQ(of_kind(picture.data, "arrow").size(), 1u);
  EXPECT_LT((picture.drawing.up() - Vector3::UnitZ()).norm(), 1e-15);
  EXPECT_FALSE(picture.drawing.planar());
}

TEST(Drawing, puts_a_coordinate_where_its_formulas_say) {
  const Picture picture(R"(
bodies:
  theta: {type: coordinate, inertia: 1, value: 0.5, draw: {point: [2*sin(q), -2*cos(q), 0], from: [0, 0, 0]}}
)");
  const auto rods = of_kind(picture.data, "rod");
  ASSERT_EQ(rods.size(), 1u);
  EXPECT_LT((picture.at(rods[0]["at"])).norm(), 1e-15);
  EXPECT_LT((picture.at(rods[0]["to"]) - Vector3(2 * std::sin(0.5), -2 * std::cos(0.5), 0)).norm(), 1e-6);
  EXPECT_EQ(of_kind(picture.data, "support").size(), 1u);
  EXPECT_NEAR(picture.drawing.unit(), 2, 1e-12);
  EXPECT_TRUE(picture.drawing.planar());
}

TEST(Drawing, continues_a_rod_to_places_beyond_its_end) {
  const Picture picture(R"(
bodies:
  a: {type: point_mass, mass: 1, position: [1, 0, 0]}
  b: {type: point_mass, mass: 1, position: [2, 0, 0]}
  rod: {type: rod, between: [pivot, a]}
markers: {pivot: {on: ground, at: [0, 0, 0]}, end: {on: rod, at: [2, 0, 0]}}
joints: {ball: {type: spherical, between: [end, b]}}
)");
  const auto rods = of_kind(picture.data, "rod");
  ASSERT_EQ(rods.size(), 2u);
  EXPECT_EQ(rods[0]["part"], "rod");
  EXPECT_LT((picture.at(rods[0]["at"]) - Vector3(1, 0, 0)).norm(), 1e-6);
  EXPECT_LT((picture.at(rods[0]["to"]) - Vector3(2, 0, 0)).norm(), 1e-6);
}

TEST(Drawing, keeps_one_track_for_all_places_on_a_body) {
  const Picture picture(R"(
bodies:
  a: {type: planar_body, mass: 1, inertia: 1}
  b: {type: planar_body, mass: 1, inertia: 1, position: [1, 0]}
markers: {m1: {on: a, at: [0.2, 0.1]}, m2: {on: a, at: [-0.2, 0.4]}}
joints: {j: {type: planar_revolute, between: [a, b], at: [0.5, 0]}}
)");
  int frames = 0;
  for (const json& track : picture.data["tracks"]) frames += track["kind"] == "frame";
  EXPECT_EQ(frames, 2);
  EXPECT_TRUE(picture.drawing.planar());
  // The plate of `a` reaches to the joint and both markers.
  EXPECT_EQ(of_kind(picture.data, "plate")[0]["points"].size(), 3u);
}

TEST(Drawing, shows_what_a_joint_is_by_what_it_leaves_free) {
  const std::string bodies =
      "bodies:\n  a: {type: rigid_body, mass: 1, inertia: [1, 1, 1]}\n"
      "  b: {type: rigid_body, mass: 1, inertia: [1, 1, 1], position: [1, 0, 0]}\njoints:\n";
  const auto has = [&](const std::string& joint, const std::string& kind) {
    const Picture picture(bodies + "  j: {between: [a, b], " + joint + "}\n");
    for (const json& p : of_kind(picture.data, kind))
      if (p["part"] == "j") return true;
    return false;
  };
  EXPECT_TRUE(has("type: revolute, at: [0, 0, 0], axis: [0, 0, 1]", "cylinder"));
  EXPECT_TRUE(has("type: prismatic, at: [0, 0, 0], axis: [0, 0, 1]", "rail"));
  EXPECT_TRUE(has("type: spherical, at: [0, 0, 0]", "sphere"));
  EXPECT_TRUE(has("type: distance", "rod"));
  EXPECT_TRUE(has("type: point_on_plane, at: [0, 0, 0], axis: [0, 0, 1]", "plane"));
}

TEST(Drawing, draws_a_wheel_instead_of_the_solid_of_its_inertia) {
  const auto model = load_model(source_path("models/bicycle.yaml"));
  const json drawing = json::parse(model->drawing().to_json());
  EXPECT_EQ(of_kind(drawing, "wheel").size(), 2u);
  EXPECT_EQ(of_kind(drawing, "floor").size(), 1u);
  for (const json& p : drawing["primitives"])
    if (p.value("assumed", false)) {
      EXPECT_NE(p["part"], "rear_wheel");
    }
}

TEST(Drawing, of_every_shipped_model_has_its_bodies_where_they_are) {
  for (const auto& entry : std::filesystem::directory_iterator(source_path("models"))) {
    if (entry.path().extension() != ".yaml") continue;
    SCOPED_TRACE(entry.path().stem().string());
    const auto model = load_model(entry.path().string());
    const Drawing drawing = model->drawing();
    const json data = json::parse(drawing.to_json());
    std::vector<float> row(drawing.width());
    drawing.sample(start_of(*model), row.data());
    EXPECT_GT(drawing.unit(), 0);
    for (const json& p : data["primitives"])
      for (const char* key : {"at", "to"})
        if (p.contains(key)) {
          EXPECT_TRUE(position(data, row, p[key]).allFinite()) << p.dump();
        }
    for (const auto& body : model->bodies) {
      if (body->type() == "coordinate") continue;  // has no place in space
      bool drawn = false;
      for (const json& p : data["primitives"]) drawn |= p["part"] == body->name() && p["role"] == "body";
      EXPECT_TRUE(drawn) << body->name();
      for (const json& point : data["points"]) {
        if (point["name"] != body->name()) continue;
        const Vector3 center = calc_value(model->assembly->layout, body->center(), model->initial.q);
        EXPECT_LT((position(data, row, point["at"]) - center).norm(), 1e-5 * (1 + center.norm())) << body->name();
      }
    }
  }
}

}  // namespace
}  // namespace invar
