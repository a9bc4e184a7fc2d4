// Parameters of the section `methods`: one struct per type, for ModelBuilder::add. A field that is not set takes the default.
// Made from the schemas (tests/catalog/params_headers_test.cc); do not edit.
#pragma once

#include "invar/spec/typed_value.h"

namespace invar {

// augmented Lagrangian with the trapezoidal rule; drifts and fails, for comparison with the stabilized ones
struct AlParams {
  static constexpr const char *kSection = "methods", *kType = "al";

  // number, not negative, default 0: penalty factor alpha of all constraints, as in the paper (1e7 there), raised where
  // a step is divided; 0: chosen for step, masses and stiffness
  NumberValue penalty = {};
  // whole number, 2 to 1000, default 20: Newton iterations before a step counts as failed
  NumberValue iterations = {};

  ValueMap values() const {
    ValueMap all;
    all.set("penalty", penalty);
    all.set("iterations", iterations);
    return all;
  }
};

// augmented Lagrangian that keeps energy and constraints to round-off; the steps are those of ep
struct AlConservingParams {
  static constexpr const char *kSection = "methods", *kType = "al_conserving";

  // number, not negative, default 0: penalty factor alpha of all constraints, as in the paper (1e7 there), raised where
  // a step is divided; 0: chosen for step, masses and stiffness
  NumberValue penalty = {};
  // whole number, 2 to 1000, default 20: Newton iterations before a step counts as failed
  NumberValue iterations = {};
  // number, 0 to 0.001, default 0: relative residual at which the iterations of a step stop, as in the paper; 0: at
  // round-off
  NumberValue tolerance = {};

  ValueMap values() const {
    ValueMap all;
    all.set("penalty", penalty);
    all.set("iterations", iterations);
    all.set("tolerance", tolerance);
    return all;
  }
};

// al_conserving with projected velocities: constraints exact in position and velocity, energy never rises
struct AlConservingProjectionParams {
  static constexpr const char *kSection = "methods", *kType = "al_conserving_projection";

  // number, not negative, default 0: penalty factor alpha of all constraints, as in the paper (1e7 there), raised where
  // a step is divided; 0: chosen for step, masses and stiffness
  NumberValue penalty = {};
  // whole number, 2 to 1000, default 20: Newton iterations before a step counts as failed
  NumberValue iterations = {};
  // number, 0 to 0.001, default 0: relative residual at which the iterations of a step stop, as in the paper; 0: at
  // round-off
  NumberValue tolerance = {};
  // choice, one of tangent, mass, default mass: norm of the projections: that of Newton's matrix, whose factors are
  // there, or the mass matrix, with which they never add energy
  TextValue projection_matrix = {};
  // whole number, 1 to 100, default 20: largest number of solves a projection; 1 as in the paper, more to round-off
  NumberValue projection_iterations = {};

  ValueMap values() const {
    ValueMap all;
    all.set("penalty", penalty);
    all.set("iterations", iterations);
    all.set("tolerance", tolerance);
    all.set("projection_matrix", projection_matrix);
    all.set("projection_iterations", projection_iterations);
    return all;
  }
};

// augmented Lagrangian with projected velocities and accelerations: robust, constraints exact, loses energy
struct AlProjectionParams {
  static constexpr const char *kSection = "methods", *kType = "al_projection";

  // number, not negative, default 0: penalty factor alpha of all constraints, as in the paper (1e7 there), raised where
  // a step is divided; 0: chosen for step, masses and stiffness
  NumberValue penalty = {};
  // whole number, 2 to 1000, default 20: Newton iterations before a step counts as failed
  NumberValue iterations = {};
  // choice, one of trapezoidal, hht, generalized_alpha, default trapezoidal: integrator of the equations of motion
  TextValue integrator = {};
  // number, -0.3333333333333333 to 0, default -0.1: of hht: 0 is the trapezoidal rule, -1/3 damps most
  NumberValue alpha = {};
  // number, 0 to 1, default 0.8: of generalized_alpha: factor a step multiplies infinite frequencies with
  NumberValue rho_inf = {};
  // number, 0 to 0.001, default 0: relative residual at which the iterations of a step stop, as in the paper; 0: at
  // round-off
  NumberValue tolerance = {};
  // choice, one of tangent, mass, default tangent: norm of the projections: that of Newton's matrix, whose factors are
  // there, or the mass matrix, with which they never add energy
  TextValue projection_matrix = {};
  // whole number, 1 to 100, default 20: largest number of solves a projection; 1 as in the paper, more to round-off
  NumberValue projection_iterations = {};

