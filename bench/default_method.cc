// `ep` beside `em` on all models that ship, with their own steps: errors of positions and velocities after the same time, cost of a step,
// and the largest step with which forty steps can be solved. Prints the table of docs/adr/0023. Steps alone, without recording.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "support/bench.h"

using namespace invar;
using namespace invar::bench;

namespace {

constexpr int kSteps = 40, kFiner = 8;

struct Stepped {
  State end;
  bool ok = true;
};

Stepped run(const MechanicalSystem& system, const State& start, const char* method, double h, int steps) {
  const MethodType& type = method_types().at(method);
  const auto integrator = type.make(system, Params(SpecNode(), type.schema));
  Stepped s{start};
  State next;
  for (int i = 0; i < steps && s.ok; ++i) {
    s.ok = integrator->step(s.end, h, next).status.ok();
    std::swap(s.end, next);
  }
  return s;
}

double difference(const Vector& a, const Vector& b) { return a.size() == 0 ? 0 : (a - b).cwiseAbs().maxCoeff(); }

// By halving an interval of ten times the step and more.
double largest_step(const MechanicalSystem& system, const State& start, const char* method, double h) {
  double good = h;
  for (double factor = 1.3; factor < 1000; factor *= 1.3) {
    if (!run(system, start, method, h * factor, kSteps).ok) break;
    good = h * factor;
  }
  return good;
}

}  // namespace

int main() {
  std::vector<std::string> names;
  for (const auto& file : std::filesystem::directory_iterator(INVAR_SOURCE_DIR "/models"))
    if (file.path().extension() == ".yaml") names.push_back(file.path().filename());
  std::sort(names.begin(), names.end());
  fmt::print(
      "| model | step (s) | error of positions, em/ep | error of velocities, em/ep | cost of a step, em/ep | largest "
      "step, em/ep |\n");
  fmt::print("|---|---|---|---|---|---|\n");
  std::vector<double> q_ratios, v_ratios, costs, steps;
  for (const std::string& name : names) {
    const auto model = load_model(INVAR_SOURCE_DIR "/models/" + name);
    const double h = model->run.step.value();
    const Bench b(name);
    // Against each method's own finer run: both converge to the same motion, and the distance of the two is small beside it.
    const Stepped exact = run(b.system(), b.start(), "em", h / kFiner, kSteps * kFiner);
    const Stepped ep = run(b.system(), b.start(), "ep", h, kSteps), em = run(b.system(), b.start(), "em", h, kSteps);
    if (!exact.ok || !ep.ok || !em.ok) {
      fmt::print("| {} | {:g} | {} | | | |\n", name, h, !ep.ok && !em.ok ? "neither" : !ep.ok ? "em only" : "ep only");
      continue;
    }
    const auto ratio = [](double of_em, double of_ep, std::vector<double>& all) {
      if (!(of_ep > 1e-13) || !(of_em > 1e-13)) return std::string("round-off");
      all.push_back(of_em / of_ep);
      return fmt::format("{:.2f}", of_em / of_ep);
    };
    const std::string q = ratio(difference(em.end.q, exact.end.q), difference(ep.end.q, exact.end.q), q_ratios),
                      v = ratio(difference(em.end.v, exact.end.v), difference(ep.end.v, exact.end.v), v_ratios);
    const double end = b.start().t + kSteps * h;
    costs.push_back(b.run("em", {}, h, end).per_step() / b.run("ep", {}, h, end).per_step());
    steps.push_back(largest_step(b.system(), b.start(), "em", h) / largest_step(b.system(), b.start(), "ep", h));
    fmt::print("| {} | {:g} | {} | {} | {:.1f} | {:.2f} |\n", name.substr(0, name.size() - 5), h, q, v, costs.back(),
               steps.back());
    std::fflush(stdout);
  }
  const auto median = [](std::vector<double> x) {
    std::sort(x.begin(), x.end());
    return x.empty() ? 0 : x[x.size() / 2];
  };
  fmt::print("| median | | {:.2f} | {:.2f} | {:.1f} | {:.2f} |\n", median(q_ratios), median(v_ratios), median(costs),
             median(steps));
}
