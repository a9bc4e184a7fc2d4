// Modes by the dense and by the sparse way: redundant constraints, heavy and light parts, no degree of freedom at all.
#include <fmt/format.h>

#include <cmath>

#include "benchmarks/equilibrium_model.h"
#include "benchmarks/model_run.h"
#include "invar/system/constraint_rank.h"
#include "invar/system/kinks.h"

namespace invar::benchmarks {
namespace {

struct BothWays {
  ModesReport dense, sparse;
  int freedoms = 0;  // coordinates minus rank
};

// About the start of a model, as if it stood still there.
BothWays find_both(const Model& model, int number) {
  const AssembledSystem system(model.assembly);
  BothWays both;
  EquilibriumIterate x;
  State s = model.initial;
  EXPECT_TRUE(solve_initial_conditions(system, s).status.ok());
  EquilibriumProblem problem(system, s.t);
  problem.set_length(s.q);
  x.q = s.q;
  estimate_multipliers(problem, 1, x);
  ModesOptions options;
  options.number = number;
  both.dense = find_modes(problem, x.q, x.lambda, options);
  options.sparse = true;
  both.sparse = find_modes(problem, x.q, x.lambda, options);
  both.freedoms = find_rank(system, s.t, s.q).freedoms;
  return both;
}

void expect_same(const BothWays& both, const std::string& name, double accuracy) {
  ASSERT_TRUE(both.dense.status.ok()) << name << ": " << both.dense.status.message();
  ASSERT_TRUE(both.sparse.status.ok()) << name << ": " << both.sparse.status.message();
  EXPECT_EQ(both.dense.freedoms, both.freedoms) << name;
  EXPECT_EQ(both.sparse.freedoms, both.freedoms) << name;
  EXPECT_EQ(both.sparse.rigid, both.dense.rigid) << name;
  const auto dense = frequencies(both.dense), sparse = frequencies(both.sparse);
  ASSERT_EQ(sparse.size(), dense.size()) << name;
  for (std::size_t i = 0; i < dense.size(); ++i) EXPECT_NEAR(sparse[i], dense[i], accuracy * dense[i]) << name << i;
}

class ModesOfEveryModel : public ::testing::TestWithParam<std::string> {};

TEST_P(ModesOfEveryModel, are_the_same_by_both_ways) {
  const auto model = load_model(model_path(GetParam()));
  if (!model->assembly->memory_forces.empty()) return;  // refused by the sparse way
  // With damping the sparse way works in the space of the lowest undamped modes, which is all of them here or an approximation.
  const BothWays both = find_both(*model, 5);
  if (both.dense.kind != "conservative" && both.freedoms > 28) return;
  expect_same(both, GetParam(), 1e-6);
}

INSTANTIATE_TEST_SUITE_P(Models, ModesOfEveryModel, ::testing::ValuesIn(model_names()),
                         [](const auto& param_info) { return param_info.param; });

TEST(ModesByBothWays, OverconstrainedLinkagesHaveOneMode) {
  for (const char* name : {"bennett", "bricard", "four_bar_spatial"}) {
    const BothWays both = find_both(*load_model(model_path(name)), 10);
    expect_same(both, name, 1e-7);
    EXPECT_EQ(both.sparse.freedoms, 1) << name;
    EXPECT_EQ(both.sparse.modes.size(), 1u) << name;
  }
}

TEST(ModesByBothWays, ManyFreeBodiesHaveSixRigidModesEach) {
  const auto model = load_model_text(R"(
bodies:
  repeat: {index: i, from: 1, to: 4, items: {"b_${i}": {type: rigid_body, mass: i, inertia: [1, 2, 2.5], position: [i, 0, 0]}}}
forces:
  s: {type: spring_damper, between: [b_1, b_2], stiffness: 7, rest_length: 1}
)");
  const BothWays both = find_both(*model, 10);
  expect_same(both, "free bodies", 1e-9);
  EXPECT_EQ(both.sparse.rigid, 23);
  EXPECT_NEAR(frequencies(both.sparse)[0], std::sqrt(7 * 1.5), 1e-9);
}

// Upright, nothing below the shift that stability starts with: a mode that grows must not be lost.
TEST(ModesByBothWays, AnUprightPendulumGrows) {
  const auto model = load_model_text(R"(
gravity: [0, -9.81]
bodies: {a: {type: planar_body, mass: 2, inertia: 0.5, position: [0, 1]}}
joints: {j: {type: planar_revolute, between: [ground, a], at: [0, 0]}}
)");
  const BothWays both = find_both(*model, 10);
  expect_same(both, "upright", 1e-9);
  EXPECT_NEAR(both.sparse.modes[0].value.real(), std::sqrt(2 * 9.81 / 2.5), 1e-9);
}

// Two rods of one meter on hinges, as heavy as you like: w^2 = 3 g/(2 l) for both.
TEST(ModesByBothWays, UnconnectedPendulumsDoNotInfluenceEachOther) {
  for (const double ratio : {1e3, 1e13, 1e20})
    for (const bool sparse : {false, true}) {
      const EquilibriumModel m(fmt::format(R"(
parameters: {{M: {:.17g}, m: {:.17g}}}
gravity: [0, -9.81]
bodies:
  a: {{type: planar_body, mass: M, inertia: M/12, position: [0.5, 0]}}
  b: {{type: planar_body, mass: m, inertia: m/12, position: [0.5, 0]}}
joints:
  j: {{type: planar_revolute, between: [ground, a], at: [0, 0]}}
  k: {{type: planar_revolute, between: [ground, b], at: [0, 0]}}
)",
                                           std::sqrt(ratio), 1 / std::sqrt(ratio)));
      EXPECT_EQ(m.found.report.point.stability.kind, Stability::kStable) << ratio;
      const ModesReport report = m.modes(10, sparse);
      EXPECT_EQ(report.rigid, 0) << ratio << sparse;
      const auto w = frequencies(report);
      ASSERT_EQ(w.size(), 2u) << ratio << sparse;
      for (const double x : w) EXPECT_NEAR(x, std::sqrt(1.5 * 9.81), 1e-8) << ratio << sparse;
    }
}

TEST(ModesByBothWays, NothingThatMovesHasNoModes) {
  const auto weld = load_model_text(
      "bodies: {a: {type: planar_body, mass: 1, inertia: 1}}\n"
      "joints: {w: {type: weld, between: [ground, a], at: [0, 0]}}\n");
  for (const auto& model : {weld, std::shared_ptr<const Model>(load_model(model_path("stewart_platform"))),
                            std::shared_ptr<const Model>(load_model(model_path("excavator")))}) {
    const BothWays both = find_both(*model, 10);
    expect_same(both, model->name, 1);
    EXPECT_EQ(both.dense.freedoms, 0) << model->name;
    EXPECT_TRUE(steady_modes(*model).modes.empty()) << model->name;
  }
}

std::vector<std::string> kinks_of(const std::string& law) {
  const auto model = load_model_text(fmt::format(R"(
bodies: {{m: {{type: planar_body, mass: 1, inertia: 1}}}}
joints: {{s: {{type: planar_prismatic, between: [ground, m], at: [0, 0], axis: [1, 0, 0]}}}}
forces: {{k: {{type: joint_spring, joint: s, {}}}}}
)",
                                                 law));
  const AssembledSystem system(model->assembly);
  return find_kinks(system, 0, model->initial.q, model->initial.v, 1);
}

