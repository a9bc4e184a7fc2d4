// Potential: a conservative contribution, written as an energy of the local coordinates q.
//
// Besides the gradient and Hessian at a point, every potential offers a discrete gradient between two configurations
//   (D1)  U_q_bar(q0, q1) . (q1 - q0) = U(q1) - U(q0),     U_q_bar(q, q) = U_q(q)
// with which the work of the discrete force equals the change of energy exactly ([Bauchau2003] eq. (14)).
// It is symmetric: U_q_bar(q0, q1) = U_q_bar(q1, q0). The helpers in discrete/ supply it; a term rarely writes it by hand.
#pragma once

#include "invar/core/types.h"
#include "invar/terms/path.h"

namespace invar {

class Potential {
 public:
  virtual ~Potential() = default;
  virtual double U(Vec q) const = 0;  // [J]
  virtual void add_U_q(Vec q, VecOut g) const = 0;
  virtual void add_U_qq(Vec q, MatOut K) const = 0;
  virtual void add_U_q_bar(Vec q0, Vec q1, VecOut g) const = 0;
  // d U_q_bar / d q1, not symmetric in general.
  virtual void add_U_q_bar_tangent(Vec q0, Vec q1, MatOut K) const = 0;

  // The same for Newton iterations of a step that treat stresses as unknowns (statics: terms/mixed_stiffness.h). With strains quadratic in q, the
  // stress that belongs to the last correction dq by linearization is S - D e2(dq, dq); used in the geometric part of the
  // tangent alone, it makes slender beams converge in steps that plain Newton cannot take (docs/theory/beams.md). `dq` is
  // empty in the first iteration: the stress is then that of the start. The default knows no stresses.
  virtual void add_mixed_U_q_bar_tangent(Vec q0, Vec q1, Vec dq, MatOut K) const;
  virtual void add_mixed_path_tangent(const LocalPath& path, Vec dq_j, Vec dq_f, PathTangent& out) const;

  // Along a path (terms/path.h): adds F_g and F_h with the work
  //   (D3)  F_g . d_f + 3 F_h . d_j = U(q_f) - U(q_i) + dissipation
  // and returns the numerical dissipation, which is never negative and zero for alpha = 0. The default takes the
  // coordinates themselves as strains (terms/path_stress.h): right for any potential, of order two, and not for stiff ones.
  virtual double add_path_force(const LocalPath& path, VecOut g, VecOut h) const;
  virtual void add_path_tangent(const LocalPath& path, PathTangent& out) const;
  // Whether U is affine in q (weight of points and frames): its gradient is then evaluated once and for all.
  virtual bool is_linear() const { return false; }
};

}  // namespace invar
