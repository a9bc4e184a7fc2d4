#include "invar/terms/pfaffian.h"

#include <array>
#include <cmath>

#include "invar/core/differences.h"
#include "invar/core/local_matrix.h"

namespace invar {

namespace {
// Central differences: error h^2 + eps/h is smallest near h = eps^(1/3) for coordinates of unit scale.
const double kDifference = std::cbrt(2.2e-16);
}  // namespace

void Pfaffian::add_mean_a(double t0, double t1, const At& at, VecOut a) const {
  const double m = 0.5 * (t0 + t1), r = 0.5 * (t1 - t0) * std::sqrt(0.6);
  LocalVector sum = Vector::Zero(rows()), one(rows());
  for (const auto& [t, w] :
       std::array<std::pair<double, double>, 3>{{{m - r, 5.0 / 18}, {m, 8.0 / 18}, {m + r, 5.0 / 18}}}) {
    one.setZero();
    add_a(at.with_t_q(t, at.q), one);
    sum += w * one;
  }
  a += sum;
}

void Pfaffian::add_velocity_residual_q(const At& at, MatOut J) const {
  LocalVector x = at.q;
  LocalMatrix A(rows(), at.q.size());
  LocalVector plus(rows()), minus(rows());
  for (int j = 0; j < at.q.size(); ++j) {
    for (const int side : {1, -1}) {
      x[j] = at.q[j] + side * kDifference;
      A.setZero();
      add_A(at.with_q(x), A);
      LocalVector& value = side > 0 ? plus : minus;
      value.noalias() = A * at.v;
      add_a(at.with_q(x), value);
    }
    x[j] = at.q[j];
    J.col(j) += (plus - minus) / (2 * kDifference);
  }
}

void Pfaffian::add_force_q(const At& at, Vec lambda, MatOut K) const {
  LocalVector x = at.q;
  LocalMatrix A(rows(), at.q.size());
  LocalVector plus(at.q.size()), minus(at.q.size());
  for (int j = 0; j < at.q.size(); ++j) {
    for (const int side : {1, -1}) {
      x[j] = at.q[j] + side * kDifference;
      A.setZero();
      add_A(at.with_q(x), A);
      (side > 0 ? plus : minus).noalias() = A.transpose() * lambda;
    }
    x[j] = at.q[j];
    K.col(j) += (plus - minus) / (2 * kDifference);
  }
}

// Along the line (t + s, q + s v), row by row: accelerations, and with them the work of drives, are as exact as this.
void Pfaffian::add_bias(const At& at, VecOut bias) const {
  LocalMatrix A(rows(), at.q.size());
  LocalVector value(rows());
  for (int r = 0; r < rows(); ++r) {
    const auto residual = [&](double s) {
      const LocalVector shifted = at.q + s * at.v;
      A.setZero();
      value.setZero();
      add_A(at.with_t_q(at.t + s, shifted), A);
      add_a(at.with_t_q(at.t + s, shifted), value);
      return value[r] + A.row(r).dot(at.v);
    };
    bias[r] += calc_derivative<1>(residual, 0.0);
  }
}

}  // namespace invar
