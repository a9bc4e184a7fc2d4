// Ways to solve the same linear system agree, with each other and with dense formulas.
#include <gtest/gtest.h>

#include "catalog/integrator_samples.h"
#include "invar/integrators/penalty.h"
#include "invar/solve/acceleration.h"
#include "invar/solve/linear_solver.h"
#include "invar/solve/scaled_kkt.h"
#include "unit/solve/random_vector.h"

namespace invar {
namespace {

const char* kChain = R"(
gravity: [0, 0, -9.81]
bodies:
  repeat:
    - {index: i, from: 1, to: 4, items: {"b_${i}": {type: rigid_body, mass: 1, inertia: [0.3, 0.4, 0.5], position: [i - 0.5, 0, 0]}}}
joints:
  repeat:
    - {index: i, from: 2, to: 4, items: {"j_${i}": {type: revolute, between: ["b_${i-1}", "b_${i}"], at: [i - 1, 0, 0], axis: [0, 1, 0.2*i]}}}
  j_1: {type: spherical, between: [ground, b_1], at: [0, 0, 0]}
)";

// Nodes of other sizes beside frames, coupled to them by a row and by a force.
const char* kMixed = R"(
gravity: [0, 0, -9.81]
bodies:
  arm: {type: rigid_body, mass: 1, inertia: [0.3, 0.4, 0.5], position: [0.5, 0, 0]}
  fork: {type: rigid_body, mass: 2, inertia: [0.5, 0.4, 0.3], position: [1.5, 0, 0]}
  bob: {type: point_mass, mass: 0.7, position: [2, 0.5, -1]}
  nut: {type: point_mass, mass: 0.4, position: [0.4, 0.8, -1]}
markers: {tip: {on: fork, at: [2, 0, 0]}}
joints:
  hinge: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: [0, 1, 0.2]}
  ball: {type: spherical, between: [arm, fork], at: [1, 0, 0]}
  string: {type: distance, between: [tip, bob]}
  wire: {type: distance, between: [bob, nut]}
forces: {spring: {type: spring_damper, between: [arm, nut], stiffness: 30, rest_length: 0.5}}
)";

Matrix dense(const SparsePattern& p, const Vector& values) {
  Matrix A = Matrix::Zero(p.rows, p.cols);
  for (int i = 0; i < p.rows; ++i)
    for (int k = p.start[i]; k < p.start[i + 1]; ++k) A(i, p.index[k]) = values[k];
  return A;
}

double relative(const Vector& a, const Vector& b) { return (a - b).norm() / b.norm(); }

// Matrices of a step: stiffness added to the mass, B and G at different configurations.
struct Matrices {
  explicit Matrices(const catalog::ReadySystem& r, unsigned seed = 7) {
    std::mt19937 random(seed);
    const auto& system = r.system;
    const Vector q = r.start.q + 0.05 * random_vector(system.coordinates(), random);
    PointEval eval;
    const Vector zero_v = Vector::Zero(system.coordinates()), lambda = Vector::Zero(system.rows());
    system.eval({0, r.start.q, zero_v}, lambda, kVelocity, eval);
    B = eval.G;
    system.eval({0, q, zero_v}, lambda, kVelocity, eval);
    G = eval.G;
    A = system.M() + 0.02 * random_vector(system.K_pattern().nonzeros(), random);
    r_f = random_vector(system.coordinates(), random);
    r_c = random_vector(system.rows(), random);
  }
  Vector A, B, G, r_f, r_c;
};

class KktOf : public ::testing::TestWithParam<const char*> {};

