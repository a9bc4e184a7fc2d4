// RowLaw: a function Phi(t, x) of a few numbers, coordinates of joints, say, that a constraint requires to vanish
// (discrete/law_constraint.h).
#pragma once

#include <memory>

#include "invar/functions/expression.h"
#include "invar/functions/function1d.h"

namespace invar {

// Numbers that one law may read, and t.
inline constexpr int kMaxLawNumbers = 8;
using LawVector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, kMaxLawNumbers + 1, 1>;
using LawMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, kMaxLawNumbers + 1, kMaxLawNumbers + 1>;

class RowLaw {
 public:
  virtual ~RowLaw() = default;
  virtual int size() const = 0;  // of x
  virtual bool depends_on_t() const = 0;
  // At y = (x, t):
  virtual double value(const LawVector& y) const = 0;
  virtual void calc_gradient(const LawVector& y, LawVector& g) const = 0;
  virtual void calc_hessian(const LawVector& y, LawMatrix& H) const = 0;
};

// A formula of its variables and t, which is the last one.
std::unique_ptr<RowLaw> make_formula_law(Expression formula, int size, bool depends_on_t);
// x_2 - f(x_1).
std::unique_ptr<RowLaw> make_function_law(FunctionPtr f);

}  // namespace invar
