// LU by panels against dense solutions, and KLU with nodes and multipliers that uses it.
#include "invar/solve/panel_lu.h"

#include <gtest/gtest.h>

#include <numeric>
#include <random>

#include "invar/solve/linear_solver.h"

namespace invar {
namespace {

constexpr int kNodes = 12, kSize = 6, kJoints = 3, kRows = 5;

// A chain of nodes with dense blocks, and joints between nodes at its ends and in its middle: rows with zero diagonal.
struct Chain {
  SparsePattern pattern;
  Vector values;
  std::vector<int> nodes;
  std::mt19937 random{7};

  explicit Chain(int joints) {
    const int n = kNodes * kSize + joints * kRows;
    PatternBuilder builder(n, n);
    nodes.assign(n, -1);
    for (int a = 0; a < kNodes; ++a) {
      std::fill_n(nodes.begin() + a * kSize, kSize, a);
      for (int b = std::max(0, a - 1); b <= std::min(kNodes - 1, a + 1); ++b)
        for (int i = 0; i < kSize; ++i)
          for (int j = 0; j < kSize; ++j) builder.add(a * kSize + i, b * kSize + j);
    }
    for (int joint = 0; joint < joints; ++joint)
      for (int r = 0; r < kRows; ++r) {
        const int row = kNodes * kSize + joint * kRows + r;
        builder.add(row, row);
        for (const int node : {2 * joint, kNodes - 1 - 3 * joint})
          for (int i = 0; i < kSize; ++i) builder.add(row, node * kSize + i), builder.add(node * kSize + i, row);
      }
    pattern = builder.build();
    values.resize(pattern.nonzeros());
    renew();
  }

  void renew() {
    std::uniform_real_distribution<double> uniform(-1, 1);
    for (int i = 0; i < pattern.rows; ++i)
      for (int k = pattern.start[i]; k < pattern.start[i + 1]; ++k) {
        values[k] = uniform(random);
        if (pattern.index[k] == i) values[k] = nodes[i] < 0 ? -1e-9 : 20 + values[k];
      }
  }
  Vector solve_densely(const Vector& b) const {
    Vector x = b;
    const auto dense = make_dense_solver(pattern);
    EXPECT_TRUE(dense->factor(values));
    dense->solve(x);
    return x;
  }
};

Vector right_side(int n) { return Vector::LinSpaced(n, -1, 2); }

TEST(PanelLu, solves_as_a_dense_factorization_does) {
  const Chain chain(0);
  std::vector<int> order(chain.pattern.rows);
  std::iota(order.begin(), order.end(), 0);
  PanelLu lu;
  lu.analyse(chain.pattern, order, order);
  EXPECT_GE(lu.average_width(), kSize);
  EXPECT_GT(lu.factor(chain.values), 0.1);
  const Vector b = right_side(chain.pattern.rows), exact = chain.solve_densely(b);
  Vector x = b;
  lu.solve(x);
  EXPECT_LT((x - exact).cwiseAbs().maxCoeff(), 1e-14);
}

TEST(PanelLu, may_take_rows_and_columns_in_different_orders) {
  Chain chain(0);
  const int n = chain.pattern.rows;
  std::vector<int> rows(n), columns(n);
  std::iota(rows.begin(), rows.end(), 0);
  columns = rows;
  // Large entries beside the diagonal of each node become pivots.
  for (int i = 0; i < n; ++i) chain.values[chain.pattern.position(i, i)] = 0.5;
  for (int a = 0; a < n; a += kSize)
    for (int i = 0; i < kSize; ++i) {
      columns[a + i] = a + (i + 1) % kSize;
      chain.values[chain.pattern.position(a + i, a + (i + 1) % kSize)] = 20;
    }
  PanelLu lu;
  lu.analyse(chain.pattern, rows, columns);
  EXPECT_GT(lu.factor(chain.values), 0.1);
  const Vector b = right_side(n), exact = chain.solve_densely(b);
  Vector x = b;
  lu.solve(x);
  EXPECT_LT((x - exact).cwiseAbs().maxCoeff(), 1e-14);
}

TEST(PanelLu, reports_a_pivot_that_vanishes) {
  Chain chain(0);
  std::vector<int> order(chain.pattern.rows);
  std::iota(order.begin(), order.end(), 0);
  PanelLu lu;
  lu.analyse(chain.pattern, order, order);
  for (int k = chain.pattern.start[30]; k < chain.pattern.start[31]; ++k) chain.values[k] = 0;
  EXPECT_EQ(lu.factor(chain.values), 0);
}

TEST(KluSolver, solves_systems_with_multipliers_by_panels) {
  Chain chain(kJoints);
  const auto solver = make_klu_solver(chain.pattern, chain.nodes);
  for (int trial = 0; trial < 4; ++trial) {
    ASSERT_TRUE(solver->factor(chain.values));
    const Vector b = right_side(chain.pattern.rows), exact = chain.solve_densely(b);
    Vector x = b;
    solver->solve(x);
    EXPECT_LT((x - exact).cwiseAbs().maxCoeff(), 1e-11 * exact.cwiseAbs().maxCoeff()) << trial;
    if (trial == 2) solver->reset();
    chain.renew();
  }
}

TEST(KluSolver, pivots_anew_when_pivots_have_become_poor) {
  Chain chain(kJoints);
  const auto solver = make_klu_solver(chain.pattern, chain.nodes);
  ASSERT_TRUE(solver->factor(chain.values));
  // Diagonals that were pivots become tiny: another order is needed.
  for (int i = 0; i < kNodes * kSize; i += 4) chain.values[chain.pattern.position(i, i)] = 1e-14;
  ASSERT_TRUE(solver->factor(chain.values));
  const Vector b = right_side(chain.pattern.rows), exact = chain.solve_densely(b);
  Vector x = b;
  solver->solve(x);
  EXPECT_LT((x - exact).cwiseAbs().maxCoeff(), 1e-9 * exact.cwiseAbs().maxCoeff());
}

TEST(KluSolver, says_that_a_matrix_is_singular) {
  Chain chain(0);
  for (int k = chain.pattern.start[30]; k < chain.pattern.start[31]; ++k) chain.values[k] = 0;
  EXPECT_FALSE(make_klu_solver(chain.pattern, chain.nodes)->factor(chain.values));
}

}  // namespace
}  // namespace invar
