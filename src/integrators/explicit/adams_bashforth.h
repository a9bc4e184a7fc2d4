// Adams-Bashforth scheme of third order, started with the classical Runge-Kutta scheme of fourth order ([Yoon], test
// simulations):
//
//   y1 = y0 + h (23 f_n - 16 f_n-1 + 5 f_n-2)/12
//
// Terms held over a step ([Braun2012] eqs. (16), (17), (20)) correct what went wrong before that step and have no history:
// extrapolated they would act with 23/12 of their size and turn unstable. They enter with weight one.
#pragma once

#include "invar/integrators/explicit/runge_kutta.h"

namespace invar {

class AdamsBashforth3 final : public Scheme {
 public:
  AdamsBashforth3();
  int order() const override { return 3; }
  double stability_limit() const override { return 6.0 / 11; }
  void reset() override { count_ = 0; }
  void archive(Archive& a) override {
    a("f", f_);
    a("held", held_);
    a("count", count_);
    a("h", h_);
  }
  Status step(ConstrainedMotion& f, double t, const Vector& y0, double h, const Vector* start, Vector& y1) override;

 private:
  RungeKutta rk4_;
  Vector f_[3], held_;  // newest first
  int count_ = 0;       // of derivatives before the present one
  double h_ = 0;
};

}  // namespace invar
