// What observers of a run share: each quantity evaluated once, and the same for all.
#include "invar/audit/instant.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "benchmarks/model_run.h"
#include "invar/record/channel_values.h"
#include "invar/solve/initial_conditions.h"
#include "invar/system/assembled_system.h"

namespace invar {
namespace {

// A system that counts how often its parts are evaluated.
class CountingSystem final : public MechanicalSystem {
 public:
  explicit CountingSystem(const AssembledSystem& system) : system_(system) {}
  const Layout& layout() const override { return system_.layout(); }
  const SparsePattern& K_pattern() const override { return system_.K_pattern(); }
  const SparsePattern& G_pattern() const override { return system_.G_pattern(); }
  const Vector& M() const override { return system_.M(); }
  void eval(const At& at, Vec lambda, unsigned parts, PointEval& out) const override {
    for (unsigned part = 1; part <= kPower; part *= 2)
      if (parts & part) ++counts[part];
    system_.eval(at, lambda, parts, out);
  }
  void eval_pair(const Across& pair, Vec lambda, unsigned parts, PairEval& out) const override {
    system_.eval_pair(pair, lambda, parts, out);
  }
  bool dissipative() const override { return system_.dissipative(); }
  bool rheonomic() const override { return system_.rheonomic(); }
  mutable std::map<unsigned, int> counts;

