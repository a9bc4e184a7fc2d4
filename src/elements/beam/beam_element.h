// The Gauss points of a beam element from its stress-free shape: weights of interpolation, length measure, reference
// strain (beam_potential.h).
#pragma once

#include <functional>
#include <vector>

#include "invar/elements/beam/beam_potential.h"

namespace invar {

// Element coordinates of a node from those of the frame it is attached to: (r, d1, d2, d3)_e = T (r, d1, d2, d3).
using NodeTransform = Eigen::Matrix4d;

struct BeamElementShape {
  // Frames (r, d1, d2, d3) of the nodes the element is attached to, stress free; 12 numbers each.
  Vector reference;
  std::vector<NodeTransform> transforms = {};  // one a node, or none
  // Nodes that stand on the ground: their coordinates are constants and not among the local ones.
  std::vector<bool> fixed = {};
  bool is_fixed(int node) const { return !fixed.empty() && fixed[node]; }
  int nodes() const { return static_cast<int>(reference.size()) / 12; }
};

// Points of the reduced rule by default; stiffness as a function of xi in [-1, 1].
std::vector<BeamGaussPoint> make_beam_points(const BeamElementShape& shape,
                                             const std::function<Matrix6(double xi)>& stiffness, int rule = 0);

// Mass matrix of the nodes that move, from the mass table a meter (beam_section.h), by a rule that is exact for a straight
// element with linearly changing section.
Matrix make_beam_mass(const BeamElementShape& shape, const std::function<Eigen::Matrix4d(double xi)>& table);

}  // namespace invar
