// The checkers of testing/check_term.h accept a right term and find each kind of wrong one. The right terms are a spring
// between two points, U = k/4 (x.x - 1)^2 with x = x2 - x1, and a link Phi = (x.x - L(t)^2)/2 of growing length.
#include <gtest/gtest.h>

#include "invar/testing/check_term.h"

namespace invar {
namespace {

enum class Fault {
  kNone,
  kOverwrites,
  kGradient,
  kTimeDerivative,
  kBias,
  kHessian,
  kBar,
  kBarSign,
  kTimeIncrement,
  kTangent,
  kLimit,
  kMomentum
};

Vector3 separation(Vec q) { return q.tail<3>() - q.head<3>(); }

// S^T S with x = S q.
Matrix pair_matrix(const Matrix3& K) {
  Matrix P(6, 6);
  P << K, -K, -K, K;
  return P;
}

class Link final : public Constraint {
 public:
  explicit Link(Fault fault) : fault_(fault) {}
  int rows() const override { return 1; }
  bool rheonomic() const override { return true; }
  void add_Phi(const At& at, VecOut Phi) const override {
    const double value = 0.5 * (separation(at.q).squaredNorm() - length(at.t) * length(at.t));
    Phi[0] = fault_ == Fault::kOverwrites ? value : Phi[0] + value;
  }
  void add_Phi_q(const At& at, MatOut J) const override {
    const Vector3 x = separation(at.q);
    J.row(0).tail<3>() += x.transpose();
    J.row(0).head<3>() -= (fault_ == Fault::kGradient ? 1.01 : 1.0) * x.transpose();
  }
  void add_Phi_t(const At& at, VecOut Phi_t) const override {
    Phi_t[0] -= (fault_ == Fault::kTimeDerivative ? 0.5 : 1) * 0.3 * length(at.t);
  }
  void add_bias(const At& at, VecOut bias) const override {
    bias[0] += separation(at.v).squaredNorm() - (fault_ == Fault::kBias ? 0 : 0.09);
  }
  void add_Phi_qq(const At&, Vec lambda, MatOut K) const override {
    K += (fault_ == Fault::kHessian ? 2 : 1) * lambda[0] * pair_matrix(Matrix3::Identity());
  }
  void add_Phi_q_bar(const Across& pair, MatOut J) const override {
    const Vector qm = fault_ == Fault::kBar ? Vector(pair.q1) : Vector(0.5 * (pair.q0 + pair.q1));
    if (fault_ == Fault::kBarSign) {
      J.row(0).head<3>() += separation(qm).transpose();
      J.row(0).tail<3>() += separation(qm).transpose();
    } else {
      add_Phi_q({pair.t0, qm}, J);
    }
  }
  void add_Phi_t_bar(const Across& pair, VecOut a) const override {
    const double increment = -0.5 * (length(pair.t1) * length(pair.t1) - length(pair.t0) * length(pair.t0));
    a[0] += fault_ == Fault::kTimeIncrement ? increment / pair.h() : increment;
  }
  void add_Phi_q_bar_tangent(const Across&, Vec lambda, MatOut K) const override {
    K += (fault_ == Fault::kTangent ? 1 : 0.5) * lambda[0] * pair_matrix(Matrix3::Identity());
  }

 private:
  static double length(double t) { return 1 + 0.3 * t; }
  Fault fault_;
};

class Spring final : public Potential {
 public:
  explicit Spring(Fault fault) : fault_(fault) {}
  double U(Vec q) const override { return 0.25 * std::pow(separation(q).squaredNorm() - 1, 2); }
  void add_U_q(Vec q, VecOut g) const override {
    const Vector3 x = separation(q);
    const double N = x.squaredNorm() - (fault_ == Fault::kGradient ? 1.01 : 1);
    add_pair(N * x, g);
  }
  void add_U_qq(Vec q, MatOut K) const override {
    const Vector3 x = separation(q);
    K += pair_matrix((x.squaredNorm() - 1) * Matrix3::Identity() +
                     (fault_ == Fault::kHessian ? 1 : 2) * x * x.transpose());
  }
  void add_U_q_bar(Vec q0, Vec q1, VecOut g) const override {
    const Vector3 x0 = separation(q0), x1 = separation(q1), xm = 0.5 * (x0 + x1);
    const double N = 0.5 * (x0.squaredNorm() + x1.squaredNorm()) - 1;
    if (fault_ == Fault::kBar) return add_pair((xm.squaredNorm() - 1) * xm, g);  // plain midpoint: no energy identity
    if (fault_ == Fault::kMomentum) {
      // Gonzalez' rule without invariants: U_q at the midpoint plus a multiple of dq. It keeps the energy only.
      const Vector dq = q1 - q0;
      Vector at_mid = Vector::Zero(6);
      add_pair((xm.squaredNorm() - 1) * xm, at_mid);
      g += at_mid;
      if (dq.squaredNorm() > 1e-10) g += (U(q1) - U(q0) - at_mid.dot(dq)) / dq.squaredNorm() * dq;
      return;
    }
    if (fault_ == Fault::kLimit) {
      // Right where q1 is far from q0, noise where it is near: a quotient of small differences.
      const double d = x1.squaredNorm() - x0.squaredNorm();
      const double quotient = d == 0 ? N : 2 * (U(q1) - U(q0)) / d;
      return add_pair(quotient * xm, g);
    }
    add_pair(N * xm, g);
  }
  void add_U_q_bar_tangent(Vec q0, Vec q1, MatOut K) const override {
    const Vector3 x0 = separation(q0), x1 = separation(q1), xm = 0.5 * (x0 + x1);
    const double N = 0.5 * (x0.squaredNorm() + x1.squaredNorm()) - 1;
    const Matrix3 mixed = fault_ == Fault::kTangent ? Matrix3(x1 * xm.transpose()) : Matrix3(xm * x1.transpose());
    K += pair_matrix(0.5 * N * Matrix3::Identity() + mixed);
  }

