// Projection of velocities or accelerations onto G x + offset = 0 with the matrix P [Dopico2007] eqs. (3), (4): the
// nearest x to x* in the norm of P. With the impulse s,
//
//   (J1)  P (x - x*) + G^T s = 0,   G x + offset = 0.
//
// One solve of (P + k alpha G^T G) x = P x* - k alpha G^T offset, the paper's, leaves 1/(1 + k alpha sigma) of the
// residual; repeated with s += k alpha (G x + offset) and the same factors it comes to round-off. The factors may be
// those of Newton's matrix: where they were made at another iterate the repetition makes that good too, since (J1) is
// evaluated exactly.
#pragma once

#include <memory>

#include "invar/integrators/integrator.h"
#include "invar/solve/kkt.h"
#include "invar/system/compact_matrix.h"
#include "invar/system/residual_measure.h"

namespace invar {

class Projection {
 public:
  explicit Projection(const MechanicalSystem& system);

  // Changes x; r_c holds G x* + offset at first and, after more than one solve, what remains of it. At most `solves`
  // solves, and no more than help. Returns their number.
  int project(KktSolver& kkt, const Vector& P, const Vector& G, int solves, Vector& x, Vector& r_c);
  const Vector& impulse() const { return s_; }  // s of (J1)

 private:
  const SparsePattern &K_, &G_;
  Vector s_, r_f_, Px_, dx_, ds_;
  ResidualMeasure measure_;
};

struct ProjectionOptions {
  bool mass = false;  // P = M, with factors of its own; else the matrix of the last Newton iteration
  int solves = 20;    // 1: the paper's
};

// What the projection may take from the step before it: its matrix without constraints, factors, regularization, and, if
// the step has them, G and Phi_dot where it ended.
struct NewtonFactors {
  KktSolver& kkt;
  const Vector& A;
  const Vector& eps;
  const PointEval* end = nullptr;
};

// Projection of the end of a step, with the books of energy. With P = M, the change of kinetic energy is
//
//   T - T* = s . Phi_t - 1/2 s . Phi_dot*,
//
// the work of the drives' impulses, and a loss that is never negative.
class EndProjection {
 public:
  EndProjection(const MechanicalSystem& system, const ProjectionOptions& options);

  // Projects s1.v and writes the energy taken out, the velocity residual and the cost to the report.
  bool project_velocity(const NewtonFactors& newton, State& s1, StepReport& report);
  // Projects the accelerations that belong to the velocities projected last.
  void project_acceleration(const NewtonFactors& newton, Vector& qdd);
  const Vector& impulse() const { return projection_.impulse(); }  // of the last projection
  void reset();
  void archive(Archive& a);

 private:
  KktSolver& kkt(const NewtonFactors& newton) { return options_.mass ? *mass_kkt_ : newton.kkt; }
  const Vector& P(const NewtonFactors& newton) const { return options_.mass ? system_.M() : newton.A; }

  const MechanicalSystem& system_;
  ProjectionOptions options_;
  Projection projection_;
  CompactMatrix M_;
  std::unique_ptr<KktSolver> mass_kkt_;
  PointEval point_;
  Vector M_regularized_, r_c_, Phi_t_, drive_work_, zero_;
};

// The options projection_matrix and projection_iterations.
void add_projection_options(Schema& schema, const std::string& matrix);
ProjectionOptions read_projection_options(const Params& params);

}  // namespace invar
