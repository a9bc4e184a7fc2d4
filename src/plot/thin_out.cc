#include <algorithm>
#include <cmath>

#include "invar/plot/svg.h"

namespace invar::plot {

void thin_out(std::vector<double>& x, std::vector<double>& y, double x_min, double x_max, int pixels, bool log_x) {
  const size_t n = x.size();
  if (n < 4 * static_cast<size_t>(pixels) || !std::is_sorted(x.begin(), x.end())) return;
  const auto column_of = [&](double value) {
    const double part = log_x ? std::log(value / x_min) / std::log(x_max / x_min) : (value - x_min) / (x_max - x_min);
    return static_cast<long long>(std::floor(part * pixels));
  };
  std::vector<double> thin_x, thin_y;
  for (size_t begin = 0; begin < n;) {
    const long long column = column_of(x[begin]);
    size_t end = begin, low = begin, high = begin;
    for (; end < n && column_of(x[end]) == column; ++end) {
      if (y[end] < y[low]) low = end;
      if (y[end] > y[high]) high = end;
    }
    size_t kept[] = {begin, std::min(low, high), std::max(low, high), end - 1};
    for (int i = 0; i < 4; ++i) {
      if (i > 0 && kept[i] == kept[i - 1]) continue;
      thin_x.push_back(x[kept[i]]);
      thin_y.push_back(y[kept[i]]);
    }
    begin = end;
  }
  x = std::move(thin_x);
  y = std::move(thin_y);
}

}  // namespace invar::plot
