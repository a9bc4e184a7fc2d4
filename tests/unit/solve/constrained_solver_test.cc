// Accelerations and corrections in the metric of the mass: dense and sparse solutions of the same problem.
#include "invar/solve/constrained_solver.h"

#include <gtest/gtest.h>

#include "benchmarks/model_run.h"
#include "catalog/integrator_samples.h"
#include "invar/math/pseudoinverse.h"

namespace invar {
namespace {

TEST(TruncatedSvd, reproduces_the_matrix_and_its_rank) {
  std::srand(5);
  for (const auto& [n, m, rank] : {std::tuple{6, 5, 5}, {6, 5, 3}, {3, 7, 3}, {4, 9, 2}, {1, 1, 1}, {5, 0, 0}}) {
    const Matrix Ct = Matrix::Random(n, rank) * Matrix::Random(rank, m);
    TruncatedSvd svd;
    svd.compute(Ct, 1e-9);
    EXPECT_EQ(svd.rank(), rank);
    const Matrix again = svd.V() * svd.S().asDiagonal() * svd.U().transpose();
    EXPECT_LT((again - Ct).norm(), 1e-13) << n << " " << m;
    EXPECT_LT((svd.V().transpose() * svd.V() - Matrix::Identity(rank, rank)).norm(), 1e-13);
  }
}

TEST(TruncatedSvd, finds_small_singular_values_to_full_relative_accuracy) {
  Matrix Ct = Matrix::Identity(3, 3);
  Ct(2, 2) = 1e-10;
  Ct(0, 1) = 0.5;
  TruncatedSvd svd;
  svd.compute(Ct, 1e-12);
  EXPECT_EQ(svd.rank(), 3);
  EXPECT_NEAR(svd.S().minCoeff() / 1e-10, 1, 1e-12);
  svd.compute(Ct, 1e-9);
  EXPECT_EQ(svd.rank(), 2);
}

struct Solution {
  Vector x, l;
};

Solution solve(const catalog::ReadySystem& ready, ConstrainedSolverKind kind, Vec q, bool projection) {
  const auto solver = make_constrained_solver(ready.system, kind, 1e-6);
  PointEval eval;
  const Vector lambda = Vector::Zero(ready.system.rows());
  ready.system.eval(At(ready.start).with_q(q), lambda, kForces | kVelocity | kBias, eval);
  EXPECT_TRUE(solver->factor(eval.G));
  Solution s;
  const Vector f = projection ? Vector(Vector::Ones(q.size())) : Vector(eval.Q - eval.U_q);
  const Vector c = projection ? Vector(Vector::Zero(lambda.size())) : Vector(-eval.bias);
  solver->solve(f, c, s.x, s.l);
  Vector r_f = -f, r_c = -c;
  add_product(ready.system.K_pattern(), ready.system.M(), s.x, r_f);
  add_transpose_product(ready.system.G_pattern(), eval.G, s.l, r_f);
  add_product(ready.system.G_pattern(), eval.G, s.x, r_c);
  EXPECT_LT(r_f.norm(), 1e-10 * (1 + f.norm()));
  EXPECT_LT(r_c.norm(), 1e-10 * (1 + s.x.norm()));
  return s;
}

TEST(ConstrainedSolver, gives_the_same_dense_and_sparse) {
  for (const auto& sample : catalog::integrator_samples()) {
    const catalog::ReadySystem ready(sample.text);
    for (const bool projection : {false, true}) {
      const Solution dense = solve(ready, ConstrainedSolverKind::kDense, ready.start.q, projection);
      const Solution sparse = solve(ready, ConstrainedSolverKind::kSparse, ready.start.q, projection);
      EXPECT_LT((dense.x - sparse.x).cwiseAbs().maxCoeff(), 1e-9 * (1 + dense.x.cwiseAbs().maxCoeff())) << sample.name;
    }
  }
}

TEST(ConstrainedSolver, solves_in_a_singular_position) {
  for (const char* N : {"2", "20"}) {
    const catalog::ReadySystem ready(load_model(benchmarks::model_path("n_four_bar"), {{"N", N}, {"theta0", "0"}}));
    const Solution dense = solve(ready, ConstrainedSolverKind::kDense, ready.start.q, false);
    const Solution sparse = solve(ready, ConstrainedSolverKind::kSparse, ready.start.q, false);
    EXPECT_LT((dense.x - sparse.x).cwiseAbs().maxCoeff(), 1e-8) << N;
  }
}

}  // namespace
}  // namespace invar
