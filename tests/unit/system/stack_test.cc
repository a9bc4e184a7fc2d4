// Terms, evaluations and steps get by with a stack of 256 kB, which threads of other programs may have. More would end this
// test program with a segmentation fault.
#include <gtest/gtest.h>
#include <pthread.h>

#include <functional>

#include "benchmarks/model_run.h"
#include "catalog/integrator_samples.h"
#include "invar/integrators/integrator.h"

namespace invar {
namespace {

void* call(void* work) {
  (*static_cast<std::function<void()>*>(work))();
  return nullptr;
}

void run_with_small_stack(std::function<void()> work) {
  pthread_attr_t attributes;
  pthread_t thread;
  ASSERT_EQ(pthread_attr_init(&attributes), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, 256 << 10), 0);
  ASSERT_EQ(pthread_create(&thread, &attributes, call, &work), 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
}

void evaluate_everything(const catalog::ReadySystem& ready) {
  const MechanicalSystem& system = ready.system;
  const State& s = ready.start;
  const Vector lambda = Vector::Ones(system.rows()), d = 1e-3 * s.v, q1 = s.q + d;
  PointEval point;
  system.eval(s, lambda, ~0u, point);
  if (system.has_variable_mass() || system.has_nonlinear_rows()) return;
  PairEval pair;
  PathEval path;
  for (const unsigned parts : {kResidual | kTangent | kWork, kResidual | kTangent | kMixed}) {
    system.eval_pair({s, s.t + 1e-3, q1}, lambda, parts, pair);
    for (const PathRule rule : {PathRule::kGalerkin, PathRule::kLiteral})
      system.eval_path({.t0 = s.t,
                        .t1 = s.t + 1e-3,
                        .q_i = s.q,
                        .d_j = d,
                        .d_f = d,
                        .alpha = 0.5,
                        .rule = rule,
                        .z_i = s.z,
                        .u = s.inputs.u},
                       lambda, lambda, parts, path);
  }
}

TEST(SmallStack, is_enough_for_the_terms_of_every_model) {
  for (const std::string& name : benchmarks::model_names()) {
    const catalog::ReadySystem ready(load_model(benchmarks::model_path(name)));
    run_with_small_stack([&] { evaluate_everything(ready); });
  }
}

TEST(SmallStack, is_enough_for_the_steps_of_every_method) {
  for (const std::string name : {"four_bar", "iltis", "flexible_four_bar", "rolling_disc"}) {
    const catalog::ReadySystem ready(load_model(benchmarks::model_path(name)));
    for (const std::string& method : method_types().names())
      run_with_small_stack([&] {
        const MethodType& type = method_types().at(method);
        const auto integrator = type.make(ready.system, Params(SpecNode::make_map({}, "test"), type.schema));
        State next;
        integrator->step(ready.start, 1e-4, next);
      });
  }
}

}  // namespace
}  // namespace invar
