// Elimination along trees against dense solutions: trees, chains, loops with branches, angles of joints, poor joints.
#include "invar/solve/tree_solver.h"

#include <gtest/gtest.h>

#include <random>

namespace invar {
namespace {

struct Bodies {
  struct Row {
    std::vector<int> nodes;  // of this constraint
  };
  std::vector<int> sizes;
  std::vector<Row> rows;
  std::vector<std::pair<int, int>> coupled;
  bool symmetric = false;
  std::mt19937 random{11};

  std::vector<int> first, nodes;
  SparsePattern pattern;
  Vector values;

  void joint(int a, int b, int count) {
    for (int k = 0; k < count; ++k) rows.push_back({b < 0 ? std::vector<int>{a} : std::vector<int>{a, b}});
  }

  void build() {
    int n = 0;
    first.clear();
    nodes.clear();
    for (std::size_t k = 0; k < sizes.size(); ++k) {
      first.push_back(n);
      nodes.insert(nodes.end(), static_cast<std::size_t>(sizes[k]), static_cast<int>(k));
      n += sizes[k];
    }
    const int coordinates = n;
    nodes.insert(nodes.end(), rows.size(), -1);
    n += static_cast<int>(rows.size());
    PatternBuilder builder(n, n);
    const auto block = [&](int a, int b) {
      for (int i = 0; i < sizes[static_cast<std::size_t>(a)]; ++i)
        for (int j = 0; j < sizes[static_cast<std::size_t>(b)]; ++j)
          builder.add(first[static_cast<std::size_t>(a)] + i, first[static_cast<std::size_t>(b)] + j);
    };
    for (int k = 0; k < static_cast<int>(sizes.size()); ++k) block(k, k);
    for (const auto& [a, b] : coupled) block(a, b), block(b, a);
    for (std::size_t r = 0; r < rows.size(); ++r) {
      const int row = coordinates + static_cast<int>(r);
      builder.add(row, row);
      for (const int node : rows[r].nodes)
        for (int i = 0; i < sizes[static_cast<std::size_t>(node)]; ++i) {
          const int j = first[static_cast<std::size_t>(node)] + i;
          builder.add(row, j);
          builder.add(j, row);
        }
    }
    pattern = builder.build();
    values.resize(pattern.nonzeros());
    std::uniform_real_distribution<double> uniform(-1, 1);
    for (int i = 0; i < n; ++i)
      for (int k = pattern.start[static_cast<std::size_t>(i)]; k < pattern.start[static_cast<std::size_t>(i) + 1];
           ++k) {
        const int j = pattern.index[static_cast<std::size_t>(k)];
        if (i >= coordinates && i == j)
          values[k] = 0;
        else if (symmetric && j < i)
          values[k] = values[pattern.position(j, i)];
        else
          values[k] = uniform(random) + (i == j ? 8 : 0);
      }
  }

