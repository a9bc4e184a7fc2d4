// MechanicalSystem: all that an integrator ever sees of a mechanical system,
//
//   M q'' + U_q(q) + G^T lambda = Q(t, q, v, z),  z' = f(t, q, v, z),  Phi(t, q) = 0,  A(t, q) v + a(t, q) = 0,  chi(t, q, v) = 0,
//
// evaluated in three ways: at a point (t, q, v), across a pair of configurations (t0, q0), (t1, q1), and along the quadratic
// path through three of them (terms/path.h). The mass matrix is constant, or constant but for a part that varies with (t, q):
// has_variable_mass(), docs/theory/variable-mass.md. Rows of all kinds of constraints form one list; G is Phi_q, A or chi_v.
// A system is const while running:
// results go to an Eval that the caller owns and reuses.
#pragma once

#include <string>

#include "invar/core/layout.h"
#include "invar/core/path_rule.h"
#include "invar/core/state.h"
#include "invar/system/sparse_pattern.h"

namespace invar {

// Evaluation at a point. Ask for what is needed with PointParts.
struct PointEval {
  double T = 0;            // kinetic energy [J]
  double U = 0;            // potential energy [J]
  Vector U_q;              // gradient of U
  Vector Q;                // non-conservative generalized forces, less the convective force of a variable mass
  Vector Phi;              // position residual; zero for velocity rows
  Vector Phi_dot;          // velocity residual G v + Phi_t, or A v + a
  Vector G;                // values of Phi_q and A in G_pattern
  Vector bias;             // acceleration residual without G q'': Phi_ddot = G q'' + bias
  Vector K;                // d(U_q - Q + G^T lambda)/dq in K_pattern
  Vector C;                // -dQ/dv in K_pattern
  double rate_weight = 0;  // in: if not zero, a system may put K + rate_weight C into K and leave C empty
  // Internal variables (terms/memory_force.h (Z2)). In: with z_step not zero the z given is z_b and z = z_b + z_step f is solved
  // for; infinity: at rest, f = 0. Forces, energy and tangents are those at z.
  double z_step = 0;
  Vector z, z_dot;              // z, and f there; with kForces or kPower
  double stored_rate = 0;       // rate of the energy that internal variables store, part of U [W]; with kPower
  double power_applied = 0;     // of applied forces [W]
  double power_dissipated = 0;  // taken out by dissipative forces [W]
  // Of systems with a variable mass, terms/variable_inertia.h (V3). Prescribed motion that is part of T has the momentum
  // p_t; J = T - p_t, and power_applied holds the power that changes J + U.
  double p_t = 0;  // with kEnergy
  Vector J_q;      // with kForces
  double J_t = 0;  // with kForces
};

// Conserved quantities, one row each.
struct InvariantEval {
  Vector value, rate_t;  // I and its partial derivative by t
  Matrix I_q, I_v;
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
  Vector z1;  // internal variables at the end, with kResidual or kWork
  Vector dq;  // in, with kMixed and has_dq: last correction of q1 by Newton's method
  bool has_dq = false;
  // In, may be null: q1 - q0 with the digits that q1 has rounded off. Far from the origin B is then as exact as near to it.
  const Vector* d = nullptr;
  double work_applied = 0;  // work of applied forces over the step [J]
  double dissipated = 0;    // energy taken out by dissipative forces over the step [J]
};

// The rates psi of the rows (PointEval::Phi_dot) across a step with velocities v0 and v1 at its ends, for schemes that hold
// them at step ends (docs/theory/both-levels.md). With B of PairEval,
//   psi_1 - psi_0 = Psi (q1 - q0) + B (v1 - v0) + psi_t_bar
struct RateEval {
  Vector Psi;         // values in G_pattern
  Vector psi_t_bar;   // by time alone
  Vector psi_1, G_1;  // at the end: the rates, and their derivative by v1 in G_pattern
  Vector Psi_1;       // their derivative by q1 in G_pattern, with kTangent
};

// A step of size h with its velocities, for the inertia of a variable mass: v changes from v0 by dv, and
// (q1 - q0)/h = v0 + dv/2 + u. Null: u is zero.
struct PairMotion {
  double t0, h;
  const Vector &q0, &v0, &q1, &dv;
  const Vector* u = nullptr;
};

// A path given by its start and the increments d_j = q_j - q_i, d_f = q_f - q_i: as increments they keep their digits far
// from the origin.
struct Path {
  double t0, t1;
  const Vector &q_i, &d_j, &d_f;
  double alpha = 1;  // numerical dissipation, 0 to 1
  PathRule rule = PathRule::kGalerkin;
  VecView z_i = {}, u = {};
};

// Evaluation along a path, names as in terms/path.h. Ask with PairParts, and kMixed.
struct PathEval {
  Vector f_g, f_h;                // of f = U_q - Q
  Vector B_g0, B_g1, B_h0, B_h1;  // in G_pattern: constraint forces are F_x = B_x0^T lambda_0 + B_x1^T lambda_1
  Vector c_mean, c_end;           // increments of the two residuals a row
  Vector G_mean_j, G_mean_f, G_end_j, G_end_f;  // their derivatives in G_pattern
  Vector K_gj, K_gf, K_hj, K_hf;                // derivatives of f + constraint forces in K_pattern
  Vector z_f;                                   // internal variables at the end, with kResidual or kWork
  Vector dq_j, dq_f;                            // in, with kMixed and has_dq: last corrections
  bool has_dq = false;
  double work_applied = 0;  // of applied forces [J]
  Vector work_drives;       // of each row on the system [J]; zero where it is not rheonomic
  double dissipated = 0,
         dissipated_numerical = 0;  // by dissipative forces, and by the discretization of the potentials [J]
};

enum PairParts : unsigned {
  kResidual = 1,  // f, B, a_bar; f, B, c
  kTangent = 2,   // G, K (needs lambda)
  kWork = 4,      // works and dissipations (of a path: needs lambda)
  kMixed = 8,     // with kTangent: stresses are unknowns of the iteration (terms/potential.h)
};

class MechanicalSystem {
 public:
  virtual ~MechanicalSystem() = default;
  virtual const Layout& layout() const = 0;
  virtual const SparsePattern& K_pattern() const = 0;  // n x n, symmetric pattern with full diagonal
  virtual const SparsePattern& G_pattern() const = 0;  // m x n
  virtual const Vector& M() const = 0;                 // its constant part, values in K_pattern

