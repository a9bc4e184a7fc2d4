// Every model that ships, written by to_yaml() and read again, is the same model to the last bit.
#include <gtest/gtest.h>

#include "benchmarks/model_run.h"
#include "invar/system/assembled_system.h"

namespace invar::benchmarks {
namespace {

void expect_same_model(const Model& a, const Model& b) {
  const Layout &x = a.assembly->layout, &y = b.assembly->layout;
  ASSERT_EQ(x.nodes().size(), y.nodes().size());
  for (std::size_t i = 0; i < x.nodes().size(); ++i) {
    EXPECT_EQ(x.nodes()[i].name, y.nodes()[i].name);
    EXPECT_EQ(x.nodes()[i].kind, y.nodes()[i].kind);
  }
  ASSERT_EQ(x.rows(), y.rows());
  for (int i = 0; i < x.rows(); ++i) EXPECT_EQ(x.row(i).full_name(), y.row(i).full_name());
  EXPECT_EQ(a.initial.q, b.initial.q);
  EXPECT_EQ(a.initial.v, b.initial.v);
  EXPECT_EQ(AssembledSystem(a.assembly).M(), AssembledSystem(b.assembly).M());
  ASSERT_EQ(a.outputs.size(), b.outputs.size());
  for (std::size_t i = 0; i < a.outputs.size(); ++i) EXPECT_EQ(a.outputs[i].channel, b.outputs[i].channel);
}

class ToYaml : public ::testing::TestWithParam<std::string> {};

TEST_P(ToYaml, gives_a_file_that_loads_to_the_same_model_and_the_same_run) {
  const auto model = load_model(model_path(GetParam()));
  const std::string text = model->to_yaml();
  const auto again = load_model_text(text);
  expect_same_model(*model, *again);
  EXPECT_EQ(again->to_yaml(), text);
  const double end = 5 * model->run.step.value();
  const RecordedRun a = run_model(GetParam(), {.end = end}), b = run_text(text, {.end = end});
  ASSERT_GE(a.rows.size(), 2u);
  EXPECT_EQ(a.names, b.names);
  EXPECT_EQ(a.rows, b.rows);
}

INSTANTIATE_TEST_SUITE_P(Models, ToYaml, ::testing::ValuesIn(model_names()),
                         [](const auto& param_info) { return param_info.param; });

TEST(ToYamlOverrides, become_the_values_of_the_parameters) {
  const Overrides changed = {{"N", "3"}};
  const auto model = load_model(model_path("chain"), changed);
  EXPECT_EQ(model->source.overrides, changed);
  EXPECT_EQ(model->source.path, model_path("chain"));
  const auto again = load_model_text(model->to_yaml());
  expect_same_model(*model, *again);
}

}  // namespace
}  // namespace invar::benchmarks
