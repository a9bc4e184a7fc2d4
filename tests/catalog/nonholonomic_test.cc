// Every non-holonomic type on every sample: derivatives against differences, (D2) of the contact rows, channels.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "catalog/difference_checks.h"
#include "catalog/forces_samples.h"
#include "invar/model/catalogs.h"
#include "invar/model/model.h"

namespace invar {
namespace {

using namespace sample;

class NonholonomicCatalog : public ::testing::TestWithParam<Sample> {
 protected:
  void SetUp() override {
    model_ = load_model_text(GetParam().model);
    for (const auto& p : model_->assembly->pfaffians)
      if (p.owner == "f") pfaffians_.push_back(&p);
    for (const auto& p : model_->assembly->constraints)
      if (p.owner == "f") constraints_.push_back(&p);
    for (const auto& p : model_->assembly->velocity_constraints)
      if (p.owner == "f") velocity_rows_.push_back(&p);
    for (const auto& p : model_->assembly->invariants)
      if (p.owner == "f") invariants_.push_back(&p);
    ASSERT_FALSE(pfaffians_.empty() && velocity_rows_.empty() && invariants_.empty());
  }
  Vector local_q(const std::vector<int>& nodes) const {
    const Layout& layout = model_->assembly->layout;
    std::vector<double> q;
    for (const int node : nodes)
      for (int i = 0; i < node_size(layout.node(node).kind); ++i)
        q.push_back(model_->initial.q[layout.node(node).offset + i]);
    return Eigen::Map<Vector>(q.data(), static_cast<int>(q.size()));
  }

