#include "invar/discrete/gonzalez.h"

#include <gtest/gtest.h>

#include <cmath>

#include "invar/testing/check_term.h"

namespace invar {

namespace {

// U = exp(x) cos(y) + x^2 z^2, without a Hessian.
class Hills final : public SmoothPotential {
 public:
  double U(Vec q) const override { return std::exp(q[0]) * std::cos(q[1]) + q[0] * q[0] * q[2] * q[2]; }
  void add_U_q(Vec q, VecOut g) const override {
    g[0] += std::exp(q[0]) * std::cos(q[1]) + 2 * q[0] * q[2] * q[2];
    g[1] -= std::exp(q[0]) * std::sin(q[1]);
    g[2] += 2 * q[0] * q[0] * q[2];
  }
};

TEST(SmoothPotential, keeps_all_promises_of_a_potential_from_U_and_its_gradient) {
  const CheckReport report = check_potential(Hills(), {.size = 3, .points = 8});
  EXPECT_TRUE(report.ok) << report.violation;
}

TEST(SmoothPotential, has_the_hessian_to_ten_digits) {
  const Vector3 q(0.3, -0.8, 1.1);
  Matrix K = Matrix::Zero(3, 3);
  Hills().add_U_qq(q, K);
  Matrix3 exact;
  exact << std::exp(0.3) * std::cos(0.8) + 2 * 1.21, std::exp(0.3) * std::sin(0.8), 4 * 0.3 * 1.1,  //
      std::exp(0.3) * std::sin(0.8), -std::exp(0.3) * std::cos(0.8), 0,                             //
      4 * 0.3 * 1.1, 0, 2 * 0.09;
  EXPECT_LT((K - exact).cwiseAbs().maxCoeff(), 1e-11);
}

}  // namespace

}  // namespace invar
