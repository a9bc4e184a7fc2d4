// Every element type on every sample: energies, dampings and masses keep the promises of their terms, and the mass matrix
// moves as a whole with the mass of the part.
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <ostream>
#include <set>

#include "catalog/catalog_sample.h"
#include "invar/model/catalogs.h"
#include "invar/model/model.h"
#include "invar/system/assembled_system.h"
#include "invar/testing/check_term.h"

namespace invar {
namespace {

struct ElementSample {
  std::string type, text;
  bool free;  // held by nothing on the ground
};
void PrintTo(const ElementSample& s, std::ostream* out) { *out << s.type << " in\n" << s.text; }

const std::string kSteel = "section: {shape: hollow_circle, radius: 0.3, thickness: 0.1, E: 30, rho: 2}";
const std::string kPlain = "section: {stiffness: [30, 12, 14, 3, 5, 4], mass: [2, 0.3, 0.2]}";
const std::string kCoupled =
    "section: {stiffness: [[30, 2, 0, 0, 1, 0], [2, 12, 0, 1, 0, 0], [0, 0, 14, 0, 0, 0], [0, 1, 0, 3, 0, 0], "
    "[1, 0, 0, 0, 5, 0.5], [0, 0, 0, 0, 0.5, 4]], mass: [[2, 0, 0, 0, 0.2, -0.4], [0, 2, 0, -0.2, 0, 0], "
    "[0, 0, 2, 0.4, 0, 0], [0, -0.2, 0.4, 0.6, 0, 0], [0.2, 0, 0, 0, 0.25, -0.02], [-0.4, 0, 0, 0, -0.02, 0.35]]}";
const std::string kTable =
    "section: {table: {columns: [s, mass, EA, EI2, EI3, twist, mass_2, shear_3], rows: [[0, 2, 30, 5, 4, 0.3, 0.1, 0], "
    "[0.4, 1.5, 25, 4, 3, 0.1, 0.05, 0.1], [1, 1, 20, 3, 2, 0, 0, 0.02]]}}";
const std::string kBody =
    "bodies:\n  hub: {type: rigid_body, mass: 2, inertia: [1, 2, 2.5], position: [0.1, 0.2, 0.3], rotation: {axis: [1, "
    "2, 3], angle: 0.8}, angular_velocity: [1, 0, 2]}\n  p: {type: point_mass, mass: 1, position: [1, 2, 1]}\n";

std::string element(const std::string& keys, const std::string& before = "") {
  return before + "elements:\n  f: {" + keys + "}\n";
}

const std::vector<ElementSample>& element_samples() {
  static const std::vector<ElementSample> all = {
      {"beam", element("type: beam, from: [0, 0, 0], to: [1, 0.5, 0.2], elements: 2, " + kPlain), true},
      {"beam", element("type: beam, from: [0, 0, 0], to: [1, 0.5, 0.2], order: 1, elements: 3, " + kSteel), true},
      {"beam",
       element("type: beam, points: [[0, 0, 0], [1, 0.2, 0], [2, 0.1, 0.4]], order: 2, twist: 0.4*s, "
               "damping: {stiffness: 0.3, mass: 0.2}, " +
               kCoupled),
       true},
      {"beam", element("type: beam, curve: [cos(s), sin(s), 0.3*s], elements: 2, stretch: 1.02, " + kTable), true},
      {"beam", element("type: beam, start: clamped, from: [0, 0, 1], to: [1, 0, 1], elements: 1, " + kCoupled), false},
      {"beam",
       element("type: beam, start: hub, from: [0.6, 0.2, 0.3], arc: {center: [0.6, 1.2, 0.3], angle: 1.2}, elements: "
               "2, damping: {stiffness: 0.1}, " +
                   kPlain,
               kBody),
       true},
      {"cable", element("type: cable, between: [hub, p], EA: 20, mass: 0.7, elements: 3, pretension: 4", kBody), true},
      {"cable", element("type: cable, between: [ground, p], EA: 20, rest_length: 2.2, drag: 0.3, mass: 1", kBody),
       false},
      {"bar", element("type: bar, between: [hub, p], EA: 20, mass: 0.7, elements: 2, rest_length: 2.5", kBody), true},
      {"bar", element("type: bar, between: [hub, p], EA: 20", kBody), true}};
  return all;
}

class ElementCatalog : public ::testing::TestWithParam<ElementSample> {
 protected:
  void SetUp() override { model_ = load_model_text(GetParam().text); }
  CheckOptions options(const std::vector<int>& nodes, bool invariant) const {
    CheckOptions o;
    o.nodes = catalog::node_kinds(*model_->assembly, nodes);
    o.rigid_motion_invariant = invariant;
    return o;
  }
  std::shared_ptr<const Model> model_;
};

TEST_P(ElementCatalog, energies_keep_their_promises) {
  int count = 0;
  for (const auto& placed : model_->assembly->potentials) {
    if (placed.owner != "f") continue;
    const CheckReport report = check_potential(*placed.term, options(placed.nodes, GetParam().free));
    EXPECT_TRUE(report.ok) << report.violation;
    ++count;
  }
  EXPECT_GT(count, 0);
}

TEST_P(ElementCatalog, dampings_keep_their_promises_and_never_add_energy) {
  for (const auto& placed : model_->assembly->forces) {
    if (placed.owner != "f") continue;
    EXPECT_EQ(placed.term->account(), WorkAccount::kDissipated);
    const CheckReport report = check_force(*placed.term, options(placed.nodes, false));
    EXPECT_TRUE(report.ok) << report.violation;
    const int n = model_->assembly->local_size(placed.nodes);
    std::srand(3);
    for (int trial = 0; trial < 5; ++trial) {
      const Vector q = Vector::Random(n), v = Vector::Random(n), q1 = q + 0.3 * v;
      Vector Q = Vector::Zero(n), Q_bar = Q;
      placed.term->add_Q({0, q, v}, Q);
      placed.term->add_Q_bar({0, 0.1, q, q1}, Q_bar);
      EXPECT_LT(Q.dot(v), 0);
      EXPECT_LT(Q_bar.dot(q1 - q), 0);
    }
  }
}

TEST_P(ElementCatalog, masses_are_symmetric_and_not_negative) {
  for (const auto& placed : model_->assembly->inertias) {
    if (placed.owner != "f") continue;
    const int n = model_->assembly->local_size(placed.nodes);
    Matrix M = Matrix::Zero(n, n);
    placed.term->add_M(M);
    EXPECT_LT((M - M.transpose()).cwiseAbs().maxCoeff(), 1e-15 * M.cwiseAbs().maxCoeff());
    EXPECT_GT(Eigen::SelfAdjointEigenSolver<Matrix>(M).eigenvalues()[0], -1e-12 * M.cwiseAbs().maxCoeff());
  }
}

TEST_P(ElementCatalog, a_translation_has_the_kinetic_energy_of_the_mass) {
  if (!GetParam().free) return;
  const AssembledSystem system(model_->assembly);
  Vector v = Vector::Zero(system.coordinates());
  for (const Node& node : system.layout().nodes()) v.segment<3>(node.offset) = Vector3(1, -2, 0.5);
  double mass = 0;
  for (const auto* bodies : {&model_->bodies, &model_->elements})
    for (const auto& body : *bodies) mass += body->mass();
  PointEval eval;
  system.eval({0, model_->initial.q, v}, Vector::Zero(system.rows()), kEnergy, eval);
  EXPECT_NEAR(eval.T, 0.5 * mass * 5.25, 1e-12 * eval.T);
}

TEST_P(ElementCatalog, the_start_satisfies_the_internal_constraints) {
  const AssembledSystem system(model_->assembly);
  PointEval eval;
  const Vector lambda = Vector::Zero(system.rows());
  system.eval({0, model_->initial.q, model_->initial.v}, lambda, kPosition | kVelocity, eval);
  if (system.rows() == 0) return;
  EXPECT_LT(eval.Phi.cwiseAbs().maxCoeff(), 1e-14);
  EXPECT_LT(eval.Phi_dot.cwiseAbs().maxCoeff(), 1e-14);
}

INSTANTIATE_TEST_SUITE_P(Samples, ElementCatalog, ::testing::ValuesIn(element_samples()));

TEST(ElementCatalog, has_a_sample_for_every_type) {
  std::set<std::string> sampled;
  for (const auto& s : element_samples()) sampled.insert(s.type);
  for (const auto& name : element_types().names()) EXPECT_TRUE(sampled.count(name)) << name;
}

}  // namespace
}  // namespace invar
