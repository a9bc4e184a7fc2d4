// Kinetic energies by formula: the mass matrix against one derived by hand, parts without and with one rate, digits where
// masses differ by many orders, what is refused and how.
#include <gtest/gtest.h>

#include <cmath>

#include "invar/core/error.h"
#include "invar/model/model.h"
#include "invar/run/model_check.h"
#include "invar/system/assembled_system.h"

namespace invar {
namespace {

std::string with_energy(const std::string& energy,
                        const std::string& bodies = "a: {type: coordinate, value: 0.4, rate: 1.5}",
                        const std::string& parameters = "m: 2") {
  return "parameters: {" + parameters + "}\nbodies:\n  " + bodies +
         "\nforces:\n  T: {type: kinetic_energy, energy: \"" + energy + "\"}\noutputs: [a.value]\n";
}

const std::string kTwo =
    "a: {type: coordinate, value: 0.4, rate: 1.5}\n  b: {type: coordinate, value: -0.7, rate: 0.3}";

std::string refusal(const std::string& text) {
  try {
    check(*load_model_text(text));
  } catch (const ModelError& error) {
    return error.what();
  }
  return "accepted";
}

void expect_refused(const std::string& text, const std::string& words) {
  const std::string said = refusal(text);
  EXPECT_NE(said.find(words), std::string::npos) << "said instead: " << said;
}

TEST(KineticEnergy, has_the_mass_matrix_of_the_formula) {
  const auto model = load_model_text(
      with_energy("m*(1 + sin(a)^2)*a.rate^2 + 3*a*b.rate*a.rate + 0.5*exp(t)*b_rate^2 + cos(b)*a.rate - t + a", kTwo));
  const VariableInertia& term = *model->assembly->variable_inertias.at(0).term;
  const double t = 0.8, a = 0.4, b = -0.7;
  MassJet jet;
  term.calc_M(Vector3(t, a, b), Vector3(0.2, -0.5, 2), jet);
  Matrix3 M, M_1;
  M << 2 * (a - t), std::cos(b), 0, std::cos(b), 4 * (1 + std::sin(a) * std::sin(a)), 3 * a, 0, 3 * a, std::exp(t);
  M_1 << 2 * (-0.5 - 0.2), -2 * std::sin(b), 0, -2 * std::sin(b), -0.5 * 4 * std::sin(2 * a), 3 * -0.5, 0, 3 * -0.5,
      0.2 * std::exp(t);
  EXPECT_LT((Matrix(jet.value) - M).cwiseAbs().maxCoeff(), 1e-14);
  EXPECT_LT((Matrix(jet.first) - M_1).cwiseAbs().maxCoeff(), 1e-14);
  EXPECT_TRUE(term.depends_on(0) && term.depends_on(1) && term.depends_on(2));
}

TEST(KineticEnergy, knows_what_its_mass_does_not_depend_on) {
  const auto model = load_model_text(with_energy("m*(1 + a^2)*a.rate^2 + m*a*b.rate^2", kTwo));
  const VariableInertia& term = *model->assembly->variable_inertias.at(0).term;
  EXPECT_FALSE(term.depends_on(0));
  EXPECT_TRUE(term.depends_on(1));
  EXPECT_FALSE(term.depends_on(2));
}

// Off-diagonal entries are differences of energies; with rates scaled by the masses no digits are lost.
TEST(KineticEnergy, keeps_the_digits_of_couplings_between_very_different_masses) {
  const auto model = load_model_text(with_energy("0.5e12*a.rate^2 + 0.3*a.rate*b.rate + 0.5e-12*b.rate^2", kTwo));
  MassJet jet;
  model->assembly->variable_inertias.at(0).term->calc_M(Vector3(0, 0.4, -0.7), Vector3::Zero(), jet);
  EXPECT_NEAR(jet.value(1, 2), 0.3, 1e-14);
  EXPECT_NEAR(jet.value(1, 1), 1e12, 1e-2);
  EXPECT_NEAR(jet.value(2, 2), 1e-12, 1e-26);
}

TEST(KineticEnergy, adds_up_with_inertias_and_other_formulas_in_the_system) {
  const auto model = load_model_text(R"(
bodies:
  a: {type: coordinate, inertia: 2, value: 0.4, rate: 1.5}
  b: {type: coordinate, value: -0.7, rate: 0.3}
forces:
  one: {type: kinetic_energy, energy: 0.5*(1 + a^2)*b.rate^2}
  two: {type: kinetic_energy, energy: 0.1*a.rate*b.rate}
outputs: [one.energy]
)");
  const AssembledSystem system(model->assembly);
  Vector M;
  ASSERT_TRUE(system.eval_mass({0, model->initial.q}, M));
  const SparsePattern& K = system.K_pattern();
  EXPECT_NEAR(M[K.position(0, 0)], 2, 1e-15);
  EXPECT_NEAR(M[K.position(0, 1)], 0.1, 1e-15);
  EXPECT_NEAR(M[K.position(1, 1)], 1.16, 1e-15);
  PointEval eval;
  system.eval({0, model->initial.q, model->initial.v}, Vector(), kEnergy, eval);
  EXPECT_NEAR(eval.T, 0.5 * 2 * 1.5 * 1.5 + 0.5 * 1.16 * 0.09 + 0.1 * 1.5 * 0.3, 1e-15);
}

TEST(KineticEnergy, refuses_what_is_no_polynomial_of_second_degree_in_the_rates) {
  for (const char* energy : {"a.rate^3", "sqrt(a.rate^2)", "a.rate^2/(1 + a.rate)", "abs(a.rate)*a.rate", "sin(a.rate)",
                             "a.rate^m*a.rate", "a.rate > 0 ? a.rate^2 : 2*a.rate^2"})
    expect_refused(with_energy(energy), "no polynomial of second degree");
  EXPECT_EQ(refusal(with_energy("(m + 1)*a.rate*a.rate + (a.rate + 2*t)^2/m")), "accepted");
  EXPECT_EQ(refusal(with_energy("a > 0 ? a.rate^2 : 2*a.rate^2")), "accepted");
}

TEST(KineticEnergy, refuses_formulas_without_rates_and_unknown_or_ambiguous_names) {
  expect_refused(with_energy("m*sin(t)"), "does not depend on the rate of a coordinate");
  expect_refused(with_energy("m*a"), "has no term with the square of a rate");
  expect_refused(with_energy("m*a.rate"), "has no term with the square of a rate");
  expect_refused(with_energy("m*a.rat^2"), "unknown name \"a_rat\"");
  expect_refused(with_energy("m*a.rate^2", "a: {type: coordinate}", "m: 1, a_rate: 2"), "ambiguous name \"a_rate\"");
  expect_refused(with_energy("a.rate^2/a", "a: {type: coordinate}"), "not finite in the initial configuration");
}

TEST(KineticEnergy, refuses_masses_that_are_not_positive_definite_at_the_start) {
  expect_refused(with_energy("-m*a.rate^2"), "forces.T leaves the mass matrix of a not positive definite");
  expect_refused(with_energy("a.rate^2 + 2*a.rate*b.rate + b.rate^2", kTwo), "of a, b not positive definite");
  expect_refused(with_energy("a.rate^2 + b", kTwo), "of a, b not positive definite");
  expect_refused(with_energy("(a - 0.4)*a.rate^2"), "not positive definite");
}

TEST(Coordinate, without_inertia_and_kinetic_energy_is_refused) {
  expect_refused("bodies: {a: {type: coordinate}}\noutputs: [a.value]\n",
                 "give it an `inertia`, or a force of type kinetic_energy with a.rate");
}

}  // namespace
}  // namespace invar
