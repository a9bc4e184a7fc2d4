// Every force type on every sample: derivatives against differences, (D1) to rounding, two-point versions, resultants,
// sign of the dissipation, channels.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "catalog/contacts_samples.h"
#include "catalog/difference_checks.h"
#include "catalog/forces_samples.h"
#include "invar/model/catalogs.h"
#include "invar/model/model.h"
#include "invar/system/assembled_system.h"
#include "invar/testing/check_term.h"

namespace invar {
namespace {

using namespace sample;

Vector local_q(const Model& model, const std::vector<int>& nodes) {
  const Layout& layout = model.assembly->layout;
  std::vector<double> q;
  for (const int node : nodes)
    for (int i = 0; i < node_size(layout.node(node).kind); ++i)
      q.push_back(model.initial.q[layout.node(node).offset + i]);
  return Eigen::Map<Vector>(q.data(), static_cast<int>(q.size()));
}

class ForceCatalog : public ::testing::TestWithParam<Sample> {
 protected:
  void SetUp() override {
    model_ = load_model_text(GetParam().model);
    for (const auto& p : model_->assembly->potentials)
      if (p.owner == "f") potentials_.push_back(&p);
    for (const auto& p : model_->assembly->forces)
      if (p.owner == "f") forces_.push_back(&p);
    for (const auto& p : model_->assembly->variable_inertias)
      if (p.owner == "f") inertias_.push_back(&p);
    for (const auto& p : model_->assembly->memory_forces)
      if (p.owner == "f") memory_forces_.push_back(&p);
    ASSERT_FALSE(potentials_.empty() && forces_.empty() && inertias_.empty() && memory_forces_.empty());
  }
  const Layout& layout() const { return model_->assembly->layout; }

