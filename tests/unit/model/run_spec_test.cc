#include "invar/model/run_spec.h"

#include <gtest/gtest.h>

#include "invar/integrators/integrator.h"
#include "invar/model/model.h"
#include "invar/run/run_setup.h"

namespace invar {
namespace {

std::shared_ptr<const Model> with_method(const std::string& block) {
  return load_model_text(
      "model: m\nparameters: {a: 0.25}\nbodies: {p: {type: point_mass, mass: 1, position: [0, 0, 0]}}\nmethod: " +
      block + "\n");
}

TEST(RunSpec, has_what_the_method_block_says) {
  const RunSpec run =
      with_method("{name: ed, step: a/10, end: 3, every: 0.5, options: {alpha: a}, start: equilibrium}")->run;
  EXPECT_EQ(run.method, "ed");
  EXPECT_EQ(run.step, 0.025);
  EXPECT_EQ(run.end, 3);
  EXPECT_EQ(run.every, 0.5);
  EXPECT_FALSE(run.tolerance);
  EXPECT_EQ(run.options.check(method_types().at("ed").schema).number("alpha"), 0.25);
  ASSERT_TRUE(run.start);
  EXPECT_EQ(run.start->velocities, StartVelocities::kSteady);
  EXPECT_EQ(run.where("step").line, 4);
  EXPECT_EQ(run.where("tolerance"), run.where(""));  // of the block
}

TEST(RunSpec, is_read_once_when_the_model_is_loaded) {
  EXPECT_THROW(with_method("{step: -1}"), ModelError);
  EXPECT_THROW(with_method("{stepp: 1}"), ModelError);
  EXPECT_THROW(with_method("{step: 1, tolerance: 1}"), ModelError);
  EXPECT_THROW(with_method("{start: {equilibrium: {about: [0, 0, 0]}}}"), ModelError);
}

TEST(RunSpec, of_the_caller_wins) {
  const auto model = with_method("{name: ed, step: 0.01, end: 3, options: {alpha: 0.5, form: full}}");
  const RunSetup setup = make_run_setup(*model, {.options = {{"alpha", 0.75}}, .step = 0.02});
  EXPECT_EQ(setup.method, "ed");
  EXPECT_EQ(setup.params.number("alpha"), 0.75);
  EXPECT_EQ(setup.params.text("form"), "full");  // of the file, for the same method
  EXPECT_EQ(setup.options.step, 0.02);
  EXPECT_EQ(setup.options.t_end, 3);
  // Options of the file belong to the file's method.
  EXPECT_EQ(make_run_setup(*model, {.method = "ep"}).params.text("form"), "reduced");
  // A tolerance given beside the file's step is what counts, and the other way round.
  EXPECT_EQ(make_run_setup(*model, {.tolerance = 1e-6}).options.tolerance, 1e-6);
  EXPECT_FALSE(make_run_setup(*with_method("{tolerance: 1e-6}"), {.step = 0.1}).options.tolerance);
}

TEST(RunSpec, errors_name_the_key_of_the_caller_or_the_line_of_the_file) {
  const auto message = [](const Model& model, const RunSpec& given) -> std::string {
    try {
      make_run_setup(model, given);
    } catch (const ModelError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(message(*with_method("{end: 1}"), {.tolerance = 1e-17}).find("`tolerance`: tolerance = 1e-17"), 0u);
  EXPECT_EQ(message(*with_method("{tolerance: 1e-17}"), {}).find("model.yaml:4:"), 0u);
  EXPECT_EQ(message(*with_method("{end: 1}"), {.method = "epp"}).find("`method`"), 0u);
  EXPECT_EQ(message(*with_method("{end: 1}"), {.options = MethodOptions::parse({{"ordr", "4"}})}).find("`option`"), 0u);
}

}  // namespace
}  // namespace invar
