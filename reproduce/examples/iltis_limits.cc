#include "reproduce/examples/iltis_limits.h"

#include <fmt/format.h>

#include <tuple>

namespace invar::reproduce::iltis {

Trio run_trio(const char* model, double h, const Limits& limits) {
  return {limited(model, "al_projection", h, limits), limited(model, "al_conserving", h, limits),
          limited(model, "al_conserving_projection", h, limits)};
}

Nearest run_nearest() {
  return {run_trio(kSmooth, 0.01, kNearest), run_trio(kSmooth, 0.06, kNearest), run_trio(kRough, 0.001, kNearest),
          run_trio(kRough, 0.005, kNearest), run_trio(kRough, 0.01, kNearest),  run_trio(kRough, 0.02, kNearest)};
}

PageTable nearest_table(const Nearest& runs) {
  PageTable table{
      "nearest",
      "",
      fmt::format("Ours: the nearest we come to the failures of B, penalty 10^{{7}} and at most {} iterations "
                  "per step, to 10^{{-10}}. "
                  "Given is the time of the first step that does not converge.",
                  kNearest.iterations),
      {"road", "step", "A, paper", "A", "B, paper", "B", "A + B, paper", "A + B"},
      {}};
  const auto add = [&](const char* road, const char* step, const Trio& r, const char* a, const char* b,
                       const char* both) {
    table.rows.push_back({road, step, a, outcome(r.a), b, outcome(r.b), both, outcome(r.both)});
  };
  add("smooth", "10 ms", runs.smooth_10, "passes", "passes", "");
  add("smooth", "60 ms", runs.smooth_60, "passes", "fails", "");
  add("rough", "1 ms", runs.rough_1, "", "fails at 4 s", "");
  add("rough", "5 ms", runs.rough_5, "", "fails at 4 s", "");
  add("rough", "10 ms", runs.rough_10, "passes", "fails at 4 s", "passes");
  add("rough", "20 ms", runs.rough_20, "", "fails at 4 s", "");
  return table;
}

PageTable scan_table(const Nearest& runs, const Trio& automatic) {
  PageTable table{"scan",
                  "",
                  "Ours: rough road, 10 ms, nine of the settings that were tried, iterations to 10^{-10}; time of the "
                  "first step that does not converge. The "
                  "paper: A passes, B fails at 4 s, A + B passes.",
                  {"penalty", "iterations per step, at most", "A", "B", "A + B"},
                  {}};
  const auto add = [&](const std::string& penalty, const Limits& limits, const Trio& r) {
    table.rows.push_back({penalty, std::to_string(limits.iterations), outcome(r.a), outcome(r.b), outcome(r.both)});
  };
  for (const auto& [text, penalty, counts] :
       {std::tuple<std::string, std::string, std::vector<int>>{"10^{7}", kNearest.penalty, {6, 7, 8, 9}},
        {"10^{9}", "1e9", {7}},
        {"chosen row by row", "", {6, 7, 8}}})
    for (const int count : counts) {
      const Limits limits{penalty, count, kNearest.tolerance};
      const bool nearest = penalty == kNearest.penalty && count == kNearest.iterations;
      add(text, limits, nearest ? runs.rough_10 : run_trio(kRough, kStep, limits));
    }
  add("chosen row by row", {"", 20}, automatic);
  return table;
}

}  // namespace invar::reproduce::iltis
