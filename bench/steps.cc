// Steps of one method on one model and nothing else, for a profiler: instructions do not depend on what else the machine does.
//
//   script/build bench
//   valgrind --tool=callgrind --toggle-collect=timed_steps build/bench/bin/bench_steps n_four_bar em 0.01 100
//
// Divided by the number of steps, its "Collected" are instructions per step. The first ten steps are not counted.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "support/bench.h"

using namespace invar;
using namespace invar::bench;

namespace {

struct Run {
  Integrator& integrator;
  State s, next;
  double h;
  long long iterations = 0, factorizations = 0;
  Status status;
  void make(int steps) {
    for (int i = 0; i < steps && status.ok(); ++i) {
      const StepReport report = integrator.step(s, h, next);
      status = report.status;
      iterations += report.iterations;
      factorizations += report.factorizations;
      std::swap(s, next);
    }
  }
};

}  // namespace

extern "C" [[gnu::noinline]] void timed_steps(void* run, int steps) { static_cast<Run*>(run)->make(steps); }

int main(int argc, char** argv) {
  if (argc < 5) {
    fmt::print("bench_steps MODEL METHOD STEP COUNT [PARAMETER=VALUE]...\n");
    return 0;
  }
  Overrides parameters;
  for (int i = 5; i < argc; ++i) {
    const std::string text = argv[i];
    const std::size_t at = std::min(text.find('='), text.size());
    parameters.emplace_back(text.substr(0, at), at < text.size() ? text.substr(at + 1) : "");
  }
  const Bench bench(std::string(argv[1]) + ".yaml", parameters);
  const MethodType& type = method_types().at(argv[2]);
  const auto integrator = type.make(bench.system(), Params(SpecNode::make_map({}, "options"), type.schema));
  Run run{*integrator, bench.start(), {}, std::strtod(argv[3], nullptr), 0, 0, {}};
  const int count = std::atoi(argv[4]);
  run.make(10);
  run.iterations = run.factorizations = 0;
  timed_steps(&run, count);
  fmt::print("{} {}: {:.2f} iterations, {:.2f} factorizations per step{}\n", argv[1], argv[2],
             static_cast<double>(run.iterations) / count, static_cast<double>(run.factorizations) / count,
             run.status.ok() ? "" : ", failed: " + run.status.message());
  return run.status.ok() ? 0 : 1;
}
