// Where an axis has its ticks, and what stands there.
#pragma once

#include <string>
#include <vector>

namespace invar::plot {

struct Ticks {
  double min = 0, max = 1;          // the axis ends here
  std::vector<double> major;        // with labels
  std::vector<std::string> labels;  // with marks of markup.h
  std::vector<double> minor;
};

// For data between lo and hi; about `wanted` labels. Ends given by the user (fixed) are kept, others are moved outwards:
// a linear axis gets a margin, a logarithmic one whole decades where it spans several.
Ticks linear_ticks(double lo, double hi, bool fixed_lo, bool fixed_hi, int wanted);
Ticks log_ticks(double lo, double hi, bool fixed_lo, bool fixed_hi, int wanted);

// A number as it stands in a table: so many significant digits at most, 1.2 × 10^{-5} where it is small or large.
std::string number_text(double value, int digits = 3);
// A measured one: exactly so many digits.
std::string measured_text(double value, int digits = 3);

}  // namespace invar::plot