TEST(Kinks, AreNamedWhereTheModelStandsOnOne) {
  const std::vector<std::string> k{"k"}, none;
  EXPECT_EQ(kinks_of("force: \"x > 0 ? 100*x : (x < 0 ? 100*x : 0)\""), k);  // smooth but for the formula's own middle
  EXPECT_EQ(kinks_of("force: \"x > 0 ? 100*x : 0\""), k);
  EXPECT_EQ(kinks_of("force: \"x > 0.1 ? 100*(x - 0.1) : (x < -0.1 ? 100*(x + 0.1) : 0)\""), none);
  EXPECT_EQ(kinks_of("force: \"100*x + 3*x^3\""), none);
  EXPECT_EQ(kinks_of("force: \"100*sin(x) + 7\""), none);
  EXPECT_EQ(kinks_of("stiffness: 4, damping: 2"), none);
}

// Near its critical load a column vibrates in its buckled shape y = 1 - cos(pi x/2), with
//   w^2 = (1 - P/P_cr) (pi/2)^4/2 / (3/2 - 4/pi) = (1 - P/P_cr) 3.664^2.
TEST(ModesByBothWays, AColumnBelowItsCriticalLoadKeepsItsLowestMode) {
  for (const int elements : {4, 16}) {
    const EquilibriumModel m(fmt::format(R"(
elements:
  b: {{type: beam, start: clamped, from: [0, 0, 0], to: [1, 0, 0], axis_2: [0, 1, 0], elements: {},
    section: {{stiffness: [1e8, 1e8, 1e8, 1e3, 1e3, 1], mass: [1, 1e-4, 1e-4]}}}}
forces: {{load: {{type: applied_force, on: b.end, force: [{:.17g}, 0, 0]}}}}
)",
                                         elements, -0.9999 * M_PI * M_PI / 4));
    const ModesReport report = m.modes(2);
    EXPECT_EQ(report.rigid, 0) << elements;
    EXPECT_NEAR(std::abs(report.modes[0].value), 3.664 * 0.01, 0.003) << elements;
  }
}

}  // namespace
}  // namespace invar::benchmarks