  // Largest residual of the solution, relative to what adds up in it: what a stable elimination keeps at rounding, whatever the
  // condition of the matrix.
  double error(LinearSolver& solver) const {
    const Vector b = Vector::LinSpaced(pattern.rows, -1, 2).array().sin();
    Matrix A = Matrix::Zero(pattern.rows, pattern.rows);
    for (int i = 0; i < pattern.rows; ++i)
      for (int k = pattern.start[static_cast<std::size_t>(i)]; k < pattern.start[static_cast<std::size_t>(i) + 1]; ++k)
        A(i, pattern.index[static_cast<std::size_t>(k)]) = values[k];
    Vector x = b;
    EXPECT_TRUE(solver.factor(values));
    solver.solve(x);
    const double size = A.cwiseAbs().rowwise().sum().maxCoeff() * x.cwiseAbs().maxCoeff() + b.cwiseAbs().maxCoeff();
    return (A * x - b).cwiseAbs().maxCoeff() / size;
  }
};

// A chain of `count` bodies from the ground on, with `rows` constraints per joint.
Bodies make_chain(int count, int size, int rows) {
  Bodies bodies;
  bodies.sizes.assign(static_cast<std::size_t>(count), size);
  for (int k = 0; k < count; ++k) bodies.joint(k, k - 1, rows);
  return bodies;
}

TEST(TreeSolver, solves_chains_with_all_numbers_of_constraints) {
  for (const int size : {5, 6})
    for (int rows = 0; rows <= size; ++rows)
      for (const bool symmetric : {false, true})
        for (const bool springs : {false, true}) {
          Bodies chain = make_chain(9, size, rows);
          chain.symmetric = symmetric;
          if (springs)
            for (int k = 1; k < 9; ++k) chain.coupled.emplace_back(k - 1, k);
          chain.build();
          const auto solver = make_tree_solver(chain.pattern, chain.nodes);
          ASSERT_TRUE(solver) << size << " " << rows;
          EXPECT_LT(chain.error(*solver), 1e-13) << size << " coordinates, " << rows << " rows, springs " << springs;
        }
}

TEST(TreeSolver, takes_a_plan_without_a_core_for_trees) {
  Bodies tree;
  tree.sizes.assign(15, 6);
  for (int k = 0; k < 15; ++k) tree.joint(k, k == 0 ? -1 : (k - 1) / 2, 1 + k % 6);
  tree.build();
  const TreePlan plan(tree.pattern, tree.nodes, {});
  EXPECT_TRUE(plan.core.empty());
  EXPECT_EQ(plan.taken, tree.pattern.rows);
  const auto solver = make_tree_solver(tree.pattern, tree.nodes);
  // Multipliers of branches need no regularization, and are found without it.
  const double without = tree.error(*solver);
  EXPECT_FALSE(solver->uses_diagonal(tree.pattern.rows - 1));
  tree.values[tree.pattern.diagonal[static_cast<std::size_t>(tree.pattern.rows - 1)]] = 0.1;
  Vector x = Vector::Ones(tree.pattern.rows), y = x;
  ASSERT_TRUE(solver->factor(tree.values));
  solver->solve(x);
  tree.values[tree.pattern.diagonal[static_cast<std::size_t>(tree.pattern.rows - 1)]] = 0;
  ASSERT_TRUE(solver->factor(tree.values));
  solver->solve(y);
  EXPECT_EQ(x, y);
  EXPECT_LT(without, 1e-13);
  EXPECT_LT(tree.error(*solver), 1e-13);
}

TEST(TreeSolver, keeps_loops_and_takes_their_branches_off) {
  // A ring of four bodies on the ground at two places, with a chain of three at each body.
  Bodies ring;
  ring.sizes.assign(16, 6);
  for (int k = 0; k < 4; ++k) ring.joint(k, (k + 1) % 4, 3);
  ring.joint(0, -1, 2);
  for (int k = 4; k < 16; ++k) ring.joint(k, k < 8 ? k - 4 : k - 4, 5);
  ring.build();
  const TreePlan plan(ring.pattern, ring.nodes, {});
  EXPECT_EQ(plan.branches.size(), 12u);
  EXPECT_EQ(plan.core.size(), 4u * 6 + 4 * 3 + 2);
  const auto solver = make_tree_solver(ring.pattern, ring.nodes);
  ASSERT_TRUE(solver);
  EXPECT_LT(ring.error(*solver), 1e-13);
}

TEST(TreeSolver, does_not_take_bodies_off_that_close_a_loop_through_the_ground) {
  Bodies loop = make_chain(4, 6, 3);
  loop.joint(3, -1, 2);
  loop.build();
  EXPECT_TRUE(TreePlan(loop.pattern, loop.nodes, {}).branches.empty());
  EXPECT_FALSE(make_tree_solver(loop.pattern, loop.nodes));
}

// Angles: a scalar with a constraint of both bodies; every other one is driven.
TEST(TreeSolver, takes_angles_and_their_drives_with_the_body_they_turn) {
  Bodies chain = make_chain(8, 6, 5);
  for (int k = 0; k < 8; ++k) {
    chain.sizes.push_back(1);
    const int angle = 8 + k;
    chain.rows.push_back({k == 0 ? std::vector<int>{k, angle} : std::vector<int>{k - 1, k, angle}});
    if (k % 2 == 0) chain.joint(angle, -1, 1);
  }
  chain.build();
  const TreePlan plan(chain.pattern, chain.nodes, {});
  EXPECT_TRUE(plan.core.empty());
  EXPECT_EQ(plan.branches.size(), 8u);
  const auto solver = make_tree_solver(chain.pattern, chain.nodes);
  EXPECT_LT(chain.error(*solver), 1e-13);
}

TEST(TreeSolver, moves_poor_joints_to_the_core_until_it_is_reset) {
  Bodies chain = make_chain(6, 6, 4);
  chain.build();
  // Body 3: its second row repeats the first, made different by a regularization that the core must see.
  const int a = 36 + 3 * 4, b = a + 1;
  const auto copy = [&](int from, int to) {
    for (int j = 0; j < 36; ++j) {
      if (chain.pattern.position(from, j) >= 0)
        chain.values[chain.pattern.position(to, j)] = chain.values[chain.pattern.position(from, j)];
      if (chain.pattern.position(j, from) >= 0)
        chain.values[chain.pattern.position(j, to)] = chain.values[chain.pattern.position(j, from)];
    }
  };
  const Vector good = chain.values;
  const auto solver = make_tree_solver(chain.pattern, chain.nodes);
  Vector x = Vector::Ones(chain.pattern.rows), y = x, z = x;
  ASSERT_TRUE(solver->factor(good));
  solver->solve(x);
  copy(a, b);
  chain.values[chain.pattern.diagonal[static_cast<std::size_t>(a)]] = -1e-3;
  chain.values[chain.pattern.diagonal[static_cast<std::size_t>(b)]] = -1e-3;
  EXPECT_LT(chain.error(*solver), 1e-13);

  // What was stored goes on as it was.
  Archive written;
  solver->archive(written);
  Archive read(written.bytes());
  const auto other = make_tree_solver(chain.pattern, chain.nodes);
  other->archive(read);
  ASSERT_TRUE(solver->factor(good));
  ASSERT_TRUE(other->factor(good));
  solver->solve(y);
  other->solve(z);
  EXPECT_EQ(y, z);
  solver->reset();
  ASSERT_TRUE(solver->factor(good));
  Vector again = Vector::Ones(chain.pattern.rows);
  solver->solve(again);
  EXPECT_EQ(again, x);
}

TEST(TreeSolver, leaves_planar_bodies_and_points_to_the_general_solver) {
  const auto solver = [](Bodies bodies) {
    bodies.build();
    return make_tree_solver(bodies.pattern, bodies.nodes);
  };
  EXPECT_FALSE(solver(make_chain(20, 3, 2)));
  EXPECT_TRUE(solver(make_chain(20, 6, 5)));
}

TEST(TreeSolver, passes_bodies_without_inertia_about_their_hinge_to_the_core) {
  Bodies chain = make_chain(5, 6, 5);
  chain.symmetric = true;
  chain.build();
  // Body 4 has no inertia at all, and a stiffness to body 3 does not exist: the matrix is singular and said to be so.
  for (int i = 24; i < 30; ++i)
    for (int j = 24; j < 30; ++j) chain.values[chain.pattern.position(i, j)] = 0;
  const auto solver = make_tree_solver(chain.pattern, chain.nodes);
  EXPECT_FALSE(solver->factor(chain.values));
}

}  // namespace
}  // namespace invar