TEST_P(KktOf, gives_the_same_in_all_forms_and_densely) {
  const catalog::ReadySystem ready(GetParam());
  const auto& system = ready.system;
  const Matrices m(ready);
  const int n = system.coordinates(), rows = system.rows();
  // Reduced forms do not regularize internal rows: these get an eps that is below what is compared.
  const Vector tiny = Vector::Constant(rows, 1e-13), penalty = Vector::Constant(rows, 1e-6);
  Vector mixed = penalty;
  for (const auto& block : system.layout().internal_blocks()) mixed.segment(block.row, 6).setConstant(1e-13);
  const auto solve_dense = [&](const Vector& eps, Vector& dq, Vector& dl) {
    Matrix K = Matrix::Zero(n + rows, n + rows);
    K.topLeftCorner(n, n) = dense(system.K_pattern(), m.A);
    K.topRightCorner(n, rows) = dense(system.G_pattern(), m.B).transpose();
    K.bottomLeftCorner(rows, n) = dense(system.G_pattern(), m.G);
    K.bottomRightCorner(rows, rows).diagonal() = -eps;
    Vector r(n + rows);
    r << -m.r_f, -m.r_c;
    const Vector x = K.fullPivLu().solve(r);
    dq = x.head(n);
    dl = x.tail(rows);
  };
  Vector dq, dl, dq_exact, dl_exact;
  for (const auto& [form, eps] : {std::pair{KktForm::kFull, tiny},
                                  {KktForm::kReduced, tiny},
                                  {KktForm::kAugmented, penalty},
                                  {KktForm::kReducedAugmented, mixed}}) {
    const auto kkt = make_kkt_solver(system, form);
    ASSERT_TRUE(kkt->factor(m.A, m.B, m.G, eps));
    kkt->solve(m.r_f, m.r_c, dq, dl);
    solve_dense(eps, dq_exact, dl_exact);
    EXPECT_LT(relative(dq, dq_exact), 1e-9) << static_cast<int>(form);
    EXPECT_LT(relative(dl, dl_exact), 1e-9) << static_cast<int>(form);
  }
}

// What is left of the rows, by the multipliers and by the rows themselves; masses far apart are scaled.
TEST(RestOfRows, is_what_the_regularization_leaves) {
  std::string far_apart = kMixed;
  far_apart.replace(far_apart.find("mass: 0.4"), 9, "mass: 4e9");
  for (const std::string& text : {std::string(kChain), std::string(kMixed), far_apart}) {
    const catalog::ReadySystem ready(text);
    const auto& system = ready.system;
    const Matrices m(ready);
    const Vector eps = Vector::Constant(system.rows(), 1e-4);
    Vector dq, dl, rest;
    for (const KktForm form : {KktForm::kFull, KktForm::kReduced, KktForm::kAugmented, KktForm::kReducedAugmented}) {
      if (text == far_apart && is_augmented(form)) continue;  // its scale is that of the penalty alone
      const auto kkt = make_scaled_kkt_solver(system, form);
      ASSERT_TRUE(kkt->factor(m.A, m.B, m.G, eps));
      kkt->solve(m.r_f, m.r_c, dq, dl);
      kkt->calc_rest(dl, rest);
      Vector expected = m.r_c;
      add_product(system.G_pattern(), m.G, dq, expected);
      if (text == kChain && form == KktForm::kReduced) {
        EXPECT_EQ(rest.norm(), 0);  // branches of a tree are eliminated without it
      } else {
        EXPECT_GT(rest.norm(), 1e-9 * m.r_c.norm()) << static_cast<int>(form);
      }
      EXPECT_LT((rest - expected).norm(), 1e-9 * (m.r_c.norm() + dq.norm())) << static_cast<int>(form);
    }
  }
}

