// Impulse: velocities that jump at an instant, while positions stay. Rows of drives change their rates, rows appear (locks) or go,
// blows J act:
//
//   (I1)  M (v+ - v-) + G^T Lambda = J,   G v+ + g+ = 0
//
// g- and g+ are Phi_t, or a, on the two sides. It is solved in two parts, so that every joule has an account. First what the
// velocities violate of the rows as they were, r = G v- + g-, which is left over by the discretization; then the jump:
//
//   (I2)  M (v1 - v-) + G_^T Lr = 0,      G_ v1 = -g-                               G_: the rows before
//   (I3)  M (v+ - v1) + G^T Lj = J,       G v+ = -g+ - e rho,   rho = G v1 + g+     e: of rows that appear, else 0
//
// Scalar products with the mean velocities give T+ - T- = sum of
//
//   (I4)  Lr . g-  - Lr . r/2                      work of drives, loss by discretization (not negative)
//   (I5)  Lj . (g- + g+)/2 - Lj . (G v1 + g-)/2    rows that stay: work of drives; loss where G itself jumps, else zero
//   (I6)  Lj . g+  - (1 - e) Lj . rho/2            rows that appear: work of drives, loss
//   (I7)  J . (v1 + v+)/2                          work applied
#pragma once

#include <memory>
#include <vector>

#include "invar/core/status.h"
#include "invar/solve/kkt.h"
#include "invar/system/compact_matrix.h"

namespace invar {

// The rows on one side of an instant: values of G in G_pattern, zero in rows that do not hold, and g.
struct ImpulseSide {
  Vector G, g;
  std::vector<char> active;
};

struct ImpulseProblem {
  ImpulseSide before, after;
  Vector restitution;  // e of each row; empty: zero
  Vector blow;         // J; empty: none
};

struct ImpulseReport {
  Status status;
  double work_applied = 0, dissipated_numerical = 0, dissipated_events = 0;  // [J]
  Vector drive_work;                                                         // of each row
  Vector impulse;                                                            // Lr + Lj
  double work_drives() const { return drive_work.sum(); }
};

class ImpulseSolver {
 public:
  explicit ImpulseSolver(const MechanicalSystem& system);
  // Changes v at (t, q). Not ok if no velocity satisfies the rows after the instant: the message names their owners.
  void solve(const At& at, const ImpulseProblem& problem, Vector& v, ImpulseReport& report);

 private:
  bool solve_rows(const Vector& G, const Vector& g, Vector& v, Vector& Lambda);
  void calc_rates(const Vector& G, const Vector& v, Vector& rates) const;
  Status find_contradiction(const ImpulseProblem& problem, const Vector& v) const;

  const MechanicalSystem& system_;
  std::unique_ptr<KktSolver> kkt_;
  Vector extra_, M_, M_regularized_, eps_, v0_, blow_, target_, r_f_, r_c_, dv_, dl_, Lr_, Lj_, rate_1_, rate_end_;
};

}  // namespace invar
