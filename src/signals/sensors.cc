#include "invar/signals/sensors.h"

#include <algorithm>
#include <cmath>

#include "invar/discrete/length_law.h"

namespace invar {

int Sensors::place(int node) {
  const auto found = std::find(nodes_.begin(), nodes_.end(), node);
  if (found != nodes_.end()) return offsets_[static_cast<std::size_t>(found - nodes_.begin())];
  nodes_.push_back(node);
  offsets_.push_back(size_);
  size_ += node_size(layout_->node(node).kind);
  return offsets_.back();
}

int Sensors::add(const std::string& key, const std::function<void(QuadraticMap&, int row)>& add_row, bool is_root) {
  if (const auto found = std::find(keys_.begin(), keys_.end(), key); found != keys_.end())
    return static_cast<int>(found - keys_.begin());
  const int row = map_.add_row(key);
  add_row(map_, row);
  keys_.push_back(key);
  is_root_.push_back(is_root);
  map_index_.clear();
  for (const int node : map_.nodes()) {
    const int first = place(node);
    for (int i = 0; i < node_size(layout_->node(node).kind); ++i) map_index_.push_back(first + i);
  }
  return row;
}

int Sensors::add_turn(int node, int axis, bool in_body) {
  for (std::size_t i = 0; i < turns_.size(); ++i)
    if (turns_[i].node == node && turns_[i].axis == axis && turns_[i].in_body == in_body) return static_cast<int>(i);
  turns_.push_back({node, axis, in_body, place(node)});
  return turns() - 1;
}

void Sensors::gather(Vec q, LocalVector& of_map) const {
  of_map.resize(static_cast<Eigen::Index>(map_index_.size()));
  for (std::size_t i = 0; i < map_index_.size(); ++i) of_map[static_cast<Eigen::Index>(i)] = q[map_index_[i]];
}

void Sensors::scatter(const LocalMatrix& of_map, MatOut J) const {
  J.setZero();
  for (std::size_t i = 0; i < map_index_.size(); ++i) J.col(map_index_[i]) = of_map.col(static_cast<Eigen::Index>(i));
}

SensorValues Sensors::calc(Vec q, Vec v) const {
  SensorValues out{LocalVector(count()), LocalVector(count()), LocalVector(turns())};
  calc_s(q, out.s);
  LocalMatrix S = Matrix::Zero(count(), size_);
  calc_s_q(q, out.s, S);
  out.r = S.lazyProduct(v);
  calc_turns(q, v, out.turns);
  return out;
}

SensorValues Sensors::calc_rates(Vec q, Vec v, Vec a) const {
  const SensorValues at = calc(q, v);
  SensorValues out{at.r, LocalVector(count()), LocalVector(turns())};
  LocalMatrix S = Matrix::Zero(count(), size_), R = S, W_q = Matrix::Zero(turns(), size_), W_v = W_q;
  calc_s_q(q, at.s, S);
  calc_rate_q(q, v, at.s, S, R);
  out.r = R.lazyProduct(v);
  out.r += S.lazyProduct(a);
  calc_turns_q_v(q, v, W_q, W_v);
  out.turns = W_q.lazyProduct(v);
  out.turns += W_v.lazyProduct(a);
  return out;
}

SensorValues Sensors::calc_across(Vec q0, Vec q1, double h) const {
  SensorValues out{LocalVector(count()), LocalVector(count()), LocalVector(turns())};
  LocalVector s0(count()), s1(count());
  calc_s(q0, s0);
  calc_s(q1, s1);
  out.s = 0.5 * (s0 + s1);
  out.r = (s1 - s0) / h;
  if (turns() > 0) {
    const LocalVector q_m = 0.5 * (q0 + q1), v_m = (q1 - q0) / h;
    calc_turns(q_m, v_m, out.turns);
  }
  return out;
}

void Sensors::calc_s(Vec q, VecOut s) const {
  s.setZero();
  if (count() == 0) return;
  LocalVector x;
  gather(q, x);
  map_.add_e(0, x, s);
  for (int i = 0; i < count(); ++i)
    if (is_root_[static_cast<std::size_t>(i)]) s[i] = calc_length(s[i]);
}

// Of a root s = sqrt(e): s_q = e_q/(2 s).
void Sensors::calc_s_q(Vec q, Vec s, MatOut S) const {
  if (count() == 0) return;
  LocalVector x;
  gather(q, x);
  LocalMatrix J = Matrix::Zero(count(), x.size());
  map_.add_e_q(0, x, J);
  for (int i = 0; i < count(); ++i)
    if (is_root_[static_cast<std::size_t>(i)]) J.row(i) *= s[i] > kZeroLength ? 0.5 / s[i] : 0.0;
  scatter(J, S);
}

// Of a root: (e_q v)_q/(2 s) - (s_q v) s_q/s.
void Sensors::calc_rate_q(Vec q, Vec v, Vec s, const LocalMatrix& S, MatOut R) const {
  if (count() == 0) return;
  LocalVector x, x_dot;
  gather(q, x);
  gather(v, x_dot);
  LocalMatrix J = Matrix::Zero(count(), x.size());
  map_.add_rate_q(0, x, x_dot, J);
  for (int i = 0; i < count(); ++i)
    if (is_root_[static_cast<std::size_t>(i)]) J.row(i) *= s[i] > kZeroLength ? 0.5 / s[i] : 0.0;
  scatter(J, R);
  for (int i = 0; i < count(); ++i)
    if (is_root_[static_cast<std::size_t>(i)] && s[i] > kZeroLength) R.row(i) -= (S.row(i).dot(v) / s[i]) * S.row(i);
}

// omega = 1/2 sum d_i x d_i' in world axes; along body axis k it is (d_j' . d_i - d_i' . d_j)/2 with (i, j, k) cyclic... of
// which the sign follows from d_i' = omega x d_i: omega . d_k = d_i' . d_j = -d_j' . d_i.
void Sensors::calc_turns(Vec q, Vec v, VecOut r) const {
  for (int n = 0; n < turns(); ++n) {
    const Turn& turn = turns_[static_cast<std::size_t>(n)];
    const auto d = [&](int i) { return q.segment<3>(turn.offset + 3 + 3 * i); };
    const auto rate = [&](int i) { return v.segment<3>(turn.offset + 3 + 3 * i); };
    if (turn.in_body) {
      const int i = (turn.axis + 1) % 3, j = (turn.axis + 2) % 3;
      r[n] = 0.5 * (rate(i).dot(d(j)) - rate(j).dot(d(i)));
    } else {
      const int i = (turn.axis + 1) % 3, j = (turn.axis + 2) % 3;
      double sum = 0;
      for (int k = 0; k < 3; ++k) sum += d(k)[i] * rate(k)[j] - d(k)[j] * rate(k)[i];
      r[n] = 0.5 * sum;
    }
  }
}

void Sensors::calc_turns_q_v(Vec q, Vec v, MatOut by_q, MatOut by_v) const {
  by_q.setZero();
  by_v.setZero();
  for (int n = 0; n < turns(); ++n) {
    const Turn& turn = turns_[static_cast<std::size_t>(n)];
    const auto at = [&](int k) { return turn.offset + 3 + 3 * k; };
    const int i = (turn.axis + 1) % 3, j = (turn.axis + 2) % 3;
    if (turn.in_body) {
      by_v.block<1, 3>(n, at(i)) += 0.5 * q.segment<3>(at(j)).transpose();
      by_v.block<1, 3>(n, at(j)) -= 0.5 * q.segment<3>(at(i)).transpose();
      by_q.block<1, 3>(n, at(j)) += 0.5 * v.segment<3>(at(i)).transpose();
      by_q.block<1, 3>(n, at(i)) -= 0.5 * v.segment<3>(at(j)).transpose();
    } else {
      for (int k = 0; k < 3; ++k) {
        by_v(n, at(k) + j) += 0.5 * q[at(k) + i];
        by_v(n, at(k) + i) -= 0.5 * q[at(k) + j];
        by_q(n, at(k) + i) += 0.5 * v[at(k) + j];
        by_q(n, at(k) + j) -= 0.5 * v[at(k) + i];
      }
    }
  }
}

}  // namespace invar
