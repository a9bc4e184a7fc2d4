// Runs compared with reference solutions, which are in long double.
#pragma once

#include <algorithm>
#include <string>

#include "benchmarks/model_run.h"
#include "oracles/real.h"

namespace invar::benchmarks {

inline double value(oracles::Real x) { return static_cast<double>(x); }

// Largest difference between the channels NAME.x, .y, .z and what they should be.
template <class VectorOfTime>
double vector_error(const RecordedRun& run, const std::string& name, const VectorOfTime& exact) {
  double largest = 0;
  for (int i = 0; i < 3; ++i) {
    const std::string channel = name + "." + "xyz"[i];
    largest = std::max(largest, max_error(run, channel, [&](double t) { return value(exact(t)[i]); }));
  }
  return largest;
}

}  // namespace invar::benchmarks
