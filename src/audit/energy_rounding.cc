#include "invar/audit/energy_rounding.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "invar/core/error.h"
#include "invar/system/coordinate_scale.h"

namespace invar {

namespace {
constexpr double kUnits = 10 * std::numeric_limits<double>::epsilon();  // what some hundred operations leave
}  // namespace

double calc_potential_rounding(const MechanicalSystem& system, const State& s) {
  const Layout& layout = system.layout();
  const Vector lengths = calc_coordinate_scales(layout, calc_extent(layout, s.q)), lambda = Vector::Zero(system.rows());
  PointEval eval;
  try {
    system.eval(s, lambda, kEnergy | kForces, eval);
    Vector q = s.q;
    for (int i = 0; i < q.size(); ++i)
      q[i] += (eval.U_q[i] < 0 ? -kUnits : kUnits) * std::max(lengths[i], std::abs(q[i]));
    const double U = eval.U;
    system.eval(At(s).with_q(q), lambda, kEnergy, eval);
    return std::isfinite(eval.U) ? std::abs(eval.U - U) : 0;
  } catch (const ModelError&) {  // a table that ends here
    return 0;
  }
}

double calc_kinetic_rounding(const MechanicalSystem& system, const Vector& w) {
  Vector p = Vector::Zero(w.size());
  add_product(system.K_pattern(), system.M(), w, p);
  return 0.5 * std::max(0.0, w.dot(p));
}

}  // namespace invar
