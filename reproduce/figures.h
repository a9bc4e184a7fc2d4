// Figures that several examples draw alike.
#pragma once

#include <array>
#include <string>

#include "reproduce/example.h"
#include "reproduce/recording.h"

namespace invar::reproduce {

// The components of a vector, marked as in [Bauchau2003]: circle, square, triangle.
void add_components(plot::Panel& panel, const std::vector<double>& x, const Recording& run,
                    const std::array<std::string, 3>& channels, const std::array<std::string, 3>& names,
                    const std::array<std::string, 3>& keys);

// A dotted line of the given slope with its order written at it.
void add_slope(plot::Panel& panel, const std::vector<double>& h, double h_through, double error_through, double order);

}  // namespace invar::reproduce
