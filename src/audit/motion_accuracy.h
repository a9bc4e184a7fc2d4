// What is known of the error of a motion: results of runs with larger steps beside the run itself (verify/).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace invar {

// How the differences between the runs behave.
enum class ConvergenceKind {
  kNotEstimated,  // nobody asked
  kConverged,     // they shrink as the order of the method says, about
  kRoundOff,      // they are rounding: there is no order
  kNotConverged,  // they do not shrink as they should: the estimate is a guess on the safe side
  kFailed,        // there is nothing to compare with
};
// "not estimated", "converged", "round-off", "not converged", "failed"
constexpr std::string_view name(ConvergenceKind kind) {
  constexpr std::string_view kNames[] = {"not estimated", "converged", "round-off", "not converged", "failed"};
  return kNames[static_cast<int>(kind)];
}

struct OutputAccuracy {
  std::string name;  // of the channel
  double error = 0;  // estimated, largest over the run, in the unit of the channel
  std::optional<double> order;
  bool converged = true;
};

// Estimated error over time, for charts: the largest around each instant.
struct ErrorBand {
  std::string name;
  std::vector<double> error;
};
struct ErrorBands {
  std::vector<double> t;
  std::vector<ErrorBand> bands;
};

}  // namespace invar
