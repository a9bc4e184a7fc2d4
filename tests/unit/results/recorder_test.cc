// Columns of results: each once, in the order of the file; angles without jumps.
#include "invar/record/recorder.h"

#include <gtest/gtest.h>

#include <cmath>

#include "benchmarks/model_run.h"
#include "invar/io/table_writer.h"
#include "unit/io/temporary_folder.h"

namespace invar {
namespace {

const std::string kPoint = "bodies:\n  a: {type: planar_point_mass, mass: 1, velocity: [1, 2]}\n";

TEST(Columns, named_twice_stand_once_where_they_are_named_first) {
  const auto run = benchmarks::run_text(
      kPoint + "outputs: [energy.total, a.position, a.velocity.y, a.position.x, a.velocity, a.position]\n",
      {.end = 0.01});
  const std::vector<std::string> first{"t",           "energy.total", "a.position.x", "a.position.y", "a.velocity.y",
                                       "a.velocity.x"};
  EXPECT_EQ(std::vector<std::string>(run.names.begin(), run.names.begin() + 6), first);
  EXPECT_EQ(run.names.size(), 6 + 4u);  // and the energies and residuals that every run adds
}

TEST(Columns, named_twice_can_be_written_to_hdf5) {
  const testing::TemporaryFolder folder;
  const auto model = load_model_text(kPoint + "outputs: [a.position, a.position.x]\nmethod: {end: 0.1}\n");
  const auto writer = make_table_writer(folder / "run.h5");
  EXPECT_TRUE(run(*model, {}, writer.get()).report.status.ok());
  writer->finish("{}");
  EXPECT_EQ(read_table(folder / "run.h5").rows(), 11u);
}

// A body that spins freely about its hinge turns by 2 atan(w h/2) a step of ep: by 16 turns in ten seconds. Recorded less
// than once a turn, the angle is followed in between.
TEST(Angles, of_joints_are_continuous_over_many_turns) {
  const double w = 10, h = 0.01, turn = 2 * std::atan(w * h / 2);
  const std::string text = R"(
bodies:
  a: {type: rigid_body, mass: 1, inertia: [1, 1, 1], angular_velocity: [0, 0, 10]}
  b: {type: rigid_body, mass: 1, inertia: [1, 1, 1], position: [3, 0, 0], angular_velocity: [-10, 0, 0]}
joints:
  hinge: {type: revolute, between: [ground, a], at: [0, 0, 0], axis: [0, 0, 1]}
  cross: {type: universal, between: [ground, b], at: [3, 0, 0], arm_F: [1, 0, 0], arm_M: [0, 0, 1]}
outputs: [hinge.angle, cross.angle_1, cross.angle_2]
)";
  for (const double every : {0.01, 1.0}) {
    const auto run = benchmarks::run_text(text, {.step = h, .end = 10, .every = every});
    for (size_t i = 0; i < run.rows.size(); ++i) {
      const double exact = std::round(run.t(i) / h) * turn;
      ASSERT_NEAR(run.at(i, "hinge.angle"), exact, 1e-10) << run.t(i);
      ASSERT_NEAR(run.at(i, "cross.angle_1"), -exact, 1e-10) << run.t(i);
      ASSERT_NEAR(run.at(i, "cross.angle_2"), 0, 1e-10) << run.t(i);
    }
    EXPECT_GT(run.last("hinge.angle"), 90);
  }
}

}  // namespace
}  // namespace invar
