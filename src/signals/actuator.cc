#include "invar/signals/actuator.h"

#include <algorithm>

#include "invar/core/local_matrix.h"
#include "invar/discrete/length_law.h"

namespace invar {

namespace {

class MapActuator final : public Actuator {
 public:
  explicit MapActuator(QuadraticMap map) : map_(std::move(map)) { map_.compile(); }
  int efforts() const override { return map_.rows(); }
  const std::vector<int>& nodes() const override { return map_.nodes(); }
  void add_D(Vec q, MatOut D) const override {
    LocalMatrix J = Matrix::Zero(map_.rows(), map_.size());
    map_.add_e_q(0, q, J);
    D += J.transpose();
  }
  void add_Q_q(Vec q, Vec u, MatOut K) const override { map_.add_e_qq(0, q, u, K); }
  void add_D_bar(Vec q0, Vec q1, MatOut D) const override {
    LocalMatrix J = Matrix::Zero(map_.rows(), map_.size());
    map_.add_e_q_bar(0, q0, 0, q1, J);
    D += J.transpose();
  }
  void add_Q_bar_tangent(Vec q0, Vec q1, Vec u, MatOut K) const override {
    map_.add_e_q_bar_tangent(0, q0, 0, q1, u, K);
  }

 private:
  QuadraticMap map_;
};

// With e the squared length: D = -e_q/(2 l), D_bar = -e_q_bar/(l0 + l1).
class TensionActuator final : public Actuator {
 public:
  explicit TensionActuator(QuadraticMap map) : map_(std::move(map)) { map_.compile(); }
  int efforts() const override { return 1; }
  const std::vector<int>& nodes() const override { return map_.nodes(); }
  void add_D(Vec q, MatOut D) const override {
    LocalMatrix J = Matrix::Zero(1, map_.size());
    map_.add_e_q(0, q, J);
    D -= J.transpose() / (2 * length(q));
  }
  void add_Q_q(Vec q, Vec u, MatOut K) const override {
    const double l = length(q);
    LocalMatrix J = Matrix::Zero(1, map_.size());
    map_.add_e_q(0, q, J);
    LocalVector weight(1);
    weight[0] = -u[0] / (2 * l);
    map_.add_e_qq(0, q, weight, K);
    K += u[0] / (4 * l * l * l) * J.row(0).transpose().lazyProduct(J.row(0));
  }
  void add_D_bar(Vec q0, Vec q1, MatOut D) const override {
    LocalMatrix J = Matrix::Zero(1, map_.size());
    map_.add_e_q_bar(0, q0, 0, q1, J);
    D -= J.transpose() / (length(q0) + length(q1));
  }
  void add_Q_bar_tangent(Vec q0, Vec q1, Vec u, MatOut K) const override {
    const double l1 = length(q1), sum = length(q0) + l1;
    LocalMatrix J = Matrix::Zero(1, map_.size()), J1 = J;
    map_.add_e_q_bar(0, q0, 0, q1, J);
    map_.add_e_q(0, q1, J1);
    LocalVector weight(1);
    weight[0] = -u[0] / sum;
    map_.add_e_q_bar_tangent(0, q0, 0, q1, weight, K);
    K += u[0] / (2 * l1 * sum * sum) * J.row(0).transpose().lazyProduct(J1.row(0));
  }

