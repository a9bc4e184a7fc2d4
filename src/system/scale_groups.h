// Coordinates of one scale. Masses of one model may span many decades, a body may be a micrometer or a planet, and parts that
// nothing connects have nothing to do with each other: what is rounding for one coordinate is motion for another. A group holds
// coordinates of one connected part whose entries of the mass matrix lie within kSpread of each other. Massless
// coordinates belong to the lightest group of their part. Most models have one group.
//
// Rows form kinds: those that touch the same groups.
#pragma once

#include <vector>

#include "invar/system/mechanical_system.h"

namespace invar {

class ScaleGroups {
 public:
  explicit ScaleGroups(const MechanicalSystem& system);

  int count() const { return static_cast<int>(mass_.size()); }
  int of(int coordinate) const { return group_[coordinate]; }
  double mass(int group) const { return mass_[group]; }  // largest entry of the mass matrix
  int parts() const { return parts_; }
  int part(int group) const { return part_[group]; }  // connected part
  // Of a part: its largest radius of gyration, 1 m if no rotation has inertia.
  double gyration(int part) const { return gyration_[part]; }

  int kinds() const { return kinds_; }
  int kind(int row) const { return kind_[row]; }

  // A pair of a kind of rows and a group that they touch, or of two groups that stiffness connects.
  struct Slot {
    int kind, group;
  };
  const std::vector<Slot>& row_slots() const { return row_slots_; }
  const std::vector<Slot>& stiffness_slots() const { return stiffness_slots_; }

  // Largest absolute values: of each group, of each kind of rows, and of each slot of a matrix in G_pattern or K_pattern.
  // `out` has the size; values there are only raised.
  void raise_by_group(const Vector& x, Vector& out) const { raise(x, group_, out); }
  void raise_by_kind(const Vector& c, Vector& out) const { raise(c, kind_, out); }
  void raise_by_row_slot(const Vector& G, Vector& out) const { raise(G, row_slot_, out); }
  void raise_by_stiffness_slot(const Vector& K, Vector& out) const { raise(K, stiffness_slot_, out); }

 private:
  static void raise(const Vector& x, const std::vector<int>& at, Vector& out);
  void find_groups(const MechanicalSystem& system);
  void find_kinds(const MechanicalSystem& system);
  void find_stiffness_slots(const SparsePattern& K);

  std::vector<int> group_, kind_, row_slot_, stiffness_slot_;
  std::vector<int> part_;
  std::vector<double> mass_, gyration_;
  std::vector<Slot> row_slots_, stiffness_slots_;
  int parts_ = 0, kinds_ = 0;
};

// Numbers of a node that are a position; they come first.
int count_positions(NodeKind kind);

// The connected part that each node belongs to: nodes are connected by constraints, forces and common inertia.
std::vector<int> find_connected_parts(const MechanicalSystem& system, int& count);

}  // namespace invar
