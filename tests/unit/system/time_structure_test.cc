// The sparsity of constraints that depend on time is that of all times: it does not matter where a drive rests, nor where
// its table ends.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "invar/model/model.h"
#include "invar/system/assembled_system.h"

namespace invar {
namespace {

struct DrivenSample {
  std::string name, text;  // {} stands for the function of time
};
void PrintTo(const DrivenSample& s, std::ostream* out) { *out << s.name; }

const std::string kTwoLinks = R"(
gravity: [0, 0, -9.81]
bodies:
  a: {{type: rigid_body, mass: 1, inertia: [0.1, 0.2, 0.3], position: [0.5, 0, 0]}}
  b: {{type: rigid_body, mass: 1, inertia: [0.1, 0.2, 0.3], position: [1.5, 0, 0]}}
)";

const std::vector<DrivenSample>& driven_samples() {
  static const std::vector<DrivenSample> all = {
      {"angle_of_a_revolute_joint", kTwoLinks + R"(
joints:
  h: {{type: revolute, between: [ground, a], at: [0, 0, 0], axis: [0, 1, 0]}}
  g: {{type: revolute, between: [a, b], at: [1, 0, 0], axis: [0, 1, 0]}}
drives: {{m: {{type: angle, joint: h, value: {}}}}}
)"},
      {"angle_between_two_bodies", kTwoLinks + R"(
joints:
  h: {{type: revolute, between: [ground, a], at: [0, 0, 0], axis: [0, 1, 0]}}
  g: {{type: revolute, between: [a, b], at: [1, 0, 0], axis: [0, 1, 0]}}
drives: {{m: {{type: angle, joint: g, value: {}}}}}
)"},
      {"angle_of_a_screw", kTwoLinks + R"(
joints:
  h: {{type: screw, lead: 0.1, between: [ground, a], at: [0, 0, 0], axis: [1, 0, 0]}}
  g: {{type: spherical, between: [a, b], at: [1, 0, 0]}}
drives: {{m: {{type: angle, joint: h, value: {}}}}}
)"},
      {"shaft_of_a_universal_joint", kTwoLinks + R"(
joints:
  h: {{type: universal, between: [ground, a], at: [0, 0, 0], arm_F: [0, 1, 0], arm_M: [0, 0, 1], shaft_axis: [1, 0, 0],
       shaft_angle: {}}}
  g: {{type: spherical, between: [a, b], at: [1, 0, 0]}}
)"},
      {"distance_of_two_points", kTwoLinks + R"(
joints: {{h: {{type: spherical, between: [ground, a], at: [0, 0, 0]}}}}
drives: {{m: {{type: distance, between: [a, b], value: {}}}}}
)"},
  };
  return all;
}

class StructureInTime : public ::testing::TestWithParam<DrivenSample> {
 protected:
  static std::string with(const std::string& function) { return fmt::format(fmt::runtime(GetParam().text), function); }
  // A distance stays away from zero.
  static std::string base() { return GetParam().name.starts_with("distance") ? "1" : "0"; }
};

TEST_P(StructureInTime, is_the_same_wherever_the_function_rests) {
  const AssembledSystem moving(load_model_text(with(base() + " + 0.7*sin(t)"))->assembly);
  for (const std::string start : {"1", "5", "50"}) {
    const AssembledSystem resting(
        load_model_text(with(fmt::format("\"{0} + (t < {1} ? 0 : 1 - cos(t - {1}))\"", base(), start)))->assembly);
    EXPECT_EQ(resting.G_pattern().index, moving.G_pattern().index) << start;
    EXPECT_EQ(resting.K_pattern().index, moving.K_pattern().index) << start;
  }
}

TEST_P(StructureInTime, has_a_place_for_every_entry_at_any_time) {
  const auto model = load_model_text(with("\"" + base() + " + (t < 5 ? 0 : 0.7*(t - 5))\""));
  const AssembledSystem system(model->assembly);
  for (const auto& placed : model->assembly->constraints) {
    const int m = placed.term->rows(), n = model->assembly->local_size(placed.nodes);
    std::vector<int> global;
    for (const int node : placed.nodes)
      for (int i = 0; i < node_size(system.layout().node(node).kind); ++i)
        global.push_back(system.layout().node(node).offset + i);
    for (const double t : {0.0, 1.0, 5.5, 7.0, 9.0}) {
      const Vector q = Vector::Random(n), lambda = Vector::Random(m);
      Matrix J = Matrix::Zero(m, n), K = Matrix::Zero(n, n);
      placed.term->add_Phi_q({t, q}, J);
      placed.term->add_Phi_qq({t, q}, lambda, K);
      for (int j = 0; j < n; ++j) {
        for (int i = 0; i < m; ++i) {
          if (J(i, j) == 0) continue;
          EXPECT_GE(system.G_pattern().position(placed.first_row + i, global[j]), 0) << t;
        }
        for (int i = 0; i < n; ++i) {
          if (K(i, j) == 0) continue;
          EXPECT_GE(system.K_pattern().position(global[i], global[j]), 0) << t;
        }
      }
    }
  }
}

TEST_P(StructureInTime, is_found_without_a_look_beyond_the_end_of_a_table) {
  const auto model = load_model_text(
      with(fmt::format("{{table: [[0, {0}], [0.2, {0} + 0.1], [0.5, {0} + 0.3]], outside: error}}", base())));
  EXPECT_NO_THROW(AssembledSystem(model->assembly));
}

INSTANTIATE_TEST_SUITE_P(Each, StructureInTime, ::testing::ValuesIn(driven_samples()),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace invar
