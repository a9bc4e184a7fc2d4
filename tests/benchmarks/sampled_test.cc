// Sampled controllers against maps from tick to tick that are exact for linear systems: a mass under PD control, and the linearized
// equations of the inverted pendulum.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "benchmarks/matrix_exponential.h"
#include "invar/core/archive.h"
#include "invar/core/error.h"
#include "invar/run/model_simulation.h"
#include "paths.h"

namespace invar {
namespace {

struct SampledMethod {
  const char* name;
  ValueMap options;
  std::optional<double> tolerance;
};

std::vector<SampledMethod> sampled_methods() {
  return {{"ep", {}, {}},
          {"ep", {}, 1e-6},
          {"ep", {{"order", "4"}}, {}},
          {"em", {}, {}},
          {"ed", {}, {}},
          {"newmark", {}, {}},
          {"generalized_alpha", {{"rho_inf", "0.6"}}, {}},
          {"al_projection", {}, {}},
          {"explicit", {{"integrator", "ab3"}}, {}},
          {"explicit", {{"integrator", "rk4"}}, 1e-6},
          {"explicit", {{"integrator", "dop853"}}, 1e-8}};
}

SimulationOptions sampled_options(const SampledMethod& m, double step) {
  SimulationOptions options{.step = step, .tolerance = m.tolerance};
  options.max_step = 10 * step;
  return options;
}

std::shared_ptr<const Model> make_mass(double kp, double kd, double period, double delay, bool pid) {
  const std::string gains = pid ? "type: pid, input: -m.position.x, kp: " + std::to_string(kp) +
                                      ", kd: " + std::to_string(kd) + ", rate: -m.velocity.x, sample: "
                                : "type: sampled, signals: {output: \"-" + std::to_string(kp) + "*m.position.x - " +
                                      std::to_string(kd) + "*m.velocity.x\"}, period: ";
  return load_model_text(
      "model: mass\nbodies: {m: {type: point_mass, mass: 2, position: [1, 0, 0], velocity: [-0.3, 0, 0]}}\n"
      "controllers: {pd: {" +
      gains + fmt::format("{:.17g}, delay: {:.17g}", period, delay) +
      "}}\nforces: {f: {type: applied_force, on: m, force: [pd.output, 0, 0]}}\n");
}

// Constant forces between ticks make parabolas, which every method follows exactly.
TEST(Sampled, pd_control_of_a_mass_is_the_map_from_tick_to_tick) {
  const double m = 2, kp = 30, kd = 6;
  for (const double period : {0.1, 0.37})
    for (const double delay : {0.0, 0.4 * period})
      for (const bool pid : {false, true})
        for (const SampledMethod& method : sampled_methods()) {
          ModelSimulation sim(make_mass(kp, kd, period, delay, pid), method.name, method.options,
                              sampled_options(method, 0.3 * period));
          double x = 1, v = -0.3, before = 0, largest = 1;
          const auto pass = [&](double u, double time) {
            x += v * time + 0.5 * u / m * time * time;
            v += u / m * time;
          };
          for (int k = 0; k < 25; ++k) {
            const double u = -kp * x - kd * v;
            pass(before, delay);
            pass(u, period - delay);
            before = u;
            largest = std::max({largest, std::abs(x), std::abs(v)});
            ASSERT_TRUE(sim.run_to((k + 1) * period).status.ok()) << method.name;
            EXPECT_NEAR(sim.state().q[0], x, 1e-11 * largest) << method.name << " tick " << k + 1;
            EXPECT_NEAR(sim.state().v[0], v, 1e-11 * largest) << method.name << " tick " << k + 1;
          }
        }
}

// z^2 - (2 - Kp/2 - Kd) z + 1 + Kp/2 - Kd with Kp = kp T^2/m, Kd = kd T/m: stable up to T = 2 kd/kp here.
TEST(Sampled, pd_control_of_a_mass_is_stable_up_to_its_limit) {
  const double kp = 40, kd = 2, limit = 2 * kd / kp;
  for (const double part : {0.98, 1.02}) {
    const double period = part * limit;
    ModelSimulation sim(make_mass(kp, kd, period, 0, false), "ep", {}, {.step = period});
    sim.run_to(600 * period);
    const double size = std::hypot(sim.state().q[0], sim.state().v[0] / std::sqrt(kp / 2));
    if (part < 1)
      EXPECT_LT(size, 0.7);
    else
      EXPECT_GT(size, 1.4);
  }
}

// The cart and the pole of models/sampled_pendulum.yaml, q = (x, angle), linearized about the upright position.
Eigen::Matrix4d pendulum_map(double period) {
  const double M = 1, m = 0.2, l = 0.5, g = 9.81, J = m * l * l / 3;
  Eigen::Matrix2d mass, stiffness;
  mass << M + m, -m * l, -m * l, J + m * l * l;
  stiffness << 0, 0, 0, m * g * l;
  Matrix A = Matrix::Zero(5, 5);  // the force is the fifth state, constant between ticks
  A.block(0, 2, 2, 2).setIdentity();
  A.block(2, 0, 2, 2) = mass.inverse() * stiffness;
  A.block(2, 4, 2, 1) = mass.inverse().col(0);
  const Matrix E = benchmarks::calc_exponential(A, period);
  const Eigen::RowVector4d gains(10.7, -74.2, 12.5, -18.8);
  return E.topLeftCorner(4, 4) + E.block(0, 4, 4, 1) * gains;
}

double spectral_radius(const Eigen::Matrix4d& map) { return map.eigenvalues().cwiseAbs().maxCoeff(); }

TEST(Sampled, inverted_pendulum_follows_the_exact_map_of_its_linearization) {
  for (const double period : {0.05, 0.1, 0.139, 0.1412, 0.15}) {
    const Eigen::Matrix4d map = pendulum_map(period);
    const double tilt = 1e-6;  // what is not linear is of third order, and grows faster
    const auto model = load_model(source_path("models/sampled_pendulum.yaml"),
                                  {{"period", fmt::format("{:.17g}", period)}, {"tilt", fmt::format("{:.17g}", tilt)}});
    ModelSimulation sim(model, "explicit", {{"integrator", "dop853"}, {"energy", "none"}}, {.step = period / 8});
    Eigen::Vector4d x(0, tilt, 0, 0);
    double largest = tilt;
    for (int k = 0; k < 30; ++k) {
      x = map * x;
      largest = std::max(largest, x.head(2).cwiseAbs().maxCoeff());
    }
    ASSERT_TRUE(sim.run_to(30 * period).status.ok());
    EXPECT_NEAR(sim.value("rail.displacement"), x[0], 1e-6 * largest) << period;
    EXPECT_NEAR(sim.value("pin.angle"), x[1], 1e-6 * largest) << period;
  }
}

// Beyond the limit it sways as far as the equations that are not linear let it.
TEST(Sampled, inverted_pendulum_stands_within_its_limit_and_sways_beyond) {
  EXPECT_LT(spectral_radius(pendulum_map(0.1400)), 1);
  EXPECT_GT(spectral_radius(pendulum_map(0.1401)), 1);
  for (const double period : {0.13, 0.15})
    for (const char* method : {"ep", "em", "ed", "generalized_alpha"}) {
      const auto model = load_model(source_path("models/sampled_pendulum.yaml"),
                                    {{"period", fmt::format("{}", period)}, {"tilt", "0.01"}});
      ModelSimulation sim(model, method, {}, {.step = 0.005});
      double largest = 0;
      ASSERT_TRUE(sim.run_to(11).status.ok()) << method;
      for (int i = 1; i <= 100; ++i) {
        ASSERT_TRUE(sim.run_to(11 + 0.01 * i).status.ok()) << method;
        largest = std::max(largest, std::abs(sim.value("pin.angle")));
      }
      if (period < 0.14)
        EXPECT_LT(largest, 1e-3) << method;
      else
        EXPECT_GT(largest, 0.2) << method;
    }
}

// Memory: a digital low-pass and a counter, as geometric series.
TEST(Sampled, states_are_memory_from_tick_to_tick) {
  const auto model = load_model_text(R"(
model: memory
bodies: {m: {type: point_mass, mass: 1, position: [0, 0, 0]}}
controllers:
  filter: {type: sampled, period: 0.1, states: {y: 0.5*y + 0.5*u, count: {start: 3, next: count + 1}}, signals: {u: "1", output: y}}
forces: {f: {type: applied_force, on: m, force: [filter.output, 0, 0]}}
outputs: [filter.count, filter.y]
)");
  ModelSimulation sim(model, "ep", {}, {.step = 0.03});
  double v = 0;
  for (int k = 0; k < 12; ++k) {
    v += 0.1 * (1 - std::pow(0.5, k));
    sim.run_to(0.1 * (k + 1));
    EXPECT_NEAR(sim.state().v[0], v, 1e-14);
    EXPECT_NEAR(sim.value("filter.count"), 3 + k + 2, 1e-14) << "the tick at the end of the step has counted";
    EXPECT_NEAR(sim.value("filter.y"), 1 - std::pow(0.5, k + 2), 1e-14);
  }
}

// The integral of a sampled PID is the sum over ticks, and lets go at its limits.
TEST(Sampled, pid_integrates_from_tick_to_tick) {
  const auto model = load_model_text(R"(
model: pid
bodies: {m: {type: point_mass, mass: 1e6, position: [0, 0, 0]}}
controllers: {c: {type: pid, input: "t < 0.95 ? 2 : -1", kp: 1, ki: 4, kd: 0.1, sample: 0.1, limits: [-5, 5], tracking: 0.3}}
forces: {f: {type: applied_force, on: m, force: [c.output, 0, 0]}}
)");
  ModelSimulation sim(model, "ep", {}, {.step = 0.1});
  double integral = 0, e_before = 0;
  sim.run_to(0);  // the first tick
  for (int k = 0; k <= 20; ++k) {
    const double e = 0.1 * k < 0.95 ? 2 : -1, d = (e - e_before) / 0.1, now = integral + 0.1 * e,
                 u = e + 4 * now + 0.1 * d;
    const double output = std::clamp(u, -5.0, 5.0);
    integral = now + 0.1 * (output - u) / (4 * 0.3);
    e_before = e;
    EXPECT_NEAR(sim.value("c.output"), output, 1e-12) << k;
    EXPECT_NEAR(sim.value("c.integral"), integral, 1e-12) << k;
    sim.run_to(0.1 * (k + 1));
  }
}

TEST(Sampled, runs_resume_to_the_same_bits) {
  for (const SampledMethod& method : sampled_methods()) {
    const auto follow = [&](bool stores) {
      const auto model = load_model(source_path("models/sampled_pendulum.yaml"), {{"delay", "0.03"}});
      const auto make = [&] {
        return std::make_unique<ModelSimulation>(model, method.name, method.options, sampled_options(method, 0.013));
      };
      auto sim = make();
      std::vector<double> seen;
      for (int i = 0; i < 60 && sim->step().status.ok(); ++i) {
        for (const Vector* x : {&sim->state().q, &sim->state().v, &sim->state().inputs.u})
          seen.insert(seen.end(), x->begin(), x->end());
        seen.push_back(sim->state().t);
        if (!stores) continue;
        Archive stored;
        sim->archive(stored);
        sim = make();
        Archive read(stored.bytes());
        sim->archive(read);
        read.finish();
      }
      return seen;
    };
    const auto whole = follow(false);
    EXPECT_GT(whole.size(), 100u) << method.name;
    EXPECT_EQ(whole, follow(true)) << method.name;
  }
}

TEST(Sampled, mistakes_are_named) {
  const auto message = [](const std::string& controller, const std::string& reads) -> std::string {
    try {
      load_model_text(
          "model: wrong\nbodies: {m: {type: point_mass, mass: 1, position: [0, 0, 0]}}\ncontrollers: {c: {" +
          controller + "}}\nforces: {f: {type: applied_force, on: m, force: [" + reads + ", 0, 0]}}\n");
    } catch (const ModelError& error) {
      return error.what();
    }
    return "";
  };
  const auto expect = [&](const std::string& controller, const std::string& reads, const std::string& part) {
    EXPECT_NE(message(controller, reads).find(part), std::string::npos) << message(controller, reads);
  };
  expect("type: sampled, period: 0.1", "c", "has neither signals nor states");
  expect("type: sampled, period: 0.1, delay: 0.2, signals: {output: t}", "c", "longer than the period");
  expect("type: sampled, period: -1, signals: {output: t}", "c", "period");
  expect("type: sampled, period: 0.1, states: {x: x + 1}, signals: {x: t}", "c.x", "has the name of a state");
  expect("type: sampled, period: 0.1, signals: {a: b, b: a}", "c.a", "depends on itself");
  expect("type: sampled, period: 0.1, signals: {output: t}", "c.outptu", "c.output");
  expect("type: pid, input: t, kp: 1, delay: 0.1", "c", "needs the key sample");
}

}  // namespace
}  // namespace invar
