// Full and reduced solution of the double KKT system agree, and solve it.
#include <gtest/gtest.h>

#include "catalog/integrator_samples.h"
#include "invar/solve/double_kkt.h"
#include "unit/solve/random_vector.h"

namespace invar {
namespace {

const char* kModel = R"(
gravity: [0, 0, -9.81]
bodies:
  repeat:
    - {index: i, from: 1, to: 3, items: {"b_${i}": {type: rigid_body, mass: 1, inertia: [0.3, 0.4, 0.5], position: [i - 0.5, 0, 0]}}}
  bob: {type: point_mass, mass: 1, position: [3, 0, -1]}
markers: {tip: {on: b_3, at: [0.5, 0, 0]}}
joints:
  repeat:
    - {index: i, from: 2, to: 3, items: {"j_${i}": {type: revolute, between: ["b_${i-1}", "b_${i}"], at: [i - 1, 0, 0], axis: [0, 1, 0.2*i]}}}
  j_1: {type: spherical, between: [ground, b_1], at: [0, 0, 0]}
  string: {type: distance, between: [tip, bob]}
)";

TEST(DoubleKkt, gives_the_same_in_full_and_reduced_form_and_solves_the_equations) {
  const catalog::ReadySystem ready(kModel);
  const auto& system = ready.system;
  const int n = system.coordinates(), m = system.rows();
  std::mt19937 random(5);
  // A step of the energy-decaying scheme: its Jacobians, and a stiffness that is anything.
  const Vector d_j = 0.02 * random_vector(n, random), d_f = 0.05 * random_vector(n, random);
  PathEval path;
  system.eval_path({0, 0.1, ready.start.q, d_j, d_f}, Vector::Zero(m), Vector::Zero(m), kResidual | kTangent, path);
  DoubleKkt matrix = make_double_kkt(system);
  for (int a = 0; a < 2; ++a)
    for (int b = 0; b < 2; ++b) {
      matrix.A[a][b] = 0.02 * random_vector(system.K_pattern().nonzeros(), random);
      if (a == b) matrix.A[a][b] += system.M();
    }
  matrix.B[0][0] = path.B_g0;
  matrix.B[0][1] = path.B_g1;
  matrix.B[1][0] = path.B_h0;
  matrix.B[1][1] = path.B_h1;
  matrix.G[0][0] = path.G_end_f;
  matrix.G[1][0] = path.G_mean_f;
  matrix.G[1][1] = path.G_mean_j;
  const Vector r[2] = {random_vector(n, random), random_vector(n, random)};
  const Vector c[2] = {random_vector(m, random), random_vector(m, random)};
  Vector x_full[2], l_full[2], x[2], l[2];
  const auto full = make_double_kkt_solver(system, KktForm::kFull);
  const auto reduced = make_double_kkt_solver(system, KktForm::kReduced);
  ASSERT_TRUE(full->factor(matrix));
  ASSERT_TRUE(reduced->factor(matrix));
  full->solve(r, c, x_full, l_full);
  reduced->solve(r, c, x, l);
  for (int a = 0; a < 2; ++a) {
    EXPECT_LT((x[a] - x_full[a]).norm(), 1e-9 * x_full[a].norm());
    EXPECT_LT((l[a] - l_full[a]).norm(), 1e-9 * l_full[a].norm());
    Vector balance = r[a], rows = c[a];
    for (int b = 0; b < 2; ++b) {
      add_product(system.K_pattern(), matrix.A[a][b], x[b], balance);
      add_transpose_product(system.G_pattern(), matrix.B[a][b], l[b], balance);
      add_product(system.G_pattern(), matrix.G[a][b], x[b], rows);
    }
    EXPECT_LT(balance.cwiseAbs().maxCoeff(), 1e-10 * (1 + l[0].norm() + l[1].norm()));
    EXPECT_LT(rows.cwiseAbs().maxCoeff(), 1e-10 * (1 + x[0].norm() + x[1].norm()));
  }
}

}  // namespace
}  // namespace invar
