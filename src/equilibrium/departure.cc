#include "invar/equilibrium/departure.h"

#include <algorithm>
#include <cmath>

#include "invar/equilibrium/force_noise.h"
#include "invar/solve/constrained_solver.h"
#include "invar/solve/initial_conditions.h"

namespace invar {

namespace {

constexpr double kSameEnergy = 1e-2;  // of two ways down, relative: neither is clearly preferred
constexpr double kNoWay = 1e-11;      // along a direction, relative to the whole way

// +1 or -1, or 0 where the way from x along d is rounding.
double find_side(const EquilibriumProblem& problem, const StabilityReport& stability, double noise,
                 const EquilibriumIterate& x, Vec from) {
  const SparsePattern& pattern = problem.system().K_pattern();
  const Vector W = calc_invertible_mass(problem.system(), 1e-2);
  const Vector& d = stability.direction;
  const Vector way = from - x.q;
  Vector Wd = Vector::Zero(d.size()), Ww = Wd;
  add_product(pattern, W, d, Wd);
  add_product(pattern, W, way, Ww);
  const double along = way.dot(Wd);
  // The force -lowest * along is known to the noise.
  const double known =
      std::max(noise / std::max(-stability.lowest, 1e-300), kNoWay * std::sqrt(d.dot(Wd) * way.dot(Ww)));
  return std::abs(along) > known ? (along > 0 ? 1 : -1) : 0;
}

}  // namespace

void leave_unstable(const EquilibriumProblem& problem, const StabilityReport& stability, double factor, Vec before,
                    Vec start, EquilibriumIterate& x) {
  Vector d = stability.direction;
  const double noise = calc_force_noise(problem, x.q, x.lambda, factor, d);
  double side = find_side(problem, stability, noise, x, before);
  if (side == 0) side = find_side(problem, stability, noise, x, start);
  int largest = 0;
  if (side < 0 || (side == 0 && d.size() && d.cwiseAbs().maxCoeff(&largest) > 0 && d[largest] < 0)) d = -d;
  const double measure = problem.step_measure(d);
  Vector best = x.q;
  double lowest = 1e300;
  EquilibriumEval here, eval;
  problem.eval(x.q, x.lambda, factor, kPotential, here);
  State s;
  s.t = problem.t0();
  s.v = Vector::Zero(x.q.size());
  for (const double sign : {1.0, -1.0}) {
    s.q = x.q + sign * kDepartureStep / std::max(measure, 1e-300) * d;
    if (!assemble_positions(problem.system(), s).status.ok()) continue;
    problem.eval(s.q, x.lambda, factor, kPotential, eval);
    const double V = eval.V - here.V - 0.5 * (eval.Q + here.Q).dot(s.q - x.q);
    if (V < lowest - kSameEnergy * std::abs(lowest)) {
      lowest = V;
      best = s.q;
    }
    if (side != 0 && lowest < 1e300) break;
  }
  x.q = best;
}

}  // namespace invar
