// Options of the method `explicit` and the gains that follow from them.
#pragma once

#include <optional>
#include <string>

#include "invar/integrators/integrator.h"
#include "invar/solve/constrained_solver.h"

namespace invar {

struct ExplicitOptions {
  std::string integrator = "rk4", stabilization = "braun", energy = "auto";
  bool post = true;                                       // correction after the step, or held over its stages
  std::optional<double> baumgarte_alpha, baumgarte_beta;  // of Phi' and Phi in [Yoon] eq. (7)
  std::optional<double> gradient_gain;
  double eta = 10, rho = 1;
  std::optional<double> rho_q;
  double truncation = 1e-6;
  ConstrainedSolverKind linear_solver = ConstrainedSolverKind::kAuto;
};

void add_explicit_options(Schema& schema);
ExplicitOptions read_explicit_options(const Params& params);
// energy: auto becomes braun, or none where drives do work: there the energy is no invariant, the free part of the motion may
// pass rest while the energy is large, and the correction would lower the order of the motion.
ExplicitOptions resolve(ExplicitOptions options, const MechanicalSystem& system);

}  // namespace invar