 private:
  double length(Vec q) const {
    LocalVector e = Vector::Zero(1);
    map_.add_e(0, q, e);
    return std::max(calc_length(e[0]), kZeroLength);
  }
  QuadraticMap map_;
};

class SlotActuator final : public Actuator {
 public:
  SlotActuator(std::vector<SlotForce> forces, const Layout& layout) : forces_(std::move(forces)) {
    std::vector<int> offsets;
    for (const SlotForce& force : forces_)
      for (const int node : force.nodes())
        if (std::find(nodes_.begin(), nodes_.end(), node) == nodes_.end()) {
          nodes_.push_back(node);
          offsets.push_back(size_);
          size_ += node_size(layout.node(node).kind);
        }
    for (const SlotForce& force : forces_) {
      auto& index = index_.emplace_back();
      for (const int node : force.nodes()) {
        const auto at = std::find(nodes_.begin(), nodes_.end(), node) - nodes_.begin();
        for (int i = 0; i < node_size(layout.node(node).kind); ++i)
          index.push_back(offsets[static_cast<std::size_t>(at)] + i);
      }
    }
  }
  int efforts() const override { return static_cast<int>(forces_.size()); }
  const std::vector<int>& nodes() const override { return nodes_; }
  void add_D(Vec q, MatOut D) const override {
    for_each([&](std::size_t k, const auto& take) {
      const LocalVector x = take(q), none = Vector::Zero(x.size());
      LocalVector Q = Vector::Zero(x.size());
      forces_[k].add_Q({0, x, none}, Q);
      add_column(k, Q, D);
    });
  }
  void add_Q_q(Vec q, Vec u, MatOut K) const override {
    for_each([&](std::size_t k, const auto& take) {
      const LocalVector x = take(q), none = Vector::Zero(x.size());
      LocalMatrix own = Matrix::Zero(x.size(), x.size());
      forces_[k].add_Q_q({0, x, none}, own);
      add_block(k, u[static_cast<Eigen::Index>(k)], own, K);
    });
  }
  void add_D_bar(Vec q0, Vec q1, MatOut D) const override {
    for_each([&](std::size_t k, const auto& take) {
      const LocalVector x0 = take(q0), x1 = take(q1);
      LocalVector Q = Vector::Zero(x0.size());
      forces_[k].add_Q_bar({0, 1, x0, x1}, Q);
      add_column(k, Q, D);
    });
  }
  void add_Q_bar_tangent(Vec q0, Vec q1, Vec u, MatOut K) const override {
    for_each([&](std::size_t k, const auto& take) {
      const LocalVector x0 = take(q0), x1 = take(q1);
      LocalMatrix own = Matrix::Zero(x0.size(), x0.size());
      forces_[k].add_Q_bar_tangent({0, 1, x0, x1}, own);
      add_block(k, u[static_cast<Eigen::Index>(k)], own, K);
    });
  }

 private:
  template <class Use>
  void for_each(const Use& use) const {
    for (std::size_t k = 0; k < forces_.size(); ++k)
      use(k, [&](Vec q) {
        LocalVector x(static_cast<Eigen::Index>(index_[k].size()));
        for (std::size_t i = 0; i < index_[k].size(); ++i) x[static_cast<Eigen::Index>(i)] = q[index_[k][i]];
        return x;
      });
  }
  void add_column(std::size_t k, const LocalVector& Q, MatOut D) const {
    for (std::size_t i = 0; i < index_[k].size(); ++i)
      D(index_[k][i], static_cast<Eigen::Index>(k)) += Q[static_cast<Eigen::Index>(i)];
  }
  void add_block(std::size_t k, double u, const LocalMatrix& own, MatOut K) const {
    const auto& index = index_[k];
    for (std::size_t j = 0; j < index.size(); ++j)
      for (std::size_t i = 0; i < index.size(); ++i)
        K(index[i], index[j]) += u * own(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
  }

  std::vector<SlotForce> forces_;
  std::vector<std::vector<int>> index_;  // of the coordinates of each force among those of all nodes
  std::vector<int> nodes_;
  int size_ = 0;
};

}  // namespace

std::unique_ptr<Actuator> make_map_actuator(QuadraticMap map) { return std::make_unique<MapActuator>(std::move(map)); }
std::unique_ptr<Actuator> make_tension_actuator(QuadraticMap map) {
  return std::make_unique<TensionActuator>(std::move(map));
}
std::unique_ptr<Actuator> make_slot_actuator(std::vector<SlotForce> forces, const Layout& layout) {
  return std::make_unique<SlotActuator>(std::move(forces), layout);
}

}  // namespace invar
