// What a step costs and what it remembers: evaluations as theory says, the way back, reset, determinism, no allocation.
#include <gtest/gtest.h>

#include <cmath>

#include "catalog/integrator_samples.h"
#include "invar/integrators/composition.h"
#include "invar/integrators/integrator.h"
#include "paths.h"
#include "unit/integrators/run_steps.h"

namespace invar {
namespace {

std::unique_ptr<Integrator> make_ep(const MechanicalSystem& system, const std::string& order = "2") {
  const MethodType& type = method_types().at("ep");
  return type.make(system, Params(SpecNode::make_map({{"order", order}}, "test"), type.schema));
}

const char* kBodyChain = R"(
gravity: [0, 0, -9.81]
bodies:
  repeat:
    - {index: i, from: 1, to: 6, items: {"b_${i}": {type: rigid_body, mass: 1, inertia: [0.01, 0.08, 0.09], position: [i - 0.5, 0, 0]}}}
joints:
  repeat:
    - {index: i, from: 2, to: 6, items: {"j_${i}": {type: revolute, between: ["b_${i-1}", "b_${i}"], at: [i - 1, 0, 0], axis: [0, 1, 0.2*i]}}}
  j_1: {type: spherical, between: [ground, b_1], at: [0, 0, 0]}
)";

catalog::ReadySystem ready_model(const std::string& name, const Overrides& set) {
  return catalog::ReadySystem(load_model(source_path("models/" + name + ".yaml"), set));
}

void expect_cheap_steps(const catalog::ReadySystem& ready, double h) {
  const auto ep = make_ep(ready.system);
  State s = run_steps(*ep, ready.start, h, 10), next;
  int iterations = 0, factorizations = 0, most = 0;
  for (int i = 0; i < 200; ++i) {
    const StepReport r = ep->step(s, h, next);
    ASSERT_TRUE(r.status.ok()) << r.status.message();
    iterations += r.iterations;
    factorizations += r.factorizations;
    most = std::max(most, r.iterations);
    std::swap(s, next);
  }
  EXPECT_LT(factorizations / 200.0, 1.05);
  EXPECT_GE(factorizations, 200);
  EXPECT_LE(most, 4) << iterations / 200.0 << " on average";
}

TEST(EpStep, factors_once_and_iterates_at_most_four_times_on_smooth_motion) {
  expect_cheap_steps(ready_model("n_four_bar", {{"N", "10"}, {"theta0", "pi/2"}}), 0.001);
  expect_cheap_steps(catalog::ReadySystem(kBodyChain), 0.001);
}

TEST(EpStep, leads_back_with_the_negative_step) {
  const catalog::ReadySystem ready(kBodyChain);
  const State there = run_steps(*make_ep(ready.system), ready.start, 0.005, 50);
  const State back = run_steps(*make_ep(ready.system), there, -0.005, 50);
  EXPECT_LT((back.q - ready.start.q).cwiseAbs().maxCoeff(), 1e-11);
}

class EpOfOrder : public ::testing::TestWithParam<std::string> {};

TEST_P(EpOfOrder, gives_the_same_bits_again_and_after_reset) {
  const catalog::ReadySystem chain(kBodyChain), bars = ready_model("n_four_bar", {{"N", "10"}});
  for (const auto* ready : {&chain, &bars}) {
    const auto used = make_ep(ready->system, GetParam()), other = make_ep(ready->system, GetParam());
    const State first = run_steps(*used, ready->start, 0.005, 30), same = run_steps(*other, ready->start, 0.005, 30);
    EXPECT_TRUE(first.q == same.q && first.v == same.v);
    used->reset();
    const State again = run_steps(*used, ready->start, 0.005, 30);
    EXPECT_TRUE(first.q == again.q && first.v == again.v);
    used->reset();  // also where the last step ended
    const State on = run_steps(*used, again, 0.005, 5),
                fresh = run_steps(*make_ep(ready->system, GetParam()), again, 0.005, 5);
    EXPECT_TRUE(on.q == fresh.q && on.v == fresh.v);
  }
}
INSTANTIATE_TEST_SUITE_P(Orders, EpOfOrder, ::testing::Values("2", "4", "6"),
                         [](const auto& param_info) { return "order_" + param_info.param; });

TEST(Composition, satisfies_the_conditions_of_its_order_and_is_symmetric) {
  const auto sum_of_powers = [](int order, int power) {
    double sum = 0;
    for (const double g : composition_coefficients(order)) sum += std::pow(g, power);
    return sum;
  };
  for (const int order : {2, 4, 6}) {
    const auto gamma = composition_coefficients(order);
    EXPECT_NEAR(sum_of_powers(order, 1), 1, 1e-15) << order;
    if (order >= 4) {
      EXPECT_NEAR(sum_of_powers(order, 3), 0, 1e-15) << order;
    }
    if (order >= 6) {
      EXPECT_NEAR(sum_of_powers(order, 5), 0, 1e-15) << order;
    }
    for (size_t i = 0; i < gamma.size(); ++i) EXPECT_EQ(gamma[i], gamma[gamma.size() - 1 - i]) << order;
  }
}

}  // namespace
}  // namespace invar
