// Explicit Runge-Kutta schemes as data:
//
//   Y_i = y0 + h sum_j<i a_ij k_j,   k_i = f(t0 + c_i h, Y_i),   y1 = y0 + h sum_i b_i k_i,   error = h sum_i e_i k_i
//
// Another scheme is another entry of the list in tableau.cc, and nothing else.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace invar {

struct Tableau {
  std::string name;
  int order;
  std::span<const double> a, b, c;  // a: rows one after another, i entries in row i = 1, 2, ...
  // Error estimate, if any: it behaves as h^(error_order + 1). One coefficient more than stages: the last one belongs to
  // the derivative at the end of the step. With a second estimate of lower order they are combined.
  int error_order = 0;
  std::span<const double> e = {}, e_low = {};

  int stages() const { return static_cast<int>(b.size()); }
  bool error_needs_end() const { return e.size() > b.size(); }
};

const std::vector<Tableau>& runge_kutta_tableaux();

}  // namespace invar
