// Energy at round-off through singular positions: linkages that fold up, over starts, steps, orders and methods.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "benchmarks/model_run.h"

namespace invar {
namespace {

using benchmarks::run_model;
using benchmarks::run_text;
using benchmarks::Settings;

// Peaucellier and Lipkin's straight line, of rods: the rhombus folds up where the crank lies along the line of the pivots, and
// then may open into another linkage.
const std::string kPeaucellier = R"(
parameters: {a: 5, b: 3, r: 2, th: 0.5, cx: r + r*cos(th), cy: r*sin(th), oc: sqrt(cx^2 + cy^2),
  dx: (a^2-b^2)/(oc^2)*cx, dy: (a^2-b^2)/(oc^2)*cy, mx: (cx+dx)/2, my: (cy+dy)/2, ml: sqrt(mx^2+my^2), hh: sqrt(a^2 - ml^2)}
gravity: [0, -9.81]
bodies:
  A: {type: planar_point_mass, position: [mx - my/ml*hh, my + mx/ml*hh]}
  B: {type: planar_point_mass, position: [mx + my/ml*hh, my - mx/ml*hh]}
  C: {type: planar_point_mass, position: [cx, cy]}
  D: {type: planar_point_mass, mass: 2, position: [dx, dy]}
  OA: {type: rod, between: [O, A], mass: 1}
  OB: {type: rod, between: [O, B], mass: 1}
  QC: {type: rod, between: [Q, C], mass: 1}
  AC: {type: rod, between: [A, C], mass: 1}
  BC: {type: rod, between: [B, C], mass: 1}
  AD: {type: rod, between: [A, D], mass: 1}
  BD: {type: rod, between: [B, D], mass: 1}
markers:
  O: {on: ground, at: [0, 0, 0]}
  Q: {on: ground, at: [r, 0, 0]}
method: {name: ep, step: 0.01, end: 0.8}
outputs: [D.position]
)";

void expect_energy(const Certificate& c, const std::string& what) {
  EXPECT_EQ(c.status, "completed") << what << ": " << c.message;
  EXPECT_EQ(judge(*c.energy_balance_error_max / c.energy_scale), Verdict::kRoundOff)
      << what << ": " << *c.energy_balance_error_max << " J";
  EXPECT_EQ(judge(*c.constraint_position_relative_max), Verdict::kRoundOff) << what;
}

TEST(SingularEnergy, of_peaucelliers_linkage_is_kept_from_several_starts) {
  for (const char* th : {"0.3", "0.5", "0.8", "1", "1.2"})
    for (const double step : {0.02, 0.01, 0.005})
      expect_energy(run_text(kPeaucellier, {.set = {{"th", th}}, .step = step}).certificate,
                    fmt::format("th = {}, step {}", th, step));
}

TEST(SingularEnergy, of_peaucelliers_linkage_is_kept_by_order_four_and_the_full_form) {
  for (const Overrides& options : {Overrides{{"order", "4"}}, Overrides{{"form", "full"}}})
    for (const char* th : {"0.5", "1"})
      expect_energy(run_text(kPeaucellier, {.set = {{"th", th}}, .options = options}).certificate,
                    options[0].first + " " + options[0].second + ", th = " + th);
}

TEST(SingularEnergy, of_peaucelliers_linkage_is_nearly_kept_by_compositions_and_ggl) {
  for (const auto& [method, options] :
       std::vector<std::pair<std::string, Overrides>>{{"ep", {{"order", "4"}}}, {"ep", {{"order", "6"}}}, {"ggl", {}}})
    for (const char* th : {"0.2", "0.3", "0.8"})
      for (const double step : {0.01, 0.005}) {
        const Certificate c =
            run_text(kPeaucellier, {.method = method, .set = {{"th", th}}, .options = options, .step = step, .end = 2})
                .certificate;
        EXPECT_EQ(c.status, "completed") << method << ", th = " << th << ", step " << step << ": " << c.message;
        EXPECT_LT(*c.energy_balance_error_max, 1e-10 * c.energy_scale)
            << method << ", th = " << th << ", step " << step;
      }
}

// D moves on the line x = 4. Past the singular position it could go on along a circle instead.
TEST(SingularBranch, of_peaucelliers_linkage_is_kept_by_explicit_methods) {
  int stopped = 0, runs = 0;
  for (const char* integrator : {"rk4", "dopri5", "dop853", "ab3"})
    for (const char* th : {"0.2", "0.3", "0.5", "0.8", "1.1", "1.2", "1.4"})
      for (const double step : {0.02, 0.01, 0.005, 0.0037}) {
        const auto run = run_text(kPeaucellier, {.method = "explicit",
                                                 .set = {{"th", th}},
                                                 .options = {{"integrator", integrator}},
                                                 .step = step,
                                                 .end = 2});
        ++runs;
        stopped += run.certificate.status != "completed";
        double off = 0;
        for (size_t i = 0; i < run.rows.size(); ++i) off = std::max(off, std::abs(run.at(i, "D.position.x") - 4));
        EXPECT_LT(off, 5e-3) << integrator << ", th = " << th << ", step " << step;
      }
  EXPECT_LE(stopped, runs / 20);
}

TEST(SingularEnergy, of_linkages_that_ship_is_kept_with_any_step) {
  for (const char* name : {"braun_slider_crank", "braun_double_four_bar", "n_four_bar"})
    for (const double step : {0.013, 0.01, 0.0037})
      expect_energy(run_model(name, {.method = "ep", .step = step, .end = 4}).certificate,
                    fmt::format("{}, step {}", name, step));
}

TEST(SingularEnergy, of_a_parallelogram_is_kept) {
  const std::string text = R"(
parameters: {w: 2}
gravity: [0, -9.81]
bodies:
  A: {type: planar_point_mass, mass: 1, position: [0, 1], velocity: [w, 0]}
  B: {type: planar_point_mass, mass: 2, position: [2, 1], velocity: [w, 0]}
  p: {type: rod, between: [O, A], mass: 1}
  q: {type: rod, between: [Q, B], mass: 1}
  c: {type: rod, between: [A, B], mass: 1}
markers: {O: {on: ground, at: [0, 0, 0]}, Q: {on: ground, at: [2, 0, 0]}}
method: {name: ep, step: 0.01, end: 5}
)";
  for (const char* w : {"1", "2", "5"})
    for (const double step : {0.02, 0.01, 0.0041})
      expect_energy(run_text(text, {.set = {{"w", w}}, .step = step}).certificate,
                    fmt::format("w = {}, step {}", w, step));
}

}  // namespace
}  // namespace invar
