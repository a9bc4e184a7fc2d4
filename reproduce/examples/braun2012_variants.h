// What [Braun2012] compares in both examples, and how its figures 3 and 7 are drawn.
#pragma once

#include <array>

#include "reproduce/example.h"
#include "reproduce/recording.h"

namespace invar::reproduce::braun2012 {

enum Variant { kProposed, kNoEnergy, kBaumgarte, kAfterStep, kUnconstrained };
inline constexpr std::array<Variant, 5> kVariants{kBaumgarte, kUnconstrained, kNoEnergy, kAfterStep, kProposed};

const char* name_of(Variant variant);
const char* key_of(Variant variant);
int color_of(Variant variant);

// Options of the method `explicit`; not for kUnconstrained. The paper's terms with 1/dt are held over the stages of a step;
// kAfterStep applies the same corrections once, after the step.
Overrides options(Variant variant);

// A motion by one of the variants with what is drawn of it.
struct Motion {
  std::vector<double> t, x, y;             // the place whose error is shown, m
  std::vector<double> position, velocity;  // violations of constraints; empty where there are none
  std::vector<double> energy, error;       // J, m
  std::string status = "completed";
};
using Motions = std::array<Motion, 5>;

// Violations of constraints, rates, energy, and the error over time, one panel each; over windows of so many seconds the
// largest, or all instants for 0.
plot::Chart violations_chart(const Motions& motions, const std::string& error_label, double window);

// Largest value after `from` over that before: near 1 where nothing drifts.
double growth(const Motion& motion, const std::vector<double>& values, double from);
// How far the mean moves from the first to the last tenth of the time: what is left of a drift under oscillations.
double trend(const std::vector<double>& values);

}  // namespace invar::reproduce::braun2012
