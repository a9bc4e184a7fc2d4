// Models that read well but make no mechanical sense, one row each: the text, what the message must say, and the line it
// must point to. Rows go through load_model_text and, if that accepts them, through run(). One file a subject has the rows.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace invar::bad_physics {

struct Row {
  std::string name;
  std::string text;
  int line;
  std::vector<std::string> says;
};
void PrintTo(const Row& row, std::ostream* out);

// Texts of models.
std::string body(const std::string& parameters);  // one body x, in line 2
// Bodies a, b (space), p, r (points in space), s, d (plane), u, w (points of the plane) in lines 2 to 9, a marker on a in
// line 11.
inline const std::string kBase =
    "bodies:\n"
    "  a: {type: rigid_body, mass: 1, inertia: [1, 1, 1]}\n"
    "  b: {type: rigid_body, mass: 1, inertia: [1, 1, 1], position: [1, 0, 0]}\n"
    "  p: {type: point_mass, mass: 1, position: [0, 1, 0]}\n"
    "  r: {type: point_mass, mass: 1, position: [0, 2, 0]}\n"
    "  s: {type: planar_body, mass: 1, inertia: 1}\n"
    "  d: {type: planar_body, mass: 1, inertia: 1, position: [1, 0]}\n"
    "  u: {type: planar_point_mass, mass: 1, position: [3, 0]}\n"
    "  w: {type: planar_point_mass, mass: 1, position: [3, 1]}\n"
    "markers:\n"
    "  marker_on_a: {on: a, at: [0.5, 0, 0]}\n";
// The same with one more entry x in line 13.
std::string with(const std::string& section, const std::string& parameters);
std::string joint(const std::string& parameters);
// The same with three joints in lines 13 to 15, and one more entry x in line 17 (joints: 16).
std::string with_joints(const std::string& section, const std::string& parameters);
// A pendulum in lines 2 and 4 with more text from line 5 on.
std::string pendulum(const std::string& more);

class BadPhysics : public ::testing::TestWithParam<Row> {};

inline std::string name_of(const ::testing::TestParamInfo<Row>& row) { return row.param.name; }

}  // namespace invar::bad_physics
