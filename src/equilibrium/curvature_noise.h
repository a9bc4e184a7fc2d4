// How well a curvature z^T K z of the energy on the constraints is known, for a direction z that the constraints allow.
// Its rounding errors are measured, not estimated by the largest stiffness: with finer meshes and thinner beams that one
// grows beyond all bounds, while the curvature of a slow motion and its errors do not. Three parts:
//
//   scatter    of z^T K(q, lambda) z, when q changes by units in the last place and lambda is computed anew
//   rounding   of the entries of K as they are stored, which do not change with q where the stiffness is constant
//   balance    on the curve q(s) = q + s z + s^2/2 z2 the forces do the work r . z2, where r is the residual of the balance
//              and, in its last places, what adds up to it
#pragma once

#include <vector>

#include "invar/equilibrium/dense_modes.h"
#include "invar/equilibrium/equilibrium_problem.h"

namespace invar {

class CurvatureNoise {
 public:
  // At (q, lambda) of the problem, with its load factor.
  CurvatureNoise(const EquilibriumProblem& problem, Vec q, Vec lambda, double factor);

  // D^T K D, summed in extended precision.
  Matrix curvature(const Matrix& D) const { return product(K_, D); }
  // Bound for the error of each diagonal entry of it.
  Vector bound(const Matrix& D) const;

  // Decides which of the modes marked as zero, or of a curvature near the rounding of the forces, are so. Their shapes are in z, dq = Z z, or dq if Z is null, of unit mass.
  // Their curvatures and shapes are found anew; the list is sorted again from below.
  void judge(const Matrix* Z, std::vector<EigenPair>& pairs) const;

 private:
  Matrix product(const Vector& K, const Matrix& D) const;

  void take_samples() const;
  Vector by_nodes(const Vector& r) const;
  // Squares of the motion of each node in sizes of the model; one that is connected with a node that moves counts as well.
  Vector motion_of_nodes(Vec z) const;

  const EquilibriumProblem& problem_;
  Vector q_;
  double factor_;
  Vector K_, K_terms_;
  // Of each node [J]: all that adds up to the balance, each component times the size of its coordinate; and what is left.
  Vector forces_;
  mutable Vector residual_;
  double fastest_ = 0;  // stiffness over mass of a coordinate [1/s^2]
  mutable std::vector<Vector> samples_;
};

}  // namespace invar
