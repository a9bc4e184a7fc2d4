// What each method treats: a table for docs/methods.md, from runs of a small model of each kind. A method refuses what its Traits leave
// out, and completes everything else.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "benchmarks/model_run.h"
#include "catalog/method_configurations.h"
#include "paths.h"

namespace invar::catalog {
namespace {

const std::string kArm = R"(
gravity: [0, -9.81]
bodies: {arm: {type: planar_body, mass: 1, inertia: 0.1, position: [0.5, 0]}}
joints: {hinge: {type: planar_revolute, between: [ground, arm], at: [0, 0]}}
)";

const std::vector<std::pair<std::string, std::string>>& kinds() {
  static const std::vector<std::pair<std::string, std::string>> all = {
      {"drives", kArm + "drives: {d: {type: angle, joint: hinge, value: sin(t)}}\n"},
      {"constraints by formula",
       "gravity: [0, -9.81]\n"
       "bodies: {arm: {type: planar_body, mass: 1, inertia: 0.1, position: [0.5, 0]}, b: {type: planar_body, mass: 1, "
       "inertia: 1, position: [0, 1]}}\n"
       "joints:\n  hinge: {type: planar_revolute, between: [ground, arm], at: [0, 0]}\n"
       "  rail: {type: planar_prismatic, between: [ground, b], at: [0, 1], axis: [1, 0, 0]}\n"
       "  cam: {type: constraint, formula: rail.displacement - 0.1*sin(hinge.angle)}\n"},
      {"forces by formula",
       kArm + "forces: {f: {type: motor, joint: hinge, torque: -hinge.angle*hinge.angle_rate^2}}\n"},
      {"controllers, friction, materials with memory",
       kArm + "controllers: {c: {type: pid, input: -hinge.angle, kp: 30, ki: 10}}\n"
              "forces:\n  f: {type: motor, joint: hinge, torque: c}\n"
              "  b: {type: brake, joint: hinge, capacity: 1, stiffness: 100}\n"},
      {"non-holonomic",
       "bodies: {p: {type: planar_body, mass: 1, inertia: 0.1, velocity: [1, 0], angular_velocity: 1}}\n"
       "nonholonomic: {n: {type: knife_edge, on: p}}\n"},
      {"nonlinear velocity rows",
       "bodies: {p: {type: planar_body, mass: 1, inertia: 0.1, velocity: [2, 0]}}\ngravity: [0, -9.81]\n"
       "nonholonomic: {n: {type: velocity_constraint, rows: ['p.x_rate^2 + p.y_rate^2 - 4']}}\n"},
      {"variable mass",
       "bodies: {q: {type: coordinate, value: 0.4, rate: 1}}\n"
       "forces: {k: {type: kinetic_energy, energy: '0.5*(2 + sin(q))*q.rate^2'}}\n"},
      {"beams",
       "gravity: [0, 0, -9.81]\nelements: {b: {type: beam, from: [0, 0, 0], to: [1, 0, 0], elements: 1, start: "
       "clamped, "
       "section: {stiffness: [1e4, 1e4, 1e4, 10, 10, 10], mass: [1, 0.01, 0.01]}}}\n"},
  };
  return all;
}

// True: completes; false: refused.
bool is_treated(const std::string& method, const std::string& heading, const std::string& text) {
  try {
    const auto run = benchmarks::run_text(text, {.method = method, .step = 1e-3, .end = 0.01});
    EXPECT_EQ(run.certificate.status, "completed") << method << ", " << heading << ": " << run.certificate.message;
    return true;
  } catch (const ModelError& error) {
    EXPECT_NE(std::string(error.what()).find(method), std::string::npos) << heading << ": " << error.what();
    return false;
  }
}

// INVAR_UPDATE_DOCS=1 writes the table instead of comparing it (script/test --update-docs).
TEST(MethodSupport, of_the_documentation_is_what_runs) {
  std::string table = "| method |", line = "|---|";
  for (const auto& [heading, text] : kinds()) {
    table += " " + heading + " |";
    line += "---|";
  }
  table += " error estimate | order |\n" + line + "---|---|\n";
  for (const auto& name : method_types().names()) {
    table += "| `" + name + "` |";
    for (const auto& [heading, text] : kinds()) table += is_treated(name, heading, text) ? " yes |" : "  |";
    const ReadySystem ready(kArm);
    const MethodType& type = method_types().at(name);
    const Traits traits = type.make(ready.system, Params(SpecNode(), type.schema))->traits();
    table += fmt::format("{}| {} |\n", traits.error_order > 0 ? " yes " : "  ", traits.order);
  }
  const std::string path = source_path("docs/methods.md"), begin = "<!-- treated: begin -->\n",
                    end = "<!-- treated: end -->\n";
  std::ifstream file(path);
  std::stringstream stream;
  stream << file.rdbuf();
  const std::string text = stream.str();
  const auto from = text.find(begin), to = text.find(end);
  ASSERT_NE(from, std::string::npos) << path;
  ASSERT_NE(to, std::string::npos) << path;
  const std::string now = text.substr(0, from + begin.size()) + table + text.substr(to);
  if (std::getenv("INVAR_UPDATE_DOCS"))
    std::ofstream(path) << now;
  else
    EXPECT_EQ(text, now) << "docs/methods.md is not what runs; run script/test --update-docs";
}

}  // namespace
}  // namespace invar::catalog
