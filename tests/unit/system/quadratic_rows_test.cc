// The flat evaluation of quadratic rows against the terms one by one, and both derivatives of a force in one call
// against each alone.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "catalog/integrator_samples.h"
#include "paths.h"

namespace invar {
namespace {

// Sums over terms into dense matrices, by local coordinates: nothing of the assembly plan is used.
struct Dense {
  const Assembly& assembly;
  std::vector<int> find_global(const std::vector<int>& nodes) const {
    std::vector<int> global;
    for (const int node : nodes)
      for (int k = 0; k < node_size(assembly.layout.node(node).kind); ++k)
        global.push_back(assembly.layout.node(node).offset + k);
    return global;
  }
  static Vector pick(const Vector& x, const std::vector<int>& global) { return x(global); }
};

Matrix expand(const SparsePattern& pattern, const Vector& values) {
  Matrix A = Matrix::Zero(pattern.rows, pattern.cols);
  for (int i = 0; i < pattern.rows; ++i)
    for (int k = pattern.start[i]; k < pattern.start[i + 1]; ++k) A(i, pattern.index[k]) = values[k];
  return A;
}

class QuadraticRowsOf : public ::testing::TestWithParam<const char*> {};

TEST_P(QuadraticRowsOf, agree_with_their_terms) {
  const auto model = load_model(source_path(std::string("models/") + GetParam()));
  const catalog::ReadySystem ready(model);
  const AssembledSystem& system = ready.system;
  const Assembly& assembly = system.assembly();
  const Dense dense{assembly};
  const int n = system.coordinates(), m = system.rows();
  std::mt19937 random(20031);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const auto noise = [&](int size) { return Vector(Vector::NullaryExpr(size, [&] { return uniform(random); })); };
  const Vector q0 = ready.start.q + 0.1 * noise(n), q1 = q0 + 0.1 * noise(n), v = noise(n), lambda = noise(m);
  const double t0 = 0.2, t1 = 0.3;

  PointEval with, without;
  system.eval({t1, q1, v}, lambda, kVelocity | kBias | kStiffness, with);
  system.eval({t1, q1, v}, Vector::Zero(m), kStiffness, without);
  PairEval pair, pair_without;
  system.eval_pair({t0, t1, q0, q1}, lambda, kResidual | kTangent, pair);
  system.eval_pair({t0, t1, q0, q1}, Vector::Zero(m), kTangent, pair_without);

  Matrix G = Matrix::Zero(m, n), B = G, K = Matrix::Zero(n, n), K_bar = K;
  Vector bias = Vector::Zero(m);
  int quadratic = 0;
  for (const auto& placed : assembly.constraints) {
    const auto global = dense.find_global(placed.nodes);
    const int rows = placed.term->rows(), size = static_cast<int>(global.size());
    const Vector a = Dense::pick(q0, global), b = Dense::pick(q1, global), w = Dense::pick(v, global),
                 l = lambda.segment(placed.first_row, rows);
    Matrix J = Matrix::Zero(rows, size), J_bar = J, H = Matrix::Zero(size, size), H_bar = H;
    placed.term->add_Phi_q({t1, b}, J);
    placed.term->add_Phi_q_bar({t0, t1, a, b}, J_bar);
    placed.term->add_Phi_qq({t1, b}, l, H);
    placed.term->add_Phi_q_bar_tangent({t0, t1, a, b}, l, H_bar);
    placed.term->add_bias({t1, b, w}, bias.segment(placed.first_row, rows));
    for (int j = 0; j < size; ++j) {
      G.block(placed.first_row, global[j], rows, 1) += J.col(j);
      B.block(placed.first_row, global[j], rows, 1) += J_bar.col(j);
      for (int i = 0; i < size; ++i) {
        K(global[i], global[j]) += H(i, j);
        K_bar(global[i], global[j]) += H_bar(i, j);
      }
    }
    quadratic += placed.term->is_quadratic();
  }
  EXPECT_GT(quadratic, 0);
  const SparsePattern &K_pattern = system.K_pattern(), &G_pattern = system.G_pattern();
  // What remains are roundings of sums of a few products of numbers up to `size`.
  const double size = 10 * (1 + q1.cwiseAbs().maxCoeff()), rounding = 1e-15 * size * size;
  EXPECT_LE((expand(G_pattern, with.G) - G).cwiseAbs().maxCoeff(), rounding);
  if (!system.rheonomic()) {
    EXPECT_LE((with.Phi_dot - G * v).cwiseAbs().maxCoeff(), n * rounding);
  }
  EXPECT_LE((with.bias - bias).cwiseAbs().maxCoeff(), n * rounding);
  EXPECT_LE((expand(G_pattern, pair.B) - B).cwiseAbs().maxCoeff(), rounding);
  EXPECT_LE((expand(G_pattern, pair.G) - G).cwiseAbs().maxCoeff(), rounding);
  // Stiff springs are in both matrices; their rounding is in the difference.
  const double stiff = 1e-15 * (without.K.cwiseAbs().maxCoeff() + pair_without.K.cwiseAbs().maxCoeff());
  EXPECT_LE((expand(K_pattern, with.K) - expand(K_pattern, without.K) - K).cwiseAbs().maxCoeff(), rounding + stiff);
  EXPECT_LE((expand(K_pattern, pair.K) - expand(K_pattern, pair_without.K) - K_bar).cwiseAbs().maxCoeff(),
            rounding + stiff);
}

std::string model_name(const ::testing::TestParamInfo<const char*>& model) {
  const std::string name = model.param;
  return name.substr(0, name.find('.'));
}
INSTANTIATE_TEST_SUITE_P(Models, QuadraticRowsOf,
                         ::testing::Values("four_bar_spatial.yaml", "n_four_bar.yaml", "stewart_platform.yaml",
                                           "dopico_iltis_smooth.yaml", "flexible_four_bar.yaml",
                                           "bauchau_universal_joint.yaml"),
                         model_name);

TEST(ForceDerivatives, are_the_same_in_one_call_and_in_two) {
  for (const char* name : {"dopico_iltis_smooth.yaml", "flyball_governor.yaml"}) {
    const auto model = load_model(source_path(std::string("models/") + name));
    const catalog::ReadySystem ready(model);
    const Assembly& assembly = ready.system.assembly();
    int nonzero = 0;
    for (const auto& placed : assembly.forces) {
      const auto global = Dense{assembly}.find_global(placed.nodes);
      const int size = static_cast<int>(global.size());
      const Vector q = Dense::pick(ready.start.q, global),
                   v = Dense::pick(ready.start.v, global) + Vector::LinSpaced(size, -0.3, 0.4);
      Matrix K = Matrix::Zero(size, size), C = K, K_alone = K, C_alone = K;
      placed.term->add_Q_q_and_Q_v({0, q, v}, K, C);
      placed.term->add_Q_q({0, q, v}, K_alone);
      placed.term->add_Q_v({0, q, v}, C_alone);
      EXPECT_EQ(K, K_alone) << name << ", " << placed.owner;
      EXPECT_EQ(C, C_alone) << name << ", " << placed.owner;
      Matrix joined = Matrix::Zero(size, size);
      placed.term->add_Q_tangent({0, q, v}, 0.5, 200, joined);
      const Matrix expected = 0.5 * K + 200 * C;
      EXPECT_LE((joined - expected).cwiseAbs().maxCoeff(), 1e-13 * expected.cwiseAbs().maxCoeff())
          << name << ", " << placed.owner;
      nonzero += !C.isZero(0);
    }
    EXPECT_GT(nonzero, 0) << name;
  }
}

// A rod a million lengths away from the origin. With q1 alone B has the rounding of positions; with the increment it is that of a
// rod at the origin to the last digits, and B d meets the change of the length.
TEST(MeanJacobian, keeps_its_digits_far_from_the_origin_with_the_increment) {
  const auto make = [](double x) {
    return fmt::format(R"(
bodies:
  a: {{type: planar_point_mass, mass: 1, position: [{}, 0]}}
  b: {{type: planar_point_mass, mass: 1, position: [{}, 0.75]}}
joints:
  rod: {{type: distance, between: [a, b]}}
)",
                       x, x + 0.5);
  };
  const Vector d{{0.1 / 3, 0.2 / 3, -0.1 / 7, 0.3 / 7}};
  const auto calc_B = [&](double x, bool with_increment) {
    const catalog::ReadySystem ready(make(x));
    const Vector q1 = ready.start.q + d, lambda = Vector::Zero(1);
    PairEval pair;
    if (with_increment) pair.d = &d;
    ready.system.eval_pair({0, 0.1, ready.start.q, q1}, lambda, kResidual, pair);
    return pair.B;
  };
  const Vector near = calc_B(0, true);
  EXPECT_LT((calc_B(0, false) - near).norm(), 1e-15);
  EXPECT_GT((calc_B(1048576, false) - near).norm(), 1e-12);
  EXPECT_LT((calc_B(1048576, true) - near).norm(), 1e-15);
}

}  // namespace
}  // namespace invar