  std::shared_ptr<const Model> model_;
  std::vector<const Placed<Potential>*> potentials_;
  std::vector<const Placed<Force>*> forces_;
  std::vector<const Placed<VariableInertia>*> inertias_;
  std::vector<const Placed<MemoryForce>*> memory_forces_;
  Random random_{7};
};

Vector U_q(const Potential& p, const Vector& q) {
  Vector g = Vector::Zero(q.size());
  p.add_U_q(q, g);
  return g;
}
Vector U_q_bar(const Potential& p, const Vector& q0, const Vector& q1) {
  Vector g = Vector::Zero(q0.size());
  p.add_U_q_bar(q0, q1, g);
  return g;
}
Vector Q_of(const Force& f, double t, const Vector& q, const Vector& v) {
  Vector Q = Vector::Zero(q.size());
  f.add_Q({t, q, v}, Q);
  return Q;
}
Vector Q_bar(const Force& f, double t0, const Vector& q0, double t1, const Vector& q1) {
  Vector Q = Vector::Zero(q0.size());
  f.add_Q_bar({t0, t1, q0, q1}, Q);
  return Q;
}

TEST_P(ForceCatalog, potentials_have_right_derivatives) {
  for (const auto* placed : potentials_) {
    const Potential& p = *placed->term;
    for (int trial = 0; trial < 3; ++trial) {
      const Vector q = local_q(*model_, placed->nodes), x = q + random_.vector(static_cast<int>(q.size()), 0.05);
      const Matrix g = difference([&](const Vector& y) { return Vector::Constant(1, p.U(y)); }, x);
      expect_near(U_q(p, x), g.transpose(), 1e-9, "U_q");
      Matrix K = Matrix::Zero(x.size(), x.size());
      p.add_U_qq(x, K);
      expect_near(K, difference([&](const Vector& y) { return U_q(p, y); }, x), 1e-8, "U_qq");
    }
  }
}

TEST_P(ForceCatalog, discrete_gradients_are_exact_for_any_increment) {
  for (const auto* placed : potentials_) {
    const Potential& p = *placed->term;
    for (const double size : {1e-9, 1e-6, 1e-3, 0.1, 1.0, 10.0}) {
      const Vector q = local_q(*model_, placed->nodes), q0 = q + random_.vector(static_cast<int>(q.size()), 0.05);
      const Vector dq = random_.vector(static_cast<int>(q.size()), size), q1 = q0 + dq;
      const Vector g = U_q_bar(p, q0, q1);
      ASSERT_TRUE(g.allFinite());
      const double scale = std::abs(p.U(q0)) + std::abs(p.U(q1)) + g.cwiseAbs().dot(q0.cwiseAbs() + q1.cwiseAbs());
      EXPECT_NEAR(g.dot(q1 - q0), p.U(q1) - p.U(q0), 1e-14 * scale * 20) << "increment " << size;
    }
    const Vector q = local_q(*model_, placed->nodes);
    expect_near(U_q_bar(p, q, q), U_q(p, q), 1e-14, "limit of equal arguments");
    Matrix T = Matrix::Zero(q.size(), q.size()), K = T;
    p.add_U_q_bar_tangent(q, q, T);
    p.add_U_qq(q, K);
    expect_near(T, 0.5 * K, 1e-9, "tangent at equal arguments");
  }
}

TEST_P(ForceCatalog, tangents_of_discrete_gradients_agree_with_differences) {
  for (const auto* placed : potentials_) {
    const Potential& p = *placed->term;
    for (const double size : {1e-7, 1e-2, 0.5}) {
      const Vector q0 = local_q(*model_, placed->nodes), q1 = q0 + random_.vector(static_cast<int>(q0.size()), size);
      Matrix T = Matrix::Zero(q0.size(), q0.size());
      p.add_U_q_bar_tangent(q0, q1, T);
      expect_near(T, difference([&](const Vector& y) { return U_q_bar(p, q0, y); }, q1), 1e-8, "tangent");
    }
  }
}

TEST_P(ForceCatalog, forces_have_right_derivatives) {
  for (const auto* placed : forces_) {
    const Force& f = *placed->term;
    const Vector base = local_q(*model_, placed->nodes);
    const int n = static_cast<int>(base.size());
    for (int trial = 0; trial < 3; ++trial) {
      const Vector q = base + random_.vector(n, 0.05), v = random_.vector(n, 2);
      const double t = 0.3;
      Matrix K = Matrix::Zero(n, n), C = K;
      f.add_Q_q({t, q, v}, K);
      f.add_Q_v({t, q, v}, C);
      expect_near(K, difference([&](const Vector& y) { return Q_of(f, t, y, v); }, q), 1e-8, "Q_q");
      expect_near(C, difference([&](const Vector& y) { return Q_of(f, t, q, y); }, v), 1e-8, "Q_v");
      const double h = 0.02;
      const Vector q1 = q + h * v;
      Matrix T = Matrix::Zero(n, n);
      f.add_Q_bar_tangent({t, t + h, q, q1}, T);
      // Rates change by 1/h per coordinate, hence the smaller step.
      expect_near(T, difference([&](const Vector& y) { return Q_bar(f, t, q, t + h, y); }, q1, 1e-4), 1e-7, "tangent");
    }
  }
}

TEST_P(ForceCatalog, two_point_forces_tend_to_the_point_force) {
  for (const auto* placed : forces_) {
    const Force& f = *placed->term;
    const Vector q = local_q(*model_, placed->nodes), v = random_.vector(static_cast<int>(q.size()), 2);
    // Symmetric about the middle: the difference is of second order.
    const auto gap = [&](double h) {
      return (Q_bar(f, 1 - h / 2, q - h / 2 * v, 1 + h / 2, q + h / 2 * v) - Q_of(f, 1, q, v)).norm();
    };
    const double scale = 1e-11 * (1 + Q_of(f, 1, q, v).norm());
    EXPECT_LE(gap(1e-3), 1e-4 * (1 + Q_of(f, 1, q, v).norm()));
    EXPECT_LE(gap(1e-3), gap(1e-2) / 50 + scale);
  }
}

TEST_P(ForceCatalog, kinetic_energies_keep_what_variable_inertias_promise) {
  for (const auto* placed : inertias_) {
    const int n = static_cast<int>(placed->nodes.size());
    for (const unsigned seed : {1u, 2u, 3u}) {
      const CheckReport report = check_variable_inertia(*placed->term, {.size = n, .seed = seed});
      EXPECT_TRUE(report.ok) << report.violation;
    }
  }
}

TEST_P(ForceCatalog, forces_with_internal_variables_keep_what_they_promise) {
  for (const auto* placed : memory_forces_) {
    const Vector base = local_q(*model_, placed->nodes);
    CheckOptions options{.rigid_motion_invariant = GetParam().internal};
    for (const int node : placed->nodes) options.nodes.push_back(layout().node(node).kind);
    options.point = [&](std::mt19937& generator) {
      std::uniform_real_distribution<double> uniform(-0.1, 0.1);
      return Vector(base + Vector::NullaryExpr(base.size(), [&] { return uniform(generator); }));
    };
    for (const unsigned seed : {1u, 2u, 3u}) {
      options.seed = seed;
      const CheckReport report = check_memory_force(*placed->term, options);
      EXPECT_TRUE(report.ok) << report.violation;
    }
  }
}

TEST_P(ForceCatalog, internal_forces_have_no_resultant) {
  if (!GetParam().internal) return;
  const auto check = [&](const Vector& q, const Vector& g, const std::vector<int>& nodes, bool moments) {
    const Vector3 c(1, -0.5, 0.7), w = is_planar(layout(), nodes) ? Vector3(0, 0, 1) : Vector3(0.3, 1, -0.4);
    const double scale = 1e-13 * (1 + g.norm()) * (1 + q.norm());
    EXPECT_NEAR(g.dot(rigid_motion(layout(), nodes, q, c, Vector3::Zero())), 0, scale);
    if (!moments) return;
    EXPECT_NEAR(g.dot(rigid_motion(layout(), nodes, q, Vector3::Zero(), w)), 0, scale);
  };
  for (const double size : {1e-3, 1.0}) {
    for (const auto* placed : potentials_) {
      const Vector q0 = local_q(*model_, placed->nodes), q1 = q0 + random_.vector(static_cast<int>(q0.size()), size);
      check(q0, U_q(*placed->term, q0), placed->nodes, true);
      // The angle of a planar frame is no vector: its two-point moments balance to second order only.
      check(0.5 * (q0 + q1), U_q_bar(*placed->term, q0, q1), placed->nodes, !has_planar_frame(layout(), placed->nodes));
    }
    for (const auto* placed : forces_) {
      const Vector q0 = local_q(*model_, placed->nodes), q1 = q0 + random_.vector(static_cast<int>(q0.size()), size);
      const Vector v = random_.vector(static_cast<int>(q0.size()));
      check(q0, Q_of(*placed->term, 0, q0, v), placed->nodes, true);
      check(0.5 * (q0 + q1), Q_bar(*placed->term, 0, q0, 0.1, q1), placed->nodes,
            !has_planar_frame(layout(), placed->nodes));
    }
  }
}

TEST_P(ForceCatalog, dampers_only_take_energy_out) {
  for (const auto* placed : forces_) {
    if (placed->term->account() != WorkAccount::kDissipated) continue;
    const Vector q0 = local_q(*model_, placed->nodes);
    for (int trial = 0; trial < 20; ++trial) {
      const Vector v = random_.vector(static_cast<int>(q0.size())),
                   q1 = q0 + random_.vector(static_cast<int>(q0.size()), 0.5);
      EXPECT_LT(Q_of(*placed->term, 0, q0, v).dot(v), 0);
      EXPECT_LT(Q_bar(*placed->term, 0, q0, 0.2, q1).dot(q1 - q0), 0);
    }
  }
}

TEST_P(ForceCatalog, channels_are_finite_and_named_once) {
  Snapshot s;
  State start = model_->initial;
  AssembledSystem(model_->assembly).start_internals(start);
  s.t = 0.4;
  s.z = start.z;
  s.u = start.inputs.u;
  s.q = model_->initial.q;
  s.v = s.v_raw = model_->initial.v;
  s.a = Vector::Zero(s.q.size());
  s.lambda = s.lambda_raw = Vector::Zero(model_->assembly->layout.rows());
  std::set<std::string> names;
  const ChannelList channels = model_->channels();
  for (const auto& channel : channels.all()) {
    if (channel.name.rfind("f.", 0) != 0) continue;
    EXPECT_TRUE(names.insert(channel.name).second) << channel.name;
    EXPECT_TRUE(std::isfinite(channel.value(s))) << channel.name;
  }
  EXPECT_EQ(names.count("f.power"), inertias_.empty() ? 1u : 0u);
  EXPECT_EQ(names.count("f.energy"), potentials_.empty() && inertias_.empty() && memory_forces_.empty() ? 0u : 1u);
}

std::string force_sample_name(const ::testing::TestParamInfo<Sample>& info) {
  return info.param.type + "_" + std::to_string(info.index);
}
INSTANTIATE_TEST_SUITE_P(Samples, ForceCatalog, ::testing::ValuesIn(force_samples()), force_sample_name);

INSTANTIATE_TEST_SUITE_P(Contacts, ForceCatalog, ::testing::ValuesIn(contact_samples()), force_sample_name);

TEST(ForceCatalogTable, every_type_has_a_sample_a_text_and_units) {
  std::set<std::string> sampled;
  for (const auto& s : force_samples()) sampled.insert(s.type);
  for (const auto& [name, type] : force_types().entries()) {
    EXPECT_TRUE(sampled.count(name)) << name << " has no sample";
    EXPECT_FALSE(type.doc.empty());
    EXPECT_FALSE(type.reference.empty());
    for (const auto& p : type.schema.params()) EXPECT_FALSE(p.doc.empty()) << name << "." << p.name;
  }
}

}  // namespace
}  // namespace invar
