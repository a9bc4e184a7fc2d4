// Integrator::continue_from, for every method of the catalog on every sample system. Forces may jump where neither time nor state
// show it, and the next step is then that of a new integrator.
#include <gtest/gtest.h>

#include "catalog/method_configurations.h"
#include "invar/integrators/integrator.h"
#include "invar/spec/params.h"

namespace invar::catalog {
namespace {

// A constant load on all coordinates that is switched from outside.
class SwitchedSystem final : public MechanicalSystem {
 public:
  explicit SwitchedSystem(const AssembledSystem& system)
      : system_(system), direction_(Vector::LinSpaced(system.coordinates(), -1, 1.7)) {}
  double load = 0;

  const Layout& layout() const override { return system_.layout(); }
  const SparsePattern& K_pattern() const override { return system_.K_pattern(); }
  const SparsePattern& G_pattern() const override { return system_.G_pattern(); }
  const Vector& M() const override { return system_.M(); }
  bool dissipative() const override { return system_.dissipative(); }
  bool rheonomic() const override { return system_.rheonomic(); }
  bool has_nonlinear_rows() const override { return system_.has_nonlinear_rows(); }
  int invariants() const override { return system_.invariants(); }
  void eval_invariants(const At& at, InvariantEval& out) const override { system_.eval_invariants(at, out); }
  void eval_rates(const Across& pair, Vec v0, Vec v1, const Vector& B, unsigned parts, RateEval& out) const override {
    system_.eval_rates(pair, v0, v1, B, parts, out);
  }
  void eval(const At& at, Vec lambda, unsigned parts, PointEval& out) const override {
    system_.eval(at, lambda, parts, out);
    if (parts & kForces) out.Q += load * direction_;
    if (parts & kPower) out.power_applied += load * direction_.dot(at.v);
  }
  void eval_pair(const Across& pair, Vec lambda, unsigned parts, PairEval& out) const override {
    system_.eval_pair(pair, lambda, parts, out);
    if (parts & kResidual) out.f -= load * direction_;
    if (parts & kWork) out.work_applied += load * direction_.dot(pair.q1 - pair.q0);
  }
  // (H2) of terms/path.h: the second moment of a constant vanishes.
  void eval_path(const Path& path, Vec lambda_0, Vec lambda_1, unsigned parts, PathEval& out) const override {
    system_.eval_path(path, lambda_0, lambda_1, parts, out);
    if (parts & kResidual) out.f_g -= load * direction_;
    if (parts & kWork) out.work_applied += load * direction_.dot(path.d_f);
  }

 private:
  const AssembledSystem& system_;
  Vector direction_;
};

class Continue : public ::testing::TestWithParam<MethodConfiguration> {
 protected:
  void SetUp() override { params_.emplace(SpecNode::make_map(GetParam().options, "test"), type().schema); }
  const MethodType& type() const { return method_types().at(GetParam().method); }
  std::unique_ptr<Integrator> make(const MechanicalSystem& system) const { return type().make(system, *params_); }

