// A term that cannot be evaluated says so by value: the step fails and is divided, and if that does not help, the run ends with
// the name of its owner. Nothing is thrown.
#include "invar/core/term_failure.h"

#include <gtest/gtest.h>

#include "invar/model/model_builder.h"
#include "invar/run/model_simulation.h"

namespace invar {
namespace {

// A drag that is only known above a height.
class KnownAbove final : public Force {
 public:
  explicit KnownAbove(double height) : height_(height) {}
  WorkAccount account() const override { return WorkAccount::kDissipated; }
  void add_Q(const At& at, VecOut Q) const override {
    if (at.q[2] < height_) return fail_term("the density of the air is not known down here");
    Q[2] -= 0.1 * at.v[2];
  }

 private:
  double height_;
};

std::shared_ptr<const Model> make_fall(double height) {
  ModelBuilder b;
  b.gravity({0, 0, -9.81});
  b.add("bodies", "ball", "point_mass", {{"mass", 1}, {"position", {0, 0, 1}}});
  b.add_force("air", {"ball"}, std::make_unique<KnownAbove>(height));
  return b.finish();
}

TEST(TermFailures, end_a_run_with_the_owner_and_the_reason) {
  for (const char* method : {"ep", "ed", "ggl", "hht", "al_conserving", "explicit"})
    for (const bool controls : {false, true}) {
      SimulationOptions options{.step = 0.05};
      if (controls) options.tolerance = 1e-6;
      ModelSimulation sim(make_fall(0.5), method, {}, options);
      const SimulationReport& report = sim.run_to(5);
      EXPECT_EQ(report.status.code, StatusCode::kModelError) << method;
      EXPECT_NE(report.message().find("\"air\": the density of the air is not known down here"), std::string::npos)
          << report.message();
      // Steps were divided until the last one ends close above the height.
      // Some methods ask in the middle of a step: half a step of 3 m/s below, the end is no concern of theirs.
      EXPECT_GE(sim.state().q[2], 0.5 - 0.08) << method;
      EXPECT_LT(sim.state().q[2], 0.55) << method;
      EXPECT_GT(report.rejected_steps, 3) << method;
    }
}

// A floor that gives way by 5 cm, and is known to 10 cm. Large steps come down below.
class Mattress final : public Force {
 public:
  WorkAccount account() const override { return WorkAccount::kApplied; }
  void add_Q(const At& at, VecOut Q) const override {
    if (at.q[2] < 0.5) return fail_term("the mattress is not known so far down");
    if (at.q[2] < 0.6) Q[2] += 3136 * (0.6 - at.q[2]);
  }
};

TEST(TermFailures, that_shorter_steps_avoid_do_not_end_a_run) {
  ModelBuilder b;
  b.gravity({0, 0, -9.81});
  b.add("bodies", "ball", "point_mass", {{"mass", 1}, {"position", {0, 0, 1}}});
  b.add_force("mattress", {"ball"}, std::make_unique<Mattress>());
  ModelSimulation sim(b.finish(), "explicit", {{"integrator", "rk4"}}, {.step = 0.08});
  const SimulationReport& report = sim.run_to(0.48);
  EXPECT_TRUE(report.status.ok()) << report.message();
  EXPECT_GT(report.rejected_steps, 0);
  EXPECT_GT(sim.state().q[2], 0.5);
}

// Each thread has its own account, and a failure before a step is none of that step.
TEST(TermFailures, outside_of_a_step_do_not_count) {
  fail_term("long ago");
  ModelSimulation sim(make_fall(-100), "ep", {}, {.step = 0.05});
  EXPECT_TRUE(sim.run_to(0.2).status.ok());
  EXPECT_FALSE(take_term_failure());
}

}  // namespace
}  // namespace invar
