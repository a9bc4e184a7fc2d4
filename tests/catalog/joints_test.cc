// Every joint type of the catalog, between moving bodies and the ground: its terms keep their promises, its rows remove
// the freedoms that they should, its parameters are checked.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "catalog/catalog_sample.h"
#include "invar/core/error.h"
#include "invar/model/catalogs.h"
#include "invar/parts/kinematics.h"
#include "invar/solve/acceleration.h"
#include "invar/solve/initial_conditions.h"
#include "invar/system/assembled_system.h"

namespace invar::catalog {
namespace {

const std::string kHinges = R"(  h1: {type: revolute, between: [a, b], at: [0.1, 0.2, 0.3], axis: [1, 2, -1]}
  h2: {type: cylindrical, between: [b, c], at: [0.5, 0, -0.2], axis: [0.4, 1, 1]})";
const std::string kPlanarHinges = R"(  h1: {type: planar_revolute, between: [ground, u], at: [0.2, 0]}
  h2: {type: planar_prismatic, between: [u, w], at: [0, 0.5], axis: [1, 0.5, 0]})";

const std::vector<Sample>& joint_samples() {
  const std::string at = "[0.2, 0.1, 0.4]", axis = "[1, -2, 0.5]", ab = "[a, b]", ga = "[ground, a]",
                    bg = "[b, ground]";
  static const std::vector<Sample> all = {
      {"spherical", "bodies", {{"between", ab}, {"at", at}}, 3},
      {"spherical", "ground", {{"between", ga}, {"at", at}}, 3},
      {"spherical", "point", {{"between", "[a, p]"}}, 3},
      {"spherical", "plane", {{"between", "[u, q]"}}, 2},
      {"spherical", "planar_on_spatial", {{"between", "[a, u]"}, {"at", "[0.2, 0.1, 0]"}}, 3},
      {"revolute", "bodies", {{"between", ab}, {"at", at}, {"axis", axis}}, 5},
      {"revolute", "ground", {{"between", ga}, {"at", at}, {"axis", axis}}, 5},
      {"revolute", "to_ground", {{"between", bg}, {"at", at}, {"axis", axis}, {"x_axis", "[0, 0, 1]"}}, 5},
      {"revolute", "planar_on_spatial", {{"between", "[a, u]"}, {"at", "[0.2, 0.1, 0]"}, {"axis", "[0, 1, 1]"}}, 5},
      {"universal", "bodies", {{"between", ab}, {"at", at}, {"arm_F", "[1, 0, 0]"}, {"arm_M", "[0, 0.6, 0.8]"}}, 4},
      {"universal",
       "driven",
       {{"between", ga},
        {"at", at},
        {"arm_F", "[1, 0, 0]"},
        {"arm_M", "[0, 0, 1]"},
        {"shaft_axis", "[0, 1, 0]"},
        {"shaft_angle", "1.3*t"}},
       4},
      {"universal",
       "driven_bodies",
       {{"between", ab},
        {"at", at},
        {"arm_F", "[1, 0, 0.2]"},
        {"arm_M", "[0, 0.6, 0.8]"},
        {"shaft_axis", "[0.1, 1, 0.3]"},
        {"shaft_angle", "sin(t)"}},
       4},
      {"prismatic", "bodies", {{"between", ab}, {"at", at}, {"axis", axis}}, 5},
      {"prismatic", "ground", {{"between", ga}, {"at", at}, {"axis", axis}}, 5},
      {"cylindrical", "bodies", {{"between", ab}, {"at", at}, {"axis", axis}}, 4},
      {"cylindrical", "ground", {{"between", bg}, {"at", at}, {"axis", axis}}, 4},
      {"screw", "bodies", {{"between", ab}, {"at", at}, {"axis", axis}, {"lead", "0.2"}}, 5},
      {"screw", "ground", {{"between", ga}, {"at", at}, {"axis", axis}, {"lead", "-0.2"}}, 5},
      {"planar", "bodies", {{"between", ab}, {"at", at}, {"axis", axis}}, 3},
      {"planar", "ground", {{"between", ga}, {"at", at}, {"axis", axis}}, 3},
      {"weld", "bodies", {{"between", ab}, {"at", at}}, 6},
      {"weld", "ground", {{"between", ga}}, 6},
      {"weld", "plane", {{"between", "[u, w]"}}, 3},
      {"weld", "plane_ground", {{"between", "[u, ground]"}}, 3},
      {"distance", "bodies", {{"between", ab}, {"at", at}, {"length", "0.5"}}, 1},
      {"distance", "origins", {{"between", ab}}, 1},
      {"distance", "ground", {{"between", "[ground, b]"}, {"at", at}}, 1},
      {"distance", "points", {{"between", "[p, q]"}}, 1},
      {"distance", "plane", {{"between", "[u, q]"}, {"at", "[0.6, 0]"}}, 1},
      {"point_on_line", "bodies", {{"between", ab}, {"at", at}, {"axis", axis}}, 2},
      {"point_on_line", "point", {{"between", "[a, p]"}, {"axis", axis}}, 2},
      {"point_on_line", "ground", {{"between", "[ground, p]"}, {"axis", axis}}, 2},
      {"point_on_line", "plane", {{"between", "[u, w]"}, {"at", "[0.1, 0.2]"}, {"axis", "[1, 2, 0]"}}, 1},
      {"point_on_line", "plane_point", {{"between", "[ground, q]"}, {"axis", "[1, 2, 0]"}}, 1},
      {"point_on_plane", "bodies", {{"between", ab}, {"at", at}, {"axis", axis}}, 1},
      {"point_on_plane", "point", {{"between", "[ground, p]"}, {"axis", axis}}, 1},
      {"point_on_plane", "plane", {{"between", "[u, q]"}, {"axis", "[1, 2, 0]"}}, 1},
      {"planar_revolute", "bodies", {{"between", "[u, w]"}, {"at", "[0.1, 0.2]"}}, 2},
      {"planar_revolute", "ground", {{"between", "[ground, w]"}, {"at", "[0.1, 0.2]"}}, 2},
      {"planar_prismatic", "bodies", {{"between", "[u, w]"}, {"at", "[0.1, 0.2]"}, {"axis", "[1, 2, 0]"}}, 2},
      {"planar_prismatic", "ground", {{"between", "[ground, w]"}, {"at", "[0.1, 0.2]"}, {"axis", "[1, 2, 0]"}}, 2},
      {"gear", "angles", {{"joints", "[h1, h2]"}, {"ratio", "-2"}}, 1, kHinges, 9},
      {"gear",
       "rack",
       {{"joints", "[h1, h2]"}, {"ratio", "0.3"}, {"coordinates", "[angle, displacement]"}},
       1,
       kHinges,
       9},
      {"gear", "planar_rack", {{"joints", "[h1, h2]"}, {"ratio", "0.3"}}, 1, kPlanarHinges, 4},
      {"coupler", "two", {{"joints", "[h1, h2]"}, {"factors", "[1, 2]"}}, 1, kHinges, 9},
      {"coupler",
       "three",
       {{"joints", "[h1, h2, h2]"}, {"factors", "[1, 2, -1]"}, {"coordinates", "[angle, angle, displacement]"}},
       1,
       kHinges,
       9},
      {"relation", "angles", {{"joints", "[h1, h2]"}, {"law", "0.5*x + 0.3*sin(x)"}}, 1, kHinges, 9},
      {"relation",
       "cam",  // on the cubic 0.1 x + 0.02 x^2 - 0.001 x^3, which its spline is
       {{"joints", "[h1, h2]"},
        {"coordinates", "[angle, displacement]"},
        {"law", "{table: [[-20, 14], [-10, 2], [0, 0], [10, 2], [20, 2], [30, -6]]}"}},
       1,
       kHinges,
       9},
      {"relation", "planar", {{"joints", "[h1, h2]"}, {"law", "0.3*x + 0.1*x^2"}}, 1, kPlanarHinges, 4},
      {"constraint",
       "joints",
       {{"formula", "\"h1.angle - 2*h2.angle + 0.3*sin(h1.angle + 1)*h2.displacement\""}},
       1,
       kHinges,
       9},
      {"constraint",
       "timed",
       {{"formula", "\"h1.angle*(1 + 0.1*t^2) + 0.3*sin(t)*h2.displacement - 0.2*t\""}},
       1,
       kHinges,
       9},
      {"constraint", "places", {{"formula", "\"a.position.x + 2*b.position.y*p.position.z - 0.46\""}}, 1},
      {"constraint", "directions", {{"formula", "\"a.e1.x - cos(0.8) - (1 - cos(0.8))/14 + t*b.e2.y\""}}, 1},
  };
  return all;
}

