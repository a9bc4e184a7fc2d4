// Rigid bodies of the papers and of the textbooks against reference solutions: invariants, orders of convergence.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "benchmarks/oracle_error.h"
#include "oracles/euler_top.h"
#include "oracles/free_rigid_body.h"
#include "oracles/heavy_top.h"
#include "oracles/universal_joint.h"

namespace invar::benchmarks {
namespace {

// [Bauchau2003] sec. 6.1
class FreeBody : public ::testing::Test {
 protected:
  struct Errors {
    double e1 = 0, omega = 0, lambda = 0;
  };
  Errors errors(double step, const std::string& order) const {
    const RecordedRun run =
        run_model("bauchau_rigid_body", {.options = {{"order", order}}, .step = step, .every = 0.1});
    EXPECT_TRUE(run.certificate.completed());
    Errors e;
    e.e1 = vector_error(run, "body.e1", [&](double t) -> oracles::Vec3 { return oracle_.state(t).R.col(0); });
    e.omega = vector_error(run, "body.omega", [&](double t) { return oracle_.state(t).omega; });
    static const std::array<const char*, 6> labels{"e1e1", "e2e2", "e3e3", "e2e3", "e1e3", "e1e2"};
    for (int i = 0; i < 6; ++i)
      e.lambda = std::max(e.lambda, max_error(run, std::string("body.lambda.") + labels[i], [&](double t) {
                            return static_cast<double>(oracle_.state(t).lambda[i]);
                          }));
    return e;
  }
  oracles::FreeRigidBody oracle_;
};

TEST_F(FreeBody, keeps_constraints_energy_and_momenta_at_the_step_of_the_paper) {
  const RecordedRun run = run_model("bauchau_rigid_body");
  const Certificate& c = run.certificate;
  EXPECT_EQ(c.steps, 400);
  EXPECT_LT(*c.constraint_position_max, 1e-13);
  EXPECT_LT(*c.constraint_velocity_mid_max, 1e-12);
  EXPECT_LT(*c.energy_balance_error_max / c.energy_initial, 1e-12);
  EXPECT_LT(*c.linear_momentum_drift_max, 1e-11);
  EXPECT_LT(*c.angular_momentum_drift_max, 1e-11);
}

TEST_F(FreeBody, converges_with_order_two_in_orientation_angular_velocity_and_multipliers) {
  const Errors coarse = errors(0.0125, "2"), fine = errors(0.00625, "2");
  EXPECT_LT(coarse.e1, 0.02);
  EXPECT_NEAR(measured_order(coarse.e1, fine.e1), 2, 0.05);
  EXPECT_NEAR(measured_order(coarse.omega, fine.omega), 2, 0.05);
  EXPECT_NEAR(measured_order(coarse.lambda, fine.lambda), 2, 0.05);
}

TEST_F(FreeBody, converges_with_order_four_by_composition) {
  const Errors coarse = errors(0.0125, "4"), fine = errors(0.00625, "4");
  EXPECT_NEAR(measured_order(coarse.e1, fine.e1), 4, 0.1);
  EXPECT_NEAR(measured_order(coarse.omega, fine.omega), 4, 0.1);
}

TEST_F(FreeBody, converges_with_order_six_by_composition) {
  const Errors coarse = errors(0.05, "6"), fine = errors(0.025, "6");
  EXPECT_NEAR(measured_order(coarse.e1, fine.e1), 6, 0.1);
  EXPECT_NEAR(measured_order(coarse.omega, fine.omega), 6, 0.1);
  EXPECT_NEAR(measured_order(coarse.lambda, fine.lambda), 6, 0.1);
}

// [Bauchau2003] sec. 6.2
class DrivenJoint : public ::testing::Test {
 protected:
  struct Errors {
    double e1 = 0, omega = 0, lambda = 0, torque = 0;
  };
  Errors errors(int steps, const std::string& order = "2") const {
    const double pi = std::acos(-1.0);
    const RecordedRun run = run_model("bauchau_universal_joint",
                                      {.options = {{"order", order}}, .step = 2 * pi / steps, .every = 2 * pi / 40});
    EXPECT_TRUE(run.certificate.completed());
    Errors e;
    e.e1 = vector_error(run, "body.e1", [&](double t) -> oracles::Vec3 { return oracle_.state(t).R.col(0); });
    e.omega = vector_error(run, "body.omega", [&](double t) { return oracle_.state(t).omega; });
    e.lambda = max_error(run, "joint.lambda", [&](double t) { return static_cast<double>(oracle_.state(t).lambda); });
    e.torque = max_error(run, "joint.drive_torque",
                         [&](double t) { return static_cast<double>(oracle_.state(t).drive_torque); });
    return e;
  }
  oracles::UniversalJoint oracle_;
};

TEST_F(DrivenJoint, balances_energy_with_the_work_of_the_drive_in_every_step) {
  const RecordedRun run = run_model("bauchau_universal_joint");
  EXPECT_EQ(run.certificate.steps, 400);
  double worst = 0;
  for (size_t i = 1; i < run.rows.size(); ++i) {
    const double gain = run.at(i, "energy.total") - run.at(i - 1, "energy.total");
    worst = std::max(worst, std::abs(gain - (run.at(i, "work.drives") - run.at(i - 1, "work.drives"))));
  }
  EXPECT_LT(worst, 1e-12);
  EXPECT_LT(*run.certificate.energy_balance_error_max, 1e-11);
  EXPECT_LT(*run.certificate.constraint_position_max, 1e-13);
  // The drive works by up to some joules, and as the reference says.
  const auto work = [&](double t) { return static_cast<double>(oracle_.state(t).work); };
  EXPECT_GT(max_error(run, "work.drives", [](double) { return 0; }), 0.5);
  EXPECT_LT(max_error(run, "work.drives", work), 1e-2);
}

TEST_F(DrivenJoint, converges_with_order_two_in_motion_multiplier_and_torque) {
  const Errors coarse = errors(400), fine = errors(800);
  EXPECT_LT(fine.e1, 0.01);
  EXPECT_NEAR(measured_order(coarse.e1, fine.e1), 2, 0.05);
  EXPECT_NEAR(measured_order(coarse.omega, fine.omega), 2, 0.05);
  EXPECT_NEAR(measured_order(coarse.lambda, fine.lambda), 2, 0.05);
  EXPECT_NEAR(measured_order(coarse.torque, fine.torque), 2, 0.05);
}

TEST_F(DrivenJoint, converges_with_order_four_by_composition) {
  const Errors coarse = errors(400, "4"), fine = errors(800, "4");
  EXPECT_NEAR(measured_order(coarse.e1, fine.e1), 4, 0.1);
  EXPECT_NEAR(measured_order(coarse.torque, fine.torque), 4, 0.1);
}

TEST(HeavyTop, follows_the_reference_with_order_two_and_four) {
  const oracles::HeavyTop oracle(oracles::benchmark_heavy_top());
  const auto error = [&](double step, const std::string& order) {
    const RecordedRun run =
        run_model("heavy_top", {.options = {{"order", order}}, .step = step, .end = 1, .every = 0.05});
    expect_conserved(run, 1e-12, 1e-13, 1e-11);
    return vector_error(run, "top.center.position", [&](double t) { return oracle.state(t).com; });
  };
  EXPECT_NEAR(measured_order(error(0.0005, "2"), error(0.00025, "2")), 2, 0.05);
  EXPECT_NEAR(measured_order(error(0.001, "4"), error(0.0005, "4")), 4, 0.1);
}

TEST(TumblingBody, follows_the_elliptic_functions_through_its_flips) {
  const oracles::EulerTop oracle({1, 2, 3}, {0.001, 1, 0.001});
  const auto error = [&](double step, const std::string& order) {
    const RecordedRun run = run_model("t_handle", {.options = {{"order", order}}, .step = step, .every = 1});
    expect_conserved(run, 1e-12, 1e-13, 1e-13);
    EXPECT_LT(*run.certificate.angular_momentum_drift_max, 1e-12);
    return vector_error(run, "handle.omega_body", [&](double t) { return oracle.omega_body(t); });
  };
  const double coarse = error(0.02, "2"), fine = error(0.01, "2");
  EXPECT_LT(coarse, 0.02);
  EXPECT_NEAR(measured_order(coarse, fine), 2, 0.05);
  EXPECT_NEAR(measured_order(error(0.25, "4"), error(0.125, "4")), 4, 0.1);
}

}  // namespace
}  // namespace invar::benchmarks
