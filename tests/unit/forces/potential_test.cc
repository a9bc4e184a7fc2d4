// Energies written as formulas: exact derivatives and discrete gradients at any scale, laws with kinks.
#include <gtest/gtest.h>

#include <cmath>

#include "unit/forces/test_model.h"

namespace invar {
namespace {

// A plate near its pull-in, in metres: the gap of the formula is 1e-6.
const char* kPlate = R"(bodies: {q: {type: coordinate, inertia: 1, value: 2e-7, unit: m}}
forces: {f: {type: potential, energy: 0.5*q^2 - 1e-20/(1e-6 - q)}}
)";

double plate(double q) { return 0.5 * q * q - 1e-20 / (1e-6 - q); }

TEST(PotentialFormula, has_exact_derivatives_at_any_scale) {
  const auto model = load_model_text(kPlate);
  const Potential& U = *model->assembly->potentials[0].term;
  for (const double q : {-3e-7, 0.0, 2e-7, 9e-7}) {
    const double d = 1e-6 - q;
    Vector g = Vector::Zero(1);
    Matrix K = Matrix::Zero(1, 1);
    U.add_U_q(Vector::Constant(1, q), g);
    U.add_U_qq(Vector::Constant(1, q), K);
    EXPECT_NEAR(g[0], q - 1e-20 / (d * d), 1e-20) << q;
    EXPECT_NEAR(K(0, 0), 1 - 2e-20 / (d * d * d), 1e-11) << q;
  }
}

TEST(PotentialFormula, has_an_exact_discrete_gradient_also_over_short_paths_where_the_energy_bends_sharply) {
  const auto model = load_model_text(kPlate);
  const Potential& U = *model->assembly->potentials[0].term;
  for (const auto& [a, b] : {std::pair{2e-7, 9e-7}, {-8e-6, 9.5e-7}, {2e-7, 2.1e-7}}) {
    Vector g = Vector::Zero(1);
    U.add_U_q_bar(Vector::Constant(1, a), Vector::Constant(1, b), g);
    const double size = std::abs(plate(a)) + std::abs(plate(b));
    EXPECT_NEAR(g[0] * (b - a), plate(b) - plate(a), 64 * 2.3e-16 * size) << a << " to " << b;
    const double h = 1e-6 * (b - a);
    Vector more = Vector::Zero(1), less = Vector::Zero(1);
    Matrix K = Matrix::Zero(1, 1);
    U.add_U_q_bar(Vector::Constant(1, a), Vector::Constant(1, b + h), more);
    U.add_U_q_bar(Vector::Constant(1, a), Vector::Constant(1, b - h), less);
    U.add_U_q_bar_tangent(Vector::Constant(1, a), Vector::Constant(1, b), K);
    EXPECT_NEAR(K(0, 0), (more[0] - less[0]) / (2 * h), 1e-5 * std::abs(K(0, 0)) + 1e-5) << a << " to " << b;
  }
}

// A floor 0.9 below, stiffness 1e6, met by 3 mm: half of 1e6 times the square of 3e-3.
TEST(JointSpring, has_the_energy_of_a_formula_with_a_kink_far_from_rest) {
  for (const std::string force :
       {"x < -0.9 ? 1e6*(x + 0.9) : 0", "min(0, 1e6*(x + 0.9))", "-heaviside(-0.9 - x)*1e6*abs(x + 0.9)"}) {
    const TestModel m(R"(bodies:
  b: {type: rigid_body, mass: 1, inertia: [0.1, 0.1, 0.1], position: [0, 0, 0]}
markers: {o: {on: ground}}
joints: {slider: {type: prismatic, between: [o, b]}}
forces: {f: {type: joint_spring, joint: slider, rest_displacement: 0.903, force: ")" +
                      force + "\"}}\n");
    EXPECT_NEAR(m.channel("f.force"), 3000, 1e-8) << force;
    EXPECT_NEAR(m.channel("f.energy"), 4.5, 1e-11) << force;
  }
}

}  // namespace
}  // namespace invar