  ValueMap values() const {
    ValueMap all;
    all.set("penalty", penalty);
    all.set("iterations", iterations);
    all.set("integrator", integrator);
    all.set("alpha", alpha);
    all.set("rho_inf", rho_inf);
    all.set("tolerance", tolerance);
    all.set("projection_matrix", projection_matrix);
    all.set("projection_iterations", projection_iterations);
    return all;
  }
};

// energy-decaying: constraints kept to round-off, energy never rises at any step size, high frequencies die out; order
// 3, or 4 without decay (alpha = 0)
struct EdParams {
  static constexpr const char *kSection = "methods", *kType = "ed";

  // number, 0 to 1, default 1: numerical dissipation: 0 none, 1 most; amplitudes of very high frequencies shrink by (1
  // - alpha)/(1 + alpha) a step
  NumberValue alpha = {};
  // choice, one of galerkin, literal, default galerkin: forces along the path of the step, or at the stage value as
  // printed in the paper (order 2, for rigid bodies)
  TextValue stage = {};
  // choice, one of exact, mean, default exact: velocity constraints: also at step ends, by a projection whose loss is
  // booked, or in the mean of the step alone (always with alpha = 0 and stage = literal)
  TextValue ends = {};
  // choice, one of reduced, full, default reduced: unknowns: orthonormality of frames eliminated, or kept as
  // constraints
  TextValue form = {};
  // whole number, 2 to 1000, default 20: Newton iterations before a step counts as failed
  NumberValue max_iterations = {};

  ValueMap values() const {
    ValueMap all;
    all.set("alpha", alpha);
    all.set("stage", stage);
    all.set("ends", ends);
    all.set("form", form);
    all.set("max_iterations", max_iterations);
    return all;
  }
};

// energy balance, positions and velocities kept to round-off at step ends, momenta too (planar bodies: 2nd order);
// multipliers of full order
struct EmParams {
  static constexpr const char *kSection = "methods", *kType = "em";

  // choice, one of 2, 4, 6, default 2: order of accuracy; 4 and 6 by symmetric composition
  TextValue order = {};
  // choice, one of reduced, full, default reduced: unknowns: orthonormality of frames eliminated, or kept as
  // constraints
  TextValue form = {};
  // choice, one of sweeps, whole, default sweeps: linear systems: positions and velocities in turn, or in one matrix,
  // which is larger and converges where sweeps do not (they then change to it)
  TextValue iteration = {};
  // whole number, 2 to 1000, default 20: Newton iterations before a step counts as failed
  NumberValue max_iterations = {};

  ValueMap values() const {
    ValueMap all;
    all.set("order", order);
    all.set("form", form);
    all.set("iteration", iteration);
    all.set("max_iterations", max_iterations);
    return all;
  }
};

// energy-preserving: constraints and energy kept to round-off at any step size, momenta too (planar bodies: 2nd order)
struct EpParams {
  static constexpr const char *kSection = "methods", *kType = "ep";

  // choice, one of 2, 4, 6, default 2: order of accuracy; 4 and 6 by symmetric composition
  TextValue order = {};
  // choice, one of reduced, full, default reduced: unknowns: orthonormality of frames eliminated, or kept as
  // constraints (as augmented multipliers do)
  TextValue form = {};
  // choice, one of direct, augmented, default direct: multipliers as unknowns, or by augmented Lagrangian iteration
  TextValue multipliers = {};
  // number, positive, default 1000000000: augmented multipliers: penalty relative to the constraints' own stiffness
  NumberValue penalty = {};
  // whole number, 2 to 1000, default 20: Newton iterations before a step counts as failed
  NumberValue max_iterations = {};

  ValueMap values() const {
    ValueMap all;
    all.set("order", order);
    all.set("form", form);
    all.set("multipliers", multipliers);
    all.set("penalty", penalty);
    all.set("max_iterations", max_iterations);
    return all;
  }
};

// accelerations from the differentiated constraints, integrated explicitly, with control of constraints and energy;
// fast and of high order for systems that are not stiff
struct ExplicitParams {
  static constexpr const char *kSection = "methods", *kType = "explicit";

