// StateFormula: a formula f(t, q, v) on the local coordinates of a term, with exact first and second derivatives by jets
// (functions/expression.h). Mixed second derivatives are polarized: f_xy = (D2[x + y] - D2[x] - D2[y])/2.
#pragma once

#include "invar/functions/expression.h"
#include "invar/nonholonomic/coordinate_reader.h"

namespace invar {

class StateFormula {
 public:
  // Throws ModelError at the node if the formula cannot be read.
  StateFormula(CoordinateReader& reader, const SpecNode& node);

  double value(double t, Vec q, Vec v) const;
  double calc_t(double t, Vec q, Vec v) const;
  // Adds the gradient by q or by v.
  void add_q(double t, Vec q, Vec v, VecOut out) const { add_gradient(t, q, v, false, out); }
  void add_v(double t, Vec q, Vec v, VecOut out) const { add_gradient(t, q, v, true, out); }
  // Adds factor times the derivative of f_v by q (or by v).
  void add_v_q(double t, Vec q, Vec v, double factor, MatOut K) const { add_second(t, q, v, false, factor, K); }
  void add_v_v(double t, Vec q, Vec v, double factor, MatOut K) const { add_second(t, q, v, true, factor, K); }
  bool reads_rates() const;

 private:
  explicit StateFormula(CoordinateReader::Formula formula);
  using Values = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 2 * kMaxLocal + 1, 1>;
  Values gather(double t, Vec q, Vec v) const;
  Expression::Jet along(const Values& x, const Values& direction) const;
  void add_gradient(double t, Vec q, Vec v, bool by_rate, VecOut out) const;
  void add_second(double t, Vec q, Vec v, bool by_rate, double factor, MatOut K) const;

  Expression formula_;
  std::vector<CoordinateReader::Variable> variables_;
};

}  // namespace invar
