// FunctionLaw: the energy of one scalar invariant e (the angle or displacement of a joint) with a generalized force
// that is any function f of the deflection x = e - rest,
//   (F1)  W = integral of f from 0 to x,   dW_bar = mean value of f between x0 and x1,
// which is (E1) of energy_law.h by the definition of the mean value.
#pragma once

#include "invar/discrete/energy_law.h"
#include "invar/functions/function1d.h"

namespace invar {

class FunctionLaw final : public EnergyLaw {
 public:
  FunctionLaw(FunctionPtr f, double rest) : f_(std::move(f)), rest_(rest) {}
  double W(Vec e) const override { return f_->antiderivative(e[0] - rest_); }
  void add_dW(Vec e, VecOut g) const override { g[0] += f_->value(e[0] - rest_); }
  void add_ddW(Vec e, MatOut K) const override { K(0, 0) += f_->derivative(e[0] - rest_); }
  void add_dW_bar(Vec e0, Vec e1, VecOut g) const override { g[0] += mean_value(*f_, e0[0] - rest_, e1[0] - rest_); }
  void add_dW_bar_tangent(Vec e0, Vec e1, MatOut K) const override {
    K(0, 0) += mean_value_db(*f_, e0[0] - rest_, e1[0] - rest_);
  }

 private:
  FunctionPtr f_;
  double rest_;
};

}  // namespace invar
