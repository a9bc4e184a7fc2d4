// How large a residual is against what is summed in it, group by group (scale_groups.h) and row by row:
//
//   balance      M x + B^T l + f = r      |r| of a group against  M |d| + max_r(|B_r| |l_r|) + |f|  of that group
//   constraints  B d + ... = c            |c_r| against  sum over groups |B_r| |d|
//
// Nothing here depends on the units of length, mass and time, or on parts that are not connected.
//
// One use: set_constraints and set_stiffness where the matrices are new, then begin, add_..., and the measures.
#pragma once

#include <vector>

#include "invar/system/scale_groups.h"

namespace invar {

class ResidualMeasure {
 public:
  explicit ResidualMeasure(const MechanicalSystem& system);

  const ScaleGroups& groups() const { return groups_; }
  void set_constraints(const Vector& B) { set_constraints(B, nullptr); }
  void set_constraints(const Vector& B, const Vector& second) { set_constraints(B, &second); }
  void set_stiffness(const Vector& K);  // by its diagonal

  void begin();
  void add_motion(const Vector& d) { groups_.add_sizes(d, motion_); }
  void add_position(const Vector& q) { groups_.add_sizes(q, position_); }
  void add_force(const Vector& f, double factor);
  void add_multipliers(const Vector& l);
  void add_row_terms(const Vector& c);   // what else is summed in the rows
  void finish(double stiffness_factor);  // all of it is known

  // Of the coordinates in its group: that of the connected part for positions, at least 1 for rotations; never 0.
  double position_size(int coordinate) const {
    const double size = position_[groups_.of(coordinate)];
    return size > 0 ? size : 1;
  }

  struct Size {
    double size = 0;   // relative to what is summed
    double floor = 0;  // relative also to what rounding of the coordinates leaves of stiff forces or of the rows
  };
  Size measure_balance(const Vector& r) const;
  Size measure_motion(const Vector& r) const;  // a difference of motions
  Size measure_rows(const Vector& c) const;
  double measure_positions(const Vector& c) const;  // rows against the size of coordinates and motions
  double measure_change(const Vector& dq) const;    // against the size of coordinates and motions
  double measure_part(const Vector& d) const;       // against the motion of its whole connected part

 private:
  void set_constraints(const Vector& B, const Vector* second);
  void set_position_sizes();
  void set_massless_scales();

  struct Part {
    int row, group;
  };
  ScaleGroups groups_;
  std::vector<Part> parts_;    // of the rows on the groups, sorted by row
  std::vector<int> part_;      // of each entry of G
  std::vector<int> diagonal_;  // places in K
  Vector entry_;               // largest of each part
  Vector stiffness_;           // of each group
  Vector motion_, position_, force_, load_, rounding_, multiplier_, row_extra_, row_scale_, row_floor_;
  Vector scale_, floor_;  // of each group
  Vector gyration_;       // of each connected part: lengths below are rounding
  mutable Vector sizes_, part_sizes_;
};

}  // namespace invar
