// Runs that cannot go on: they end with a sentence that says when, where and why, keep what was computed, and never hand
// out a number that is not finite.
#include <gtest/gtest.h>

#include <cmath>

#include "invar/model/model.h"
#include "invar/run/run.h"
#include "unit/io/temporary_folder.h"

namespace invar {
namespace {

struct Outcome {
  RunResult result;
  Table table;
  const std::string& message() const { return result.certificate.message; }
};

Outcome run_to_its_end(const std::string& text, std::optional<double> tolerance = std::nullopt) {
  const testing::TemporaryFolder folder;
  const auto model = load_model_text(text);
  const auto writer = make_table_writer(folder / "run.h5");
  RunSpec spec;
  spec.tolerance = tolerance;
  Outcome outcome;
  outcome.result = run(*model, spec, writer.get());
  writer->finish(to_json(outcome.result.certificate));
  outcome.table = read_table(folder / "run.h5");
  return outcome;
}

// What every stopped run owes: the status, when it stopped, and finite results up to there.
void expect_stopped(const Outcome& outcome, double t_from, double t_to, const std::vector<std::string>& says) {
  const Certificate& c = outcome.result.certificate;
  EXPECT_EQ(c.status, "stopped");
  EXPECT_GE(c.t_reached, t_from) << c.message;
  EXPECT_LE(c.t_reached, t_to) << c.message;
  EXPECT_EQ(c.message.rfind("stopped at t = ", 0), 0u) << c.message;
  EXPECT_NE(c.message.find(", step "), std::string::npos) << c.message;
  for (const auto& words : says)
    EXPECT_NE(c.message.find(words), std::string::npos) << "\"" << words << "\" is not in: " << c.message;
  EXPECT_EQ(to_json(c).find("nan"), std::string::npos);
  EXPECT_TRUE(std::isfinite(c.energy_final) && c.energy_balance_error_max &&
              std::isfinite(*c.energy_balance_error_max));
  ASSERT_GT(outcome.table.rows(), 0u);
  EXPECT_GE(outcome.table.columns[0].back(), t_from - 0.1);
  for (const auto& column : outcome.table.columns)
    for (const double value : column) EXPECT_TRUE(std::isfinite(value));
}

// A pendulum of length 1 in lines 2 to 4, with one more section.
std::string pendulum(const std::string& more) {
  return "bodies:\n  bob: {type: planar_point_mass, mass: 1, position: [1, 0]}\n"
         "joints:\n  string: {type: distance, between: [ground, bob], at: [0, 0]}\n"
         "markers:\n  hook: {on: ground, at: [1, 2]}\n" +
         more + "\nmethod: {end: 3}\n";
}

TEST(StoppedRun, NamesAJointWhenADriveAsksForTheImpossible) {
  // The bob stays within 1 + sqrt(5) of the hook; the drive asks for more from t = 1.236 on.
  const Outcome o = run_to_its_end(pendulum("drives:\n  reach: {type: distance, between: [hook, bob], value: 2 + t}"));
  expect_stopped(o, 1.1, 1.2361, {", h = ", "did not converge", "largest constraint residual", " in \""});
}

TEST(StoppedRun, NamesTheForceWhoseFormulaBecomesUndefined) {
  const Outcome o =
      run_to_its_end(pendulum("forces:\n  pull: {type: applied_force, on: bob, force: [0, 'sqrt(1 - t)', 0]}"));
  expect_stopped(o, 0.98, 1.0001, {"not finite", "\"pull\"", "near t = 1"});
}

TEST(StoppedRun, NamesTheDriveWhoseFormulaBecomesUndefined) {
  const Outcome o =
      run_to_its_end(pendulum("drives:\n  lead: {type: position, point: bob, value: [~, 'sqrt(1 - t) - 1']}"));
  expect_stopped(o, 0.9, 1.0001, {"\"lead\""});
}

TEST(StoppedRun, StopsWithStepSizeControlToo) {
  const Outcome o =
      run_to_its_end(pendulum("forces:\n  pull: {type: applied_force, on: bob, force: [0, 'sqrt(1 - t)', 0]}"), 1e-6);
  expect_stopped(o, 0.9, 1.0001, {"\"pull\""});
}

TEST(StoppedRun, StopsWhereATableEnds) {
  const std::string force =
      "forces:\n  pull: {type: applied_force, on: bob, force: [0, {table: [[0, 1], [1.005, 2]], outside: error}, 0]}";
  for (const auto tolerance : {std::optional<double>(), std::optional<double>(1e-6)}) {
    const Outcome o = run_to_its_end(pendulum(force), tolerance);
    expect_stopped(o, 0.9, 1.00501,
                   {"the model cannot be evaluated", "model.yaml:8:", "outside its range 0 to 1.005", "outside: hold"});
  }
}

TEST(StoppedRun, StopsWhenASpringExplodes) {
  const Outcome o = run_to_its_end(
      "bodies:\n  a: {type: point_mass, mass: 1, position: [1, 0, 0]}\nmarkers:\n  o: {on: ground}\n"
      "forces:\n  bomb: {type: spring_damper, between: [o, a], rest_length: 0, force: -100*exp(10*x)}\nmethod: {end: "
      "5}\n");
  expect_stopped(o, 0.001, 4.9, {", h = "});
}

TEST(StoppedRun, KeepsTheRowsOfAnInterruptedRun) {
  const auto model = load_model_text(pendulum(""));
  int steps = 0;
  ModelRun interrupted(*model, {}, {.note = {}, .interrupted = [&] { return ++steps == 7; }});
  const RunResult result = interrupted.execute();
  EXPECT_EQ(result.certificate.steps, 7);
  EXPECT_NE(result.certificate.message.find("interrupted by the user"), std::string::npos);
}

}  // namespace
}  // namespace invar
