// ExpressionPfaffian: rows A(t, q) v + a(t, q) = 0 whose coefficients are formulas of the model file. Derivatives by
// differences (the defaults of terms/pfaffian.h).
#pragma once

#include <memory>
#include <vector>

#include "invar/core/expression.h"
#include "invar/terms/pfaffian.h"

namespace invar {

class ExpressionPfaffian final : public Pfaffian {
 public:
  // A formula with the local coordinates it reads; the last variable is always t.
  struct Formula {
    std::unique_ptr<Expression> expression;
    std::vector<int> coordinates;
    double eval(double t, Vec q) const;
  };
  struct Coefficient {
    int row, coordinate;  // coordinate < 0: the term a
    Formula formula;
  };
  ExpressionPfaffian(int rows, std::vector<Coefficient> coefficients)
      : rows_(rows), coefficients_(std::move(coefficients)) {}

  int rows() const override { return rows_; }
  bool rheonomic() const override;
  void add_A(double t, Vec q, MatOut A) const override;
  void add_a(double t, Vec q, VecOut a) const override;

 private:
  int rows_;
  std::vector<Coefficient> coefficients_;
};

}  // namespace invar
