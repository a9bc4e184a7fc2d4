// Runs with an estimate of their error: the run itself unchanged, the reasons where there is no estimate, what the certificate
// says of it.
#include "invar/verify/verified_run.h"
#include "invar/audit/findings.h"

#include <gtest/gtest.h>

#include <sstream>

#include "invar/system/assembled_system.h"
#include "invar/verify/configuration.h"

namespace invar::verify {
namespace {

constexpr const char* kPendulum = R"(
gravity: [0, 0, -9.81]
bodies:
  arm: {type: rigid_body, mass: 2, inertia: [0.01, 0.17, 0.17], position: [0.5, 0, 0]}
joints:
  hinge: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: [0, 1, 0]}
outputs: [hinge.angle, arm.position, hinge.force]
)";

struct Outcome {
  RunResult result;
  ErrorBands bands;
  std::vector<State> states;
  const Certificate& certificate() const { return result.certificate; }
};

Outcome run_text(const std::string& text, RunSpec spec, bool verified = true, const RunClient& client = {}) {
  const auto model = load_model_text(text, "test.yaml");
  Outcome out;
  StepCallback keep([&](const State&, const State& s, const StepReport&) {
    out.states.push_back(s);
    return Status{};
  });
  const auto prepare = [&](ModelRun& run) { run.add(keep); };
  if (verified) {
    VerifiedRun run = run_verified(*model, spec, client, prepare);
    out.result = std::move(run.result);
    out.bands = std::move(run.bands);
  } else {
    ModelRun run(*model, spec, client);
    prepare(run);
    out.result = run.execute();
  }
  return out;
}

RunSpec with_step(double step, double end, const char* method = "ep") {
  RunSpec spec;
  spec.method = method;
  spec.step = step;
  spec.end = end;
  return spec;
}

TEST(VerifiedRun, leaves_the_run_the_same_to_the_last_bit) {
  RunSpec fixed = with_step(0.01, 2.03), adaptive = with_step(0.01, 2.03);
  adaptive.step.reset();
  adaptive.tolerance = 1e-6;
  RunSpec sampled = adaptive;
  sampled.every = 0.1;
  for (const RunSpec& spec : {fixed, adaptive, sampled}) {
    const Outcome plain = run_text(kPendulum, spec, false), verified = run_text(kPendulum, spec);
    ASSERT_EQ(plain.states.size(), verified.states.size());
    for (std::size_t i = 0; i < plain.states.size(); ++i) {
      EXPECT_EQ(plain.states[i].t, verified.states[i].t);
      EXPECT_EQ((plain.states[i].q - verified.states[i].q).cwiseAbs().maxCoeff(), 0);
      EXPECT_EQ((plain.states[i].v - verified.states[i].v).cwiseAbs().maxCoeff(), 0);
    }
    EXPECT_FALSE(plain.certificate().motion_error_estimate);
    EXPECT_EQ(plain.certificate().motion_accuracy, "not estimated");
    EXPECT_EQ(verified.certificate().motion_accuracy, "converged") << verified.certificate().motion_message;
    EXPECT_NEAR(verified.certificate().motion_order.value_or(0), 2, 0.5);
  }
}

TEST(VerifiedRun, has_an_estimate_and_a_band_for_every_output_and_energy) {
  const Outcome run = run_text(kPendulum, with_step(0.01, 2));
  const Certificate& c = run.certificate();
  std::vector<std::string> names, bands;
  for (const OutputAccuracy& output : c.outputs) names.push_back(output.name);
  for (const ErrorBand& band : run.bands.bands) {
    bands.push_back(band.name);
    EXPECT_EQ(band.error.size(), run.bands.t.size());
  }
  for (const char* name : {"hinge.angle", "arm.position.x", "hinge.force.z", "energy.kinetic", "energy.total"}) {
    EXPECT_NE(std::find(names.begin(), names.end(), name), names.end()) << name;
    EXPECT_NE(std::find(bands.begin(), bands.end(), name), bands.end()) << name;
  }
  EXPECT_EQ(bands.front(), "motion");
  EXPECT_EQ(run.bands.t.front(), 0);
  EXPECT_EQ(run.bands.t.back(), 2);
  // The end of the arm is twice as far from the hinge as its middle, and the same angle moves both.
  const auto error = [&](const std::string& name) {
    for (const OutputAccuracy& output : c.outputs)
      if (output.name == name) return output.error;
    return -1.0;
  };
  EXPECT_GT(error("hinge.angle"), 0);
  EXPECT_LT(error("energy.total"), 1e-10);
  EXPECT_GT(*c.motion_error_estimate, 0.5 * error("hinge.angle"));
  EXPECT_LT(*c.motion_error_estimate, 1.5 * error("hinge.angle"));
  EXPECT_GT(*c.motion_size, 1);
}

// With steps of a tenth of a second a pendulum of 1 m is off by centimetres although its energy is exact.
TEST(VerifiedRun, marks_a_motion_that_is_off_by_centimetres_although_all_invariants_hold) {
  const Outcome run = run_text(kPendulum, with_step(0.1, 10));
  const Certificate& c = run.certificate();
  EXPECT_LT(*c.energy_balance_error_max, 1e-10 * c.energy_scale);
  EXPECT_GT(*c.motion_error_estimate, 0.05);
  EXPECT_EQ(judge_motion(c), Verdict::kLarge);
  std::ostringstream printed;
  print_readable(c, printed, false);
  EXPECT_NE(printed.str().find("[!!] motion, estimated error"), std::string::npos) << printed.str();
}

