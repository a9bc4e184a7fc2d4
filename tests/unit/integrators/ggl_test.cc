// The stabilized index-2 method: in its mean-value form the second multipliers vanish and it is the energy-preserving
// scheme, [Bauchau2003] eq. (38); at the end point they do not.
#include <gtest/gtest.h>

#include <cmath>

#include "catalog/integrator_samples.h"
#include "invar/integrators/energy_momentum/ggl_step.h"

namespace invar {
namespace {

struct Measured {
  State end;
  double mu = 0, lambda = 0, velocity = 0, balance = 0, dissipated = 0, scale = 0;
};

Measured measure(const catalog::ReadySystem& ready, bool end_point, double h, int steps) {
  GglStep ggl(ready.system, {.end_point = end_point});
  Measured out;
  State s = ready.start, next;
  PointEval eval;
  const auto evaluate = [&] {
    ready.system.eval(s, Vector::Zero(ready.system.rows()), kEnergy | kVelocity, eval);
    return eval.T + eval.U;
  };
  double E = evaluate();
  for (int i = 0; i < steps; ++i) {
    const StepReport r = ggl.step(s, h, next);
    EXPECT_TRUE(r.status.ok()) << r.status.message();
    std::swap(s, next);
    const double now = evaluate();
    const double work = r.work_applied + r.work_drives - r.dissipated_physical - r.dissipated_numerical;
    out.balance = std::max(out.balance, std::abs(now - E - work));
    out.scale = std::max({out.scale, eval.T + std::abs(eval.U), std::abs(r.work_drives)});
    out.dissipated += std::abs(r.dissipated_numerical);
    E = now;
    if (ready.system.rows() == 0) continue;
    out.mu = std::max(out.mu, ggl.mu().cwiseAbs().maxCoeff());
    out.lambda = std::max(out.lambda, ggl.lambda().cwiseAbs().maxCoeff());
    out.velocity = std::max(out.velocity, eval.Phi_dot.cwiseAbs().maxCoeff());
  }
  out.end = s;
  return out;
}

TEST(GglMeanValue, has_vanishing_velocity_multipliers) {
  for (const auto& sample : catalog::integrator_samples()) {
    const Measured r = measure(catalog::ReadySystem(sample.text), false, 0.01, 100);
    EXPECT_LT(r.mu, 1e-12) << sample.name;
    EXPECT_LT(r.balance, 1e-12 * r.scale) << sample.name;
    EXPECT_LT(r.dissipated, 1e-11 * r.scale) << sample.name;
  }
}

TEST(GglMeanValue, is_the_energy_preserving_scheme) {
  const MethodType& type = method_types().at("ep");
  for (const auto& sample : catalog::integrator_samples()) {
    const catalog::ReadySystem ready(sample.text);
    const auto ep = type.make(ready.system, Params(SpecNode::make_map({{"form", "full"}}, "test"), type.schema));
    State s = ready.start, next;
    for (int i = 0; i < 100; ++i) {
      ASSERT_TRUE(ep->step(s, 0.01, next).status.ok());
      std::swap(s, next);
    }
    const Measured r = measure(ready, false, 0.01, 100);
    EXPECT_LT((r.end.q - s.q).cwiseAbs().maxCoeff(), 1e-10) << sample.name;
  }
}

TEST(GglEndPoint, holds_velocities_at_step_ends_and_books_what_it_costs) {
  for (const auto& sample : catalog::integrator_samples()) {
    const Measured r = measure(catalog::ReadySystem(sample.text), true, 0.01, 100);
    EXPECT_LT(r.velocity, 1e-12) << sample.name;
    EXPECT_LT(r.balance, 1e-12 * r.scale) << sample.name;
  }
}

TEST(GglEndPoint, has_velocity_multipliers_of_second_order) {
  const catalog::ReadySystem ready(catalog::integrator_samples()[1].text);  // the spherical pendulum
  const double coarse = measure(ready, true, 0.02, 50).mu, fine = measure(ready, true, 0.01, 100).mu;
  EXPECT_GT(fine, 1e-6);
  EXPECT_NEAR(std::log2(coarse / fine), 2, 0.2);
}

}  // namespace
}  // namespace invar
