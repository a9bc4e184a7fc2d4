#include "invar/discrete/slot_lift.h"

#include <fmt/format.h>

#include <cmath>

#include "invar/core/error.h"
#include "invar/math/sinc.h"

namespace invar {

void Lift::add_node(NodeKind kind) {
  first_slot_.push_back(slots());
  switch (kind) {
    case NodeKind::kPoint3:
      slots_.push_back({size_, 3, 0});
      break;
    case NodeKind::kPoint2:
      slots_.push_back({size_, 2, 0});
      break;
    case NodeKind::kFrame3:
      for (int i = 0; i < 4; ++i) slots_.push_back({size_ + 3 * i, 3, 0});
      break;
    case NodeKind::kFrame2:
      slots_.push_back({size_, 2, 0});
      slots_.push_back({size_ + 2, 0, 1});
      slots_.push_back({size_ + 2, 0, 2});
      slots_.push_back({size_ + 2, 1, 0});
      break;
    case NodeKind::kScalar:
      slots_.push_back({size_, 1, 0});
      break;
  }
  size_ += node_size(kind);
  if (slots() > kMaxSlots)  // the work arrays of a term end here
    throw ModelError({}, "", fmt::format("acts on {} nodes or more at once, too many for one term", first_slot_.size()),
                     "a point between the nodes of a beam depends on all nodes of its element: use a node, e.g. "
                     "NAME.end or NAME.node_3, or a beam with order: 1");
}

bool Lift::is_linear() const {
  for (const auto& s : slots_)
    if (s.director != 0) return false;
  return true;
}

void Lift::fill(Vec q, Slots& z) const {
  for (int k = 0; k < slots(); ++k) {
    const Slot& s = slots_[k];
    if (s.director != 0) {
      z[k] = director(s.director, q[s.offset]);
    } else {
      z[k].setZero();
      for (int i = 0; i < s.dimension; ++i) z[k][i] = q[s.offset + i];
    }
  }
}

void Lift::fill_rates(Vec q, Vec v, Slots& z_dot) const {
  for (int k = 0; k < slots(); ++k) {
    const Slot& s = slots_[k];
    if (s.director != 0) {
      z_dot[k] = director_derivative(s.director, q[s.offset]) * v[s.offset];
    } else {
      z_dot[k].setZero();
      for (int i = 0; i < s.dimension; ++i) z_dot[k][i] = v[s.offset + i];
    }
  }
}

Vector3 Lift::second_rate(int k, Vec q, Vec v) const {
  const Slot& s = slots_[k];
  if (s.director == 0) return Vector3::Zero();
  return -director(s.director, q[s.offset]) * v[s.offset] * v[s.offset];
}

Vector3 Lift::director(int i, double theta) {
  const double c = std::cos(theta), s = std::sin(theta);
  return i == 1 ? Vector3(c, s, 0) : Vector3(-s, c, 0);
}

Vector3 Lift::director_derivative(int i, double theta) {
  return i == 1 ? director(2, theta) : Vector3(-director(1, theta));
}

Vector3 Lift::director_derivative_bar(int i, double theta0, double theta1) {
  return sinc(0.5 * (theta1 - theta0)) * director_derivative(i, 0.5 * (theta0 + theta1));
}

Vector3 Lift::director_rate_bar(int i, double theta0, double omega0, double theta1, double omega1) {
  const double a = 0.5 * (theta1 - theta0), mean = 0.5 * (theta0 + theta1);
  return -0.5 * sinc(a) * (omega0 + omega1) * director(i, mean) +
         0.5 * sinc_derivative(a) * (omega1 - omega0) * director_derivative(i, mean);
}

Vector3 Lift::director_derivative_bar_tangent(int i, double theta0, double theta1) {
  const double half = 0.5 * (theta1 - theta0), mean = 0.5 * (theta0 + theta1);
  return 0.5 * sinc_derivative(half) * director_derivative(i, mean) - 0.5 * sinc(half) * director(i, mean);
}

}  // namespace invar
