#include "reproduce/measure.h"

#include <algorithm>
#include <cmath>

namespace invar::reproduce {

double max_error(const std::vector<double>& t, const std::vector<double>& values,
                 const std::function<double(double)>& exact) {
  double largest = 0;
  for (size_t i = 0; i < t.size(); ++i) largest = std::max(largest, std::abs(values[i] - exact(t[i])));
  return largest;
}

double max_abs(const std::vector<double>& values) {
  double largest = 0;
  for (const double v : values) largest = std::max(largest, std::abs(v));
  return largest;
}

std::vector<double> drift(const std::vector<double>& values) {
  std::vector<double> result = values;
  for (double& v : result) v -= values[0];
  return result;
}

std::vector<double> absolute(std::vector<double> values) {
  for (double& v : values) v = std::abs(v);
  return values;
}

void envelope(std::vector<double>& t, std::vector<double>& y, double window) {
  std::vector<double> middle, largest;
  const auto windows = static_cast<size_t>(std::max(1.0, std::round((t.back() - t.front()) / window)));
  for (size_t i = 0; i < t.size(); ++i) {
    const size_t k = std::min(windows - 1, static_cast<size_t>((t[i] - t[0]) / window));
    if (k >= middle.size()) {
      middle.push_back(t[0] + (static_cast<double>(k) + 0.5) * window);
      largest.push_back(0);
    }
    largest.back() = std::max(largest.back(), std::abs(y[i]));
  }
  t = std::move(middle);
  y = std::move(largest);
}

void cut(std::vector<double>& t, std::vector<double>& y, double from, double to) {
  std::vector<double> kept_t, kept_y;
  for (size_t i = 0; i < t.size(); ++i) {
    if (t[i] < from || t[i] > to) continue;
    kept_t.push_back(t[i]);
    kept_y.push_back(y[i]);
  }
  t = std::move(kept_t);
  y = std::move(kept_y);
}

double fitted_order(const std::vector<double>& h, const std::vector<double>& error) {
  double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (size_t i = 0; i < h.size(); ++i) {
    if (!std::isfinite(error[i]) || error[i] <= 0) continue;
    const double x = std::log(h[i]), y = std::log(error[i]);
    n += 1;
    sx += x;
    sy += y;
    sxx += x * x;
    sxy += x * y;
  }
  return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

double fine_order(const std::vector<double>& h, const std::vector<double>& error) {
  const size_t skip = h.size() > 3 ? h.size() - 3 : 0;
  return fitted_order({h.begin() + skip, h.end()}, {error.begin() + skip, error.end()});
}

std::vector<double> power_line(const std::vector<double>& x, double x_through, double y_through, double slope) {
  std::vector<double> y;
  for (const double v : x) y.push_back(y_through * std::pow(v / x_through, slope));
  return y;
}

double roughness(const std::vector<double>& values) {
  if (values.size() < 4) return 0;
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  double largest = 0;
  for (size_t i = 0; i + 3 < values.size(); ++i)
    largest = std::max(largest, std::abs(values[i + 3] - 3 * values[i + 2] + 3 * values[i + 1] - values[i]));
  return *high > *low ? largest / (4 * (*high - *low)) : 0;
}

}  // namespace invar::reproduce
