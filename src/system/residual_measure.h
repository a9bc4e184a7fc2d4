// How large residuals are against what is summed in them, group by group and kind by kind (scale_groups.h):
//
//   balance      M x + B^T l + f = r      |r| of a group against  M |d| + sum of |B| |l| + |f|
//   constraints  B d + ... = c            |c| of a kind against  sum of |B| |d| + ...
//
// Nothing here depends on the units of length, mass and time, or on parts that are not connected.
//
// One use: set_constraints and set_stiffness where the matrices are new, then begin, add_..., finish, and the measures.
#pragma once

#include "invar/system/scale_groups.h"

namespace invar {

class ResidualMeasure {
 public:
  explicit ResidualMeasure(const MechanicalSystem& system);

  const ScaleGroups& groups() const { return groups_; }
  void set_constraints(const Vector& B);
  void set_constraints(const Vector& B, const Vector& second);  // sizes of both are added
  void set_stiffness(const Vector& K);
  void set_stiffness(const Vector& K, const Vector& second);
  void set_mass(const Vector& M);  // of systems whose mass varies

  void begin();
  void add_motion(const Vector& d) { add_by_group(d, 1, motion_); }
  void add_position(const Vector& q) { add_by_group(q, 1, position_); }
  void add_force(const Vector& f, double factor) { add_by_group(f, factor, force_); }
  void add_multipliers(const Vector& l) { add_by_kind(l, multiplier_); }
  void add_row_terms(const Vector& c) { add_by_kind(c, row_terms_); }  // what else is summed in the rows
  void finish(double stiffness_factor);                                // all of it is known

  // Of the coordinates in the group of this one; never 0.
  double position_size(int coordinate) const { return position_[groups_.of(coordinate)]; }

  struct Size {
    double size = 0;   // relative to what is summed
    double floor = 0;  // relative also to what rounding of the coordinates leaves of stiff forces, or of the rows
  };
  Size measure_balance(const Vector& r) const;
  Size measure_motion(const Vector& r) const;  // a difference of motions
  Size measure_rows(const Vector& c) const;
  double measure_positions(const Vector& c) const;   // rows against the size of coordinates, and what is summed
  double measure_change(const Vector& dq) const;     // against the size of coordinates and motions
  double measure_correction(const Vector& d) const;  // against the motion

 private:
  void add_by_group(const Vector& x, double factor, Vector& to);
  void add_by_kind(const Vector& c, Vector& to);

  ScaleGroups groups_;
  Vector mass_, motion_, position_, force_, scale_, stiff_;     // of each group
  Vector multiplier_, row_terms_, row_scale_, row_position_;    // of each kind of rows
  Vector entry_, second_entry_, stiffness_, second_stiffness_;  // of each slot
  mutable Vector group_sizes_, kind_sizes_;
};

}  // namespace invar
