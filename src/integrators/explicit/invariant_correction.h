// Correction of conserved quantities after a step, besides the energy ([Braun2012] eq. (20) for several Phi_e at once). With
// the gradients g_i of the invariants by v and their free parts x_i = R^-1 N R^-T g_i:
//
//   (I1)  v -= sum_i alpha_i x_i,   (g_i . x_j) alpha = (I_1 - I_1(0), ...)
//   (I2)  v -= beta x,   x = R^-1 N R^-T M v - sum_i gamma_i x_i  with  g_i . x = 0,   beta - beta^2/2 = psi/(x.Mx)
//
// repeated until rounding. (I2) keeps what (I1) has reached. Where the free motion is one that only the invariants allow, as
// at the apsides of an orbit, x vanishes and the energy is corrected later. Invariants that depend on each other are left out
// by the pseudoinverse of the scaled matrix.
#pragma once

#include "invar/integrators/explicit/motion.h"

namespace invar {

class InvariantCorrection {
 public:
  explicit InvariantCorrection(const MechanicalSystem& system) : system_(system) {}
  bool acts() const { return system_.invariants() > 0; }
  // The values to be kept are those at this state.
  void start(double t, Vec q, Vec v);
  // An event has moved the system from one state to another, whose invariants count from now on.
  void shift(const At& from, const At& to);
  void archive(Archive& a) { a("kept", kept_); }
  // Corrects the velocities in y, at whose position the factors of `motion` are.
  void apply(ConstrainedMotion& motion, double t, Vector& y);

 private:
  const MechanicalSystem& system_;
  // Free gradients and the matrix of (I1) at the state y.
  void factor(ConstrainedMotion& motion, double t, const Vector& y);
  Vector solve(const Vector& right) const;

  Vector kept_, g_, x_, l_, c_, scale_;
  Matrix X_;
  Eigen::CompleteOrthogonalDecomposition<Matrix> W_;
  InvariantEval eval_;
};

}  // namespace invar
