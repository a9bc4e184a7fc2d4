// What the parts of a model depend on over time: functions whose breaks end steps, and what they prescribe there.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "invar/functions/break.h"

namespace invar {

// A jump acts on the motion the harder the fewer integrations lie between: a jump in the rate of a prescribed coordinate is an
// impulse, that of a load is hardly seen.
enum class Prescribes { kCoordinate, kRate, kCoefficient, kLoad };  // kRate, kCoefficient: of velocity constraints

struct PlacedBreaks {
  std::string owner;  // e.g. drive "travel"
  std::shared_ptr<const BreakSource> source;
  Prescribes what = Prescribes::kLoad;
};
using BreakList = std::vector<PlacedBreaks>;

}  // namespace invar
