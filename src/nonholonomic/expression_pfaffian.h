// ExpressionPfaffian: rows A(t, q) v + a(t, q) = 0 whose coefficients are formulas of the model file. Derivatives are exact
// where a formula has them (functions/expression.h), else by differences of high order.
#pragma once

#include <vector>

#include "invar/functions/expression.h"
#include "invar/terms/pfaffian.h"

namespace invar {

class ExpressionPfaffian final : public Pfaffian {
 public:
  // A formula with the local coordinates it reads; the last variable is always t.
  struct Formula {
    Expression expression;
    std::vector<int> coordinates;
    double eval(double t, Vec q) const;
    // Derivative along the line (t + s, q + s v).
    double calc_rate(double t, Vec q, Vec v) const;
    // Derivative by coordinates[k].
    double calc_derivative_by(std::size_t k, double t, Vec q) const;
  };
  struct Coefficient {
    int row, coordinate;  // coordinate < 0: the term a
    Formula formula;
  };
  ExpressionPfaffian(int rows, std::vector<Coefficient> coefficients)
      : rows_(rows), coefficients_(std::move(coefficients)) {}

  int rows() const override { return rows_; }
  bool rheonomic() const override;
  void add_A(const At& at, MatOut A) const override;
  void add_a(const At& at, VecOut a) const override;
  void add_velocity_residual_q(const At& at, MatOut J) const override;
  void add_force_q(const At& at, Vec lambda, MatOut K) const override;
  void add_bias(const At& at, VecOut bias) const override;

 private:
  int rows_;
  std::vector<Coefficient> coefficients_;
};

}  // namespace invar
