// Models with gears, racks and screws against the closed forms in their comments.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "benchmarks/model_run.h"

namespace invar::benchmarks {
namespace {

// x = x0 cos(w t), w^2 = 2 k/(m + I/r^2); the displacement counts from the start.
TEST(RackAndPinionModel, swings_as_its_comment_says_with_order_two) {
  const double w = std::sqrt(2 * 40 / (2 + 0.03 / 0.01)), x0 = 0.2;
  const auto error = [&](double step) {
    const RecordedRun run = run_model("rack_and_pinion", {.step = step, .every = 0.1});
    expect_conserved(run, 1e-12, 1e-13, 1e-12);
    EXPECT_LT(max_error(run, "guide.displacement", [](double) { return 0; }), 2 * x0 + 1e-12);
    double largest = 0;
    for (size_t i = 0; i < run.rows.size(); ++i) {
      const double x = x0 + run.at(i, "guide.displacement");
      largest = std::max(largest, std::abs(x - x0 * std::cos(w * run.t(i))));
      EXPECT_NEAR(run.at(i, "guide.displacement"), -0.1 * run.at(i, "axle.angle"), 1e-13);  // ratio -r
    }
    return largest;
  };
  const double coarse = error(0.01);
  EXPECT_LT(coarse, 1.1 * 10 * x0 * w * w * w * 1e-4 / 12);  // phase error (w h)^2/12 of w t after ten seconds
  EXPECT_NEAR(measured_order(coarse, error(0.005)), 2, 0.05);
}

// One freedom: with the second angle -2 theta, heights l/2 sin(theta) and -l/2 cos(2 theta),
//   1/2 (1 + 4) m l^2/3 theta'^2 + m g l/2 (sin(theta) - cos(2 theta)) = -m g l/2.
// The scheme keeps the energy of its own velocity; recorded is the one projected on the constraints. The difference of the
// two, of order h^2, is orthogonal to the projected one in the mass norm, so that their energies differ by its square.
TEST(GearedPendulumsModel, moves_with_the_speed_that_its_energy_gives_up_to_order_four) {
  const auto error = [](double step) {
    const RecordedRun run = run_model("geared_pendulums", {.step = step, .every = 0.1});
    expect_conserved(run, 1e-12, 1e-13, 1e-12);
    double largest = 0;
    for (size_t i = 0; i < run.rows.size(); ++i) {
      const double theta = run.at(i, "left_axle.angle"), rate = run.at(i, "left_axle.angle_rate");
      EXPECT_NEAR(run.at(i, "right_axle.angle") - run.at(0, "right_axle.angle"), -2 * theta, 1e-12);
      const double energy = 5.0 / 6 * rate * rate + 9.81 / 2 * (std::sin(theta) - std::cos(2 * theta));
      largest = std::max(largest, std::abs(energy + 9.81 / 2));
    }
    return largest;
  };
  const double coarse = error(0.005);
  EXPECT_LT(coarse, 1e-2);
  EXPECT_NEAR(measured_order(coarse, error(0.0025)), 4, 0.1);
}

// Total inertia m + I (2 pi/lead)^2 along the axis: until it meets the spring at z = 0.7 it falls with g m over that.
TEST(ScrewPressModel, falls_with_the_inertia_of_its_comment_with_order_two) {
  const double turn = 2 * std::numbers::pi / 0.2, a = 9.81 * 20 / (20 + 0.5 * turn * turn);
  const auto error = [&](double step) {
    const RecordedRun run = run_model("screw_press", {.step = step, .end = 1});
    expect_conserved(run, 1e-11, 1e-12, 1e-11);
    EXPECT_GT(run.last("flywheel.position.z"), 0.7);
    EXPECT_NEAR(run.last("thread.angle"), turn * (run.last("flywheel.position.z") - 1), 1e-10);
    return max_error(run, "flywheel.position.z", [&](double t) { return 1 - 0.5 * a * t * t; });
  };
  const double coarse = error(0.005);
  EXPECT_LT(coarse, 1e-4);
  EXPECT_NEAR(measured_order(coarse, error(0.0025)), 2, 0.05);
}

}  // namespace
}  // namespace invar::benchmarks
