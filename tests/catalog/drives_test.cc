// Every drive type of the catalog: its terms keep their promises, its rows are independent, the power that its channels
// show is what the constraint gives, its parameters are checked.
#include <gtest/gtest.h>

#include <Eigen/QR>

#include "catalog/catalog_sample.h"
#include "invar/core/error.h"
#include "invar/model/catalogs.h"

namespace invar::catalog {
namespace {

// Each joint with a revolute-like or sliding partner, between two moving bodies and to the ground.
const std::string kJoints = R"(  hinge: {type: revolute, between: [a, b], at: [0.1, 0.2, 0.3], axis: [1, 2, -1]}
  sleeve: {type: cylindrical, between: [c, ground], at: [0.5, 0, -0.2], axis: [0.4, 1, 1]}
  pin: {type: planar_revolute, between: [ground, u], at: [0.2, 0]}
  slider: {type: planar_prismatic, between: [u, w], at: [0, 0.5], axis: [1, 0.5, 0]})";
constexpr int kRemovedByJoints = 5 + 4 + 2 + 2;

const std::vector<Sample>& drive_samples() {
  // All values agree with the initial configuration at t = 0.
  static const std::vector<Sample> all = {
      {"angle", "bodies", {{"joint", "hinge"}, {"value", "1.3*t + sin(t)^2"}}, 1, kJoints, kRemovedByJoints},
      {"angle", "ground", {{"joint", "sleeve"}, {"value", "0.4*t"}}, 1, kJoints, kRemovedByJoints},
      {"angle", "plane", {{"joint", "pin"}, {"value", "-0.3*t"}}, 1, kJoints, kRemovedByJoints},
      {"angle", "held", {{"joint", "hinge"}, {"value", "0"}}, 1, kJoints, kRemovedByJoints},
      {"displacement", "ground", {{"joint", "sleeve"}, {"value", "0.2*sin(3*t)"}}, 1, kJoints, kRemovedByJoints},
      {"displacement", "plane", {{"joint", "slider"}, {"value", "t + t^2"}}, 1, kJoints, kRemovedByJoints},
      {"position", "point", {{"point", "p"}, {"value", "[0.9 + t, ~, 0.2 - sin(t)]"}}, 2},
      {"position", "body", {{"point", "a"}, {"value", "[0.3, -0.2 - t, 0.5 + t^2]"}}, 3},
      {"position", "plane", {{"point", "u"}, {"value", "[0.5 + 2*t, ~]"}}, 1},
      {"distance", "ground", {{"between", "[ground, p]"}, {"value", "sqrt(1.01) + 0.2*t"}}, 1},
      {"distance", "bodies", {{"between", "[a, b]"}, {"value", "sqrt(1.33) - 0.2*t"}}, 1},
      {"distance", "plane", {{"between", "[u, q]"}, {"value", "sqrt(1.6) + 0.1*t"}}, 1},
      {"velocity", "angle", {{"joint", "hinge"}, {"value", "cos(t)"}}, 1, kJoints, kRemovedByJoints},
      {"velocity",
       "displacement",
       {{"joint", "sleeve"}, {"coordinate", "displacement"}, {"value", "0.3 + t"}},
       1,
       kJoints,
       kRemovedByJoints},
      {"velocity", "plane_angle", {{"joint", "pin"}, {"value", "2"}}, 1, kJoints, kRemovedByJoints},
      {"velocity", "plane_slider", {{"joint", "slider"}, {"value", "exp(-t)"}}, 1, kJoints, kRemovedByJoints},
      {"velocity", "point", {{"point", "p"}, {"direction", "[1, 0, 2]"}, {"value", "sin(t) + 1"}}, 1},
  };
  return all;
}

class DriveSample : public ::testing::TestWithParam<Sample> {};

std::string drive_sample_name(const ::testing::TestParamInfo<Sample>& info) {
  return info.param.type + "_" + info.param.label;
}

TEST_P(DriveSample, HasTermsThatKeepTheirPromises) {
  const auto model = load_model_text(model_text("drives", GetParam()));
  int terms = 0;
  for (const auto& placed : model->assembly->constraints) {
    if (placed.owner != "tested") continue;
    CheckOptions options;
    options.nodes = node_kinds(*model->assembly, placed.nodes);
    const CheckReport report = check_constraint(*placed.term, options);
    EXPECT_TRUE(report.ok) << report.violation;
    ++terms;
  }
  for (const auto& placed : model->assembly->pfaffians) {
    CheckOptions options;
    options.nodes = node_kinds(*model->assembly, placed.nodes);
    const CheckReport report = check_pfaffian(*placed.term, options);
    EXPECT_TRUE(report.ok) << report.violation;
    ++terms;
  }
  EXPECT_EQ(terms, 1);
}

TEST_P(DriveSample, RemovesTheFreedomsThatItShouldWithoutRedundantRows) {
  const Sample& s = GetParam();
  const auto model = load_model_text(model_text("drives", s));
  const Matrix J = full_jacobian(*model->assembly, 0, model->initial.q);
  EXPECT_EQ(rank(J), J.rows());
  EXPECT_EQ(J.cols() - J.rows(), kFreedoms - s.removed - s.removed_by_other);
}

// With M a = Q - J^T lambda and J v = -Phi_t the drive gives the power -lambda . J v = lambda . Phi_t.
TEST_P(DriveSample, ShowsThePowerThatItsConstraintGives) {
  const auto model = load_model_text(model_text("drives", GetParam()));
  const Assembly& assembly = *model->assembly;
  const int m = assembly.layout.rows();
  Vector rate = Vector::Zero(m);
  const auto local = [&](const std::vector<int>& nodes) {
    Vector q(assembly.local_size(nodes));
    int at = 0;
    for (const int node : nodes) {
      const Node& info = assembly.layout.node(node);
      q.segment(at, node_size(info.kind)) = model->initial.q.segment(info.offset, node_size(info.kind));
      at += node_size(info.kind);
    }
    return q;
  };
  for (const auto& placed : assembly.constraints) {
    const Vector q = local(placed.nodes);
    Vector Phi = Vector::Zero(placed.term->rows());
    placed.term->add_Phi({0, q}, Phi);
    EXPECT_LT(Phi.cwiseAbs().maxCoeff(), 1e-14) << placed.owner << " is not satisfied at the start";
    placed.term->add_Phi_t({0, q}, rate.segment(placed.first_row, placed.term->rows()));
  }
  for (const auto& placed : assembly.pfaffians) {
    const Vector q = local(placed.nodes);
    placed.term->add_a({0, q}, rate.segment(placed.first_row, placed.term->rows()));
  }

  const Matrix J = full_jacobian(assembly, 0, model->initial.q);
  Snapshot s;
  s.q = model->initial.q;
  s.v = s.v_raw = Eigen::CompleteOrthogonalDecomposition<Matrix>(J).solve(-rate);
  s.a = Vector::Zero(s.q.size());
  s.lambda = Vector::Zero(m);
  for (int i = 0; i < m; ++i) s.lambda[i] = assembly.layout.row(i).owner == "tested" ? 0.5 + 0.3 * i : 0.0;
  s.lambda_raw = s.lambda;
  bool found = false;
  const ChannelList list = model->channels();
  for (const auto& channel : list.all()) {
    if (channel.name != "tested.power") continue;
    found = true;
    EXPECT_NEAR(channel.value(s), s.lambda.dot(rate), 1e-12 * (1 + s.lambda.norm() * rate.norm()));
  }
  EXPECT_TRUE(found);
}

TEST_P(DriveSample, NamesEveryRequiredKeyThatIsMissing) {
  const Sample& s = GetParam();
  for (const auto& param : drive_types().at(s.type).schema.params()) {
    if (!param.is_required) continue;
    try {
      load_model_text(model_text("drives", s, param.name));
      FAIL() << "accepted without " << param.name;
    } catch (const ModelError& error) {
      EXPECT_NE(std::string(error.what()).find(param.name), std::string::npos) << error.what();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Catalog, DriveSample, ::testing::ValuesIn(drive_samples()), drive_sample_name);

TEST(DriveCatalog, HasADescribedTypeAndASampleOfEveryEntry) {
  for (const auto& [name, type] : drive_types().entries()) {
    bool found = false;
    for (const auto& s : drive_samples()) found = found || s.type == name;
    EXPECT_TRUE(found) << "add a sample of " << name << " to tests/catalog/drives_test.cc";
    EXPECT_FALSE(type.doc.empty() || type.reference.empty() || type.schema.empty()) << name;
  }
}

}  // namespace
}  // namespace invar::catalog
