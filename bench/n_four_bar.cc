// N-four-bar (IFToMM A02): time at N = 40, growth with N, and time to a given accuracy at N = 400.
#include <fmt/format.h>

#include <cmath>

#include "oracles/n_four_bar.h"
#include "support/bench.h"

using namespace invar;
using namespace invar::bench;

namespace {

double tip_error(const Bench& b, const State& end, int N) {
  const auto exact = oracles::NFourBar(N).state(end.t);
  const int x = b.system().layout().node(0).offset;
  return std::hypot(end.q[x] - static_cast<double>(exact.x), end.q[x + 1] - static_cast<double>(exact.y));
}

}  // namespace

int main() {
  {
    const Bench b("n_four_bar.yaml", {{"N", "40"}});
    const Timed t = b.run("ep", {}, 0.01, 20);
    const double factor = b.factorization_seconds();
    fmt::print("N = 40, 20 s, ep order 2, h = 0.01: {:.3f} s, {:.1f} us/step, {:.2f} iterations per step\n", t.seconds,
               1e6 * t.per_step(), static_cast<double>(t.iterations) / static_cast<double>(t.steps));
    fmt::print(
        "  one step = {:.1f} x (factorization + solve of its matrix); energy error {:.1e} J, tip error {:.1e} m\n",
        t.per_step() / factor, t.energy_error, tip_error(b, t.end, 40));
  }
  std::vector<double> sizes, times;
  fmt::print("cost per step over N (1 s, h = 0.01):\n");
  for (const int N : {10, 40, 160, 640, 2560, 4000}) {
    const Bench b("n_four_bar.yaml", {{"N", std::to_string(N)}});
    const Timed t = b.run("ep", {}, 0.01, 1);
    sizes.push_back(N);
    times.push_back(t.per_step());
    fmt::print("  N = {:5}  {:10.1f} us/step\n", N, 1e6 * t.per_step());
  }
  fmt::print("  fitted exponent {:.3f}\n", fitted_exponent(sizes, times));
  fmt::print("accuracy at N = 400, t = 10 s:\n");
  const Bench b("n_four_bar.yaml", {{"N", "400"}});
  const double factor = b.factorization_seconds();
  struct Case {
    const char* order;
    double h;
    int stages;
  };
  for (const auto& [order, h, stages] : {Case{"2", 0.01, 1}, Case{"4", 0.04, 5}, Case{"4", 0.02, 5},
                                         Case{"4", 0.0125, 5}, Case{"6", 0.04, 9}, Case{"6", 0.02, 9}}) {
    const Timed t = b.run("ep", {{"order", order}}, h, 10, 1);
    fmt::print(
        "  order {} h = {:<6} tip error {:.1e} m, energy error {:.1e} J, {:.2f} s, {:.1f} x (factorization + solve) a "
        "stage{}\n",
        order, h, tip_error(b, t.end, 400), t.energy_error, t.seconds, t.per_step() / stages / factor,
        t.ok ? "" : "  (failed)");
  }
}
