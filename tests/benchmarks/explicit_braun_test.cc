// [Braun2012]: the slider-crank and the double four-bar with the classical Runge-Kutta scheme, through their singular
// positions, against the exact motion.
#include <gtest/gtest.h>

#include "benchmarks/explicit_run.h"
#include "oracles/n_four_bar.h"
#include "oracles/slider_crank.h"

namespace invar::benchmarks {
namespace {

ExplicitRun run_slider_crank(const Overrides& options, double h) {
  const catalog::ReadySystem ready(load_model(model_path("braun_slider_crank")));
  const oracles::SliderCrank exact;
  // Of the center (x1, y1) of the crank. The slider's own error is 2.9 times as large: 6.5e-5 (hold) and 3.1e-5 (post) at
  // h = 0.01, 4.4e-2 and 1.9e-2 at h = 0.05.
  return run_explicit(ready, options, h, 100, [&](const State& s) {
    const oracles::VecX q = exact.coordinates(s.t);
    return std::hypot(s.q[0] - static_cast<double>(q[0]), s.q[1] - static_cast<double>(q[1]));
  });
}

// [Braun2012] Fig. 3.
TEST(SliderCrank, keeps_position_and_energy_flat_with_held_terms) {
  const ExplicitRun run = run_slider_crank({{"correction", "hold"}}, 0.01);
  ASSERT_TRUE(run.status.ok()) << run.status.message();
  // Measured 2.242e-5, the same as by a second program written from eqs. (16), (17), (20) in another language. It comes
  // from eq. (16) as printed, where q' projects v at every stage: without the term A_q v, the violation of v being taken
  // care of by Delta_v, it would be 8.6e-6.
  EXPECT_LT(run.error, 2.5e-5);
  EXPECT_LT(run.psi, 2e-6);
  EXPECT_LT(run.psi, 1.5 * run.psi_first_half) << "the error of energy grows";
  EXPECT_LT(run.Phi, 1e-6);
}

TEST(SliderCrank, keeps_energy_and_constraints_to_round_off_with_corrections_after_the_step) {
  const ExplicitRun run = run_slider_crank({}, 0.01);
  ASSERT_TRUE(run.status.ok()) << run.status.message();
  EXPECT_LT(run.error, 2e-5);
  EXPECT_LT(run.psi, 1e-11);
  EXPECT_LT(run.Phi, 1e-13);
  EXPECT_LT(run.Phi_dot, 1e-13);
}

// [Braun2012] Fig. 2: with large steps only constraint and energy correction together stay with the exact motion.
TEST(SliderCrank, stays_with_the_exact_motion_at_large_steps_where_other_variants_are_lost) {
  for (const char* correction : {"hold", "post"}) {
    const ExplicitRun run = run_slider_crank({{"correction", correction}}, 0.05);
    ASSERT_TRUE(run.status.ok()) << run.status.message();
    EXPECT_LT(run.error, 2e-2) << correction;
  }
  for (const Overrides& other : {Overrides{{"energy", "none"}}, Overrides{{"energy", "none"}, {"correction", "hold"}},
                                 Overrides{{"energy", "none"}, {"stabilization", "none"}},
                                 Overrides{{"energy", "none"}, {"stabilization", "baumgarte"}},
                                 Overrides{{"energy", "none"}, {"stabilization", "gradient_feedback"}}}) {
    const ExplicitRun run = run_slider_crank(other, 0.05);
    EXPECT_TRUE(!run.status.ok() || run.error > 0.2) << other.back().second << " " << run.error;
  }
}

// The default of the method: the correction of the energy costs little and gains two digits in a long run.
TEST(SliderCrank, is_more_accurate_with_the_correction_of_energy) {
  EXPECT_LT(run_slider_crank({}, 0.01).error, 0.1 * run_slider_crank({{"energy", "none"}}, 0.01).error);
}

double four_bar_error(const State& s, const oracles::NFourBar& exact, int windows) {
  const auto e = exact.state(s.t);
  const double x = static_cast<double>(e.x) + windows, y = static_cast<double>(e.y);
  return std::hypot(s.q[2 * windows] - x, s.q[2 * windows + 1] - y);
}

// [Braun2012] Figs. 6, 7: a thousand passages through a position where the rank drops from five to three.
TEST(DoubleFourBar, passes_a_thousand_singular_positions) {
  const catalog::ReadySystem ready(load_model(model_path("braun_double_four_bar")));
  const oracles::NFourBar exact(2);
  for (const char* correction : {"hold", "post"}) {
    const ExplicitRun run = run_explicit(
        ready, {{"correction", correction}}, 0.01, 1000, [&](const State& s) { return four_bar_error(s, exact, 2); },
        1);
    ASSERT_TRUE(run.status.ok()) << correction << ": " << run.status.message();
    // Measured: 2.4e-4 and 3.1e-4.
    EXPECT_LT(run.error, std::string(correction) == "post" ? 3.2e-4 : 3e-4) << correction;
    EXPECT_LT(run.psi, std::string(correction) == "post" ? 1e-11 : 1e-5) << correction;
  }
}

TEST(DoubleFourBar, starts_in_an_exactly_singular_position) {
  for (const auto& [v0, end] : {std::pair{1.0, 20.0}, std::pair{6.0, 100.0}}) {
    const catalog::ReadySystem ready(
        load_model(model_path("n_four_bar"), {{"N", "2"}, {"theta0", "0"}, {"v0", std::to_string(v0)}}));
    const oracles::NFourBar exact(2, 1, 9.81, 0, -v0);
    for (const char* solver : {"dense", "sparse"})
      for (const char* correction : {"hold", "post"}) {
        const ExplicitRun run = run_explicit(ready, {{"correction", correction}, {"linear_solver", solver}}, 0.01, end,
                                             [&](const State& s) { return four_bar_error(s, exact, 2); });
        ASSERT_TRUE(run.status.ok()) << correction << ": " << run.status.message();
        EXPECT_LT(run.error, 3e-4) << correction << " " << solver;
      }
  }
}

TEST(NFourBar, with_forty_windows_passes_singular_positions_with_the_sparse_solver) {
  for (const char* theta0 : {"pi/2", "0"}) {
    const catalog::ReadySystem ready(load_model(model_path("n_four_bar"), {{"theta0", theta0}}));
    const bool upright = theta0[0] == 'p';
    const oracles::NFourBar exact(40, 1, 9.81, upright ? oracles::kPi / 2 : oracles::Real(0), -1);
    const ExplicitRun run = run_explicit(ready, {{"integrator", "dop853"}}, 0.05, 10,
                                         [&](const State& s) { return four_bar_error(s, exact, 40); });
    ASSERT_TRUE(run.status.ok()) << run.status.message();
    // From the singular start the first derivative is a limit, extrapolated.
    EXPECT_LT(run.error, upright ? 1e-7 : 1e-6) << theta0;
    EXPECT_LT(run.psi, 1e-9);
    EXPECT_LT(run.Phi, 1e-12);
  }
}

}  // namespace
}  // namespace invar::benchmarks
