// What formulas of the state cost: one evaluation of a force by formula, value and tangent across a step, and 720 degrees of the engine
// with its free crank against those with a prescribed one.
#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <numbers>

#include "invar/core/gather.h"
#include "invar/run/model_simulation.h"
#include "support/bench.h"

using namespace invar;
using namespace invar::bench;

namespace {

constexpr int kCalls = 200000;

// Microseconds per call.
double measure(const std::function<void()>& call) {
  return 1e6 / kCalls *
         best_seconds(
             [&] {
               for (int i = 0; i < kCalls; ++i) call();
             },
             3);
}

void print_force(const std::string& torque, const std::string& more = "") {
  const auto model = load_model_text(
      "bodies: {arm: {type: planar_body, mass: 1, inertia: 0.1, position: [0.5, 0], angular_velocity: 1}}\n"
      "joints: {hinge: {type: planar_revolute, between: [ground, arm], at: [0, 0]}}\n"
      "forces: {f: {type: motor, joint: hinge, torque: \"" +
      torque + "\"}}\n" + more);
  const auto& placed = model->assembly->forces.back();
  const Vector q0 = gather(model->assembly->layout, placed.nodes, model->initial.q),
               v = gather(model->assembly->layout, placed.nodes, model->initial.v), q1 = q0 + 1e-3 * v;
  Vector Q = Vector::Zero(q0.size());
  Matrix K = Matrix::Zero(q0.size(), q0.size());
  const double value = measure([&] {
    placed.term->add_Q({0.3, q0, v}, Q);
  }),
               across = measure([&] {
                 placed.term->add_Q_bar({0.3, 0.301, q0, q1}, Q);
               }),
               tangent = measure([&] {
                 placed.term->add_Q_bar_tangent({0.3, 0.301, q0, q1}, K);
               });
  fmt::print("{:64} {:6.3f} {:6.3f} {:6.3f} us\n", torque, value, across, tangent);
}

}  // namespace

int main() {
  fmt::print("{:64} {:>6} {:>6} {:>6}\n", "torque", "value", "step", "tangent");
  print_force("-10*hinge.angle - hinge.angle_rate");
  print_force("saturate(40*(0.5*sin(3*t) - hinge.angle) - 2*hinge.angle_rate, -20, 20)");
  print_force("-gas(hinge.angle)",
              "functions: {gas: {table: [[0, 3], [1.2, 40], [3, 6], [6.2831853, 3]], outside: repeat}}\n");
  print_force("-3*magnitude(arm.velocity)*arm.omega");

  const std::string path = std::string(INVAR_SOURCE_DIR) + "/models/engine.yaml";
  std::ifstream file(path);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  text.replace(text.find("  brake:"), text.find("method:") - text.find("  brake:"),
               "drives:\n  spin: {type: angle, joint: main, value: speed*t}\n");
  text.replace(text.find(", brake.torque"), 14, "");
  const auto free = load_model(path), prescribed = load_model_text(text);
  const auto seconds = [](const std::shared_ptr<const Model>& model) {
    return best_seconds(
        [&] {
          ModelSimulation simulation(model, "ep", {}, {.step = 1e-4});
          simulation.run_to(4 * std::numbers::pi / 150);
        },
        5);
  };
  const double with_gas = seconds(free), without = seconds(prescribed);
  fmt::print("engine, 720 degrees: {:.1f} ms with a free crank, {:.1f} ms with a prescribed one, ratio {:.2f}\n",
             1e3 * with_gas, 1e3 * without, with_gas / without);
}
