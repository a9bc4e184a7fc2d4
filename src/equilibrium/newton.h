// Newton's method for an equilibrium at a given load factor: full steps, no search. Fast where the start is near, e.g.
// along a load path; minimizer.h takes over where it is not.
#pragma once

#include <functional>
#include <memory>

#include "invar/core/status.h"
#include "invar/equilibrium/equilibrium_problem.h"
#include "invar/solve/kkt.h"

namespace invar {

struct EquilibriumIterate {
  Vector q, lambda;
  double residual = 0;     // largest component of the balance
  double force_scale = 0;  // largest of the forces in it
  double relative = 0;     // residual over the forces, part by part (EquilibriumProblem::relative_residual)
  double violation = 0;    // largest |Phi|
  int iterations = 0, factorizations = 0;
  bool indefinite = false;  // some step had a tangent with a negative curvature: it may have gone uphill (if watched)
};

struct NewtonOptions {
  double tolerance = 1e-9;  // residual relative to the forces
  int max_iterations = 40;
  std::function<void(int iteration, double residual)> progress;
  // Directions in which nothing moves (StabilityReport): there, Newton's matrix is singular, and steps are rounding errors
  // over rounding errors.
  const Matrix *held_directions = nullptr, *held_forms = nullptr;
  bool watch_curvature = false;  // fills EquilibriumIterate::indefinite
};

class EquilibriumNewton {
 public:
  explicit EquilibriumNewton(const EquilibriumProblem& problem);
  // Starts from x.q, x.lambda and changes them; on failure they are the last iterate.
  Status solve(double factor, const NewtonOptions& options, EquilibriumIterate& x);

 private:
  const EquilibriumProblem& problem_;
  std::unique_ptr<KktSolver> kkt_;
  EquilibriumEval eval_;
  Vector eps_, dq_, dl_;
};

// Whether the balance and the constraints hold to the tolerance.
bool is_balanced(const EquilibriumProblem& problem, const EquilibriumIterate& x, double tolerance);
// The multipliers that balance the forces at x.q best, in the metric of the mass.
void estimate_multipliers(const EquilibriumProblem& problem, double factor, EquilibriumIterate& x);
// Stiffness over mass that moves the most accelerated coordinate by the size of the model [1/s^2]: the square of a
// frequency that the forces alone set.
double calc_force_frequency(const EquilibriumProblem& problem, const EquilibriumEval& eval, const Vector& W);
// Fills residual, scale and violation from an evaluation.
void note_residual(const EquilibriumProblem& problem, const EquilibriumEval& eval, EquilibriumIterate& x);
// "residual 3.1e-2 N, largest in "hinge"; constraints 1e-3, largest in ...".
std::string describe_residual(const EquilibriumProblem& problem, Vec q, Vec lambda, double factor);

}  // namespace invar
