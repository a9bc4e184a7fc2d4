// The N-four-bar with every rod once, or a second time without mass: then each constraint row is there twice, and the rank
// still drops where all are in line.
#pragma once

#include <string>

namespace invar::benchmarks {

inline std::string rods(int N, bool doubled) {
  return "model: rods\nparameters: {N: " + std::to_string(N) + R"(}
gravity: [0, -9.81]
bodies:
  repeat:
    - {index: i, from: 0, to: N, items: {"P_${i}": {type: planar_point_mass, position: [i, 1], velocity: [1, 0]}}}
    - {index: i, from: 0, to: N, items: {"crank_${i}": {type: rod, between: ["A_${i}", "P_${i}"], mass: 1}}}
    - {index: i, from: 1, to: N, items: {"coupler_${i}": {type: rod, between: ["P_${i-1}", "P_${i}"], mass: 1}}}
)" +
         (doubled ? R"(
    - {index: i, from: 0, to: N, items: {"second_crank_${i}": {type: rod, between: ["A_${i}", "P_${i}"]}}}
    - {index: i, from: 1, to: N, items: {"second_coupler_${i}": {type: rod, between: ["P_${i-1}", "P_${i}"]}}}
)"
                  : "") +
         R"(
markers: {repeat: [{index: i, from: 0, to: N, items: {"A_${i}": {on: ground, at: [i, 0]}}}]}
outputs: [P_0.position, "P_${N}.position"]
)";
}

}  // namespace invar::benchmarks
