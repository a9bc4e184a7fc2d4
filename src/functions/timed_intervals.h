// Intervals for formulas of time and state: only what depends on time alone is known, and only its changes of case count.
#pragma once

#include "invar/functions/expression_intervals.h"

namespace invar {

struct TimedIntervalAlgebra {
  using Op = ExpressionOp;
  using Range = IntervalAlgebra::Number;
  using Number = TimedInterval;
  bool keeps_its_case = true;

  static Number number(double x) { return {x, x, true}; }
  Number unary(Op op, const Number& u) {
    return judge(u.timed, [&](IntervalAlgebra& a) { return a.unary(op, range(u)); });
  }
  Number binary(Op op, const Number& u, const Number& w) {
    return judge(u.timed && w.timed, [&](IntervalAlgebra& a) { return a.binary(op, range(u), range(w)); });
  }
  Number call(const Function1D& f, const Number& u) {
    return judge(u.timed, [&](IntervalAlgebra& a) { return a.call(f, range(u)); });
  }
  static Number call(const Function2D&, const Number& u, const Number& w) { return unknown(u.timed && w.timed); }
  static Number select(const Number& condition, const Number& a, const Number& b) {
    const bool timed = condition.timed && a.timed && b.timed;
    if (!timed) return unknown(false);
    const Range r = IntervalAlgebra::select(range(condition), range(a), range(b));
    return {r.lo, r.hi, true};
  }

 private:
  static Range range(const Number& u) { return {u.lo, u.hi}; }
  static Number unknown(bool timed) { return {-IntervalAlgebra::kInfinity, IntervalAlgebra::kInfinity, timed}; }
  template <class Calc>
  Number judge(bool timed, const Calc& calc) {
    if (!timed) return unknown(false);
    IntervalAlgebra algebra;
    const Range r = calc(algebra);
    keeps_its_case = keeps_its_case && algebra.keeps_its_case;
    return {r.lo, r.hi, true};
  }
};

}  // namespace invar
