// The runs of the Iltis that [Dopico2007] simulations II need, and what is measured in them.
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
// With a fixed penalty and few iterations, steps that fail divided: as programs of the time did it.
Recording limited(const char* model, const std::string& method, double h, double end, const std::string& penalty);
// The largest step with which the smooth road is run without one being rejected, of those that are tried, and what happens
// with the next one.
struct StepLimit {
  double step = 0;
  Timed run;
  std::string beyond;
};
const std::vector<double>& steps_to_try();
StepLimit find_limit(const std::string& method, const Timed& at_ten);

// What is measured in a run.
bool passes(const Recording& run);
std::string reason(const Recording& run);  // why it does not pass
double iterations(const Recording& run);   // NaN if it does not pass
double time_reached(const Recording& run);
double balance(const Recording& run);            // largest error of the energy balance [J]
double crest(const Recording& run);              // highest place of the chassis [m]
double peak_acceleration(const Recording& run);  // of the chassis [g]
double largest_difference(const Recording& a, const Recording& b, const std::string& channel);
double rms_difference(const Recording& a, const Recording& b, double from, double to, double delay = 0);
// By how much the chassis is late on the stairs: the delay with which it agrees best.
double delay(const Recording& run, const Recording& exact);

}  // namespace invar::reproduce::iltis