  virtual void eval(const At& at, Vec lambda, unsigned parts, PointEval& out) const = 0;
  virtual void eval_pair(const Across& pair, Vec lambda, unsigned parts, PairEval& out) const = 0;
  // The default is made of evaluations at points: good for smooth forces, not for stiff ones (mechanical_system.cc).
  virtual void eval_path(const Path& path, Vec lambda_0, Vec lambda_1, unsigned parts, PathEval& out) const;

  // The rates of the rows; parts are kResidual and kTangent. `B` is that of the same pair. The default is made of evaluations
  // at points, with differences along the motion.
  virtual void eval_rates(const Across& pair, Vec v0, Vec v1, const Vector& B, unsigned parts, RateEval& out) const;

  // Whether the mass matrix has a part that varies with time and configuration. `eval` then includes it in T, Q, K and C.
  virtual bool has_variable_mass() const { return false; }
  // The whole mass matrix at (t, q), values in K_pattern. False where it is not finite or not positive definite among the
  // coordinates that its variable part concerns.
  virtual bool eval_mass(const At& at, Vector& M) const;
  // Adds the momentum balance of the variable part across a step to f, K and work_applied, as asked for by PairParts; its
  // constant part is the caller's.
  virtual void add_pair_inertia(const PairMotion& motion, unsigned parts, PairEval& out) const;

  int coordinates() const { return layout().coordinates(); }
  int rows() const { return layout().rows(); }
  int internals() const { return static_cast<int>(layout().internals().size()); }
  // Gives s.z and s.inputs their sizes and start values, unless they have their sizes already.
  virtual void start_internals(State& s) const;
  // Whether a row holds with these inputs; without inputs: as at the start.
  bool is_active(int row, const VecView& u) const {
    const int input = layout().row(row).switch_input;
    return input < 0 || (u.size() > 0 ? u[input] : layout().inputs()[input].start) != 0;
  }
  // Whether some force takes energy out of the system, or a drive or applied force may put some in.
  virtual bool dissipative() const = 0;
  virtual bool rheonomic() const = 0;
  // Whether there are rows chi(t, q, v) that are not linear in v: G then depends on v.
  virtual bool has_nonlinear_rows() const { return false; }

  // Quantities besides the energy that the exact motion keeps (terms/invariant.h): one row each.
  virtual int invariants() const { return 0; }
  virtual std::string invariant_name(int /*i*/) const { return ""; }
  virtual void eval_invariants(const At&, InvariantEval& /*out*/) const {}
};

// Inputs as they are at the start.
Vector start_inputs(const Layout& layout);
// Internal variables where they rest: f(t, q, v, z) = 0.
Vector calc_internals_at_rest(const MechanicalSystem& system, const State& s);
// The mass matrix at (t, q) as a value, for where it is needed once.
Vector calc_mass(const MechanicalSystem& system, const At& at);

}  // namespace invar