class JointSample : public ::testing::TestWithParam<Sample> {};

std::string joint_sample_name(const ::testing::TestParamInfo<Sample>& info) {
  return info.param.type + "_" + info.param.label;
}

// Rows made of scalar products between moving bodies do not change under a rigid motion; those of coincident points are
// world components, which turn with it.
bool is_made_of_products(const Sample& s) {
  if (s.keys[0].second.find("ground") != std::string::npos) return false;
  for (const char* type : {"prismatic", "cylindrical", "screw", "planar", "distance", "point_on_line", "point_on_plane",
                           "planar_prismatic"})
    if (s.type == type) return true;
  return false;
}

TEST_P(JointSample, HasTermsThatKeepTheirPromises) {
  const auto model = load_model_text(model_text("joints", GetParam()));
  for (const auto& placed : model->assembly->constraints) {
    CheckOptions options;
    options.nodes = node_kinds(*model->assembly, placed.nodes);
    options.rigid_motion_invariant = placed.owner == "tested" && is_made_of_products(GetParam());
    const CheckReport report = check_constraint(*placed.term, options);
    EXPECT_TRUE(report.ok) << placed.owner << ": " << report.violation;
  }
}

TEST_P(JointSample, RemovesTheFreedomsThatItShouldWithoutRedundantRows) {
  const Sample& s = GetParam();
  const auto model = load_model_text(model_text("joints", s));
  const Matrix J = full_jacobian(*model->assembly, 0.4, model->initial.q);
  EXPECT_EQ(rank(J), J.rows());
  EXPECT_EQ(J.cols() - J.rows(), kFreedoms - s.removed - s.removed_by_other);
  for (int i = 0; i < J.rows(); ++i) EXPECT_GT(J.row(i).norm(), 1e-3) << model->assembly->layout.row(i).full_name();
}