// A light link that carries a heavy body, and a light body on the heavy one. With multipliers condensed, a penalty that holds the
// heavy body leaves no digit of the light ones; kept as unknowns of the scaled system, they solve the same system to rounding.
TEST(PenaltyForm, keeps_the_digits_of_light_bodies_beside_heavy_ones) {
  const catalog::ReadySystem ready(R"(
bodies:
  link: {type: rigid_body, mass: 1, inertia: [0.1, 0.2, 0.2], position: [0.5, 0, 0]}
  heavy: {type: rigid_body, mass: 1e10, inertia: [1e9, 2e9, 2e9], position: [1.5, 0, 0]}
  tip: {type: rigid_body, mass: 1, inertia: [0.1, 0.2, 0.2], position: [2.5, 0, 0]}
joints:
  a: {type: spherical, between: [ground, link], at: [0, 0, 0]}
  b: {type: spherical, between: [link, heavy], at: [1, 0, 0]}
  c: {type: spherical, between: [heavy, tip], at: [2, 0, 0]}
)");
  const auto& system = ready.system;
  const Matrices m(ready);
  const int n = system.coordinates(), rows = system.rows();
  Vector eps, dq, dl;
  calc_automatic_eps(system, system.M(), m.G, eps);
  using Exact = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
  Exact K = Exact::Zero(n + rows, n + rows), r(n + rows, 1);
  K.topLeftCorner(n, n) = dense(system.K_pattern(), system.M()).cast<long double>();
  K.topRightCorner(n, rows) = dense(system.G_pattern(), m.G).transpose().cast<long double>();
  K.bottomLeftCorner(rows, n) = dense(system.G_pattern(), m.G).cast<long double>();
  K.bottomRightCorner(rows, rows).diagonal() = -eps.cast<long double>();
  r << -m.r_f.cast<long double>(), -m.r_c.cast<long double>();
  const Vector x = K.partialPivLu().solve(r).cast<double>();
  const auto error = [&](KktSolver& kkt) {
    EXPECT_TRUE(kkt.factor(system.M(), m.G, m.G, eps));
    kkt.solve(m.r_f, m.r_c, dq, dl);
    return relative(dq, x.head(n));
  };
  EXPECT_GT(error(*make_kkt_solver(system, KktForm::kAugmented)), 1e-3);
  // Rounding times the ratio of the masses.
  EXPECT_LT(error(*make_scaled_kkt_solver(system, KktForm::kAugmented)), 1e-6);
  EXPECT_LT(relative(dl, x.tail(rows)), 1e-6);
}

INSTANTIATE_TEST_SUITE_P(Systems, KktOf, ::testing::Values(kChain, kMixed),
                         [](const auto& system) { return system.param == kChain ? "chain" : "mixed_nodes"; });

TEST(LinearSolver, gives_the_same_densely_and_with_klu_also_when_factored_again) {
  std::mt19937 random(3);
  PatternBuilder builder(40, 40);
  for (int i = 0; i < 40; ++i)
    for (int j : {i, (i + 1) % 40, (7 * i + 3) % 40}) builder.add(i, j);
  const SparsePattern pattern = builder.build();
  const auto dense_solver = make_dense_solver(pattern), klu = make_klu_solver(pattern);
  for (int trial = 0; trial < 3; ++trial) {
    const Vector values = random_vector(pattern.nonzeros(), random), b = random_vector(40, random);
    Vector x = b, y = b;
    ASSERT_TRUE(dense_solver->factor(values));
    ASSERT_TRUE(klu->factor(values));
    dense_solver->solve(x);
    klu->solve(y);
    EXPECT_LT((dense(pattern, values) * x - b).norm(), 1e-10);
    EXPECT_LT(relative(y, x), 1e-9);
  }
}

const char* kDoubled = R"(
bodies: {bob: {type: point_mass, mass: 1.5, position: [0.8, 0, -0.6], velocity: [0, 1.5, 0]}}
gravity: [0, 0, -9.81]
markers: {pivot: {on: ground, at: [0, 0, 0]}}
joints: {string: {type: distance, between: [pivot, bob]}REST}
)";

