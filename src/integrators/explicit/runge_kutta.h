// Explicit Runge-Kutta scheme from a tableau.
#pragma once

#include "invar/integrators/explicit/scheme.h"
#include "invar/integrators/explicit/tableau.h"

namespace invar {

class RungeKutta final : public Scheme {
 public:
  explicit RungeKutta(const Tableau& tableau);

  int order() const override { return tableau_.order; }
  int error_order() const override { return tableau_.error_order; }
  double stability_limit() const override { return limit_; }
  Status step(ConstrainedMotion& f, double t, const Vector& y0, double h, const Vector* start, Vector& y1) override;
  bool error_needs_end() const override { return tableau_.error_needs_end(); }
  double calc_error(int n, double h, const Vector& end) override;

 private:
  double calc_norm(std::span<const double> e, int n, double h, const Vector& end);

  Tableau tableau_;
  double limit_;
  std::vector<Vector> k_;
  Vector sum_;
};

// Largest x for which |R(-x')| <= 1 for all x' in [0, x], R the stability function of the tableau.
double calc_stability_limit(const Tableau& tableau);

}  // namespace invar
