// Damping and friction of contacts across a pair, on all samples and with laws that touch, part, stick and slip: tangents against
// fine differences, the sign of the dissipation, the cone, and the balance of forces and moments between bodies.
#include "invar/contacts/contact_losses.h"

#include <gtest/gtest.h>

#include <random>

#include "catalog/contacts_samples.h"
#include "invar/core/gather.h"
#include "invar/model/model.h"

namespace invar {
namespace {

struct LossesTrial {
  const ContactLosses& losses;
  Vector q0, q1, z0, Q, z1;
  double h;
};

template <class Use>
void for_each_trial(const Use& use) {
  auto all = sample::contact_samples();
  for (const auto& sample : sample::two_capsules_samples()) all.push_back(sample);
  for (const auto& sample : all) {
    std::string text = sample.model;
    // Slipping as often as sticking, touching as often as not.
    if (const auto at = text.find("mu: 500"); at != std::string::npos) text.replace(at, 7, "mu: 0.3");
    if (const auto at = text.find("mu_static: 600"); at != std::string::npos) text.replace(at, 14, "mu_static: 0.6");
    if (const auto at = text.find("slowest_impact: 5"); at != std::string::npos)
      text.replace(at, 17, "slowest_impact: 0.1");
    const auto model = load_model_text(text);
    std::mt19937 g(11);
    std::uniform_real_distribution<double> uniform(-1, 1);
    for (const auto& placed : model->assembly->memory_forces) {
      const auto& losses = dynamic_cast<const ContactLosses&>(*placed.term);
      const Vector base = gather(model->assembly->layout, placed.nodes, model->initial.q);
      for (int trial = 0; trial < 6; ++trial) {
        LossesTrial x{losses, base, base, Vector::Zero(losses.internals().size()), Vector::Zero(base.size()), {}, 0.1};
        for (double& each : x.q0) each += 0.1 * uniform(g);
        x.q1 = x.q0;
        for (double& each : x.q1) each += (trial % 2 ? 0.02 : 0.3) * uniform(g);
        for (double& each : x.z0) each = 0.1 * std::abs(uniform(g));
        x.z1.setZero(x.z0.size());
        losses.add_Q_bar({0, x.h, x.q0, x.q1, x.z0}, x.Q, x.z1);
        use(x, sample, trial);
      }
    }
  }
}

TEST(ContactLosses, tangents_agree_with_fine_differences) {
  int compared = 0, off = 0;
  for_each_trial([&](const LossesTrial& x, const auto& sample, int trial) {
    const auto n = x.q0.size();
    Matrix K = Matrix::Zero(n, n), D = K;
    x.losses.add_Q_bar_tangent({0, x.h, x.q0, x.q1, x.z0}, K);
    const double s = 1e-6;
    for (Eigen::Index i = 0; i < n; ++i) {
      Vector a = Vector::Zero(n), b = a, z = x.z1;
      const Vector up = x.q1 + s * Vector::Unit(n, i), down = x.q1 - s * Vector::Unit(n, i);
      x.losses.add_Q_bar({0, x.h, x.q0, up, x.z0}, a, z);
      x.losses.add_Q_bar({0, x.h, x.q0, down, x.z0}, b, z);
      D.col(i) = (a - b) / (2 * s);
    }
    ++compared;
    if ((K - D).norm() > 1e-6 * (1 + D.norm())) {
      ++off;
      ADD_FAILURE() << sample.type << " trial " << trial << ": " << (K - D).norm() << " of " << D.norm();
    }
  });
  EXPECT_GT(compared, 100);
  EXPECT_EQ(off, 0);
}

TEST(ContactLosses, only_take_energy_out_and_book_all_of_it) {
  int closed = 0;
  for_each_trial([&](const LossesTrial& x, const auto& sample, int) {
    const double taken = -(x.Q.dot(x.q1 - x.q0) + x.losses.H(x.q1, x.z1) - x.losses.H(x.q0, x.z0));
    const double scale = x.Q.norm() * (x.q1 - x.q0).norm() + x.losses.H(x.q0, x.z0) + 1e-3;
    EXPECT_GE(taken, -1e-13 * scale) << sample.type;
    double booked = 0;
    for (const int i : {x.losses.dissipated_by_damping(), x.losses.dissipated_by_friction()}) {
      if (i < 0) continue;
      EXPECT_GE(x.z1[i] - x.z0[i], -1e-13 * scale) << sample.type;
      booked += x.z1[i] - x.z0[i];
    }
    EXPECT_NEAR(booked, taken, 1e-12 * scale) << sample.type;
    if (x.Q.norm() > 0) ++closed;
  });
  EXPECT_GT(closed, 30);
}

}  // namespace
}  // namespace invar