TEST_P(JointSample, IsSatisfiedByTheConfigurationItIsPlacedIn) {
  const Sample& s = GetParam();
  if (s.type == "distance" || s.type == "universal") return;  // a length or arms of their own, left to assembly
  const auto model = load_model_text(model_text("joints", s));
  for (const auto& placed : model->assembly->constraints) {
    Vector q(model->assembly->local_size(placed.nodes)), Phi = Vector::Zero(placed.term->rows());
    int at = 0;
    for (const int node : placed.nodes) {
      const Node& info = model->assembly->layout.node(node);
      q.segment(at, node_size(info.kind)) = model->initial.q.segment(info.offset, node_size(info.kind));
      at += node_size(info.kind);
    }
    placed.term->add_Phi({0, q}, Phi);
    EXPECT_LT(Phi.cwiseAbs().maxCoeff(), 1e-14) << placed.owner;
  }
}

TEST_P(JointSample, NamesEveryRequiredKeyThatIsMissing) {
  const Sample& s = GetParam();
  for (const auto& param : joint_types().at(s.type).schema.params()) {
    if (!param.is_required) continue;
    try {
      load_model_text(model_text("joints", s, param.name));
      FAIL() << "accepted without " << param.name;
    } catch (const ModelError& error) {
      EXPECT_NE(std::string(error.what()).find(param.name), std::string::npos) << error.what();
      EXPECT_GT(error.where().line, 1);
    }
  }
}

TEST_P(JointSample, OffersChannelsThatCanBeEvaluated) {
  const auto model = load_model_text(model_text("joints", GetParam()));
  Snapshot s;
  s.t = 0.3;
  s.q = model->initial.q;
  s.v = s.v_raw = s.a = Vector::Constant(s.q.size(), 0.1);
  s.lambda = s.lambda_raw = Vector::Constant(model->assembly->layout.rows(), 0.7);
  int found = 0;
  const ChannelList list = model->channels();
  for (const auto& channel : list.all()) {
    if (channel.name.rfind("tested.", 0) != 0) continue;
    ++found;
    EXPECT_TRUE(std::isfinite(channel.value(s))) << channel.name;
  }
  EXPECT_GE(found, 2);
}

// Mass properties of the bodies of catalog_sample.h; their origins are their centers of mass.
struct MassProperties {
  double mass = 0;
  Vector3 inertia = Vector3::Zero();
};
MassProperties properties_of(const std::string& body) {
  static const std::map<std::string, MassProperties> all = {
      {"a", {2, {1, 2, 2.5}}}, {"b", {3, {2, 1.5, 2.2}}}, {"c", {1, {1, 1, 1.5}}}, {"u", {2, {0, 0, 0.7}}},
      {"w", {1, {0, 0, 0.4}}}, {"p", {1, {0, 0, 0}}},     {"q", {1, {0, 0, 0}}}};
  return all.at(body);
}

