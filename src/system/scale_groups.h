// Groups of coordinates that may be measured together: of one connected part of the system, of one kind (positions,
// rotations, scalars), and of nodes whose inertias are not many orders of magnitude apart. A residual is compared with what
// is summed in its own group, so unconnected parts, units and light bodies beside heavy ones do not disturb each other.
#pragma once

#include <vector>

#include "invar/system/mechanical_system.h"

namespace invar {

class ScaleGroups {
 public:
  explicit ScaleGroups(const MechanicalSystem& system);

  struct Run {
    int offset, length, group;
  };
  int count() const { return static_cast<int>(mass_.size()); }
  int of(int coordinate) const { return group_[coordinate]; }
  int component(int group) const { return component_[group]; }  // the connected part that it belongs to
  int components() const { return components_; }
  bool is_position(int group) const { return is_position_[group]; }
  double mass(int group) const { return mass_[group]; }  // largest entry of the mass matrix
  const std::vector<Run>& runs() const { return runs_; }

  // sizes[g] = max(sizes[g], |x_i|) over the coordinates of each group.
  void add_sizes(const Vector& x, Vector& sizes) const;

 private:
  std::vector<int> group_, component_;
  std::vector<bool> is_position_;
  std::vector<double> mass_;
  std::vector<Run> runs_;
  int components_ = 0;
};

}  // namespace invar
