// Numbers taken from recordings: largest errors, orders of convergence, norms.
#pragma once

#include <functional>
#include <vector>

#include "reproduce/recording.h"

namespace invar::reproduce {

// Largest |values - exact(t)|.
double max_error(const std::vector<double>& t, const std::vector<double>& values,
                 const std::function<double(double)>& exact);
double max_abs(const std::vector<double>& values);
// values - values[0]
std::vector<double> drift(const std::vector<double>& values);
std::vector<double> absolute(std::vector<double> values);

// Largest |y| within windows of the given length, at their middles.
void envelope(std::vector<double>& t, std::vector<double>& y, double window);
// Only what lies between from and to.
void cut(std::vector<double>& t, std::vector<double>& y, double from, double to);

// Slope of log(error) over log(h), by least squares over all points with a finite positive error.
double fitted_order(const std::vector<double>& h, const std::vector<double>& error);

// The same over the three smallest steps, where the leading term has taken over.
double fine_order(const std::vector<double>& h, const std::vector<double>& error);

// A line of the given slope through (x, y) for x0 < x1, as a guide for the eye.
std::vector<double> power_line(const std::vector<double>& x, double x_through, double y_through, double slope);

// Largest third difference relative to the range of the curve: small for smooth curves (it falls with h^3), 1 for a pure
// zigzag from step to step.
double roughness(const std::vector<double>& values);
// Roughness that the width of a printed line hides.
inline constexpr double kVisible = 5e-3;

}  // namespace invar::reproduce