// What Newton and Euler ask of the joints of a body, from its motion: force, and torque about a point.
Wrench calc_needed(const Model& model, const std::string& body, const Snapshot& s, const Vector3& about) {
  const Layout& layout = model.assembly->layout;
  const MassProperties properties = properties_of(body);
  int index = 0;
  while (layout.node(index).name != body) ++index;
  const Node& node = layout.node(index);
  const bool planar = node.kind == NodeKind::kFrame2 || node.kind == NodeKind::kPoint2;
  const int d = planar ? 2 : 3;
  Vector3 x = Vector3::Zero(), acceleration = Vector3::Zero();
  x.head(d) = s.q.segment(node.offset, d);
  acceleration.head(d) = s.a.segment(node.offset, d);
  Wrench needed;
  needed.force = properties.mass * (acceleration - (planar ? 0 : 1) * Vector3(0, 0, -9.81));
  needed.torque = (x - about).cross(needed.force);
  if (node.kind == NodeKind::kFrame2) needed.torque[2] += properties.inertia[2] * s.a[node.offset + 2];
  if (node.kind != NodeKind::kFrame3) return needed;
  const Matrix3 R = calc_rotation(layout, index, s.q), I = R * properties.inertia.asDiagonal() * R.transpose();
  const Vector3 w = calc_angular_velocity(layout, index, s.q, s.v);
  needed.torque += I * calc_angular_acceleration(layout, index, s.q, s.v, s.a) + w.cross(I * w);
  return needed;
}

// Both orders of `between`: the reaction on the second body is what that body needs for its motion; on the ground it is
// the opposite of what the first one needs.
void expect_balance(Sample s, bool turned) {
  std::string& between = s.keys[0].second;
  const size_t comma = between.find(", ");
  std::string first = between.substr(1, comma - 1), second = between.substr(comma + 2, between.size() - comma - 3);
  if (turned) std::swap(first, second);
  between = "[" + first + ", " + second + "]";
  std::shared_ptr<const Model> model;
  try {
    model = load_model_text(model_text("joints", s));
  } catch (const ModelError&) {
    ASSERT_TRUE(turned) << "only the other order may be refused: lines and planes stand on the first body";
    return;
  }
  const AssembledSystem system(model->assembly);
  State start = model->initial;
  for (int i = 0; i < start.v.size(); ++i) start.v[i] = std::sin(1.0 + 3 * i);  // any motion
  ASSERT_TRUE(solve_initial_conditions(system, start).status.ok());
  Snapshot at;
  at.t = start.t;
  at.q = start.q;
  at.v = start.v;
  AccelerationSolver solver(system);
  ASSERT_TRUE(solver.solve({at.t, at.q, at.v}, at.a, at.lambda));
  const Joint* joint = nullptr;
  for (const auto& j : model->joints)
    if (j->name() == "tested") joint = j.get();
  const Vector3 about = calc_value(model->assembly->layout, joint->M().point, at.q);
  const bool on_ground = second == "ground";
  const std::string body = on_ground ? first : second;
  Wrench needed = calc_needed(*model, body, at, about);
  if (on_ground) needed = {-needed.force, -needed.torque};
  const Wrench reaction = joint->calc_reaction(at);
  // A planar body needs no force out of its plane and no torque about its axes; what other bodies press on it there is
  // carried by the plane.
  const bool planar = std::string("uwq").find(body) != std::string::npos;
  const double tolerance = 1e-10 * (1 + needed.force.norm() + needed.torque.norm() + at.lambda.norm());
  for (int i = 0; i < 3; ++i) {
    if (!planar || i < 2) {
      EXPECT_NEAR(reaction.force[i], needed.force[i], tolerance) << between << " force " << i;
    }
    if (!planar || i == 2) {
      EXPECT_NEAR(reaction.torque[i], needed.torque[i], tolerance) << between << " torque " << i;
    }
  }
}

TEST_P(JointSample, ReportsTheForceAndTorqueThatItsSecondBodyNeeds) {
  if (GetParam().keys[0].first != "between") return;  // couplings have no places
  expect_balance(GetParam(), false);
  expect_balance(GetParam(), true);
}

INSTANTIATE_TEST_SUITE_P(Catalog, JointSample, ::testing::ValuesIn(joint_samples()), joint_sample_name);

TEST(JointCatalog, HasASampleOfEveryType) {
  for (const auto& name : joint_types().names()) {
    bool found = false;
    for (const auto& s : joint_samples()) found = found || s.type == name;
    EXPECT_TRUE(found) << "add a sample of " << name << " to tests/catalog/joints_test.cc";
  }
}

TEST(JointCatalog, DescribesEveryType) {
  for (const auto& [name, type] : joint_types().entries()) {
    EXPECT_FALSE(type.doc.empty()) << name;
    EXPECT_FALSE(type.reference.empty()) << name;
    EXPECT_FALSE(type.schema.empty()) << name;
  }
}

}  // namespace
}  // namespace invar::catalog
