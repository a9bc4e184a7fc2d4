// A step of `ed` on the modes of a beam: each one is multiplied by the rational function of its own frequency, whatever bends,
// twists, shears or stretches in it, from steps far below its period to steps of a hundred periods.
#include <cmath>
#include <complex>

#include "benchmarks/equilibrium_model.h"
#include "invar/integrators/integrator.h"
#include "invar/system/compact_matrix.h"
#include "oracles/decaying_oscillator.h"

namespace invar {
namespace {

using Complex = std::complex<double>;

class BeamAmplification : public ::testing::TestWithParam<int> {};

TEST_P(BeamAmplification, of_each_mode_is_the_rational_function_of_its_frequency) {
  const EquilibriumModel m(
      "elements:\n  b: {type: beam, start: clamped, from: [0, 0, 0], to: [1, 0.5, 0.2], elements: 2, order: " +
      std::to_string(GetParam()) + ", section: {stiffness: [900, 300, 400, 50, 80, 120], mass: [1, 0.03, 0.05]}}\n");
  const ModesReport report = m.modes(0);
  ASSERT_GE(report.modes.size(), 12u);
  const CompactMatrix M(m.system->K_pattern(), m.system->M());
  const double amplitude = 1e-6;
  const MethodType& type = method_types().at("ed");
  for (const double alpha : {1.0, 0.4}) {
    const Params params(SpecNode::make_map({{"alpha", std::to_string(alpha)}}, "test"), type.schema);
    for (const Mode& mode : report.modes) {
      const double omega = std::abs(mode.value), mass = M.calc_form(mode.real);
      for (const double omega_h : {0.5, 10.0, 600.0}) {
        State s = m.found.state, next;
        s.q += amplitude * mode.real;
        ASSERT_TRUE(type.make(*m.system, params)->step(s, omega_h / omega, next).status.ok()) << omega;
        // (x, -v/omega) = (1, 0) turns like exp(i omega t).
        Vector Mx = Vector::Zero(s.q.size()), Mv = Mx;
        M.add_product_to(next.q - m.found.state.q, Mx);
        M.add_product_to(next.v, Mv);
        const Complex found(mode.real.dot(Mx) / (amplitude * mass), -mode.real.dot(Mv) / (amplitude * mass * omega));
        EXPECT_LT(std::abs(found - oracles::calc_decay(omega_h, alpha)), 2e-5)
            << omega << " rad/s, omega h " << omega_h;
        // Nothing goes over into other modes.
        const double rest = (next.q - m.found.state.q - amplitude * found.real() * mode.real).norm();
        EXPECT_LT(rest, 2e-5 * amplitude * mode.real.norm()) << omega << " rad/s, omega h " << omega_h;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Order, BeamAmplification, ::testing::Values(1, 2, 3));

}  // namespace
}  // namespace invar
