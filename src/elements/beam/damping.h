// Damping of a beam element, booked as dissipation.
//
// Material (Kelvin-Voigt): stress beta D dE/dt beside D E, hence with B of beam_strain.h
//   (V1)  Q = -sum w beta B(P)^T D B(P) P',        power -sum w beta |dE/dt|_D^2
//   (V2)  Q_bar = -sum w beta/h B(P_m)^T D (E1 - E0),   work -sum w beta/h |E1 - E0|_D^2
// never positive, free of resultants, zero in rigid motion. (V2) is exact by (B1).
//
// Mass-proportional (Rayleigh): Q = -a M v, resistance of the surroundings; across a step it acts on (q1 - q0)/h.
#pragma once

#include "invar/elements/beam/beam_potential.h"
#include "invar/terms/force.h"

namespace invar {

class BeamDamping final : public Force {
 public:
  BeamDamping(double beta, std::vector<BeamGaussPoint> points)
      : beta_(beta), points_(std::move(points)), plain_(is_plain(points_)) {}

  WorkAccount account() const override { return WorkAccount::kDissipated; }
  void add_Q(const At& at, VecOut Q) const override;
  void add_Q_q(const At& at, MatOut K) const override;
  void add_Q_v(const At& at, MatOut C) const override;
  void add_Q_bar(const Across& pair, VecOut Q) const override;
  void add_Q_bar_tangent(const Across& pair, MatOut K) const override;

 private:
  template <class Place>
  void add_tangent(const Place& place, MatOut K) const;

  double beta_;
  std::vector<BeamGaussPoint> points_;
  bool plain_;
};

class MassDamping final : public Force {
 public:
  MassDamping(double a, const Matrix& M) : aM_(a * M) {}

  WorkAccount account() const override { return WorkAccount::kDissipated; }
  void add_Q(const At& at, VecOut Q) const override { Q.noalias() -= aM_.lazyProduct(at.v); }
  void add_Q_q(const At&, MatOut) const override {}
  void add_Q_v(const At&, MatOut C) const override { C -= aM_; }

 private:
  Matrix aM_;
};

}  // namespace invar