 private:
  const AssembledSystem& system_;
};

struct Ready {
  explicit Ready(const std::string& name, const Overrides& set = {})
      : model(load_model(benchmarks::model_path(name), set)), system(model->assembly), start(model->initial) {
    EXPECT_TRUE(solve_initial_conditions(system, start).status.ok());
  }
  std::shared_ptr<const Model> model;
  AssembledSystem system;
  State start;
};

TEST(Instant, evaluates_each_quantity_once_and_only_if_asked) {
  const Ready ready("n_four_bar", {{"N", "5"}, {"theta0", "1"}});
  const CountingSystem counting(ready.system);
  Instant instant(counting);
  instant.start(ready.start);
  instant.snapshot(kNeedsState);
  EXPECT_TRUE(counting.counts.empty());
  for (int i = 0; i < 3; ++i) {
    instant.point();
    EXPECT_TRUE(instant.eval_velocity());
    instant.snapshot(kNeedsVelocity);
  }
  EXPECT_EQ(counting.counts[kEnergy], 1);
  EXPECT_EQ(counting.counts[kVelocity], 1) << "the projection takes the Jacobian of the point";
  EXPECT_EQ(counting.counts[kForces], 0);
  for (int i = 0; i < 3; ++i) instant.snapshot(kNeedsAcceleration);
  EXPECT_EQ(counting.counts[kForces], 1);
  EXPECT_EQ(counting.counts[kVelocity], 1);
  instant.step(ready.start, {}, Vector::Zero(counting.rows()));
  instant.point();
  EXPECT_EQ(counting.counts[kEnergy], 2);
}

TEST(ChannelValues, evaluates_a_vector_once_for_all_who_record_its_components) {
  const Ready ready("n_four_bar", {{"N", "5"}});
  Instant instant(ready.system);
  instant.start(ready.start);
  int calls = 0;
  ChannelList list;
  list.add_vector("a.position", "m", kNeedsState, [&](const Snapshot& s) {
    ++calls;
    return Vector3(s.t, 2, 3);
  });
  list.add("a.mass", "kg", kNeedsState, [&](const Snapshot&) {
    ++calls;
    return 7.0;
  });
  ChannelValues values(instant);
  const auto table = values.select(list.all());
  const auto page = values.select({*list.find("a.mass"), *list.find("a.position.z")});
  values.start();
  double row[4], two[2];
  values.write(table, row);
  values.write(page, two);
  EXPECT_EQ(calls, 2);
  EXPECT_EQ(std::vector<double>(row, row + 4), (std::vector<double>{0, 2, 3, 7}));
  EXPECT_EQ(std::vector<double>(two, two + 2), (std::vector<double>{7, 3}));
  State next = ready.start;
  next.t = 5;
  instant.step(next, {}, Vector::Zero(ready.system.rows()));
  values.step();
  values.write(table, row);
  EXPECT_EQ(row[0], 5);
  EXPECT_EQ(calls, 4);
}

TEST(ChannelList, finds_names_and_the_components_of_vectors) {
  ChannelList list;
  const auto value = [](const Snapshot&) { return 0.0; };
  for (const char* name : {"a.position.x", "a.position.y", "a.lambda.e1e1", "a.force", "a.force.x", "b.mid.shear.2"})
    list.add(name, "1", kNeedsState, value);
  ASSERT_NE(list.find("a.force"), nullptr);
  EXPECT_EQ(list.find("a.position"), nullptr);
  EXPECT_EQ(list.find_components("a.position").size(), 2u);
  EXPECT_EQ(list.find_components("a.force").size(), 1u);
  EXPECT_TRUE(list.find_components("a").empty()) << "a part is no quantity";
  EXPECT_TRUE(list.find_components("b.mid").empty()) << "its components have components";
  EXPECT_EQ(list.find_components("b.mid.shear").size(), 1u);
}

// The factors that serve output against those of the motion: at a regular position, and where the mechanism is singular.
TEST(AccelerationsForResults, are_those_of_pivoted_factors) {
  for (const auto& [name, set] :
       std::vector<std::pair<std::string, Overrides>>{{"n_four_bar", {{"N", "20"}, {"theta0", "1.1"}}},
                                                      {"n_four_bar", {{"N", "20"}, {"theta0", "0"}}},
                                                      {"braun_slider_crank", {}},
                                                      {"yoon_pendulum", {}},
                                                      {"chain", {{"N", "30"}}},
                                                      {"dopico_iltis_smooth", {}}}) {
    const Ready ready(name, set);
    AccelerationSolver pivoted(ready.system), quick(ready.system, KktForm::kReduced, AccelerationSolver::Use::kResults);
    Vector v = ready.start.v, w, a, b, lambda, mu;
    for (int i = 0; i < v.size(); ++i) v[i] += 1e-3 * std::sin(7.0 * i);
    w = v;
    const double t = ready.start.t;
    ASSERT_TRUE(pivoted.project_velocity({t, ready.start.q}, v)) << name;
    ASSERT_TRUE(quick.project_velocity({t, ready.start.q}, w)) << name;
    EXPECT_LT((v - w).cwiseAbs().maxCoeff(), 1e-9 * std::max(1e-3, v.cwiseAbs().maxCoeff())) << name;
    ASSERT_TRUE(pivoted.solve({t, ready.start.q, v}, a, lambda)) << name;
    ASSERT_TRUE(quick.solve({t, ready.start.q, v}, b, mu)) << name;
    EXPECT_LT((a - b).cwiseAbs().maxCoeff(), 1e-9 * a.cwiseAbs().maxCoeff()) << name;
  }
}

// A pendulum has one constraint, so that the energy across it is 1/2 r^2/(G M^-1 G^T). The largest of all steps is found
// although only one in 32 is sampled.
TEST(Audit, finds_the_largest_energy_across_the_constraints_between_its_samples) {
  const std::string text =
      "gravity: [0, 0, -9.81]\n"
      "bodies: {bob: {type: point_mass, mass: 2, position: [3, 0, 0]}}\n"
      "markers: {pivot: {on: ground}}\njoints: {rod: {type: distance, between: [pivot, bob]}}\n";
  const auto model = load_model_text(text);
  RunSpec spec;
  spec.method = "ep";
  spec.step = 0.05;
  spec.end = 25.03;
  ModelRun run(*model, spec);
  double largest = 0;
  PointEval at;
  StepCallback every([&](const State&, const State& s, const StepReport&) {
    run.system().eval(s, Vector::Zero(1), kVelocity, at);
    largest = std::max(largest, 0.5 * at.Phi_dot[0] * at.Phi_dot[0] / (at.G.squaredNorm() / 2));
    return Status{};
  });
  run.add(every);
  const RunResult result = run.execute();
  ASSERT_TRUE(result.report.status.ok());
  ASSERT_GT(largest, 1e-6);
  EXPECT_NEAR(*result.certificate.energy_normal_max, largest, 1e-9 * largest);
}

}  // namespace
}  // namespace invar
