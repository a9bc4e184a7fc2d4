#include "invar/discrete/quadratic_map.h"

#include "invar/core/local_matrix.h"
#include "invar/discrete/quadratic_map_forms.h"

#include <algorithm>
#include <cmath>

namespace invar {

namespace {

// If x is a direction of one frame (directors of a single node, no constant): that node, else -1.
int direction_of(const AffineVector& x) {
  if (x.parts.empty() || !x.constant.isZero(0)) return -1;
  for (const auto& part : x.parts)
    if (part.node != x.parts[0].node || part.slot == 0) return -1;
  return x.parts[0].node;
}

// Removes from y the directors of the frame that x is a direction of; returns their product with x, a constant.
double strip_constant_product(const AffineVector& x, AffineVector& y) {
  const int node = direction_of(x);
  if (node < 0) return 0;
  double product = 0;
  AffineVector rest(y.constant);
  for (const auto& part : y.parts) {
    if (part.node != node || part.slot == 0) {
      rest.parts.push_back(part);
      continue;
    }
    for (const auto& own : x.parts)
      if (own.slot == part.slot) product += own.factor * part.factor;
  }
  y = rest;
  return product;
}

}  // namespace

int QuadraticMap::add_row(std::string label, std::string unit) {
  labels_.push_back(std::move(label));
  units_.push_back(std::move(unit));
  return rows() - 1;
}

int QuadraticMap::time_index(const FunctionPtr& f) {
  if (!f) return -1;
  const auto found = std::find(times_.begin(), times_.end(), f);
  if (found != times_.end()) return static_cast<int>(found - times_.begin());
  times_.push_back(f);
  return static_cast<int>(times_.size()) - 1;
}

int QuadraticMap::form_index(const AffineVector& x) {
  Form form{x.constant, {}};
  for (const auto& part : x.parts) {
    auto found = std::find(nodes_.begin(), nodes_.end(), part.node);
    if (found == nodes_.end()) {
      nodes_.push_back(part.node);
      lift_.add_node(layout_->node(part.node).kind);
      found = nodes_.end() - 1;
    }
    const int slot = lift_.first_slot(static_cast<int>(found - nodes_.begin())) + part.slot;
    const auto same = std::find_if(form.parts.begin(), form.parts.end(), [&](const auto& p) { return p.slot == slot; });
    if (same != form.parts.end())
      same->factor += part.factor;
    else
      form.parts.push_back({slot, part.factor});
  }
  for (size_t i = 0; i < forms_.size(); ++i) {
    const Form& other = forms_[i];
    if (other.constant == form.constant && other.parts.size() == form.parts.size() &&
        std::equal(other.parts.begin(), other.parts.end(), form.parts.begin(),
                   [](const auto& a, const auto& b) { return a.slot == b.slot && a.factor == b.factor; }))
      return static_cast<int>(i);
  }
  forms_.push_back(std::move(form));
  return static_cast<int>(forms_.size()) - 1;
}

void QuadraticMap::add_dot(int row, const AffineVector& x, const AffineVector& y, double c, FunctionPtr f) {
  if (f && f->is_constant()) {  // a drive that stands still is no drive: the map stays free of time
    c *= f->value(0);
    f = nullptr;
  }
  AffineVector left = x, right = y;
  // Directors of one frame are orthonormal: their product is a constant, not a coupling.
  add_constant(row, c * strip_constant_product(left, right), f);
  if (direction_of(left) < 0) add_constant(row, c * strip_constant_product(right, left), f);
  const int time = time_index(f);
  if (left.parts.empty() && right.parts.empty()) {
    add_constant(row, c * left.constant.dot(right.constant), f);
  } else if (left.parts.empty()) {
    linear_.push_back({row, form_index(right), time, c * left.constant});
  } else if (right.parts.empty()) {
    linear_.push_back({row, form_index(left), time, c * right.constant});
  } else {
    const int i = form_index(left), j = form_index(right);
    bilinear_.push_back({row, i, j, time, c});
  }
}

void QuadraticMap::add_plain_dot(int row, const AffineVector& x, const AffineVector& y) {
  if (x.parts.empty() || y.parts.empty()) return add_dot(row, x, y);
  const int i = form_index(x), j = form_index(y);
  bilinear_.push_back({row, i, j, time_index(nullptr), 1.0});
}

void QuadraticMap::add_component(int row, const AffineVector& x, const Vector3& w, double c, FunctionPtr f) {
  add_dot(row, x, AffineVector(w), c, std::move(f));
}

void QuadraticMap::add_constant(int row, double c, FunctionPtr f) {
  if (f && f->is_constant()) {
    c *= f->value(0);
    f = nullptr;
  }
  if (c != 0) constant_.push_back({row, time_index(f), c});
}

QuadraticMap QuadraticMap::with_generic_times() const {
  QuadraticMap map = *this;
  for (size_t k = 0; k < times_.size(); ++k) map.times_[k] = make_constant(std::sin(1.0 + static_cast<double>(k)));
  return map;
}

double QuadraticMap::factor(int time, double t, Derivative derivative) const {
  if (time < 0) return derivative == Derivative::kValue ? 1.0 : 0.0;
  switch (derivative) {
    case Derivative::kValue:
      return times_[time]->value(t);
    case Derivative::kRate:
      return times_[time]->derivative(t);
    case Derivative::kSecondRate:
      return times_[time]->second_derivative(t);
  }
  return 0;
}

double QuadraticMap::mean_factor(int time, double t0, double t1) const {
  return time < 0 ? 1.0 : 0.5 * (times_[time]->value(t0) + times_[time]->value(t1));
}

void QuadraticMap::add_value(const Slots& z, double t, Derivative derivative, VecOut e) const {
  // Time derivatives concern only the coefficients f(t); terms without one drop out.
  const bool all = derivative == Derivative::kValue;
  for (const auto& b : bilinear_)
    if (all || b.time >= 0)
      e[b.row] += b.c * factor(b.time, t, derivative) * form_value(forms_[b.x], z).dot(form_value(forms_[b.y], z));
  for (const auto& a : linear_)
    if (all || a.time >= 0) e[a.row] += factor(a.time, t, derivative) * a.w.dot(form_value(forms_[a.x], z));
  for (const auto& c : constant_)
    if (all || c.time >= 0) e[c.row] += c.c * factor(c.time, t, derivative);
}

void QuadraticMap::add_e(double t, Vec q, VecOut e) const {
  if (compiled_) return add_compiled_value(q, e);
  Slots z;
  lift_.fill(q, z);
  add_value(z, t, Derivative::kValue, e);
}

void QuadraticMap::add_e_t(double t, Vec q, VecOut e_t) const {
  if (!rheonomic()) return;
  Slots z;
  lift_.fill(q, z);
  add_value(z, t, Derivative::kRate, e_t);
}

void QuadraticMap::add_e_q(double t, Vec q, MatOut J) const {
  if (compiled_) return add_compiled_e_q(q, J);
  Slots z;
  lift_.fill(q, z);
  for (const auto& b : bilinear_) {
    const double c = b.c * factor(b.time, t);
    const Vector3 x = c * form_value(forms_[b.x], z), y = c * form_value(forms_[b.y], z);
    for (const auto& part : forms_[b.x].parts) lift_.pull(part.slot, q, part.factor * y, J.row(b.row));
    for (const auto& part : forms_[b.y].parts) lift_.pull(part.slot, q, part.factor * x, J.row(b.row));
  }
  for (const auto& a : linear_) {
    const Vector3 w = factor(a.time, t) * a.w;
    for (const auto& part : forms_[a.x].parts) lift_.pull(part.slot, q, part.factor * w, J.row(a.row));
  }
}

void QuadraticMap::add_weighted_e_q(double t, Vec q, Vec weight, VecOut g) const {
  if (compiled_) return add_compiled_weighted_e_q(q, weight, g);
  LocalMatrix J = Matrix::Zero(rows(), size());
  add_e_q(t, q, J);
  g.noalias() += J.transpose().lazyProduct(weight);
}

void QuadraticMap::add_rate_q(double t, Vec q, Vec v, MatOut R) const {
  if (compiled_) return add_compiled_rate_q(v, R);
  LocalMatrix H(size(), size());
  LocalVector unit = Vector::Zero(rows());
  for (int i = 0; i < rows(); ++i) {
    unit[i] = 1;
    H.setZero();
    add_e_qq(t, q, unit, H);
    R.row(i) += v.transpose().lazyProduct(H);
    unit[i] = 0;
  }
}

void QuadraticMap::add_bias(double t, Vec q, Vec v, VecOut bias) const {
  if (compiled_) return add_compiled_bias(v, bias);
  Slots z, zd, zdd;
  lift_.fill(q, z);
  lift_.fill_rates(q, v, zd);
  for (int k = 0; k < lift_.slots(); ++k) zdd[k] = lift_.second_rate(k, q, v);
  for (const auto& b : bilinear_) {
    const Form &x = forms_[b.x], &y = forms_[b.y];
    const double f = factor(b.time, t), fd = factor(b.time, t, Derivative::kRate);
    const Vector3 xv = form_value(x, z), yv = form_value(y, z), xd = form_rate(x, zd), yd = form_rate(y, zd);
    bias[b.row] += b.c * f * (2 * xd.dot(yd) + form_rate(x, zdd).dot(yv) + xv.dot(form_rate(y, zdd))) +
                   2 * b.c * fd * (xd.dot(yv) + xv.dot(yd));
  }
  for (const auto& a : linear_) {
    const Form& x = forms_[a.x];
    bias[a.row] += factor(a.time, t) * a.w.dot(form_rate(x, zdd)) +
                   2 * factor(a.time, t, Derivative::kRate) * a.w.dot(form_rate(x, zd));
  }
  add_value(z, t, Derivative::kSecondRate, bias);
}

void QuadraticMap::add_e_q_bar(double t0, Vec q0, double t1, Vec q1, MatOut J) const {
  if (compiled_) {
    const LocalVector qm = 0.5 * (q0 + q1);
    return add_compiled_e_q(qm, J);
  }
  Slots z0, z1;
  lift_.fill(q0, z0);
  lift_.fill(q1, z1);
  for (const auto& b : bilinear_) {  // (Q2)
    const double c = 0.5 * b.c * mean_factor(b.time, t0, t1);
    const Vector3 x = c * (form_value(forms_[b.x], z0) + form_value(forms_[b.x], z1));
    const Vector3 y = c * (form_value(forms_[b.y], z0) + form_value(forms_[b.y], z1));
    for (const auto& part : forms_[b.x].parts) lift_.pull_bar(part.slot, q0, q1, part.factor * y, J.row(b.row));
    for (const auto& part : forms_[b.y].parts) lift_.pull_bar(part.slot, q0, q1, part.factor * x, J.row(b.row));
  }
  for (const auto& a : linear_) {
    const Vector3 w = mean_factor(a.time, t0, t1) * a.w;
    for (const auto& part : forms_[a.x].parts) lift_.pull_bar(part.slot, q0, q1, part.factor * w, J.row(a.row));
  }
}

void QuadraticMap::add_weighted_e_q_bar(double t0, Vec q0, double t1, Vec q1, Vec weight, VecOut g) const {
  if (compiled_) {
    const LocalVector qm = 0.5 * (q0 + q1);
    return add_weighted_e_q(0, qm, weight, g);
  }
  LocalMatrix J = Matrix::Zero(rows(), size());
  add_e_q_bar(t0, q0, t1, q1, J);
  g.noalias() += J.transpose().lazyProduct(weight);
}

void QuadraticMap::add_e_t_bar(double t0, Vec q0, double t1, Vec q1, VecOut e_t) const {
  if (!rheonomic()) return;
  Slots z0, z1;
  lift_.fill(q0, z0);
  lift_.fill(q1, z1);
  const auto increment = [&](int time) { return times_[time]->value(t1) - times_[time]->value(t0); };
  for (const auto& b : bilinear_) {  // (Q3)
    if (b.time < 0) continue;
    const Form &x = forms_[b.x], &y = forms_[b.y];
    e_t[b.row] += 0.5 * b.c * increment(b.time) *
                  (form_value(x, z0).dot(form_value(y, z0)) + form_value(x, z1).dot(form_value(y, z1)));
  }
  for (const auto& a : linear_) {
    if (a.time < 0) continue;
    e_t[a.row] += 0.5 * increment(a.time) * a.w.dot(form_value(forms_[a.x], z0) + form_value(forms_[a.x], z1));
  }
  for (const auto& c : constant_)
    if (c.time >= 0) e_t[c.row] += c.c * increment(c.time);
}

namespace {

// K += c (dz_k/dq)^T (dz_l/dq): each factor is a block of the identity, or one column for a rotating director.
void add_slot_product(const Lift& lift, int k, int l, double c, const Vector3& left, const Vector3& right, MatOut K) {
  const auto& sk = lift.slot(k);
  const auto& sl = lift.slot(l);
  if (sk.director == 0 && sl.director == 0) {
    const int d = std::min(sk.dimension, sl.dimension);
    for (int i = 0; i < d; ++i) K(sk.offset + i, sl.offset + i) += c;
  } else if (sk.director == 0) {
    for (int i = 0; i < sk.dimension; ++i) K(sk.offset + i, sl.offset) += c * right[i];
  } else if (sl.director == 0) {
    for (int i = 0; i < sl.dimension; ++i) K(sk.offset, sl.offset + i) += c * left[i];
  } else {
    K(sk.offset, sl.offset) += c * left.dot(right);
  }
}

}  // namespace

void QuadraticMap::add_e_qq(double t, Vec q, Vec weight, MatOut K) const {
  if (compiled_) {
    for (const auto& s : curvature_) K(s.j, s.k) += s.c * weight[s.row];
    return;
  }
  Slots z;
  lift_.fill(q, z);
  const auto column = [&](int k) -> Vector3 {
    const auto& s = lift_.slot(k);
    return s.director ? Lift::director_derivative(s.director, q[s.offset]) : Vector3::Zero();
  };
  const auto add_curvature = [&](int k, const Vector3& g) {
    const auto& s = lift_.slot(k);
    if (s.director) K(s.offset, s.offset) -= g.dot(z[k]);
  };
  for (const auto& b : bilinear_) {
    const Form &x = forms_[b.x], &y = forms_[b.y];
    const double c = weight[b.row] * b.c * factor(b.time, t);
    for (const auto& p : x.parts)
      for (const auto& r : y.parts) {
        add_slot_product(lift_, p.slot, r.slot, c * p.factor * r.factor, column(p.slot), column(r.slot), K);
        add_slot_product(lift_, r.slot, p.slot, c * p.factor * r.factor, column(r.slot), column(p.slot), K);
      }
    const Vector3 xv = form_value(x, z), yv = form_value(y, z);
    for (const auto& p : x.parts) add_curvature(p.slot, c * p.factor * yv);
    for (const auto& p : y.parts) add_curvature(p.slot, c * p.factor * xv);
  }
  for (const auto& a : linear_)
    for (const auto& p : forms_[a.x].parts) add_curvature(p.slot, weight[a.row] * factor(a.time, t) * p.factor * a.w);
}

void QuadraticMap::add_e_q_bar_tangent(double t0, Vec q0, double t1, Vec q1, Vec weight, MatOut K) const {
  if (compiled_) {
    for (const auto& s : curvature_) K(s.j, s.k) += 0.5 * s.c * weight[s.row];
    return;
  }
  Slots z0, z1;
  lift_.fill(q0, z0);
  lift_.fill(q1, z1);
  const auto left = [&](int k) -> Vector3 {
    const auto& s = lift_.slot(k);
    return s.director ? Lift::director_derivative_bar(s.director, q0[s.offset], q1[s.offset]) : Vector3::Zero();
  };
  const auto right = [&](int k) -> Vector3 {
    const auto& s = lift_.slot(k);
    return s.director ? Lift::director_derivative(s.director, q1[s.offset]) : Vector3::Zero();
  };
  const auto add_curvature = [&](int k, const Vector3& g) {
    const auto& s = lift_.slot(k);
    if (s.director)
      K(s.offset, s.offset) += g.dot(Lift::director_derivative_bar_tangent(s.director, q0[s.offset], q1[s.offset]));
  };
  for (const auto& b : bilinear_) {
    const Form &x = forms_[b.x], &y = forms_[b.y];
    const double c = 0.5 * weight[b.row] * b.c * mean_factor(b.time, t0, t1);
    for (const auto& p : x.parts)
      for (const auto& r : y.parts) {
        add_slot_product(lift_, p.slot, r.slot, c * p.factor * r.factor, left(p.slot), right(r.slot), K);
        add_slot_product(lift_, r.slot, p.slot, c * p.factor * r.factor, left(r.slot), right(p.slot), K);
      }
    const Vector3 xv = form_value(x, z0) + form_value(x, z1), yv = form_value(y, z0) + form_value(y, z1);
    for (const auto& p : x.parts) add_curvature(p.slot, c * p.factor * yv);
    for (const auto& p : y.parts) add_curvature(p.slot, c * p.factor * xv);
  }
  for (const auto& a : linear_)
    for (const auto& p : forms_[a.x].parts)
      add_curvature(p.slot, weight[a.row] * mean_factor(a.time, t0, t1) * p.factor * a.w);
}

}  // namespace invar
