// The rates of the rows across a step, of whole models: the identity with the mean-value Jacobian, derivatives, and the same of the
// default that is made of evaluations at points.
#include <gtest/gtest.h>

#include <random>

#include "benchmarks/model_run.h"
#include "invar/model/model.h"
#include "invar/system/assembled_system.h"

namespace invar {
namespace {

struct RatePair {
  AssembledSystem system;
  State s0;
  Vector q1, v1;
  double h;

  RatePair(const Model& model, double step, unsigned seed) : system(model.assembly), s0(model.initial), h(step) {
    system.start_internals(s0);
    std::mt19937 generator(seed);
    std::uniform_real_distribution<double> random(-1, 1);
    const auto n = s0.q.size();
    const auto draw = [&] { return Vector(Vector::NullaryExpr(n, [&](Eigen::Index) { return random(generator); })); };
    s0.v += draw();
    q1 = s0.q + step * (s0.v + draw());
    v1 = s0.v + step * draw();
  }
  Across pair() const { return {s0, s0.t + h, q1}; }
  Vector rate(double t, const Vector& q, const Vector& v) const {
    PointEval out;
    system.eval({t, q, v}, Vector::Zero(system.rows()), kVelocity, out);
    return out.Phi_dot;
  }
  RateEval eval(bool by_default) const {
    PairEval pair_eval;
    const Vector none = Vector::Zero(system.rows());
    system.eval_pair(pair(), none, kResidual, pair_eval);
    B = pair_eval.B;
    RateEval out;
    if (by_default)
      system.MechanicalSystem::eval_rates(pair(), s0.v, v1, B, kResidual | kTangent, out);
    else
      system.eval_rates(pair(), s0.v, v1, B, kResidual | kTangent, out);
    return out;
  }
  mutable Vector B;
};

std::vector<std::string> names() {
  std::vector<std::string> all = benchmarks::model_names();
  return all;
}

class Rates : public ::testing::TestWithParam<std::string> {
 protected:
  std::shared_ptr<const Model> model_ = load_model(benchmarks::model_path(GetParam()));
};

TEST_P(Rates, identity_holds_for_every_step_size) {
  for (const bool by_default : {false, true})
    for (const double h : {1e-6, 1e-3, 0.1}) {
      const RatePair p(*model_, h, 3);
      if (p.system.rows() == 0) return;
      const RateEval r = p.eval(by_default);
      const SparsePattern& G = p.system.G_pattern();
      const Vector dq = p.q1 - p.s0.q, dv = p.v1 - p.s0.v;
      const Vector start = p.rate(p.s0.t, p.s0.q, p.s0.v), end = p.rate(p.s0.t + h, p.q1, p.v1);
      Vector sum = r.psi_t_bar, size = sum.cwiseAbs() + start.cwiseAbs() + end.cwiseAbs();
      add_product(G, r.Psi, dq, sum);
      add_product(G, p.B, dv, sum);
      add_product(G, p.B.cwiseAbs(), p.s0.v.cwiseAbs() + p.v1.cwiseAbs(), size);
      add_product(G, r.Psi.cwiseAbs(), dq.cwiseAbs(), size);
      for (int i = 0; i < sum.size(); ++i)
        EXPECT_NEAR(sum[i], end[i] - start[i], 1e-13 * size[i]) << p.system.layout().row(i).full_name() << " h " << h;
      EXPECT_LT((r.psi_1 - end).cwiseAbs().maxCoeff(), 1e-13 * size.maxCoeff());
    }
}

TEST_P(Rates, derivatives_at_the_end_are_those_of_the_rates) {
  const RatePair p(*model_, 0.01, 5);
  if (p.system.rows() == 0) return;
  const RateEval r = p.eval(false);
  const SparsePattern& G = p.system.G_pattern();
  const double t1 = p.s0.t + p.h, d = 1e-5;
  const Vector change =
      Vector::NullaryExpr(p.q1.size(), [](Eigen::Index k) { return std::sin(1.0 + static_cast<double>(k)); });
  for (const bool of_velocity : {false, true}) {
    const Vector dq = of_velocity ? Vector::Zero(change.size()) : change, dv = change - dq;
    const Vector after = p.rate(t1, p.q1 + d * dq, p.v1 + d * dv), before = p.rate(t1, p.q1 - d * dq, p.v1 - d * dv);
    Vector exact = Vector::Zero(p.system.rows());
    add_product(G, of_velocity ? r.G_1 : r.Psi_1, change, exact);
    const double scale = exact.cwiseAbs().maxCoeff() + p.v1.cwiseAbs().maxCoeff();
    EXPECT_LT(((after - before) / (2 * d) - exact).cwiseAbs().maxCoeff(), 1e-7 * scale) << of_velocity;
  }
}

INSTANTIATE_TEST_SUITE_P(Models, Rates, ::testing::ValuesIn(names()),
                         [](const auto& param_info) { return param_info.param; });

}  // namespace
}  // namespace invar
