// No step allocates memory once the first ones have. Eigen and KLU call malloc, not operator new, so malloc itself is
// counted, by standing in front of glibc's; sanitizers do the same, so there this file is empty.
#if defined(__GLIBC__) || __has_include(<gnu/libc-version.h>)
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>

#include "catalog/integrator_samples.h"
#include "invar/functions/expression.h"
#include "invar/integrators/integrator.h"
#include "paths.h"

namespace {
std::atomic<long> allocations{0};
}

extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* malloc(std::size_t n) { return ++allocations, __libc_malloc(n); }
void* calloc(std::size_t n, std::size_t size) { return ++allocations, __libc_calloc(n, size); }
void* realloc(void* p, std::size_t n) { return ++allocations, __libc_realloc(p, n); }
}

namespace invar {
namespace {

long count_in_100_steps(const catalog::ReadySystem& ready, const Overrides& options, const std::string& method = "ep") {
  const MethodType& type = method_types().at(method);
  const auto integrator = type.make(ready.system, Params(SpecNode::make_map(options, "test"), type.schema));
  State s = ready.start, next;
  bool ok = true;
  const auto run = [&](int steps) {
    for (int i = 0; i < steps; ++i) {
      ok &= integrator->step(s, 0.002, next).status.ok();
      std::swap(s, next);
    }
  };
  run(20);
  const long before = allocations;
  run(100);
  const long after = allocations;
  EXPECT_TRUE(ok);
  return after - before;
}

TEST(Allocation, is_seen_by_the_counter) {
  const long before = allocations;
  const Vector x = Vector::Ones(1000);
  EXPECT_GT(allocations, before) << x.sum();
}

TEST(Allocation, does_not_happen_in_formulas) {
  const Expression formula("x < 2 ? a*(1 - cos(pi*x))/2 + x^3 : min(x, y, 3)^2.5", {"x", "y"}, {{"a", 3.0}});
  std::string deep = "y";
  for (int i = 0; i < 60; ++i) deep = "(x + " + deep + ")";
  const Expression nested(deep, {"x", "y"});
  const double x[] = {0.7, 1.3}, direction[] = {1.0, 0.0};
  const long before = allocations;
  const double sum =
      formula.eval(x) + formula.eval_jet(x, direction).second + nested.eval(x) + nested.eval_jet(x, direction).first;
  EXPECT_EQ(allocations, before) << sum;
}

TEST(Allocation, does_not_happen_in_the_steps_of_ep) {
  const catalog::ReadySystem bars(load_model(source_path("models/n_four_bar.yaml"), {{"N", "10"}}));
  const catalog::ReadySystem chain(R"(
gravity: [0, 0, -9.81]
bodies:
  repeat:
    - {index: i, from: 1, to: 6, items: {"b_${i}": {type: rigid_body, mass: 1, inertia: [0.01, 0.08, 0.09], position: [i - 0.5, 0, 0]}}}
joints:
  repeat:
    - {index: i, from: 2, to: 6, items: {"j_${i}": {type: revolute, between: ["b_${i-1}", "b_${i}"], at: [i - 1, 0, 0], axis: [0, 1, 0.2*i]}}}
  j_1: {type: spherical, between: [ground, b_1], at: [0, 0, 0]}
)");
  for (const char* form : {"reduced", "full"}) {
    EXPECT_EQ(count_in_100_steps(bars, {{"form", form}}), 0) << form;
    EXPECT_EQ(count_in_100_steps(chain, {{"form", form}}), 0) << form;
  }
}

TEST(Allocation, does_not_happen_in_the_steps_of_ep_with_any_option_and_any_kind_of_constraint) {
  const std::string source = source_path("");
  const catalog::ReadySystem bars(load_model(source + "/models/n_four_bar.yaml", {{"N", "10"}}));
  const catalog::ReadySystem disc(load_model(source + "/models/rolling_disc.yaml"));
  const catalog::ReadySystem crank(load_model(source + "/docs/examples/driven_slider_crank.yaml"));
  const catalog::ReadySystem springs(catalog::integrator_samples()[5].text);
  for (const auto* ready : {&bars, &disc, &crank, &springs})
    for (const Overrides& options :
         {Overrides{}, Overrides{{"order", "4"}}, Overrides{{"order", "6"}}, Overrides{{"multipliers", "augmented"}}})
      EXPECT_EQ(count_in_100_steps(*ready, options), 0)
          << (options.empty() ? "" : options[0].first + "=" + options[0].second) << ", "
          << ready->system.layout().coordinate_name(0);
}

TEST(Allocation, does_not_happen_in_the_steps_of_structural_and_augmented_methods) {
  const catalog::ReadySystem bars(load_model(source_path("models/n_four_bar.yaml"), {{"N", "10"}}));
  const catalog::ReadySystem disc(load_model(source_path("models/rolling_disc.yaml")));
  const catalog::ReadySystem crank(load_model(source_path("docs/examples/driven_slider_crank.yaml")));
  for (const char* method :
       {"newmark", "hht", "generalized_alpha", "al", "al_projection", "al_conserving", "al_conserving_projection"})
    for (const auto* ready : {&bars, &disc, &crank}) EXPECT_EQ(count_in_100_steps(*ready, {}, method), 0) << method;
  for (const char* method : {"al_projection", "al_conserving", "al_conserving_projection"})
    EXPECT_EQ(count_in_100_steps(crank, {{"penalty", "1e9"}}, method), 0) << method << " with a penalty";
}

TEST(Allocation, does_not_happen_in_the_steps_of_explicit_methods) {
  const std::string models = source_path("models/");
  const catalog::ReadySystem bars(load_model(models + "n_four_bar.yaml", {{"N", "10"}}));
  const catalog::ReadySystem crank(load_model(models + "braun_slider_crank.yaml"));
  for (const char* integrator : {"rk4", "ab3", "dopri5", "dop853"})
    for (const char* stabilization : {"braun", "baumgarte", "gradient_feedback"})
      for (const char* correction : {"post", "hold"}) {
        const Overrides options = {
            {"integrator", integrator}, {"stabilization", stabilization}, {"correction", correction}};
        EXPECT_EQ(count_in_100_steps(bars, options, "explicit"), 0) << integrator << " " << stabilization;
        EXPECT_EQ(count_in_100_steps(crank, options, "explicit"), 0) << integrator << " " << stabilization;
      }
}

TEST(Allocation, does_not_happen_in_the_steps_of_ed_em_and_ggl) {
  const catalog::ReadySystem bars(load_model(source_path("models/n_four_bar.yaml"), {{"N", "10"}}));
  const catalog::ReadySystem disc(load_model(source_path("models/rolling_disc.yaml")));
  const catalog::ReadySystem crank(load_model(source_path("docs/examples/driven_slider_crank.yaml")));
  const catalog::ReadySystem springs(catalog::integrator_samples()[5].text);
  for (const auto* ready : {&bars, &disc, &crank, &springs}) {
    // The full form of frames may make KLU pivot anew, and KLU then allocates.
    EXPECT_EQ(count_in_100_steps(*ready, {}, "ed"), 0);
    EXPECT_EQ(count_in_100_steps(*ready, {}, "em"), 0);
    for (const char* where : {"mean_value", "end_point"})
      EXPECT_EQ(count_in_100_steps(*ready, {{"discretization", where}}, "ggl"), 0) << where;
  }
}

}  // namespace
}  // namespace invar
#endif
#endif
