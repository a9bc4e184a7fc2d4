// MechanicalSystem: all that an integrator ever sees of a mechanical system,
//
//   M q'' + U_q(q) + G^T lambda = Q(t, q, v),    Phi(t, q) = 0,    A(t, q) v + a(t, q) = 0,
//
// evaluated in two ways: at a point (t, q, v), and across a pair of configurations (t0, q0), (t1, q1). The mass matrix
// is constant. Rows of both kinds of constraints form one list; G is Phi_q or A. A system is const while running:
// results go to an Eval that the caller owns and reuses.
#pragma once

#include "invar/core/layout.h"
#include "invar/core/types.h"
#include "invar/system/sparse_pattern.h"

namespace invar {

// Evaluation at a point. Ask for what is needed with PointParts.
struct PointEval {
  double T = 0;                 // kinetic energy [J]
  double U = 0;                 // potential energy [J]
  Vector U_q;                   // gradient of U
  Vector Q;                     // non-conservative generalized forces
  Vector Phi;                   // position residual; zero for velocity rows
  Vector Phi_dot;               // velocity residual G v + Phi_t, or A v + a
  Vector G;                     // values of Phi_q and A in G_pattern
  Vector bias;                  // acceleration residual without G q'': Phi_ddot = G q'' + bias
  Vector K;                     // d(U_q - Q + G^T lambda)/dq in K_pattern
  Vector C;                     // -dQ/dv in K_pattern
  double power_applied = 0;     // of applied forces [W]
  double power_dissipated = 0;  // taken out by dissipative forces [W]
};

enum PointParts : unsigned {
  kEnergy = 1,      // T, U
  kForces = 2,      // U_q, Q
  kPosition = 4,    // Phi
  kVelocity = 8,    // G, Phi_dot
  kBias = 16,       // bias
  kStiffness = 32,  // K, C (needs lambda)
  kPower = 64,      // power_applied, power_dissipated
};

// Evaluation across a pair with h = t1 - t0 and v_m = (q1 - q0)/h.
struct PairEval {
  Vector f;  // U_q_bar - Q_bar
  Vector B;  // mean-value Jacobian in G_pattern
  Vector
      a_bar;  // time increment of the constraints: Phi(t1, q1) - Phi(t0, q0) = B (q1 - q0) + a_bar; for velocity rows
              // h a_m, so that they require B (q1 - q0) + a_bar = 0
  Vector G;   // d(B (q1 - q0) + a_bar)/dq1 in G_pattern: Phi_q(t1, q1) for position rows
  Vector K;   // d(f + B^T lambda)/dq1 in K_pattern
  double work_applied = 0;  // work of applied forces over the step [J]
  double dissipated = 0;    // energy taken out by dissipative forces over the step [J]
};

enum PairParts : unsigned {
  kResidual = 1,  // f, B, a_bar
  kTangent = 2,   // G, K (needs lambda)
  kWork = 4,      // work_applied, dissipated
};

class MechanicalSystem {
 public:
  virtual ~MechanicalSystem() = default;
  virtual const Layout& layout() const = 0;
  virtual const SparsePattern& K_pattern() const = 0;  // n x n, symmetric pattern with full diagonal
  virtual const SparsePattern& G_pattern() const = 0;  // m x n
  virtual const Vector& M() const = 0;                 // values in K_pattern

  virtual void eval(double t, Vec q, Vec v, Vec lambda, unsigned parts, PointEval& out) const = 0;
  virtual void eval_pair(double t0, Vec q0, double t1, Vec q1, Vec lambda, unsigned parts, PairEval& out) const = 0;

  int coordinates() const { return layout().coordinates(); }
  int rows() const { return layout().rows(); }
  // Whether some force takes energy out of the system, or a drive or applied force may put some in.
  virtual bool dissipative() const = 0;
  virtual bool rheonomic() const = 0;
};

}  // namespace invar
