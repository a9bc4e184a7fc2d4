// Verdict: how well an invariant was kept. Errors are judged relative to the terms that add up, so that the size of a mechanism
// and its mass do not matter.
#pragma once

#include <limits>

namespace invar {

enum class Verdict {
  kKept,          // holds at round-off, or is as accurate as a plot shows
  kSmall,         // an error that is there, and small
  kLarge,         // an error that spoils the result: the run did not keep its invariants
  kNotConserved,  // the system itself does not keep this
  kNotEstimated,  // nobody asked
};
const char* name(Verdict verdict);  // "kept", "small", "large", "not_conserved", "not_estimated"

Verdict judge(double relative_error);
// Errors of summation grow to some 1e-11 over 1e6 steps; 1e-4 is what a plot does not show.
inline constexpr double kRoundOffLimit = 1e-10;
inline constexpr double kSmallLimit = 1e-4;
// A balance is as exact as the numbers in it are rounded. An error of 100 units in the last place of what is summed counts as
// round-off, however little moves: of a vehicle that stands, say, with 1.7 MJ in its springs. Sums over terms and
// evaluations of laws were seen to leave up to 10. Scales are at least this part of what is summed.
inline constexpr double kLeastPart = 100 * std::numeric_limits<double>::epsilon() / kRoundOffLimit;
// What schemes that enforce velocities over the steps may leave at their ends, as a part of the energy. Velocities themselves
// tell less: directors of thin beams have next to no inertia.
inline constexpr double kStepEndEnergyLimit = 0.01;

}  // namespace invar
