// InvariantPotential: U(q) = W(e(q)) with quadratic invariants e and an energy law W. Its discrete gradient
//   U_q_bar = e_q_bar^T dW_bar
// satisfies (D1) of terms/potential.h because both factors are exact chords. Time-independent invariants only.
#pragma once

#include <memory>

#include "invar/core/local_matrix.h"
#include "invar/discrete/energy_law.h"
#include "invar/discrete/quadratic_map.h"
#include "invar/terms/potential.h"

namespace invar {

class InvariantPotential final : public Potential {
 public:
  InvariantPotential(QuadraticMap map, std::unique_ptr<EnergyLaw> law);
  const QuadraticMap& map() const { return map_; }

  double U(Vec q) const override;
  void add_U_q(Vec q, VecOut g) const override;
  void add_U_qq(Vec q, MatOut K) const override;
  void add_U_q_bar(Vec q0, Vec q1, VecOut g) const override;
  void add_U_q_bar_tangent(Vec q0, Vec q1, MatOut K) const override;
  // Time-Galerkin form with the invariants as strains: exact along the path for points and frames.
  double add_path_force(const LocalPath& path, VecOut g, VecOut h) const override;
  void add_path_tangent(const LocalPath& path, PathTangent& out) const override;
  bool is_linear() const override { return law_->is_linear() && map_.is_linear(); }

 private:
  struct Galerkin;
  LocalVector calc_e(Vec q) const;
  LocalMatrix calc_J(Vec q) const;
  void calc_galerkin(const LocalPath& path, Galerkin& out) const;
  double add_literal_force(const LocalPath& path, VecOut g, VecOut h) const;
  void add_literal_tangent(const LocalPath& path, PathTangent& out) const;

  double add_quadratic_dissipation(const LocalPath& path, VecOut h) const;

  QuadraticMap map_;
  std::unique_ptr<EnergyLaw> law_;
  Matrix curvature_;  // positive part of U_qq where it is constant although e is not linear; else empty
};

}  // namespace invar
