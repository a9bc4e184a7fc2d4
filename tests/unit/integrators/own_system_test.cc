// A mechanical system written by a user in minimal coordinates, as docs/recipes/own-system.md shows, run with `explicit`.
#include <gtest/gtest.h>

#include <cmath>

#include "invar/integrators/integrator.h"
#include "invar/spec/model_file.h"
#include "oracles/pendulum.h"

namespace invar {
namespace {

// Plane pendulum in its angle from the downward vertical: T = 1/2 m l^2 theta'^2, U = -m g l cos(theta).
class PendulumSystem final : public MechanicalSystem {
 public:
  PendulumSystem(double m, double l, double g) : weight_(m * g * l), M_(Vector::Constant(1, m * l * l)) {
    layout_.add_node("theta", NodeKind::kScalar);
    PatternBuilder diagonal(1, 1);
    diagonal.add(0, 0);
    K_pattern_ = diagonal.build();
    G_pattern_ = PatternBuilder(0, 1).build();  // no constraints
  }
  const Layout& layout() const override { return layout_; }
  const SparsePattern& K_pattern() const override { return K_pattern_; }
  const SparsePattern& G_pattern() const override { return G_pattern_; }
  const Vector& M() const override { return M_; }
  bool dissipative() const override { return false; }
  bool rheonomic() const override { return false; }

  void eval(const At& at, Vec, unsigned parts, PointEval& out) const override {
    if (parts & kEnergy) {
      out.T = 0.5 * M_[0] * at.v[0] * at.v[0];
      out.U = -weight_ * std::cos(at.q[0]);
    }
    if (parts & kForces) {
      out.U_q = Vector::Constant(1, weight_ * std::sin(at.q[0]));
      out.Q = Vector::Zero(1);
    }
    if (parts & kPosition) out.Phi.resize(0);
    if (parts & kVelocity) {
      out.Phi_dot.resize(0);
      out.G.resize(0);
    }
    if (parts & kBias) out.bias.resize(0);
    if (parts & kStiffness) {
      out.K = Vector::Constant(1, weight_ * std::cos(at.q[0]));
      out.C = Vector::Zero(1);
    }
    if (parts & kPower) out.power_applied = out.power_dissipated = 0;
  }

  // Only schemes that conserve by construction (ep) ask for it: the discrete gradient of U.
  void eval_pair(const Across& pair, Vec, unsigned parts, PairEval& out) const override {
    // cos a - cos b = -2 sin((a+b)/2) sin((a-b)/2): the quotient of differences without cancellation.
    const double m = 0.5 * (pair.q0[0] + pair.q1[0]), d = 0.5 * (pair.q1[0] - pair.q0[0]);
    const double sinc = std::abs(d) < 1e-4 ? 1 - d * d / 6 : std::sin(d) / d;
    const double sinc_d = std::abs(d) < 1e-4 ? -d / 3 : (std::cos(d) - sinc) / d;
    if (parts & kResidual) {
      out.f = Vector::Constant(1, weight_ * std::sin(m) * sinc);
      out.B.resize(0);
      out.a_bar.resize(0);
    }
    if (parts & kTangent) {
      out.K = Vector::Constant(1, 0.5 * weight_ * (std::cos(m) * sinc + std::sin(m) * sinc_d));
      out.G.resize(0);
    }
    if (parts & kWork) out.work_applied = out.dissipated = 0;
  }

 private:
  double weight_;
  Layout layout_;
  SparsePattern K_pattern_, G_pattern_;
  Vector M_;
};

double run(const std::string& method, const Overrides& options, double h, double& energy_error) {
  const PendulumSystem system(1, 1, 9.81);
  const oracles::Pendulum exact(1, 9.81, 2, 0);
  const MethodType& type = method_types().at(method);
  const auto integrator = type.make(system, Params(SpecNode::make_map(options, "test"), type.schema));
  State s{0, Vector::Constant(1, 2.0), Vector::Zero(1)}, next;
  PointEval eval;
  system.eval({0, s.q, s.v}, Vector(), kEnergy, eval);
  const double E0 = eval.T + eval.U;
  double error = 0;
  for (int i = 1; i <= std::lround(60 / h); ++i) {
    EXPECT_TRUE(integrator->step(s, h, next).status.ok());
    std::swap(s, next);
    error = std::max(error, std::abs(s.q[0] - static_cast<double>(exact.state(s.t).theta)));
    system.eval(s, Vector(), kEnergy, eval);
    energy_error = std::max(energy_error, std::abs(eval.T + eval.U - E0));
  }
  return error;
}

TEST(OwnSystem, in_minimal_coordinates_runs_with_energy_control) {
  double energy = 0, energy_plain = 0, energy_ep = 0;
  const double plain = run("explicit", {{"energy", "none"}}, 0.02, energy_plain);
  const double controlled = run("explicit", {}, 0.02, energy);
  EXPECT_LT(energy, 1e-13);
  EXPECT_GT(energy_plain, 1e-6);
  EXPECT_LT(controlled, plain);
  EXPECT_LT(controlled, 1e-4);
  run("ep", {}, 0.02, energy_ep);
  EXPECT_LT(energy_ep, 1e-12);
}

// Without an eval_path of its own: forces at Gauss points along the path, whose work is the change of U to rounding.
TEST(OwnSystem, runs_with_the_energy_decaying_scheme_by_evaluations_at_points) {
  double energy = 0, unused = 0;
  EXPECT_NEAR(std::log2(run("ed", {}, 0.02, unused) / run("ed", {}, 0.01, unused)), 3, 0.1);
  EXPECT_NEAR(std::log2(run("ed", {{"alpha", "0"}}, 0.04, energy) / run("ed", {{"alpha", "0"}}, 0.02, energy)), 4, 0.1);
  EXPECT_LT(energy, 1e-12);
}

}  // namespace
}  // namespace invar