TEST(Regularization, shares_the_force_evenly_between_doubled_rows) {
  std::string one = kDoubled, two = kDoubled;
  one.replace(one.find("REST"), 4, "");
  two.replace(two.find("REST"), 4, ", again: {type: distance, between: [pivot, bob]}");
  const catalog::ReadySystem single(one), twice(two);
  Vector a1, l1, a2, l2;
  ASSERT_TRUE(AccelerationSolver(single.system).solve(single.start, a1, l1));
  ASSERT_TRUE(AccelerationSolver(twice.system).solve(twice.start, a2, l2));
  EXPECT_LT((a1 - a2).norm(), 1e-9);
  EXPECT_NEAR(l2[0], l2[1], 1e-6 * std::abs(l1[0]));
  EXPECT_NEAR(l2.sum(), l1[0], 1e-6 * std::abs(l1[0]));
}

TEST(AccelerationSolver, agrees_with_dense_formulas) {
  const catalog::ReadySystem ready(kChain);
  const auto& system = ready.system;
  std::mt19937 random(5);
  Vector v = random_vector(system.coordinates(), random), a, lambda;
  const Vector v_given = v;
  AccelerationSolver solver(system);
  ASSERT_TRUE(solver.project_velocity({0, ready.start.q}, v));
  PointEval eval;
  system.eval({0, ready.start.q, v}, Vector::Zero(system.rows()), kForces | kVelocity | kBias, eval);
  const Matrix M = dense(system.K_pattern(), system.M()), G = dense(system.G_pattern(), eval.G);
  const int n = system.coordinates(), m = system.rows();
  Matrix K = Matrix::Zero(n + m, n + m);
  K << M, G.transpose(), G, Matrix::Zero(m, m);
  const auto lu = K.fullPivLu();
  Vector r(n + m);
  r << M * v_given, Vector::Zero(m);
  EXPECT_LT(relative(v, lu.solve(r).head(n)), 1e-9);
  ASSERT_TRUE(solver.solve({0, ready.start.q, v}, a, lambda));
  r << eval.Q - eval.U_q, -eval.bias;
  const Vector x = lu.solve(r);
  EXPECT_LT(relative(a, x.head(n)), 1e-9);
  EXPECT_LT(relative(lambda, x.tail(m)), 1e-8);
}

TEST(InitialConditions, assemble_the_closest_point_and_project_velocities) {
  State s;
  const auto model = load_model_text(R"(
model: loose
bodies: {bob: {type: point_mass, mass: 1, position: [0.6, 0, -0.6], velocity: [1, 2, 0]}}
markers: {pivot: {on: ground, at: [0, 0, 0]}}
joints: {string: {type: distance, between: [pivot, bob], length: 1}}
)");
  const AssembledSystem system(model->assembly);
  s = model->initial;
  const auto report = solve_initial_conditions(system, s);
  ASSERT_TRUE(report.status.ok()) << report.status.message();
  const Vector3 n = Vector3(1, 0, -1).normalized();  // the nearest point of a sphere lies on the ray
  EXPECT_LT((s.q - n).norm(), 1e-12);
  EXPECT_LT((s.v - (Vector3(1, 2, 0) - n * n[0])).norm(), 1e-9);
  EXPECT_FALSE(report.summary(system.layout()).empty());
}

TEST(InitialConditions, refuse_the_impossible_and_name_the_joints) {
  const auto model = load_model_text(R"(
model: impossible
bodies: {bob: {type: point_mass, mass: 1, position: [1, 0, 0]}}
markers: {left: {on: ground, at: [0, 0, 0]}, right: {on: ground, at: [5, 0, 0]}}
joints:
  short_string: {type: distance, between: [left, bob], length: 1}
  other_string: {type: distance, between: [right, bob], length: 1}
)");
  const AssembledSystem system(model->assembly);
  State s = model->initial;
  const auto report = solve_initial_conditions(system, s);
  ASSERT_FALSE(report.status.ok());
  EXPECT_NE(report.status.message().find("_string"), std::string::npos) << report.status.message();
}

}  // namespace
}  // namespace invar
