// RestSearch: finds where a model comes to rest at a load factor. Newton's method where it does not cross a region of negative
// curvature, else downhill (relaxation.h, minimizer.h) and away from unstable equilibria (departure.h). The static solver
// decides in which order these are tried.
#pragma once

#include "invar/equilibrium/minimizer.h"
#include "invar/equilibrium/relaxation.h"
#include "invar/equilibrium/static_solver.h"

namespace invar {

// An equilibrium and its stability; empty if none was found.
struct FoundEquilibrium {
  EquilibriumIterate x;
  StabilityReport stability;
  bool is_settled() const { return x.q.size() > 0 && stability.kind != Stability::kUnstable; }
};

class RestSearch {
 public:
  RestSearch(const EquilibriumProblem& problem, const StaticOptions& options)
      : problem_(problem), options_(options), newton_(problem), relaxation_(problem), minimizer_(problem) {}

  // With the progress of the caller.
  NewtonOptions newton_options(double factor) const;
  Status solve_newton(double factor, const NewtonOptions& options, EquilibriumIterate& x) {
    return newton_.solve(factor, options, x);
  }
  // Goes down from x, polishes, and leaves unstable equilibria. What was found last is in `found`, also if it is unstable.
  Status descend(double factor, EquilibriumIterate& x, FoundEquilibrium& found);
  // Loads that are doubled again and again, from one that leaves the model stable: each time it comes to rest near the place
  // before. False if that does not reach the whole loads.
  bool grow(const EquilibriumIterate& start, const EquilibriumIterate& counts, FoundEquilibrium& found);
  // Once more from the start without steps in neutral directions: of all equilibria the one nearest to the start, to first
  // order. If that fails, because these directions are others on the way, what was found stays.
  void hold_neutral(const EquilibriumIterate& start, const StabilityReport& stability, EquilibriumIterate& x);

  bool interrupted() const { return options_.interrupted && options_.interrupted(); }
  // Whether a way down had several negative curvatures at once.
  bool met_several() const { return met_several_; }
  int left_unstable = 0;  // equilibria that were left because they are unstable

 private:
  // Where the model comes to rest at a load factor, beginning at `from`; x keeps the counts. By Newton's method, and if that
  // leads across a region of negative curvature and may_descend, downhill.
  bool rest(double factor, const EquilibriumIterate& from, EquilibriumIterate& x, FoundEquilibrium& found,
            bool may_descend);
  Status go_down(double factor, const NewtonOptions& options, EquilibriumIterate& x);

  const EquilibriumProblem& problem_;
  const StaticOptions& options_;
  EquilibriumNewton newton_;
  EquilibriumRelaxation relaxation_;
  EquilibriumMinimizer minimizer_;
  bool met_several_ = false;
};

// x becomes `start`, with the iterations and factorizations it had.
void restart_from(const EquilibriumIterate& start, EquilibriumIterate& x);

}  // namespace invar
