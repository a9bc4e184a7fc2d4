// QuadraticRows: all constraint rows of a system that are at most quadratic in q and do not depend on time, taken
// together. Their second derivatives are constant, found once from the terms, so that what an evaluation needs are sums
// over flat arrays, without a call, a local matrix or a search a term:
//
//   (R1)  G_rj = c_rj + sum_k s_rjk q_k,   bias_r = sum_jk s_rjk v_j v_k,   d(G^T lambda)_j/dq_k = sum_r s_rjk lambda_r
//
// The residual Phi itself stays with the terms: they take differences of positions before they multiply, which keeps
// digits far from the origin.
#pragma once

#include <vector>

#include "invar/system/assembly_plan.h"

namespace invar {

class QuadraticRows {
 public:
  // Takes over the rows of a term with `is_quadratic()`.
  void add(const Constraint& term, const TermPlan& plan, const SparsePattern& G, const SparsePattern& K);
  bool empty() const { return rows_.empty(); }

  void set_G(Vec q, Vector& G) const;
  void set_mean_G(Vec q0, Vec q1, Vector& B) const;                 // at the middle: the mean-value Jacobian
  void set_mean_G_along(Vec q0, const Vector& d, Vector& B) const;  // the same from q1 - q0: no digits are lost
  void add_rate(const Vector& G, Vec v, Vector& Phi_dot) const;     // G v
  void set_rate_G(Vec v, Vector& G) const;                          // d(G v)/dq: (R1) without c, at v
  void set_mean_rate_G(Vec v0, Vec v1, Vector& G) const;            // in the middle
  void add_bias(Vec v, Vector& bias) const;
  void add_stiffness(Vec lambda, double factor, Vector& K) const;

 private:
  struct Row {
    int row, first, last;  // entries
  };
  struct Entry {
    int position, column;  // in the values of G; j
    int first, last;       // slopes
    double c;
  };
  struct Slope {
    int k, row;
    int position;  // of (j, k) in the values of K
    double c;
  };
  // Entries by the number of their slopes, most of which have one or two: loops of constant length.
  struct Constant {
    int position;
    double c;
  };
  struct Linear {
    int position, k;
    double c, slope;
  };
  struct Bilinear {
    int position, k[2];
    double c, slope[2];
  };
  template <class Coordinate>
  void set_values(double constant, const Coordinate& x, Vector& G) const;
  void sort(const Entry& entry);

  std::vector<Row> rows_;
  std::vector<Entry> entries_;
  std::vector<Slope> slopes_;
  std::vector<Constant> constant_;
  std::vector<Linear> linear_;
  std::vector<Bilinear> bilinear_;
  std::vector<Entry> others_;
};

}  // namespace invar
