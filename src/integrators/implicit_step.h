// ImplicitStep: what all implicit steps do in the same way. A scheme says how its unknowns are predicted, what its residuals
// and its matrix are, and where the step ends; the order of these, the Newton iteration, and what is tried where it fails
// stand here once.
//
//   begin                                      once: where the last step ended, or a new start
//   for each regularization:  predict          unknowns to iterate from
//     evaluate, calc_residual                  each iteration
//     refactor                                 where a new tangent pays (newton_iteration.h)
//     correct                                  each iteration
//   finish                                     once: the new state and the books of energy
//
// Beside a singular position the Schur complement G A^-1 B^T has small eigenvalues of either sign, and the regularization may
// hit one of them exactly, or be so much larger that an iteration hardly changes the constraints: then another one is tried. Where
// constraints cannot be met down to rounding, the step takes them at last as near as they come.
#pragma once

#include <span>

#include "invar/integrators/newton_iteration.h"
#include "invar/system/compact_matrix.h"
#include "invar/system/residual_measure.h"

namespace invar {

// Factors of the regularization in the order in which they are tried. A regularization that is a penalty must be positive.
inline constexpr double kRegularizations[] = {1.0, 1e-3, 1e-6, 1e3, -1.0};
inline constexpr double kPositiveRegularizations[] = {1.0, 1e-3, 1e3};

struct ImplicitStepOptions {
  NewtonLimits limits;  // strict: a second round without it where only unmet constraints were in the way
  std::span<const double> regularizations = kRegularizations;
};

class ImplicitStep {
 public:
  ImplicitStep(const ImplicitStep&) = delete;
  ImplicitStep& operator=(const ImplicitStep&) = delete;

  // See Integrator.
  StepReport step(const State& s0, double h, State& s1);
  // Whether a strict step may take constraints as near as they come, or fails.
  void accept_unmet(bool accepts) { accepts_unmet_ = accepts; }

 protected:
  ImplicitStep(const MechanicalSystem& system, const ImplicitStepOptions& options);
  ~ImplicitStep() = default;

  virtual Status begin(const State& s0, double h) = 0;
  // `plain`: without what may mislead, because the first try failed.
  virtual void predict(const State& s0, double h, bool plain) = 0;
  // The system at the iterate; with the tangent, the measure's matrices.
  virtual void evaluate(const State& s0, double h, NewtonParts parts) = 0;
  virtual NewtonResidual calc_residual(const State& s0, double h) = 0;
  virtual bool refactor(const State& s0, double h) = 0;  // false: singular
  virtual double correct() = 0;                          // solves, applies; its size, see iterate_newton
  virtual void finish(const State& s0, double h, State& s1, StepReport& report) = 0;
  // Residuals of the constraints, for the message of a failure: one vector, or two that hold the same rows.
  virtual std::span<const Vector> constraint_residuals() const = 0;
  // What else is to be said of a failure.
  virtual void explain_failure(double /*h*/, Status& /*status*/) const {}

  // The worst of the parts of a residual.
  static NewtonResidual worst_of(std::initializer_list<ResidualMeasure::Size> parts);
  // Bits of an evaluation (system/mechanical_system.h): `residual` and `tangent` as far as they are asked for.
  static unsigned select(NewtonParts parts, unsigned residual, unsigned tangent) {
    return (with_residual(parts) ? residual : 0u) | (with_tangent(parts) ? tangent : 0u);
  }
  // Work and dissipation over a pair; drives by the multipliers, [Bauchau2003] eq. (20) with its sign turned: work done on
  // the system.
  void book_pair(const PairEval& pair, const Vector& lambda, StepReport& report);
  // The velocity constraint as enforced over the step, c/h.
  template <class C>
  static void book_velocity(const C& c, double h, StepReport& report) {
    if (c.size() > 0) report.velocity_mid_max = c.cwiseAbs().maxCoeff(&report.velocity_mid_row) / std::abs(h);
  }

  const MechanicalSystem& system_;
  CompactMatrix M_;
  Vector M_regularized_;
  ResidualMeasure measure_;
  Vector eps_;             // regularization of the rows, of a run: empty at a new start
  double eps_factor_ = 1;  // by which the try at hand changes it

 private:
  Status attempt(const State& s0, double h, double factor, bool strict, StepReport& report, bool& unmet);
  Status try_regularizations(const State& s0, double h, bool strict, StepReport& report, bool& unmet);

  ImplicitStepOptions step_options_;
  bool accepts_unmet_ = true;
  Vector drive_work_;
};

}  // namespace invar
