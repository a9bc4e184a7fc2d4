// Strain energy of beam elements: the promises of terms/potential.h, and energies known in closed form.
#include "invar/elements/beam/beam_potential.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "invar/elements/beam/beam_element.h"
#include "invar/elements/beam/interpolation.h"
#include "invar/math/rotation.h"
#include "invar/testing/check_term.h"

namespace invar {
namespace {

Matrix6 diagonal_section(double EA, double GA, double GJ, double EI) {
  return Vector6(EA, GA, GA, GJ, EI, EI).asDiagonal();
}

// Nodes of an element along x from x0 to x1.
Vector straight(int nodes, double x0, double x1) {
  Vector q(12 * nodes);
  for (int a = 0; a < nodes; ++a)
    q.segment<12>(12 * a) << x0 + (x1 - x0) * a / (nodes - 1), 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1;
  return q;
}

// The same element bent to an arc of curvature kappa in the plane x, y.
Vector bent(int nodes, double s0, double s1, double kappa) {
  Vector q(12 * nodes);
  for (int a = 0; a < nodes; ++a) {
    const double s = s0 + (s1 - s0) * a / (nodes - 1), c = std::cos(kappa * s), d = std::sin(kappa * s);
    q.segment<12>(12 * a) << d / kappa, (1 - c) / kappa, 0, c, d, 0, -d, c, 0, 0, 0, 1;
  }
  return q;
}

class BeamElements : public ::testing::TestWithParam<int> {};

TEST_P(BeamElements, keep_the_promises_of_potentials_also_with_coupled_sections_and_offsets) {
  const int n = GetParam();
  std::srand(7);
  const Matrix6 A = Matrix6::Random();
  const Matrix6 D = A * A.transpose() + Matrix6::Identity();
  BeamElementShape shape{bent(n, 0, 0.8, 0.7)};
  for (int a = 0; a < n; ++a) {
    NodeTransform T = NodeTransform::Identity();
    T.block<1, 3>(0, 1) = Vector3(0.1 * a, -0.2, 0.05).transpose();
    T.block<3, 3>(1, 1) = Eigen::AngleAxisd(0.3, Vector3(1, 2, 3).normalized()).toRotationMatrix();
    shape.transforms.push_back(T);
  }
  const BeamPotential beam(n, make_beam_points(shape, [&](double xi) -> Matrix6 { return (1 + 0.2 * xi) * D; }));
  EXPECT_NEAR(beam.U(shape.reference), 0, 1e-28);
  CheckOptions options;
  options.nodes.assign(n, NodeKind::kFrame3);
  options.rigid_motion_invariant = true;
  const CheckReport report = check_potential(beam, options);
  EXPECT_TRUE(report.ok) << report.violation;
}

TEST_P(BeamElements, have_the_energy_of_uniform_stretch_and_shear) {
  const int n = GetParam();
  const double EA = 11, GA = 7, GJ = 3, EI = 2, L = 1.5;
  const BeamPotential beam(
      n, make_beam_points({straight(n, 0, L)}, [&](double) { return diagonal_section(EA, GA, GJ, EI); }));
  const double stretch = 0.1, shear = -0.2;
  Vector q = straight(n, 0, L);
  for (int a = 0; a < n; ++a) {
    const double x = q[12 * a];
    q[12 * a] = (1 + stretch) * x;
    q[12 * a + 2] = shear * x;
  }
  EXPECT_NEAR(beam.U(q), 0.5 * L * (EA * stretch * stretch + GA * shear * shear), 1e-13);
}

// Directors are interpolated, so that bending is exact only in the limit; the rate is that of the element.
TEST_P(BeamElements, converge_to_the_energy_of_a_circular_arc) {
  const int n = GetParam();
  const double EI = 2, kappa = 1.3, L = 1;
  const auto error = [&](int elements) {
    double U = 0;
    for (int e = 0; e < elements; ++e) {
      const double s0 = L * e / elements, s1 = L * (e + 1) / elements;
      const BeamPotential beam(
          n, make_beam_points({straight(n, s0, s1)}, [&](double) { return diagonal_section(1e4, 1e4, 1, EI); }));
      U += beam.U(bent(n, s0, s1, kappa));
    }
    return std::abs(U - 0.5 * EI * kappa * kappa * L);
  };
  const double rate = std::log2(error(4) / error(8));
  EXPECT_GT(rate, n == 2 ? 1.9 : 3.8) << error(4) << " " << error(8);
}

TEST(BeamElement, feels_nothing_of_a_rigid_motion) {
  const BeamElementShape shape{bent(4, 0, 1, 2)};
  const BeamPotential beam(4, make_beam_points(shape, [](double) { return diagonal_section(1e8, 1e7, 10, 20); }));
  const Matrix3 R = Eigen::AngleAxisd(2.1, Vector3(1, -2, 0.5).normalized()).toRotationMatrix();
  Vector q = shape.reference;
  for (int k = 0; k < 16; ++k) q.segment<3>(3 * k) = (R * q.segment<3>(3 * k)).eval();
  for (int a = 0; a < 4; ++a) q.segment<3>(12 * a) += Vector3(3, 4, 5);
  EXPECT_LT(beam.U(q), 1e-20);
}

INSTANTIATE_TEST_SUITE_P(OfTwoToFourNodes, BeamElements, ::testing::Values(2, 3, 4));

TEST(BeamShapes, are_one_at_their_node_sum_to_one_and_have_right_slopes) {
  for (int n = 2; n <= 4; ++n) {
    for (int a = 0; a < n; ++a)
      for (int b = 0; b < n; ++b) EXPECT_NEAR(calc_beam_shape(n, -1 + 2.0 * b / (n - 1)).N[a], a == b ? 1 : 0, 1e-15);
    for (const double xi : {-0.9, 0.1, 0.7}) {
      const BeamShape s = calc_beam_shape(n, xi), up = calc_beam_shape(n, xi + 1e-6),
                      down = calc_beam_shape(n, xi - 1e-6);
      double sum = 0;
      for (int a = 0; a < n; ++a) {
        sum += s.N[a];
        EXPECT_NEAR(s.dN[a], (up.N[a] - down.N[a]) / 2e-6, 1e-8);
      }
      EXPECT_NEAR(sum, 1, 1e-15);
    }
  }
}

TEST(GaussRules, are_exact_up_to_their_degree) {
  for (int n = 1; n <= 6; ++n)
    for (int degree = 0; degree < 2 * n; ++degree) {
      double sum = 0;
      for (const auto& p : gauss_rule(n)) sum += p.weight * std::pow(p.xi, degree);
      EXPECT_NEAR(sum, degree % 2 ? 0 : 2.0 / (degree + 1), 1e-14) << n << " " << degree;
    }
}

}  // namespace
}  // namespace invar