TEST(VerifiedRun, reports_why_there_is_no_estimate) {
  const Outcome few = run_text(kPendulum, with_step(0.01, 0.05));
  EXPECT_EQ(few.certificate().motion_accuracy, "failed");
  EXPECT_EQ(few.certificate().motion_message, "fewer than 8 steps");
  EXPECT_TRUE(few.certificate().completed());
  EXPECT_EQ(judge_motion(few.certificate()), Verdict::kSmall);

  long long asked = 0;
  const RunClient client{.note = {}, .interrupted = [&] { return ++asked > 50; }};
  const Outcome stopped = run_text(kPendulum, with_step(0.01, 1000), true, client);
  EXPECT_FALSE(stopped.result.report.status.ok());
  EXPECT_EQ(stopped.certificate().motion_message, "interrupted");
}

TEST(VerifiedRun, estimates_up_to_where_the_run_stopped) {
  // The force is not defined from t = 1 on.
  const std::string text =
      "bodies: {b: {type: point_mass, mass: 1, velocity: [1, 0, 0]}}\n"
      "forces: {f: {type: applied_force, on: b, force: [0, 0, sqrt(1 - t)]}}\noutputs: [b.position]\n";
  const Outcome run = run_text(text, with_step(0.01, 2));
  EXPECT_FALSE(run.certificate().completed());
  EXPECT_NEAR(run.certificate().t_reached, 1, 0.02);
  EXPECT_TRUE(run.certificate().motion_error_estimate) << run.certificate().motion_message;
}

// Two equal double pendulums of this kind part exponentially: after 40 s nothing is known of their positions.
TEST(VerifiedRun, reports_a_chaotic_motion_as_not_converged) {
  const std::string text =
      "gravity: [0, -9.81]\nbodies:\n  a: {type: planar_point_mass, mass: 1, position: [1, 0]}\n"
      "  b: {type: planar_point_mass, mass: 1, position: [1, 1]}\nmarkers: {pivot: {on: ground, at: [0, 0]}}\n"
      "joints:\n  first: {type: distance, between: [pivot, a]}\n  second: {type: distance, between: [a, b]}\n"
      "outputs: [b.position]\n";
  const Outcome run = run_text(text, with_step(0.01, 40));
  EXPECT_EQ(run.certificate().motion_accuracy, "not converged");
  EXPECT_NE(judge_motion(run.certificate()), Verdict::kKept);
  EXPECT_GT(*run.certificate().motion_error_estimate, 0.3);
}

TEST(VerifiedRun, finds_nothing_but_rounding_where_steps_do_not_matter) {
  const std::string text = "bodies: {b: {type: point_mass, mass: 1, velocity: [1, 2, 3]}}\noutputs: [b.position]\n";
  const Outcome run = run_text(text, with_step(0.01, 2));
  EXPECT_EQ(run.certificate().motion_accuracy, "round-off");
  EXPECT_FALSE(run.certificate().motion_order);
  EXPECT_LT(*run.certificate().motion_error_estimate, 1e-12);
}

TEST(Configuration, counts_rotations_by_what_they_move) {
  const auto model = load_model_text(kPendulum, "test.yaml");
  const AssembledSystem system(model->assembly);
  const Vector q0 = model->initial.q;
  const Configuration configuration(*model, system, q0);
  std::vector<double> a(configuration.size()), b(configuration.size());
  configuration.write(q0, a.data());
  // A turn about the y axis through the middle: the end with the hinge, half a metre away, moves.
  const double angle = 1e-3;
  Vector q = q0;
  q.segment<3>(3) = Vector3(std::cos(angle), 0, -std::sin(angle));
  q.segment<3>(9) = Vector3(std::sin(angle), 0, std::cos(angle));
  configuration.write(q, b.data());
  EXPECT_NEAR(configuration.distance(a.data(), b.data()), 0.5 * angle, 1e-9);
  // With a shift along x the end of the z axis moves most: it is as long as sqrt((0.01 + 0.17 - 0.17)/2 / 2 kg) = 0.05 m.
  q[0] += 0.01;
  configuration.write(q, b.data());
  EXPECT_NEAR(configuration.distance(a.data(), b.data()), 0.01 + 0.05 * angle, 1e-7);
}

TEST(Coarsening, doubles_steps_and_loosens_tolerances_by_the_order_of_the_local_error) {
  const Traits second{.order = 2}, high{.order = 8, .error_order = 7};
  EXPECT_EQ(choose_coarsening(second, false).step, 2);
  EXPECT_EQ(choose_coarsening(second, true).tolerance, 8);
  EXPECT_DOUBLE_EQ(choose_coarsening(second, true).step, 2);
  EXPECT_EQ(choose_coarsening(high, true).tolerance, 32);
  EXPECT_NEAR(choose_coarsening(high, true).step, std::pow(32, 1.0 / 8), 1e-12);
  SimulationOptions options;
  options.step = 0.01;
  options.tolerance = 1e-6;
  options.max_step = 0.1;
  options.every = 0.5;
  const SimulationOptions coarser = coarsen(options, {.step = 2, .tolerance = 8}, 2);
  EXPECT_DOUBLE_EQ(coarser.step, 0.04);
  EXPECT_DOUBLE_EQ(*coarser.tolerance, 64e-6);
  EXPECT_DOUBLE_EQ(*coarser.max_step, 0.4);
  EXPECT_DOUBLE_EQ(*coarser.every, 2);
}

}  // namespace
}  // namespace invar::verify
