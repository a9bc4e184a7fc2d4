// The runs of the Iltis that [Dopico2007] simulations II need, and what is measured in them.
//
// One rule for all formulations: a run fails at the first step of its size that does not converge. Steps are not divided; the
// paper has a constant step.
#pragma once

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "reproduce/measure.h"

namespace invar::reproduce::iltis {

inline constexpr const char *kSmooth = "dopico_iltis_smooth", *kRough = "dopico_iltis_rough";
inline constexpr double kStep = 0.01, kSmoothEnd = 5, kRoughEnd = 8;

Settings settings(const std::string& method, double h, double end);

struct Formulation {
  std::string name, key, method;
  int color;
};
const std::vector<Formulation>& formulations();

// Runs.
struct Timed {
  Recording run;
  double cpu = 0;  // of building the model, the run and its output
};
Timed timed_record(const char* model, const Settings& s);
// With a given penalty for all rows (empty: chosen row by row) and at most so many iterations per step.
struct Limits {
  std::string penalty;
  int iterations = 20;
  std::string tolerance = "0";  // relative residual at which iterations stop; 0: at round-off
};
Recording limited(const char* model, const std::string& method, double h, const Limits& limits);
// With iterations to a relative residual.
Recording to_tolerance(const std::string& method, const std::string& tolerance);
// CPU time of the steps alone on the smooth road, 10 ms; of several runs the least.
double step_seconds(const std::string& method);
// The largest step with which the smooth road is run, of those that are tried, and what happens with the next one.
struct StepLimit {
  double step = 0;
  Timed run;
  std::string beyond;
};
const std::vector<double>& steps_to_try();
StepLimit find_limit(const std::string& method, const Timed& at_ten);

// What is measured in a run.
bool passes(const Recording& run);
std::string outcome(const Recording& run);  // "passes" or "4.26 s", where it fails
std::string reason(const Recording& run);   // why it does not pass
double iterations(const Recording& run);    // NaN if it does not pass
double time_reached(const Recording& run);
double balance(const Recording& run);  // largest error of the energy balance [J]
// Heights of the crests of the chassis: the highest places between two passages of a height in the middle of its range [m].
std::vector<double> crests(const Recording& run);
double peak_acceleration(const Recording& run);  // of the chassis [g]
double largest_difference(const Recording& a, const Recording& b, const std::string& channel);
double rms_difference(const Recording& a, const Recording& b, double from, double to, double delay = 0);
// By how much the chassis is late on the stairs: the delay with which it agrees best.
double delay(const Recording& run, const Recording& exact);
// When the front wheel passes a place along the road [s].
double time_at(const Recording& run, double x);

}  // namespace invar::reproduce::iltis