  std::shared_ptr<const Model> model_;
  std::vector<const Placed<Pfaffian>*> pfaffians_;
  std::vector<const Placed<Constraint>*> constraints_;
  std::vector<const Placed<VelocityConstraint>*> velocity_rows_;
  std::vector<const Placed<Invariant>*> invariants_;
  Random random_{11};
};

Vector residual(const Pfaffian& p, double t, const Vector& q, const Vector& v) {
  Matrix A = Matrix::Zero(p.rows(), q.size());
  p.add_A({t, q}, A);
  Vector r = A * v;
  p.add_a({t, q}, r);
  return r;
}

TEST_P(NonholonomicCatalog, derivatives_of_velocity_rows_agree_with_differences) {
  for (const auto* placed : pfaffians_) {
    const Pfaffian& p = *placed->term;
    const Vector base = local_q(placed->nodes);
    const int n = static_cast<int>(base.size()), m = p.rows();
    for (int trial = 0; trial < 3; ++trial) {
      const double t = 0.7;
      const Vector q = base + random_.vector(n, 0.05), v = random_.vector(n), lambda = random_.vector(m);
      Matrix J = Matrix::Zero(m, n), K = Matrix::Zero(n, n);
      p.add_velocity_residual_q({t, q, v}, J);
      expect_near(J, difference([&](const Vector& y) { return residual(p, t, y, v); }, q), 1e-8, "d(Av + a)/dq");
      p.add_force_q({t, q}, lambda, K);
      expect_near(K,
                  difference(
                      [&](const Vector& y) {
                        Matrix A = Matrix::Zero(m, n);
                        p.add_A({t, y}, A);
                        return Vector(A.transpose() * lambda);
                      },
                      q),
                  1e-8, "d(A^T lambda)/dq");
      // Along the motion q + s v with constant velocity the whole change of the residual is the bias.
      Vector bias = Vector::Zero(m);
      p.add_bias({t, q, v}, bias);
      const Matrix along =
          difference([&](const Vector& s) { return residual(p, t + s[0], q + s[0] * v, v); }, Vector::Zero(1));
      expect_near(bias, along, 1e-8, "bias");
    }
  }
}

TEST_P(NonholonomicCatalog, derivatives_of_nonlinear_velocity_rows_agree_with_differences) {
  for (const auto* placed : velocity_rows_) {
    const VelocityConstraint& c = *placed->term;
    const Vector base = local_q(placed->nodes);
    const int n = static_cast<int>(base.size()), m = c.rows();
    const auto chi = [&](double t, const Vector& q, const Vector& v) {
      Vector r = Vector::Zero(m);
      c.add_chi({t, q, v}, r);
      return r;
    };
    const auto force = [&](double t, const Vector& q, const Vector& v, const Vector& lambda) {
      Matrix J = Matrix::Zero(m, n);
      c.add_chi_v({t, q, v}, J);
      return Vector(J.transpose() * lambda);
    };
    for (int trial = 0; trial < 3; ++trial) {
      const double t = 0.7;
      const Vector q = base + random_.vector(n, 0.05), v = random_.vector(n), lambda = random_.vector(m);
      Matrix J_q = Matrix::Zero(m, n), J_v = J_q, K_q = Matrix::Zero(n, n), K_v = K_q;
      c.add_chi_q({t, q, v}, J_q);
      c.add_chi_v({t, q, v}, J_v);
      c.add_force_q({t, q, v}, lambda, K_q);
      c.add_force_v({t, q, v}, lambda, K_v);
      expect_near(J_q, difference([&](const Vector& y) { return chi(t, y, v); }, q), 1e-8, "chi_q");
      expect_near(J_v, difference([&](const Vector& y) { return chi(t, q, y); }, v), 1e-8, "chi_v");
      expect_near(K_q, difference([&](const Vector& y) { return force(t, y, v, lambda); }, q), 1e-8, "force_q");
      expect_near(K_v, difference([&](const Vector& y) { return force(t, q, y, lambda); }, v), 1e-8, "force_v");
      Vector chi_t = Vector::Zero(m);
      c.add_chi_t({t, q, v}, chi_t);
      expect_near(chi_t, difference([&](const Vector& s) { return chi(t + s[0], q, v); }, Vector::Zero(1)), 1e-8,
                  "chi_t");
    }
  }
}

TEST_P(NonholonomicCatalog, gradients_of_conserved_quantities_agree_with_differences) {
  for (const auto* placed : invariants_) {
    const Invariant& c = *placed->term;
    const Vector base = local_q(placed->nodes);
    const int n = static_cast<int>(base.size());
    const auto value = [&](double t, const Vector& q, const Vector& v) {
      return Vector::Constant(1, c.value({t, q, v}));
    };
    const double t = 0.7;
    const Vector q = base + random_.vector(n, 0.05), v = random_.vector(n);
    Vector by_q = Vector::Zero(n), by_v = by_q;
    c.add_q({t, q, v}, by_q);
    c.add_v({t, q, v}, by_v);
    expect_near(by_q.transpose(), difference([&](const Vector& y) { return value(t, y, v); }, q), 1e-8, "by q");
    expect_near(by_v.transpose(), difference([&](const Vector& y) { return value(t, q, y); }, v), 1e-8, "by v");
    EXPECT_NEAR(c.calc_rate_t({t, q, v}), (c.value({t + 1e-5, q, v}) - c.value({t - 1e-5, q, v})) / 2e-5, 1e-8);
  }
}

TEST_P(NonholonomicCatalog, contact_rows_have_right_derivatives_and_exact_chords) {
  for (const auto* placed : constraints_) {
    const Constraint& c = *placed->term;
    const Vector base = local_q(placed->nodes);
    const int n = static_cast<int>(base.size()), m = c.rows();
    const auto Phi = [&](const Vector& y) {
      Vector r = Vector::Zero(m);
      c.add_Phi({0, y}, r);
      return r;
    };
    const auto Phi_q = [&](const Vector& y) {
      Matrix J = Matrix::Zero(m, n);
      c.add_Phi_q({0, y}, J);
      return J;
    };
    const auto Phi_q_bar = [&](const Vector& y0, const Vector& y1) {
      Matrix J = Matrix::Zero(m, n);
      c.add_Phi_q_bar({0, 0.1, y0, y1}, J);
      return J;
    };
    for (const double size : {1e-8, 1e-3, 0.05}) {
      const Vector q = base + random_.vector(n, 0.02), v = random_.vector(n), lambda = random_.vector(m);
      expect_near(Phi_q(q), difference(Phi, q), 1e-9, "Phi_q");
      Matrix K = Matrix::Zero(n, n), T = K;
      c.add_Phi_qq({0, q}, lambda, K);
      expect_near(K, difference([&](const Vector& y) { return Vector(Phi_q(y).transpose() * lambda); }, q), 1e-8,
                  "Phi_qq");
      Vector bias = Vector::Zero(m);
      c.add_bias({0, q, v}, bias);
      expect_near(bias, difference([&](const Vector& s) { return Vector(Phi_q(q + s[0] * v) * v); }, Vector::Zero(1)),
                  1e-8, "bias");
      const Vector q1 = q + random_.vector(n, size);
      expect_near(Phi_q_bar(q, q1) * (q1 - q), Phi(q1) - Phi(q), 1e-15, "(D2)");
      expect_near(Phi_q_bar(q, q), Phi_q(q), 1e-14, "equal arguments");
      c.add_Phi_q_bar_tangent({0, 0.1, q, q1}, lambda, T);
      expect_near(T, difference([&](const Vector& y) { return Vector(Phi_q_bar(q, y).transpose() * lambda); }, q1),
                  1e-8, "tangent");
    }
  }
}

TEST_P(NonholonomicCatalog, channels_are_finite_and_named_once) {
  Snapshot s;
  s.q = model_->initial.q;
  s.v = s.v_raw = model_->initial.v;
  s.a = Vector::Zero(s.q.size());
  s.lambda = s.lambda_raw = Vector::Ones(model_->assembly->layout.rows());
  std::set<std::string> names;
  const ChannelList channels = model_->channels();
  for (const auto& channel : channels.all()) {
    if (channel.name.rfind("f.", 0) != 0) continue;
    EXPECT_TRUE(names.insert(channel.name).second) << channel.name;
    EXPECT_TRUE(std::isfinite(channel.value(s))) << channel.name;
  }
  EXPECT_FALSE(names.empty());
}

std::string nonholonomic_sample_name(const ::testing::TestParamInfo<Sample>& info) {
  return info.param.type + "_" + std::to_string(info.index);
}
INSTANTIATE_TEST_SUITE_P(Samples, NonholonomicCatalog, ::testing::ValuesIn(nonholonomic_samples()),
                         nonholonomic_sample_name);

TEST(NonholonomicCatalogTable, every_type_has_a_sample_and_a_text) {
  std::set<std::string> sampled;
  for (const auto& s : nonholonomic_samples()) sampled.insert(s.type);
  for (const auto& [name, type] : nonholonomic_types().entries()) {
    EXPECT_TRUE(sampled.count(name)) << name << " has no sample";
    EXPECT_FALSE(type.doc.empty());
    EXPECT_FALSE(type.reference.empty());
  }
}

}  // namespace
}  // namespace invar
