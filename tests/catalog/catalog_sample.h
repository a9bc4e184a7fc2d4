// Small models for the generic suites: the bodies are the same, in general position, the tested entry is one of a table.
#pragma once

#include <fmt/format.h>

#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "invar/model/model.h"
#include "invar/testing/check_term.h"

namespace invar::catalog {

using Keys = std::vector<std::pair<std::string, std::string>>;  // of one entry, without type

struct Sample {
  std::string type;
  std::string label;  // which variant
  Keys keys;
  int removed;               // freedoms that it takes away
  std::string other = "";    // further entries of the joints section, one a line, e.g. "h1: {type: revolute, ...}"
  int removed_by_other = 0;  // freedoms that those take away
};

// How a failing test shows the sample.
inline void PrintTo(const Sample& s, std::ostream* out) { *out << s.type << " (" << s.label << ")"; }

inline const char* kBodies = R"(
gravity: [0, 0, -9.81]
bodies:
  a: {type: rigid_body, mass: 2, inertia: [1, 2, 2.5], position: [0.3, -0.2, 0.5], rotation: {axis: [1, 2, 3], angle: 0.8}}
  b: {type: rigid_body, mass: 3, inertia: [2, 1.5, 2.2], position: [-0.6, 0.4, 0.1], rotation: {axis: [-2, 1, 0.5], angle: 1.9}}
  c: {type: rigid_body, mass: 1, inertia: [1, 1, 1.5], position: [1.1, 0.2, -0.4], rotation: {axis: [0, 1, 1], angle: -0.7}}
  u: {type: planar_body, mass: 2, inertia: 0.7, position: [0.5, 0.1], angle: 0.6}
  w: {type: planar_body, mass: 1, inertia: 0.4, position: [-0.2, 0.9], angle: -1.1}
  p: {type: point_mass, mass: 1, position: [0.9, -0.4, 0.2]}
  q: {type: planar_point_mass, mass: 1, position: [-0.7, -0.3]}
)";

// Sum of the freedoms of these bodies: 3 rigid, 2 planar, 2 points.
inline constexpr int kFreedoms = 3 * 6 + 2 * 3 + 3 + 2;

inline std::string entry_text(const std::string& type, const Keys& keys, const std::string& without = "") {
  std::string text = fmt::format("{{type: {}", type);
  for (const auto& [key, value] : keys)
    if (key != without) text += fmt::format(", {}: {}", key, value);
  return text + "}";
}

// The model with the sample as the entry `tested` of a section.
inline std::string model_text(const std::string& section, const Sample& s, const std::string& without = "") {
  std::string text = kBodies;
  const std::string tested = fmt::format("  tested: {}\n", entry_text(s.type, s.keys, without));
  if (section == "joints") return text + "joints:\n" + (s.other.empty() ? "" : s.other + "\n") + tested;
  if (!s.other.empty()) text += "joints:\n" + s.other + "\n";
  return text + section + ":\n" + tested;
}

inline std::vector<NodeKind> node_kinds(const Assembly& assembly, const std::vector<int>& nodes) {
  std::vector<NodeKind> kinds;
  for (const int node : nodes) kinds.push_back(assembly.layout.node(node).kind);
  return kinds;
}

// Jacobian of all rows, holonomic and not, at given coordinates.
Matrix full_jacobian(const Assembly& assembly, double t, Vec q);
// Number of singular values above 1e-9 of the largest.
int rank(const Matrix& J);

}  // namespace invar::catalog
