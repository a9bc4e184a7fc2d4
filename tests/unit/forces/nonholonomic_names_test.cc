// Short names of coordinates in the rows of non-holonomic constraints.
#include <gtest/gtest.h>

#include "benchmarks/model_run.h"
#include "invar/core/error.h"

namespace invar::benchmarks {
namespace {

std::string sleigh(const std::string& constraint) {
  return R"model(
bodies: {board: {type: planar_body, mass: 1, inertia: 0.2, velocity: [1, 0], angular_velocity: 2}}
nonholonomic:
  blade: )model" +
         constraint + R"model(
method: {name: ep, step: 0.01, end: 1}
outputs: [board.position, board.angle]
)model";
}

TEST(NonholonomicNames, mean_the_coordinates_that_they_stand_for) {
  const std::pair<const char*, const char*> pairs[] = {
      {"{type: pfaffian, rows: [{board.x: sin(board.theta), board.y: -cos(board.theta)}]}",
       "{type: pfaffian, names: {x: board.x, y: board.y, phi: board.theta}, rows: [{x: sin(phi), y: -cos(phi)}]}"},
      {"{type: velocity_constraint, rows: [\"board.x_rate^2 + board.y_rate^2 - 1\"]}",
       "{type: velocity_constraint, names: {x: board.x, y: board.y}, rows: [\"x_rate^2 + y.rate^2 - 1\"]}"}};
  for (const auto& [with_long, with_short] : pairs) {
    const RecordedRun a = run_text(sleigh(with_long)), b = run_text(sleigh(with_short));
    EXPECT_EQ(a.rows, b.rows) << with_short;
    EXPECT_GT(a.last("board.angle"), 1.9);
  }
}

TEST(NonholonomicNames, are_refused_where_they_mean_nothing_or_something_else) {
  const std::pair<const char*, const char*> cases[] = {
      {"{x: board.z}", "names the unknown coordinate \"board.z\""},
      {"{sin: board.x}", "is not a good name for a coordinate"},
      {"{t: board.x}", "is not a good name for a coordinate"},
      {"[board.x]", "must be a map"},
  };
  for (const auto& [names, words] : cases) {
    try {
      run_text(sleigh("{type: pfaffian, names: " + std::string(names) + ", rows: [{board.x: 1}]}"));
      ADD_FAILURE() << names << " was accepted";
    } catch (const ModelError& error) {
      EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
    }
  }
}

}  // namespace
}  // namespace invar::benchmarks