  // choice, one of euler, rk4, ab3, dopri5, dop853, default rk4: ab3 starts with rk4; dopri5 and dop853 estimate their
  // error (tolerance)
  TextValue integrator = {};
  // choice, one of none, baumgarte, gradient_feedback, braun, default braun: of the constraints: feedback of their
  // violation as a force (baumgarte) or along their gradient (gradient_feedback), or corrections in the metric of the
  // mass (braun)
  TextValue stabilization = {};
  // choice, one of none, multiplier, steepest_descent, velocity_gradient, braun, auto, default auto: control of the
  // energy law: as a constraint (multiplier), along its gradient (steepest_descent), along the velocity
  // (velocity_gradient), or along the admissible motion (braun); auto: braun, or none where drives do work
  TextValue energy = {};
  // choice, one of post, hold, default post: when braun acts: after each step, down to round-off, or as terms held over
  // the stages of the next step
  TextValue correction = {};
  // number [1/s], not negative: gain of the rate of violation; default: critical damping with baumgarte_beta, or 2/h if
  // neither is given (0.54/h for ab3)
  NumberValue baumgarte_alpha = {};
  // number [1/s^2], not negative: gain of the violation; default: critical damping with baumgarte_alpha, or 1/h^2 if
  // neither is given (0.073/h^2 for ab3); 40 in [Yoon]
  NumberValue baumgarte_beta = {};
  // number [1/s], positive: gradient_feedback: rate at which violations decay; default 1/h (0.27/h for ab3)
  NumberValue gradient_gain = {};
  // number [1/s], positive, default 10: energy multiplier: rate at which the energy error decays, [Yoon] eq. (9)
  NumberValue eta = {};
  // number [1/(J s)], positive, default 1: energy steepest_descent and velocity_gradient: gain on velocities, [Yoon]
  // eqs. (13), (17); limited where the integrator could not follow
  NumberValue rho = {};
  // number [1/(J s)], not negative: energy steepest_descent: gain on coordinates; default: rho
  NumberValue rho_q = {};
  // number, 1e-12 to 0.01, default 1e-06: singular values of the constraints below this, relative to the largest, count
  // as zero
  NumberValue truncation = {};
  // choice, one of auto, dense, sparse, default auto: singular value decomposition, or sparse factorization for large
  // systems
  TextValue linear_solver = {};

  ValueMap values() const {
    ValueMap all;
    all.set("integrator", integrator);
    all.set("stabilization", stabilization);
    all.set("energy", energy);
    all.set("correction", correction);
    all.set("baumgarte_alpha", baumgarte_alpha);
    all.set("baumgarte_beta", baumgarte_beta);
    all.set("gradient_gain", gradient_gain);
    all.set("eta", eta);
    all.set("rho", rho);
    all.set("rho_q", rho_q);
    all.set("truncation", truncation);
    all.set("linear_solver", linear_solver);
    return all;
  }
};

// generalized-alpha method on position constraints: second order, damping of high frequencies as chosen
struct GeneralizedAlphaParams {
  static constexpr const char *kSection = "methods", *kType = "generalized_alpha";

  // number, 0 to 1, default 0.8: factor by which a step multiplies oscillations of infinite frequency
  NumberValue rho_inf = {};
  // whole number, 2 to 1000, default 20: Newton iterations before a step counts as failed
  NumberValue max_iterations = {};

  ValueMap values() const {
    ValueMap all;
    all.set("rho_inf", rho_inf);
    all.set("max_iterations", max_iterations);
    return all;
  }
};

// stabilized index 2: a second set of multipliers for the velocity constraints; in its mean-value form they vanish and
// the method is ep
struct GglParams {
  static constexpr const char *kSection = "methods", *kType = "ggl";

  // choice, one of mean_value, end_point, default mean_value: velocity constraints in the mean of the step, or at its
  // end together with the positions
  TextValue discretization = {};
  // whole number, 2 to 1000, default 30: Newton iterations before a step counts as failed
  NumberValue max_iterations = {};

  ValueMap values() const {
    ValueMap all;
    all.set("discretization", discretization);
    all.set("max_iterations", max_iterations);
    return all;
  }
};

// Hilber-Hughes-Taylor method on position constraints: second order, damps high frequencies
struct HhtParams {
  static constexpr const char *kSection = "methods", *kType = "hht";

  // number, -0.3333333333333333 to 0, default -0.1: amount of damping: 0 is the trapezoidal rule, -1/3 damps most
  NumberValue alpha = {};
  // whole number, 2 to 1000, default 20: Newton iterations before a step counts as failed
  NumberValue max_iterations = {};

  ValueMap values() const {
    ValueMap all;
    all.set("alpha", alpha);
    all.set("max_iterations", max_iterations);
    return all;
  }
};

// Newmark's method on position constraints; the trapezoidal rule drifts with constraints: for comparison
struct NewmarkParams {
  static constexpr const char *kSection = "methods", *kType = "newmark";

  // number, positive, default 0.25: weight of the new acceleration in positions
  NumberValue beta = {};
  // number, 0.5 to 1, default 0.5: weight of the new acceleration in velocities; above 1/2 it damps, with order 1
  NumberValue gamma = {};
  // whole number, 2 to 1000, default 20: Newton iterations before a step counts as failed
  NumberValue max_iterations = {};

  ValueMap values() const {
    ValueMap all;
    all.set("beta", beta);
    all.set("gamma", gamma);
    all.set("max_iterations", max_iterations);
    return all;
  }
};

}  // namespace invar