 private:
  static void add_pair(const Vector3& f, VecOut g) {
    g.head<3>() -= f;
    g.tail<3>() += f;
  }
  Fault fault_;
};

class Dashpot final : public Force {
 public:
  explicit Dashpot(Fault fault) : fault_(fault) {}
  WorkAccount account() const override { return WorkAccount::kDissipated; }
  void add_Q(const At& at, VecOut Q) const override { Q -= damping() * at.v; }
  void add_Q_q(const At&, MatOut) const override {}
  void add_Q_v(const At&, MatOut C) const override {
    C.diagonal().array() -= fault_ == Fault::kTangent ? 1 : damping();
  }

 private:
  double damping() const { return fault_ == Fault::kBarSign ? -2 : 2; }
  Fault fault_;
};

// cos(q2) v0 + sin(q2) v1 - t^2 = 0.
class Skate final : public Pfaffian {
 public:
  explicit Skate(Fault fault) : fault_(fault) {}
  int rows() const override { return 1; }
  bool rheonomic() const override { return true; }
  void add_A(const At& at, MatOut A) const override {
    A(0, 0) += std::cos(at.q[2]);
    A(0, 1) += std::sin(at.q[2]);
  }
  void add_a(const At& at, VecOut a) const override { a[0] -= at.t * at.t; }
  void add_mean_a(double t0, double t1, const At& at, VecOut a) const override {
    if (fault_ == Fault::kTimeIncrement) {
      a[0] -= 0.5 * (t0 * t0 + t1 * t1);
    } else {
      Pfaffian::add_mean_a(t0, t1, at, a);
    }
  }
  void add_force_q(const At& at, Vec lambda, MatOut K) const override {
    if (fault_ != Fault::kHessian) Pfaffian::add_force_q(at, lambda, K);
  }

 private:
  Fault fault_;
};

const CheckOptions kTwoPoints{.nodes = {NodeKind::kPoint3, NodeKind::kPoint3}, .rigid_motion_invariant = true};

void expect_found(const CheckReport& report, const std::string& words) {
  EXPECT_FALSE(report.ok);
  EXPECT_NE(report.violation.find(words), std::string::npos) << "said instead: " << report.violation;
}

TEST(CheckTerm, AcceptsRightTerms) {
  EXPECT_EQ(check_constraint(Link(Fault::kNone), kTwoPoints).violation, "");
  EXPECT_EQ(check_potential(Spring(Fault::kNone), kTwoPoints).violation, "");
  EXPECT_EQ(check_force(Dashpot(Fault::kNone), {.size = 3}).violation, "");
  EXPECT_EQ(check_pfaffian(Skate(Fault::kNone), {.size = 3}).violation, "");
}

TEST(CheckTerm, FindsEachFaultOfAConstraint) {
  const auto check = [](Fault fault) { return check_constraint(Link(fault), kTwoPoints); };
  expect_found(check(Fault::kOverwrites), "add_Phi overwrites");
  expect_found(check(Fault::kGradient), "Phi_q is not the derivative");
  expect_found(check(Fault::kTimeDerivative), "Phi_t is not the derivative");
  expect_found(check(Fault::kBias), "bias");
  expect_found(check(Fault::kHessian), "Phi_qq");
  expect_found(check(Fault::kBar), "Phi_q_bar");
  expect_found(check(Fault::kBarSign), "(D2)");
  expect_found(check(Fault::kTimeIncrement), "(D2)");
  expect_found(check(Fault::kTangent), "Phi_q_bar_tangent");
}

TEST(CheckTerm, FindsEachFaultOfAPotential) {
  const auto check = [](Fault fault) { return check_potential(Spring(fault), kTwoPoints); };
  expect_found(check(Fault::kGradient), "U_q is not the derivative");
  expect_found(check(Fault::kHessian), "U_qq is not the derivative");
  expect_found(check(Fault::kBar), "U_q_bar");
  expect_found(check(Fault::kTangent), "U_q_bar_tangent");
  expect_found(check(Fault::kLimit), "U_q_bar");
}

// Gonzalez' rule keeps the energy; as its dq is that of the absolute coordinates the moments do not balance. Its tangent
// is not written here, so the tangent alone is left unchecked.
TEST(CheckTerm, FindsADiscreteGradientThatBreaksAngularMomentum) {
  CheckOptions options = kTwoPoints;
  options.derivative_tolerance = 1e9;
  expect_found(check_potential(Spring(Fault::kMomentum), options), "do not add up to zero");
  EXPECT_EQ(check_potential(Spring(Fault::kNone), options).violation, "");
}

TEST(CheckTerm, FindsFaultsOfForcesAndPfaffians) {
  expect_found(check_force(Dashpot(Fault::kTangent), {.size = 3}), "Q_v");
  expect_found(check_force(Dashpot(Fault::kBarSign), {.size = 3}), "gives energy");
  expect_found(check_pfaffian(Skate(Fault::kHessian), {.size = 3}), "force_q");
  expect_found(check_pfaffian(Skate(Fault::kTimeIncrement), {.size = 3}), "mean_a");
}

TEST(CheckTerm, RefusesToGuessTheSize) {
  EXPECT_THROW(check_potential(Spring(Fault::kNone), {}), std::invalid_argument);
  EXPECT_THROW(check_potential(Spring(Fault::kNone), {.size = 6, .rigid_motion_invariant = true}),
               std::invalid_argument);
}

}  // namespace
}  // namespace invar
