// The skeleton of implicit steps, with a scheme whose Newton matrix is singular, or whose constraints stay unmet, on command.
#include "invar/integrators/implicit_step.h"

#include <gtest/gtest.h>

#include <vector>

#include "invar/model/model.h"
#include "invar/system/assembled_system.h"
#include "paths.h"

namespace invar {
namespace {

// x^2 = 2 by Newton's method: what is solved does not matter here, only the order of the calls.
class ScriptedStep final : public ImplicitStep {
 public:
  ScriptedStep(const MechanicalSystem& system, const ImplicitStepOptions& options) : ImplicitStep(system, options) {}

  int singular_tries = 0;  // that many regularizations meet a singular matrix
  bool unmet = false;      // constraints do not come down
  bool wrong_start = false;
  std::vector<double> tried;
  std::vector<bool> plain;
  int finished = 0;
  mutable int explained = 0;
  double x = 0;

 private:
  Status begin(const State&, double) override {
    return wrong_start ? Status{StatusCode::kSingular, "nowhere to start from"} : Status{};
  }
  void predict(const State&, double, bool is_plain) override {
    x = 1;
    tried.push_back(eps_factor_);
    plain.push_back(is_plain);
  }
  void evaluate(const State&, double, NewtonParts parts) override {
    if (with_residual(parts)) r_ = x * x - 2;
    if (with_tangent(parts)) slope_ = 2 * x;
  }
  NewtonResidual calc_residual(const State&, double) override {
    NewtonResidual residual{std::abs(r_), std::abs(r_)};
    if (unmet) residual.size = std::max(residual.size, 1e-15);  // above the limit, and stands
    residual.unmet = unmet;
    return residual;
  }
  bool refactor(const State&, double) override { return static_cast<int>(tried.size()) > singular_tries; }
  double correct() override {
    x -= r_ / slope_;
    return std::abs(r_ / slope_);
  }
  void finish(const State& s0, double h, State& s1, StepReport&) override {
    ++finished;
    s1 = s0;
    s1.t += h;
  }
  std::span<const Vector> constraint_residuals() const override { return {}; }
  void explain_failure(double, Status&) const override { ++explained; }

  double r_ = 0, slope_ = 1;
};

class ImplicitStepTest : public ::testing::Test {
 protected:
  StepReport step(ScriptedStep& scheme) { return scheme.step(model_->initial, 0.1, end_); }

  std::shared_ptr<const Model> model_ = load_model(source_path("models/yoon_pendulum.yaml"));
  AssembledSystem system_{model_->assembly};
  State end_;
};

TEST_F(ImplicitStepTest, ends_with_the_first_regularization_that_works) {
  ScriptedStep scheme(system_, {});
  scheme.singular_tries = 2;
  const StepReport report = step(scheme);
  EXPECT_TRUE(report.status.ok());
  EXPECT_EQ(scheme.tried, (std::vector<double>{1, 1e-3, 1e-6}));
  EXPECT_EQ(scheme.plain, (std::vector<bool>{false, true, true}));
  EXPECT_EQ(scheme.finished, 1);
  EXPECT_EQ(scheme.explained, 0);
  EXPECT_NEAR(scheme.x, std::sqrt(2.0), 1e-15);
  EXPECT_GT(report.iterations, 3);
}

TEST_F(ImplicitStepTest, fails_when_no_regularization_is_left) {
  ScriptedStep scheme(system_, {{}, kPositiveRegularizations});
  scheme.singular_tries = 10;
  const StepReport report = step(scheme);
  EXPECT_EQ(report.status.code, StatusCode::kSingular);
  EXPECT_EQ(scheme.tried.size(), 3u);
  EXPECT_EQ(scheme.finished, 0);
  EXPECT_EQ(scheme.explained, 1);
}

TEST_F(ImplicitStepTest, takes_unmet_constraints_in_a_second_round_only) {
  ScriptedStep scheme(system_, {{.max_iterations = 50, .strict = true}});
  scheme.unmet = true;
  EXPECT_TRUE(step(scheme).status.ok());
  EXPECT_EQ(scheme.tried, (std::vector<double>{1, 1e-3, 1e-6, 1e3, -1, 1}));
  EXPECT_TRUE(scheme.plain.back());
}

TEST_F(ImplicitStepTest, refuses_unmet_constraints_where_they_are_not_accepted) {
  ScriptedStep scheme(system_, {{.max_iterations = 50, .strict = true}});
  scheme.unmet = true;
  scheme.accept_unmet(false);
  EXPECT_EQ(step(scheme).status.code, StatusCode::kNotConverged);
  EXPECT_EQ(scheme.tried.size(), 5u);
}

TEST_F(ImplicitStepTest, iterates_nothing_from_a_start_that_fails) {
  ScriptedStep scheme(system_, {});
  scheme.wrong_start = true;
  EXPECT_EQ(step(scheme).status.detail, "nowhere to start from");
  EXPECT_TRUE(scheme.tried.empty());
}

}  // namespace
}  // namespace invar
