// What a run costs beside its bare steps: the audit alone, every output at every step into a CSV file, and a report page too.
// Times of one thread, as ratios to the steps of a Simulation without observers; all of one model in turns, the best of each.
#include <fmt/format.h>

#include <filesystem>
#include <functional>
#include <vector>

#include "invar/io/packed_report.h"
#include "invar/run/run.h"
#include "support/bench.h"

using namespace invar;
using namespace invar::bench;

namespace {

struct Case {
  std::string model;
  Overrides parameters;
  std::string method;
  double step, end;
};

// Seconds of what `work` does between two calls of its argument.
using Timer = std::function<void()>;
double timed_part(const std::function<void(const Timer&)>& work) {
  double begin = -1, seconds = 0;
  work([&] {
    if (begin < 0)
      begin = thread_seconds();
    else
      seconds = thread_seconds() - begin;
  });
  return seconds;
}

void measure(const Case& c) {
  constexpr double kLeastSeconds = 2;
  constexpr int kLeastRepeats = 5;
  const auto model = load_model(INVAR_SOURCE_DIR "/models/" + c.model + ".yaml", c.parameters);
  RunSpec request;
  request.method = c.method;
  request.step = c.step;
  request.end = c.end;
  const auto file = std::filesystem::temp_directory_path() / fmt::format("invar_bench_{}.csv", thread_seconds());
  long long steps = 0;
  // Steps from the second one on: the first analyses and chooses pivots.
  const auto watched = [&](bool outputs, bool page) {
    return timed_part([&](const Timer& timer) {
      ModelRun run(*model, request);
      const auto table = make_table_writer(file.string());
      PackedReport report;
      if (outputs) run.write_to(*table);
      if (page) run.collect_page(report);
      run.begin();
      run.simulation().step();
      timer();
      run.proceed();
      timer();
      steps = run.simulation().report().steps;
      run.finish();
    });
  };
  const auto bare = [&] {
    return timed_part([&](const Timer& timer) {
      ModelRun run(*model, request);
      Simulation simulation(run.factory(), run.options());
      simulation.start(run.start());
      simulation.step();
      timer();
      simulation.run_to(c.end);
      timer();
    });
  };
  const std::vector<std::function<double()>> kinds{bare, [&] { return watched(false, false); },
                                                   [&] { return watched(true, false); },
                                                   [&] { return watched(true, true); }};
  std::vector<double> best(kinds.size(), 1e300);
  const double first = thread_seconds();
  for (int repeat = 0; repeat < kLeastRepeats || thread_seconds() - first < kLeastSeconds; ++repeat)
    for (std::size_t i = 0; i < kinds.size(); ++i) best[i] = std::min(best[i], kinds[i]());
  fmt::print("{:24} {:14} {:7} {:10.2f} {:11.2f} {:12.2f} {:10.2f}\n", c.model, c.method, steps,
             1e6 * best[0] / static_cast<double>(steps - 1), best[1] / best[0], best[2] / best[0], best[3] / best[0]);
}

}  // namespace

int main() {
  fmt::print("{:24} {:14} {:>7} {:>10} {:>11} {:>12} {:>10}\n", "model", "method", "steps", "us/step", "no output",
             "all outputs", "and page");
  for (const Case& c :
       {Case{"yoon_pendulum", {}, "ep", 0.01, 20}, Case{"yoon_pendulum", {}, "ep", 0.01, 500},
        Case{"n_four_bar", {{"N", "40"}}, "ep", 0.01, 10}, Case{"dopico_iltis_smooth", {}, "ep", 0.01, 5},
        Case{"dopico_iltis_smooth", {}, "al_projection", 0.005, 5}, Case{"bauchau_wind_turbine", {}, "ep", 0.01, 1},
        Case{"bauchau_wind_turbine", {}, "ed", 0.005, 0.5}})
    measure(c);
}
