#include "invar/system/quadratic_rows.h"

namespace invar {

void QuadraticRows::add(const Constraint& term, const TermPlan& plan, const SparsePattern& G, const SparsePattern& K) {
  const int m = plan.rows, n = plan.size;
  const Vector zero = Vector::Zero(n);
  const std::vector<int> global = global_indices(plan);
  Matrix g = Matrix::Zero(m, n), H(n, n);
  term.add_Phi_q({0, zero}, g);
  for (int r = 0; r < m; ++r) {
    H.setZero();
    term.add_Phi_qq({0, zero}, Vector::Unit(m, r), H);
    Row row{plan.first_row + r, static_cast<int>(entries_.size()), 0};
    for (int j = 0; j < n; ++j) {
      if (g(r, j) == 0 && H.row(j).isZero(0)) continue;
      Entry entry{G.position(row.row, global[j]), global[j], static_cast<int>(slopes_.size()), 0, g(r, j)};
      for (int k = 0; k < n; ++k)
        if (H(j, k) != 0) slopes_.push_back({global[k], row.row, K.position(global[j], global[k]), H(j, k)});
      entry.last = static_cast<int>(slopes_.size());
      entries_.push_back(entry);
      sort(entry);
    }
    row.last = static_cast<int>(entries_.size());
    rows_.push_back(row);
  }
}

void QuadraticRows::sort(const Entry& entry) {
  const Slope* s = slopes_.data() + entry.first;
  switch (entry.last - entry.first) {
    case 0:
      constant_.push_back({entry.position, entry.c});
      break;
    case 1:
      linear_.push_back({entry.position, s[0].k, entry.c, s[0].c});
      break;
    case 2:
      bilinear_.push_back({entry.position, {s[0].k, s[1].k}, entry.c, {s[0].c, s[1].c}});
      break;
    default:
      others_.push_back(entry);
  }
}

template <class Coordinate>
void QuadraticRows::set_values(double constant, const Coordinate& x, Vector& G) const {
  double* values = G.data();
  for (const Constant& e : constant_) values[e.position] = constant * e.c;
  for (const Linear& e : linear_) values[e.position] = constant * e.c + e.slope * x(e.k);
  for (const Bilinear& e : bilinear_)
    values[e.position] = constant * e.c + e.slope[0] * x(e.k[0]) + e.slope[1] * x(e.k[1]);
  const Slope* slopes = slopes_.data();
  for (const Entry& e : others_) {
    double sum = constant * e.c;
    for (int s = e.first; s < e.last; ++s) sum += slopes[s].c * x(slopes[s].k);
    values[e.position] = sum;
  }
}

void QuadraticRows::set_G(Vec q, Vector& G) const {
  set_values(
      1, [x = q.data()](int k) { return x[k]; }, G);
}

void QuadraticRows::set_mean_G(Vec q0, Vec q1, Vector& B) const {
  set_values(
      1, [x = q0.data(), y = q1.data()](int k) { return 0.5 * (x[k] + y[k]); }, B);
}

void QuadraticRows::set_mean_G_along(Vec q0, const Vector& d, Vector& B) const {
  const double *x = q0.data(), *y = d.data();
  double* values = B.data();
  for (const Constant& e : constant_) values[e.position] = e.c;
  for (const Linear& e : linear_) values[e.position] = (e.c + e.slope * x[e.k]) + 0.5 * e.slope * y[e.k];
  for (const Bilinear& e : bilinear_)
    values[e.position] = (e.c + e.slope[0] * x[e.k[0]] + e.slope[1] * x[e.k[1]]) +
                         0.5 * (e.slope[0] * y[e.k[0]] + e.slope[1] * y[e.k[1]]);
  const Slope* slopes = slopes_.data();
  for (const Entry& e : others_) {
    double start = e.c, change = 0;
    for (int s = e.first; s < e.last; ++s) {
      start += slopes[s].c * x[slopes[s].k];
      change += slopes[s].c * y[slopes[s].k];
    }
    values[e.position] = start + 0.5 * change;
  }
}

void QuadraticRows::set_rate_G(Vec v, Vector& G) const {
  set_values(
      0, [x = v.data()](int k) { return x[k]; }, G);
}

void QuadraticRows::set_mean_rate_G(Vec v0, Vec v1, Vector& G) const {
  set_values(
      0, [x = v0.data(), y = v1.data()](int k) { return 0.5 * (x[k] + y[k]); }, G);
}

void QuadraticRows::add_rate(const Vector& G, Vec v, Vector& Phi_dot) const {
  const double *values = G.data(), *x = v.data();
  for (const Row& row : rows_) {
    double sum = 0;
    for (int e = row.first; e < row.last; ++e) sum += values[entries_[e].position] * x[entries_[e].column];
    Phi_dot[row.row] += sum;
  }
}

void QuadraticRows::add_bias(Vec v, Vector& bias) const {
  const double* x = v.data();
  for (const Row& row : rows_) {
    double sum = 0;
    for (int e = row.first; e < row.last; ++e) {
      const Entry& entry = entries_[e];
      double rate = 0;
      for (int s = entry.first; s < entry.last; ++s) rate += slopes_[s].c * x[slopes_[s].k];
      sum += rate * x[entry.column];
    }
    bias[row.row] += sum;
  }
}

void QuadraticRows::add_stiffness(Vec lambda, double factor, Vector& K) const {
  const double* l = lambda.data();
  double* values = K.data();
  for (const Slope& s : slopes_) values[s.position] += factor * s.c * l[s.row];
}

}  // namespace invar
