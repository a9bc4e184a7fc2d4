// Shared by the files of bad models: texts of models, and what is done with each row.
#include "unit/model/bad_physics.h"

#include <chrono>

#include "invar/model/model.h"
#include "invar/run/run.h"

namespace invar::bad_physics {

namespace {

const std::string kJoints = kBase +
                            "joints:\n"
                            "  hinge: {type: revolute, between: [a, b], at: [0, 0, 0], axis: [0, 0, 1]}\n"
                            "  slide: {type: prismatic, between: [ground, a], at: [0, 0, 0], axis: [1, 0, 0]}\n"
                            "  ball: {type: spherical, between: [ground, p]}\n";

}  // namespace

void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

std::string body(const std::string& parameters) { return "bodies:\n  x: {" + parameters + "}\n"; }

std::string with(const std::string& section, const std::string& parameters) {
  return kBase + section + ":\n  x: {" + parameters + "}\n";
}
std::string joint(const std::string& parameters) { return with("joints", parameters); }

std::string with_joints(const std::string& section, const std::string& parameters) {
  return kJoints + (section == "joints" ? "" : section + ":\n") + "  x: {" + parameters + "}\n";
}

std::string pendulum(const std::string& more) {
  return "bodies:\n  bob: {type: planar_point_mass, mass: 1, position: [1, 0]}\njoints:\n"
         "  string: {type: distance, between: [ground, bob], at: [0, 0]}\n" +
         more + "\n";
}

TEST_P(BadPhysics, EndsInAMessageWithItsLine) {
  const Row& row = GetParam();
  const auto begin = std::chrono::steady_clock::now();
  try {
    const auto model = load_model_text(row.text, "bad.yaml");
    RunSpec spec;
    spec.end = model->run.end ? std::nullopt : std::optional<double>(0.1);
    const RunResult result = run(*model, spec, {});
    FAIL() << "was accepted: " << result.certificate.message << "\n" << row.text;
  } catch (const ModelError& error) {
    const std::string message = error.what();
    for (const auto& part : row.says)
      EXPECT_NE(message.find(part), std::string::npos) << "\"" << part << "\" is not in: " << message;
    EXPECT_EQ(error.where().file, "bad.yaml") << message;
    EXPECT_EQ(error.where().line, row.line) << message;
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
}

}  // namespace invar::bad_physics
