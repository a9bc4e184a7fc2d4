// Every force, joint and drive that takes a point, at a point between the nodes of a beam: such a point depends on all
// four frames of its element, two of them on eight. They hold, and the energy balances.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "benchmarks/model_run.h"
#include "invar/core/error.h"

namespace invar::benchmarks {
namespace {

// Two beams of cubic elements with a station inside one, a body on either side.
const std::string kBeamsAndBodies = R"(
gravity: [0.5, 1, -3]
bodies:
  w: {type: rigid_body, mass: 1, inertia: [0.1, 0.2, 0.3], position: [0.3, 0.2, -1], angular_velocity: [1, 0, 0.5]}
  u: {type: rigid_body, mass: 1, inertia: [0.1, 0.2, 0.3], position: [0.3, 1.2, -1], angular_velocity: [0, 1, 0.5]}
elements:
  a: {type: beam, start: clamped, from: [0, 0, 0], to: [1, 0, 0], elements: 2, stations: {x: 0.3},
      section: {stiffness: [1e4, 5e3, 5e3, 30, 40, 50], mass: [1, 0.01, 0.02]}}
  b: {type: beam, from: [0, 1, 0], to: [1, 1, 0], elements: 2, stations: {x: 0.3},
      section: {stiffness: [1e4, 5e3, 5e3, 30, 40, 50], mass: [1, 0.01, 0.02]}}
)";

struct PointSample {
  std::string name, text;
};
void PrintTo(const PointSample& s, std::ostream* out) { *out << s.name; }

class PointInABeam : public ::testing::TestWithParam<PointSample> {};

TEST_P(PointInABeam, holds_and_balances_the_energy_in_ep_and_ed) {
  for (const std::string method : {"ep", "ed"}) {
    const RecordedRun run = run_text(kBeamsAndBodies + GetParam().text, {.method = method, .step = 0.005, .end = 0.2});
    const Certificate& c = run.certificate;
    ASSERT_TRUE(c.completed()) << method << ": " << c.message;
    EXPECT_LT(c.constraint_position_max, 1e-13) << method;
    EXPECT_LT(*c.energy_balance_error_max, 1e-12) << method;  // some ten joules are in motion: rounding
  }
}

INSTANTIATE_TEST_SUITE_P(
    Each, PointInABeam,
    ::testing::Values(
        PointSample{"spring_to_a_body",
                    "forces: {s: {type: spring_damper, between: [a.x, w], stiffness: 100, damping: 1}}"},
        PointSample{"spring_at_coordinates",
                    "forces: {s: {type: spring_damper, between: [a, w], at_1: [0.3, 0, 0], stiffness: 100}}"},
        PointSample{"spring_to_another_beam",
                    "forces: {s: {type: spring_damper, between: [a.x, b.x], stiffness: 100, damping: 1}}"},
        PointSample{"gravity_of_two_points", "forces: {s: {type: central_gravity, between: [a.x, b.x], strength: 2}}"},
        PointSample{
            "leaf_spring",
            "forces: {s: {type: leaf_spring, between: [w, a.x], axis: [0, 0, 1], stiffness: 50, free_length: 1}}"},
        PointSample{"applied_force", "forces: {s: {type: applied_force, on: a.x, force: [1, 2*sin(t), 3]}}"},
        PointSample{"damping", "forces: {s: {type: linear_damping, on: a.x, damping: 2}}"},
        PointSample{"spherical", "joints: {j: {type: spherical, between: [w, a.x], at: [0.3, 0, 0]}}"},
        PointSample{"link_to_another_beam", "joints: {j: {type: distance, between: [a.x, b.x]}}"},
        PointSample{"distance", "joints: {j: {type: distance, between: [a.x, w]}}"},
        PointSample{"point_on_line",
                    "joints: {j: {type: point_on_line, between: [w, a.x], at: [0.3, 0, 0], axis: [1, 0, 1]}}"},
        PointSample{"point_on_plane",
                    "joints: {j: {type: point_on_plane, between: [w, a.x], at: [0.3, 0, 0], axis: [1, 0, 1]}}"},
        PointSample{"drive_of_a_distance", "drives: {d: {type: distance, between: [a.x, b.x], value: 1 + 0.2*t^2}}"},
        PointSample{"drive_of_a_position", "drives: {d: {type: position, point: b.x, value: [0.3 + t^2, ~, t^3]}}"},
        PointSample{"drive_of_a_velocity",
                    "drives: {d: {type: velocity, point: b.x, direction: [0, 0, 1], value: sin(t)}}"},
        PointSample{"drive_of_a_displacement",
                    "joints: {j: {type: point_on_line, between: [w, b.x], at: [0.3, 1, 0], axis: [1, 0, 1]}}\n"
                    "drives: {d: {type: displacement, joint: j, value: 0.3*t^2}}"}),
    [](const auto& test) { return test.param.name; });

// Two bodies and two points inside beams are ten frames.
TEST(PointsInBeams, are_refused_in_words_where_there_are_too_many_for_one_row) {
  const std::string text = kBeamsAndBodies + R"(joints:
  j: {type: point_on_line, between: [w, a.x], at: [0.3, 0, 0], axis: [1, 0, 1]}
  k: {type: point_on_line, between: [u, b.x], at: [0.3, 1, 0], axis: [1, 0, 1]}
  g: {type: gear, joints: [j, k], ratio: 2}
)";
  try {
    run_text(text, {.method = "ep", .step = 0.005, .end = 0.01});
    FAIL() << "ten frames were accepted";
  } catch (const ModelError& error) {
    EXPECT_EQ(error.where().line, 14);
    EXPECT_EQ(error.subject(), "joints.g");
    EXPECT_NE(error.hint().find("NAME.node_3"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace invar::benchmarks
