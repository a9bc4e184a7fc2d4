// Inputs of a simulation: constant over a step, changed between steps.
#include <gtest/gtest.h>

#include "invar/core/error.h"
#include "invar/model/model_builder.h"
#include "invar/run/model_simulation.h"

namespace invar {
namespace {

// A force along x that is the input itself.
class Thrust final : public Force {
 public:
  WorkAccount account() const override { return WorkAccount::kApplied; }
  std::vector<VariableInfo> inputs() const override { return {{"", "force", "N"}}; }
  void add_Q(const At& at, VecOut Q) const override { Q[0] += at.u[0]; }
};

std::shared_ptr<const Model> make_sled() {
  ModelBuilder b;
  b.gravity({0, 0, 0});
  b.add("bodies", "sled", "point_mass", {{"mass", 2}});
  b.add_force("engine", {"sled"}, std::make_unique<Thrust>());
  return b.finish();
}

struct InputSetting {
  const char* method;
  ValueMap options;
  std::optional<double> tolerance;
};

std::vector<InputSetting> input_settings() {
  return {{"ep", {}, {}},
          {"ep", {}, 1e-6},
          {"ep", {{"order", "4"}}, {}},
          {"ed", {}, {}},
          {"ggl", {}, {}},
          {"newmark", {}, {}},
          {"al", {}, {}},
          {"al_projection", {}, {}},
          {"al_conserving", {}, {}},
          {"explicit", {{"integrator", "rk4"}}, {}},
          {"explicit", {{"integrator", "ab3"}}, {}},
          {"explicit", {{"integrator", "dop853"}}, 1e-8}};
}

// With a constant force over each part the motion is quadratic, and exact in every method.
TEST(Inputs, act_from_the_step_on_that_follows_their_change) {
  for (const InputSetting& setting : input_settings()) {
    SimulationOptions options{.step = 0.05, .tolerance = setting.tolerance};
    options.max_step = 0.1;
    ModelSimulation sim(make_sled(), setting.method, setting.options, options);
    double x = 0, v = 0, t = 0;
    for (const double force : {3.0, -1.0, 0.0, 7.0}) {
      sim.set_input("engine.force", force);
      const double h = 0.4;
      ASSERT_TRUE(sim.run_to(t += h).status.ok()) << setting.method;
      x += v * h + 0.5 * force / 2 * h * h;
      v += force / 2 * h;
      EXPECT_NEAR(sim.state().q[0], x, 1e-12) << setting.method << " " << t;
      EXPECT_NEAR(sim.state().v[0], v, 1e-12) << setting.method << " " << t;
      EXPECT_EQ(sim.state().inputs.u[0], force);
    }
  }
}

// Step doubling makes two steps at a time: the second is dropped if the input changes after the first.
TEST(Inputs, that_change_after_each_step_act_at_once_and_resume_to_the_same_bits) {
  for (const InputSetting& setting : input_settings()) {
    SimulationOptions options{.step = 0.05, .tolerance = setting.tolerance};
    options.max_step = 0.1;
    const auto model = make_sled();
    const auto follow = [&](bool stores) {
      auto sim = std::make_unique<ModelSimulation>(model, setting.method, setting.options, options);
      double x = 0, v = 0, t = 0;
      std::vector<double> seen;
      for (int i = 0; i < 25; ++i) {
        const double force = std::sin(1.7 * i);
        sim->set_input("engine.force", force);
        EXPECT_TRUE(sim->step().status.ok()) << setting.method;
        const double h = sim->state().t - t;
        x += v * h + 0.5 * force / 2 * h * h;
        v += force / 2 * h;
        t = sim->state().t;
        EXPECT_NEAR(sim->state().q[0], x, 1e-13) << setting.method << " step " << i;
        EXPECT_NEAR(sim->state().v[0], v, 1e-13) << setting.method << " step " << i;
        seen.insert(seen.end(), {t, sim->state().q[0], sim->state().v[0]});
        if (!stores) continue;
        Archive stored;
        sim->archive(stored);
        sim = std::make_unique<ModelSimulation>(model, setting.method, setting.options, options);
        Archive read(stored.bytes());
        sim->archive(read);
        read.finish();
      }
      return seen;
    };
    EXPECT_EQ(follow(true), follow(false)) << setting.method;
  }
}

TEST(Inputs, have_names) {
  ModelSimulation sim(make_sled(), "ep", {}, {.step = 0.1});
  EXPECT_EQ(sim.system().layout().find_input("engine.force"), 0);
  EXPECT_EQ(sim.system().layout().inputs()[0].unit, "N");
  try {
    sim.set_input("engine.thrust", 1);
    FAIL();
  } catch (const ModelError& error) {
    EXPECT_NE(std::string(error.what()).find("is no input of the model"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace invar
