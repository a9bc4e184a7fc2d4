// Every joint between two beams, with `ep` and `ed`: it holds, and the energy balances. A node of a beam is a frame like a
// rigid body, so the catalog needs nothing special; here it is shown type by type.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "benchmarks/model_run.h"

namespace invar::benchmarks {
namespace {

struct Sample {
  std::string type, keys;
};
void PrintTo(const Sample& s, std::ostream* out) { *out << s.type; }

class JointBetweenBeams : public ::testing::TestWithParam<Sample> {};

// A clamped beam along x, a joint at its end, a beam that goes on, gravity across: all kinds of forces pass the joint.
TEST_P(JointBetweenBeams, holds_and_balances_the_energy_in_ep_and_ed) {
  const Sample& sample = GetParam();
  const std::string text =
      fmt::format(R"(
gravity: [0.5, 1, -3]
elements:
  a: {{type: beam, start: clamped, from: [0, 0, 0], to: [1, 0, 0], elements: 2,
    section: {{stiffness: [1e4, 5e3, 5e3, 30, 40, 50], mass: [1, 0.01, 0.02]}}}}
  b: {{type: beam, from: {}, to: [2, 0.3, 0.1], elements: 2,
    section: {{stiffness: [1e4, 5e3, 5e3, 30, 40, 50], mass: [1, 0.01, 0.02]}}}}
joints:
  j: {{type: {}, between: [a.end, b.start], {}}}
)",
                  sample.type == "distance" ? "[1.2, 0, 0]" : "[1, 0, 0]", sample.type, sample.keys);
  for (const std::string method : {"ep", "ed"}) {
    const RecordedRun run = run_text(text, {.method = method, .step = 0.005, .end = 0.3});
    const Certificate& c = run.certificate;
    ASSERT_TRUE(c.completed()) << method << ": " << c.message;
    EXPECT_EQ(c.rejected_steps, 0) << method;
    EXPECT_LT(c.constraint_position_max, 1e-13) << method;
    // Some joules are in motion: rounding.
    EXPECT_LT(*c.energy_balance_error_max, 1e-13) << method;
    EXPECT_GT(run.certificate.dissipated_numerical, -1e-12) << method;
  }
}

INSTANTIATE_TEST_SUITE_P(Each, JointBetweenBeams,
                         ::testing::Values(Sample{"spherical", "at: [1, 0, 0]"},
                                           Sample{"revolute", "at: [1, 0, 0], axis: [0, 1, 0]"},
                                           Sample{"universal", "at: [1, 0, 0], arm_F: [0, 1, 0], arm_M: [0, 0, 1]"},
                                           Sample{"prismatic", "at: [1, 0, 0], axis: [1, 0, 0]"},
                                           Sample{"cylindrical", "at: [1, 0, 0], axis: [1, 0, 0]"},
                                           Sample{"screw", "at: [1, 0, 0], axis: [1, 0, 0], lead: 0.2"},
                                           Sample{"planar", "at: [1, 0, 0], axis: [0, 0, 1]"},
                                           Sample{"weld", "at: [1, 0, 0]"}, Sample{"distance", "length: 0.2"},
                                           Sample{"point_on_line", "at: [1, 0, 0], axis: [1, 0, 0]"},
                                           Sample{"point_on_plane", "at: [1, 0, 0], axis: [0, 0, 1]"}),
                         [](const auto& test) { return test.param.type; });

}  // namespace
}  // namespace invar::benchmarks
