#include "invar/discrete/quadratic_map.h"

#include <algorithm>

namespace invar {

int QuadraticMap::add_row(std::string label) {
  labels_.push_back(std::move(label));
  return rows() - 1;
}

int QuadraticMap::time_index(const FunctionPtr& f) {
  if (!f) return -1;
  const auto found = std::find(times_.begin(), times_.end(), f);
  if (found != times_.end()) return static_cast<int>(found - times_.begin());
  times_.push_back(f);
  return static_cast<int>(times_.size()) - 1;
}

int QuadraticMap::slot(const AffineVector::Part& part) {
  auto found = std::find(nodes_.begin(), nodes_.end(), part.node);
  if (found == nodes_.end()) {
    nodes_.push_back(part.node);
    lift_.add_node(layout_->node(part.node).kind);
    found = nodes_.end() - 1;
  }
  return lift_.first_slot(static_cast<int>(found - nodes_.begin())) + part.slot;
}

void QuadraticMap::add_bilinear(int row, int k, int l, double c, int time) {
  if (k > l) std::swap(k, l);
  for (auto& term : bilinear_) {
    if (term.row == row && term.k == k && term.l == l && term.time == time) {
      term.c += c;
      return;
    }
  }
  bilinear_.push_back({row, k, l, time, c});
}

void QuadraticMap::add_linear(int row, int k, const Vector3& w, int time) {
  if (w.isZero(0)) return;
  for (auto& term : linear_) {
    if (term.row == row && term.k == k && term.time == time) {
      term.w += w;
      return;
    }
  }
  linear_.push_back({row, k, time, w});
}

void QuadraticMap::add_dot(int row, const AffineVector& x, const AffineVector& y, double c, FunctionPtr f) {
  if (f && f->is_constant()) {  // a drive that stands still is no drive: the map stays free of time
    c *= f->value(0);
    f = nullptr;
  }
  const int time = time_index(f);
  for (const auto& a : x.parts) {
    const int k = slot(a);
    add_linear(row, k, c * a.factor * y.constant, time);
    for (const auto& b : y.parts) {
      if (a.node == b.node && a.slot > 0 && b.slot > 0) {
        // Directors of one frame are orthonormal: their product is a constant, not a coupling.
        add_constant(row, a.slot == b.slot ? c * a.factor * b.factor : 0.0, f);
      } else {
        add_bilinear(row, k, slot(b), c * a.factor * b.factor, time);
      }
    }
  }
  for (const auto& b : y.parts) add_linear(row, slot(b), c * b.factor * x.constant, time);
  add_constant(row, c * x.constant.dot(y.constant), f);
}

void QuadraticMap::add_component(int row, const AffineVector& x, const Vector3& w, double c, FunctionPtr f) {
  add_dot(row, x, AffineVector(w), c, std::move(f));
}

void QuadraticMap::add_constant(int row, double c, FunctionPtr f) {
  if (f && f->is_constant()) {
    c *= f->value(0);
    f = nullptr;
  }
  if (c == 0) return;
  const int time = time_index(f);
  for (auto& term : constant_) {
    if (term.row == row && term.time == time) {
      term.c += c;
      return;
    }
  }
  constant_.push_back({row, time, c});
}

double QuadraticMap::factor(int time, double t, Derivative derivative) const {
  if (time < 0) return derivative == Derivative::kValue ? 1.0 : 0.0;
  switch (derivative) {
    case Derivative::kValue: return times_[time]->value(t);
    case Derivative::kRate: return times_[time]->derivative(t);
    case Derivative::kSecondRate: return times_[time]->second_derivative(t);
  }
  return 0;
}

double QuadraticMap::mean_factor(int time, double t0, double t1) const {
  return time < 0 ? 1.0 : 0.5 * (times_[time]->value(t0) + times_[time]->value(t1));
}

void QuadraticMap::add_value_of_slots(const Slots& z, double t, Derivative derivative, double scale, VecOut e) const {
  // Time derivatives concern only the coefficients f(t); terms without one drop out.
  const bool all = derivative == Derivative::kValue;
  for (const auto& b : bilinear_)
    if (all || b.time >= 0) e[b.row] += scale * b.c * factor(b.time, t, derivative) * z[b.k].dot(z[b.l]);
  for (const auto& a : linear_)
    if (all || a.time >= 0) e[a.row] += scale * factor(a.time, t, derivative) * a.w.dot(z[a.k]);
  for (const auto& c : constant_)
    if (all || c.time >= 0) e[c.row] += scale * c.c * factor(c.time, t, derivative);
}

void QuadraticMap::add_e(double t, Vec q, VecOut e) const {
  Slots z;
  lift_.fill(q, z);
  add_value_of_slots(z, t, Derivative::kValue, 1, e);
}

void QuadraticMap::add_e_t(double t, Vec q, VecOut e_t) const {
  if (!rheonomic()) return;
  Slots z;
  lift_.fill(q, z);
  add_value_of_slots(z, t, Derivative::kRate, 1, e_t);
}

void QuadraticMap::add_e_q(double t, Vec q, MatOut J) const {
  Slots z;
  lift_.fill(q, z);
  for (const auto& b : bilinear_) {
    const double c = b.c * factor(b.time, t);
    lift_.pull(b.k, q, c * z[b.l], J.row(b.row));
    lift_.pull(b.l, q, c * z[b.k], J.row(b.row));
  }
  for (const auto& a : linear_) lift_.pull(a.k, q, factor(a.time, t) * a.w, J.row(a.row));
}

void QuadraticMap::add_bias(double t, Vec q, Vec v, VecOut bias) const {
  Slots z, zd;
  lift_.fill(q, z);
  lift_.fill_rates(q, v, zd);
  for (const auto& b : bilinear_) {
    const double f = factor(b.time, t), fd = factor(b.time, t, Derivative::kRate);
    const Vector3 zdd_k = lift_.second_rate(b.k, q, v), zdd_l = lift_.second_rate(b.l, q, v);
    bias[b.row] += b.c * f * (2 * zd[b.k].dot(zd[b.l]) + zdd_k.dot(z[b.l]) + z[b.k].dot(zdd_l)) +
                   2 * b.c * fd * (zd[b.k].dot(z[b.l]) + z[b.k].dot(zd[b.l]));
  }
  for (const auto& a : linear_) {
    bias[a.row] += factor(a.time, t) * a.w.dot(lift_.second_rate(a.k, q, v)) +
                   2 * factor(a.time, t, Derivative::kRate) * a.w.dot(zd[a.k]);
  }
  add_value_of_slots(z, t, Derivative::kSecondRate, 1, bias);
}

void QuadraticMap::add_e_q_bar(double t0, Vec q0, double t1, Vec q1, MatOut J) const {
  Slots z0, z1;
  lift_.fill(q0, z0);
  lift_.fill(q1, z1);
  for (const auto& b : bilinear_) {  // (Q2)
    const double c = 0.5 * b.c * mean_factor(b.time, t0, t1);
    lift_.pull_bar(b.k, q0, q1, c * (z0[b.l] + z1[b.l]), J.row(b.row));
    lift_.pull_bar(b.l, q0, q1, c * (z0[b.k] + z1[b.k]), J.row(b.row));
  }
  for (const auto& a : linear_) lift_.pull_bar(a.k, q0, q1, mean_factor(a.time, t0, t1) * a.w, J.row(a.row));
}

void QuadraticMap::add_e_t_bar(double t0, Vec q0, double t1, Vec q1, VecOut e_t) const {
  if (!rheonomic()) return;
  Slots z0, z1;
  lift_.fill(q0, z0);
  lift_.fill(q1, z1);
  for (const auto& b : bilinear_) {  // (Q3)
    if (b.time < 0) continue;
    const double df = times_[b.time]->value(t1) - times_[b.time]->value(t0);
    e_t[b.row] += 0.5 * b.c * df * (z0[b.k].dot(z0[b.l]) + z1[b.k].dot(z1[b.l]));
  }
  for (const auto& a : linear_) {
    if (a.time < 0) continue;
    e_t[a.row] += 0.5 * (times_[a.time]->value(t1) - times_[a.time]->value(t0)) * a.w.dot(z0[a.k] + z1[a.k]);
  }
  for (const auto& c : constant_)
    if (c.time >= 0) e_t[c.row] += c.c * (times_[c.time]->value(t1) - times_[c.time]->value(t0));
}

namespace {

// K += c (dz_k/dq)^T (dz_l/dq) with the left factor given by `left` and the right one at q: both are either a block of
// the identity or one column (rotating director).
template <class Left>
void add_slot_product(const Lift& lift, int k, int l, double c, const Left& left_column, Vec q, MatOut K) {
  const auto& sk = lift.slot(k);
  const auto& sl = lift.slot(l);
  const Vector3 right = sl.director ? Lift::director_derivative(sl.director, q[sl.offset]) : Vector3::Zero();
  if (sk.director == 0 && sl.director == 0) {
    const int d = std::min(sk.dimension, sl.dimension);
    for (int i = 0; i < d; ++i) K(sk.offset + i, sl.offset + i) += c;
  } else if (sk.director == 0) {
    for (int i = 0; i < sk.dimension; ++i) K(sk.offset + i, sl.offset) += c * right[i];
  } else if (sl.director == 0) {
    for (int i = 0; i < sl.dimension; ++i) K(sk.offset, sl.offset + i) += c * left_column[i];
  } else {
    K(sk.offset, sl.offset) += c * left_column.dot(right);
  }
}

}  // namespace

void QuadraticMap::add_e_qq(double t, Vec q, Vec weight, MatOut K) const {
  Slots z;
  lift_.fill(q, z);
  const auto column = [&](int k) {
    const auto& s = lift_.slot(k);
    return s.director ? Lift::director_derivative(s.director, q[s.offset]) : Vector3(Vector3::Zero());
  };
  const auto add_curvature = [&](int k, const Vector3& g) {
    const auto& s = lift_.slot(k);
    if (s.director) K(s.offset, s.offset) -= g.dot(z[k]);
  };
  for (const auto& b : bilinear_) {
    const double c = weight[b.row] * b.c * factor(b.time, t);
    add_slot_product(lift_, b.k, b.l, c, column(b.k), q, K);
    add_slot_product(lift_, b.l, b.k, c, column(b.l), q, K);
    add_curvature(b.k, c * z[b.l]);
    add_curvature(b.l, c * z[b.k]);
  }
  for (const auto& a : linear_) add_curvature(a.k, weight[a.row] * factor(a.time, t) * a.w);
}

void QuadraticMap::add_e_q_bar_tangent(double t0, Vec q0, double t1, Vec q1, Vec weight, MatOut K) const {
  Slots z0, z1;
  lift_.fill(q0, z0);
  lift_.fill(q1, z1);
  const auto column = [&](int k) {
    const auto& s = lift_.slot(k);
    return s.director ? Lift::director_derivative_bar(s.director, q0[s.offset], q1[s.offset]) : Vector3(Vector3::Zero());
  };
  const auto add_curvature = [&](int k, const Vector3& g) {
    const auto& s = lift_.slot(k);
    if (s.director)
      K(s.offset, s.offset) += g.dot(Lift::director_derivative_bar_tangent(s.director, q0[s.offset], q1[s.offset]));
  };
  for (const auto& b : bilinear_) {
    const double c = 0.5 * weight[b.row] * b.c * mean_factor(b.time, t0, t1);
    add_slot_product(lift_, b.k, b.l, c, column(b.k), q1, K);
    add_slot_product(lift_, b.l, b.k, c, column(b.l), q1, K);
    add_curvature(b.k, c * (z0[b.l] + z1[b.l]));
    add_curvature(b.l, c * (z0[b.k] + z1[b.k]));
  }
  for (const auto& a : linear_) add_curvature(a.k, weight[a.row] * mean_factor(a.time, t0, t1) * a.w);
}

}  // namespace invar
