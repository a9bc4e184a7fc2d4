#include "invar/functions/composed.h"

#include <gtest/gtest.h>

#include <cmath>

#include "catalog/catalog_sample.h"
#include "invar/core/error.h"
#include "invar/run/run.h"

namespace invar {
namespace {

TEST(FunctionsOfTime, FollowTheChainRule) {
  const FunctionPtr f = make_polynomial({0.5, -1, 2});  // 0.5 - t + 2 t^2
  const double t = 0.3, v = 0.5 - t + 2 * t * t, d = -1 + 4 * t;
  EXPECT_DOUBLE_EQ(make_cosine(f)->value(t), std::cos(v));
  EXPECT_DOUBLE_EQ(make_cosine(f)->derivative(t), -std::sin(v) * d);
  EXPECT_DOUBLE_EQ(make_sine(f)->second_derivative(t), -std::sin(v) * d * d + 4 * std::cos(v));
  EXPECT_DOUBLE_EQ(make_square(f)->second_derivative(t), 2 * d * d + 8 * v);
  // Integral of (0.5 - t + 2 t^2)^2 from 0 to 1: 1/4 - 1/2 + (1 + 2)/3 - 4/4 + 4/5.
  EXPECT_NEAR(make_square(f)->integral(0, 1), 0.25 - 0.5 + 1 - 1 + 0.8, 1e-15);
  EXPECT_TRUE(make_sine(make_constant(2))->is_constant());
  EXPECT_FALSE(make_sine(f)->is_constant());
}

std::string message_of(const std::string& drive) {
  try {
    load_model_text(std::string(catalog::kBodies) + R"(joints:
  hinge: {type: revolute, between: [a, b], at: [0, 0, 0], axis: [0, 0, 1]}
  rail: {type: prismatic, between: [ground, c], at: [0, 0, 0], axis: [1, 0, 0]}
drives:
  d: )" + drive);
  } catch (const ModelError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Drives, ExplainWrongCombinations) {
  const std::pair<const char*, const char*> cases[] = {
      {"{type: angle, joint: rail, value: t}", "has no angle"},
      {"{type: angle, joint: hinge, value: 3 + t}", "quarter turn"},
      {"{type: angle, joint: hing, value: t}", "did you mean"},
      {"{type: displacement, joint: hinge, value: t}", "has no displacement"},
      {"{type: position, point: p, value: [t, 0]}", "list of 3"},
      {"{type: position, point: p, value: [~, ~, ~]}", "free"},
      {"{type: position, point: ground, value: [t, 0, 0]}", "ground"},
      {"{type: distance, between: [p, p], value: 1 + t}", "with itself"},
      {"{type: distance, between: [p, q], value: t}", "positive"},
      {"{type: velocity, value: t}", "exactly one"},
      {"{type: velocity, joint: hinge, point: p, value: t}", "exactly one"},
      {"{type: velocity, point: p, value: t}", "needs a direction"},
      {"{type: velocity, joint: hinge, coordinate: displacement, value: t}", "has only its angle"},
      {"{type: velocity, point: u, direction: [0, 0, 1], value: t}", "in the plane"},
  };
  for (const auto& [drive, words] : cases)
    EXPECT_NE(message_of(drive).find(words), std::string::npos) << drive << "\n  said: " << message_of(drive);
}

TEST(Drives, ThatStandStillAreNotRheonomic) {
  const auto model =
      load_model_text(std::string(catalog::kBodies) + "drives:\n  d: {type: position, point: p, value: [1, ~, 2]}\n");
  EXPECT_FALSE(model->assembly->constraints.back().term->rheonomic());
}

TEST(DriveRange, IsRefusedAtTheStartAndStopsARunWhereItEnds) {
  EXPECT_NE(message_of("{type: displacement, joint: rail, value: t, range: [1, 0]}").find("range"), std::string::npos);
  EXPECT_NE(message_of("{type: displacement, joint: rail, value: t, range: [0]}").find("2 numbers"), std::string::npos);
  const std::string start = message_of("{type: displacement, joint: rail, value: t + 2, range: [-1, 1]}");
  EXPECT_NE(start.find("is 2 at t = 0, outside range [-1, 1]"), std::string::npos) << start;
  const auto model = load_model_text(R"(
bodies: {c: {type: rigid_body, mass: 1, inertia: [1, 1, 1]}}
joints: {rail: {type: prismatic, between: [ground, c], at: [0, 0, 0], axis: [1, 0, 0]}}
drives: {screw: {type: displacement, joint: rail, value: t, range: [-0.5, 0.5]}}
)");
  RunSpec spec;
  spec.step = 0.01;
  spec.end = 1;
  const RunResult result = run(*model, spec, {});
  EXPECT_EQ(result.certificate.status, "stopped");
  EXPECT_NEAR(result.certificate.t_reached, 0.5, 0.01);
  EXPECT_NE(result.certificate.message.find("drive \"screw\" is asked for 0.5"), std::string::npos)
      << result.certificate.message;
}

}  // namespace
}  // namespace invar