  std::optional<Params> params_;
};

double largest_difference(const Vector& a, const Vector& b) {
  return a.size() == 0 ? 0 : (a - b).cwiseAbs().maxCoeff() / (1 + b.cwiseAbs().maxCoeff());
}

TEST_P(Continue, makes_the_step_of_a_new_integrator_where_forces_have_jumped) {
  const MethodConfiguration& c = GetParam();
  for (const IntegratorSample& sample : integrator_samples()) {
    if (c.leaves_out.contains(sample.name)) continue;
    const ReadySystem ready(sample.text);
    SwitchedSystem system(ready.system);
    const double h = sample.run.begin()->second.step;
    auto used = make(system);
    State s = ready.start, next;
    bool runs = true;
    for (int i = 0; i < 7 && runs; ++i) {
      runs = used->step(s, h, next).status.ok();
      std::swap(s, next);
      s.inputs = ready.start.inputs;
    }
    ASSERT_TRUE(runs) << sample.name;
    system.load = 3;
    // The energy there is not known to the test, and to a new integrator it is that of the state.
    used->continue_from(s, {.energy = {}});
    State going_on, anew;
    auto fresh = make(system);
    const StepReport r = used->step(s, h, going_on), r_new = fresh->step(s, h, anew);
    ASSERT_TRUE(r.status.ok() && r_new.status.ok()) << sample.name << " " << r.status.message();
    // What positions are rounded by is seen in velocities after division by the step, and in forces once more.
    EXPECT_LT(largest_difference(going_on.q, anew.q), 1e-13) << sample.name;
    EXPECT_LT(largest_difference(going_on.v, anew.v), 1e-13 / h) << sample.name;
    EXPECT_LT(largest_difference(going_on.z, anew.z), 1e-13) << sample.name;
    EXPECT_LT(largest_difference(used->lambda(), fresh->lambda()), 1e-13 / (h * h)) << sample.name;
    EXPECT_NEAR(r.work_applied, r_new.work_applied, 1e-12 * (1 + std::abs(r_new.work_applied))) << sample.name;
    // The one after it, too.
    State going_on_2, anew_2;
    going_on.inputs = anew.inputs = s.inputs;
    ASSERT_TRUE(used->step(going_on, h, going_on_2).status.ok() && fresh->step(anew, h, anew_2).status.ok());
    EXPECT_LT(largest_difference(going_on_2.q, anew_2.q), 1e-12) << sample.name;
  }
}

// Methods that hold the energy hold E0 + W across an event that is known to have changed the energy of the system.
TEST_P(Continue, holds_the_energy_of_the_run_across_an_event) {
  const MethodConfiguration& c = GetParam();
  for (const IntegratorSample& sample : integrator_samples()) {
    if (c.leaves_out.contains(sample.name) || sample.name == "damped_pendulums") continue;
    const ReadySystem ready(sample.text);
    auto integrator = make(ready.system);
    if (!integrator->traits().conserves_energy || ready.system.rheonomic()) continue;
    const double h = sample.run.begin()->second.step;
    PointEval eval;
    const Vector none = Vector::Zero(ready.system.rows());
    const auto energy = [&](const State& s) {
      ready.system.eval(s, none, kEnergy, eval);
      return eval.T + eval.U;
    };
    State s = ready.start, next;
    double expected = energy(s), size = std::abs(expected);
    for (int i = 0; i < 40; ++i) {
      if (i == 17) {  // without drives, a multiple of an admissible velocity is one
        const double before = energy(s);
        s.v *= 0.7;
        const double change = energy(s) - before;
        integrator->continue_from(s, {.energy = change});
        expected += change;
      }
      const StepReport r = integrator->step(s, h, next);
      ASSERT_TRUE(r.status.ok()) << sample.name << " " << r.status.message();
      expected += r.work_applied - r.dissipated_physical;
      std::swap(s, next);
      s.inputs = ready.start.inputs;
      size = std::max({size, eval.T, std::abs(eval.U)});
    }
    EXPECT_NEAR(energy(s), expected, 3e-13 * (1 + size)) << sample.name;
  }
}

// Controls of `explicit` lead the energy to that of the start, the work, and what events have added: psi' = -eta psi.
TEST(ContinueFrom, lets_the_control_of_the_energy_follow_what_an_event_has_added) {
  const auto& samples = integrator_samples();
  const auto sample = std::find_if(samples.begin(), samples.end(),
                                   [](const IntegratorSample& x) { return x.name == "masses_and_springs"; });
  const ReadySystem ready(sample->text);
  const MethodType& type = method_types().at("explicit");
  const Params params(SpecNode::make_map({{"integrator", "rk4"}, {"energy", "multiplier"}, {"eta", "2"}}, "test"),
                      type.schema);
  const auto integrator = type.make(ready.system, params);
  PointEval eval;
  const Vector none = Vector::Zero(ready.system.rows());
  const auto energy = [&](const State& s) {
    ready.system.eval(s, none, kEnergy, eval);
    return eval.T + eval.U;
  };
  const double h = 0.005, added = 0.05, first = energy(ready.start);
  State s = ready.start, next;
  const auto pass = [&](double duration) {
    for (int i = 0; i < std::lround(duration / h); ++i) {
      ASSERT_TRUE(integrator->step(s, h, next).status.ok());
      std::swap(s, next);
      s.inputs = ready.start.inputs;
    }
  };
  pass(0.5);
  EXPECT_NEAR(energy(s), first, 1e-6);
  integrator->continue_from(s, {.energy = added});
  pass(1);
  EXPECT_NEAR(energy(s), first + added * (1 - std::exp(-2.0)), 1e-4 * added);
  // Without a word about the energy, it is what it is.
  const double here = energy(s);
  integrator->continue_from(s, {.energy = {}});
  pass(1);
  EXPECT_NEAR(energy(s), here, 1e-6);
}

INSTANTIATE_TEST_SUITE_P(Catalog, Continue, ::testing::ValuesIn(method_configurations()),
                         [](const auto& param_info) { return param_info.param.method + "_" + param_info.param.label; });

}  // namespace
}  // namespace invar::catalog
