// Cables: the catenary, and energy through slack and taut phases.
#include <fmt/format.h>

#include <cmath>

#include "benchmarks/equilibrium_model.h"
#include "benchmarks/model_run.h"

namespace invar::benchmarks {
namespace {

// 10 m of hardly elastic cable over 8 m: z = a cosh(x/a), 2 a sinh(4/a) = 10 gives a = 3.3820188; sag a (cosh(4/a) - 1),
// horizontal pull a m g. The stretch is 4e-6. Chords of elements make errors of second order in their length.
TEST(Catenary, has_its_sag_and_its_pull) {
  const double a = 3.3820187908534924, sag = 2.654375091398239;
  const auto hang = [](int elements) {
    return EquilibriumModel(fmt::format(R"(
gravity: [0, 0, -10]
markers: {{left: {{on: ground, at: [0, 0, 0]}}, right: {{on: ground, at: [8, 0, 0]}}}}
elements: {{c: {{type: cable, between: [left, right], EA: 1e7, mass: 1, elements: {}, rest_length: 10}}}}
)",
                                        elements));
  };
  const EquilibriumModel coarse = hang(20), fine = hang(40);
  const double coarse_error = std::abs(coarse.channel("c.mid.position.z") + sag),
               fine_error = std::abs(fine.channel("c.mid.position.z") + sag);
  EXPECT_LT(fine_error, 1e-3);
  EXPECT_NEAR(std::log2(coarse_error / fine_error), 2, 0.1);
  // At the middle the chord is 1/28 of the radius long: the pull is larger by half of its square.
  EXPECT_NEAR(fine.channel("c.mid.tension"), a * 10, 1e-3 * a * 10);
}

// A weight falls 1 m into its cable, again and again, in steps of 10 ms.
TEST(SlackCable, keeps_the_energy_balance_through_every_catch) {
  const std::string text = R"(
gravity: [0, 0, -10]
bodies: {p: {type: point_mass, mass: 2, position: [0.3, 0, 0]}}
elements: {c: {type: cable, between: [ground, p], EA: 5000, rest_length: 1}}
outputs: [c.start.tension]
)";
  for (const std::string method : {"ep", "ed"}) {
    const RecordedRun run = run_text(text, {.method = method, .step = 0.01, .end = 5});
    ASSERT_TRUE(run.certificate.completed()) << run.certificate.message;
    int slack = 0, taut = 0;
    for (std::size_t k = 0; k < run.rows.size(); ++k) ++(run.at(k, "c.start.tension") > 0 ? taut : slack);
    EXPECT_GT(slack, 300) << method;
    EXPECT_GT(taut, 30) << method;
    EXPECT_LT(*run.certificate.energy_balance_error_max, 1e-12 * 20) << method;  // 20 J at the lowest point
    EXPECT_GE(run.certificate.dissipated_numerical, 0) << method;
  }
}

TEST(CablePendulum, keeps_its_energy_over_many_catches) {
  const RecordedRun run = run_model("cable_pendulum", {.step = 0.001, .end = 6});
  ASSERT_TRUE(run.certificate.completed()) << run.certificate.message;
  EXPECT_LT(*run.certificate.energy_balance_error_max, 1e-11 * 50);
}

constexpr double kForms = 1e-10;  // what Newton's iteration leaves, 20 steps of a motion of meters; 5e-12 measured

// Internal constraints eliminated node by node, or kept with their multipliers: one trajectory.
TEST(BeamForms, full_and_reduced_form_move_alike) {
  for (const std::string method : {"ep", "ed"}) {
    const RecordedRun full = run_model("right_angle_cantilever",
                                       {.method = method, .options = {{"form", "full"}}, .end = 5}),
                      reduced = run_model("right_angle_cantilever",
                                          {.method = method, .options = {{"form", "reduced"}}, .end = 5});
    ASSERT_TRUE(full.certificate.completed() && reduced.certificate.completed()) << method;
    EXPECT_LT(max_difference(full, reduced, "leg_2.end.displacement.z"), kForms) << method;
  }
}

}  // namespace
}  // namespace invar::benchmarks
