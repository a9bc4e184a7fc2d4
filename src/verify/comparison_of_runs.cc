#include "invar/verify/comparison_of_runs.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace invar::verify {

namespace {

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();
constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
constexpr double kRoundedUnits = 100;  // in the last place
// Bands have at most so many instants, each with the largest error around it.
constexpr std::size_t kMostInstants = 400;

// Calls see(i, a, b) for each row of which both runs may have values, then for their ends if both came through.
template <class Rows, class Ends, class See>
void for_common(const MotionSamples& a, const MotionSamples& b, Rows row, Ends end, See see) {
  const std::size_t rows = std::min(a.rows(), b.rows());
  for (std::size_t i = 0; i < rows; ++i) see(row(a, i), row(b, i));
  if (!end(a).empty() && !end(b).empty()) see(end(a).data(), end(b).data());
}

const std::vector<double>& end_configuration(const MotionSamples& s) { return s.end_configuration; }
const std::vector<double>& end_values(const MotionSamples& s) { return s.end_values; }
const double* configuration_row(const MotionSamples& s, std::size_t i) { return s.configuration(i); }
const double* value_row(const MotionSamples& s, std::size_t i) { return s.value_row(i); }

// Differences that count as rounding, of quantities with this range and largest value.
double rounding_of(double range, double largest) {
  return std::max(kRoundOffLimit * range, kRoundedUnits * kEpsilon * largest);
}

// Largest of each group of consecutive instants and its neighbours.
std::vector<double> envelope(const std::vector<double>& values, std::size_t groups, double factor) {
  std::vector<double> largest(groups, 0), out(groups, 0);
  for (std::size_t i = 0; i < values.size(); ++i) {
    double& group = largest[i * groups / values.size()];
    if (values[i] > group) group = values[i];
  }
  for (std::size_t i = 0; i < groups; ++i)
    for (std::size_t k = i > 0 ? i - 1 : 0; k <= std::min(i + 1, groups - 1); ++k)
      out[i] = std::max(out[i], factor * largest[k]);
  return out;
}

}  // namespace

Differences position_differences(const RunTriple& runs, const Configuration& configuration) {
  Differences d;
  const auto compare = [&](const MotionSamples& a, const MotionSamples& b, std::vector<double>& out) {
    for_common(a, b, configuration_row, end_configuration, [&](const double* x, const double* y) {
      const bool there = a.places > 0 && std::isfinite(x[0]) && std::isfinite(y[0]);
      out.push_back(there ? configuration.distance(x, y) : kMissing);
    });
  };
  compare(runs.run, runs.coarse, d.fine);
  compare(runs.coarse, runs.coarser, d.coarse);
  double far = 0;
  for (std::size_t i = 0; i < runs.run.rows(); ++i) {
    const double* x = runs.run.configuration(i);
    if (runs.run.places == 0 || !std::isfinite(x[0])) continue;
    d.size = std::max(d.size, configuration.distance(runs.run.configuration(0), x));
    for (int k = 0; k < runs.run.places; ++k) far = std::max(far, std::abs(x[k]));
  }
  if (!runs.run.end_configuration.empty() && runs.run.rows() > 0)
    d.size = std::max(d.size, configuration.distance(runs.run.configuration(0), runs.run.end_configuration.data()));
  d.rounding = rounding_of(d.size, far);
  return d;
}

Differences channel_differences(const RunTriple& runs, int i) {
  Differences d;
  const auto compare = [&](const MotionSamples& a, const MotionSamples& b, std::vector<double>& out) {
    for_common(a, b, value_row, end_values,
               [&](const double* x, const double* y) { out.push_back(std::abs(x[i] - y[i])); });
  };
  compare(runs.run, runs.coarse, d.fine);
  compare(runs.coarse, runs.coarser, d.coarse);
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (std::size_t row = 0; row < runs.run.rows(); ++row) {
    const double x = runs.run.value_row(row)[i];
    if (!std::isfinite(x)) continue;
    low = std::min(low, x);
    high = std::max(high, x);
  }
  if (low <= high) d.size = high - low;
  d.rounding = rounding_of(d.size, std::max(std::abs(low), std::abs(high)));
  return d;
}

void write_accuracy(const RunTriple& runs, const Configuration& configuration, const std::vector<Channel>& channels,
                    Certificate& c, ErrorBands& bands) {
  const Differences positions = position_differences(runs, configuration);
  const ErrorEstimate whole = estimate_error(positions, runs.order, runs.ratio);
  c.motion_accuracy = name(whole.kind);
  c.motion_message = whole.message;
  if (whole.kind == ConvergenceKind::kFailed) return;
  c.motion_error_estimate = whole.error;
  c.motion_order = whole.order;
  c.motion_size = positions.size;
  c.motion_unit = configuration.unit();
  std::vector<double> t = runs.run.t;
  t.resize(std::min(t.size(), runs.coarse.rows()));
  if (positions.fine.size() > t.size()) t.push_back(runs.run.t_end);
  const auto largest = std::max_element(positions.fine.begin(), positions.fine.end(),
                                        [](double a, double b) { return !(a >= b) && !std::isnan(b); });
  if (whole.error > 0) c.motion_error_time = t[static_cast<std::size_t>(largest - positions.fine.begin())];

  const std::size_t groups = std::min(kMostInstants, t.size());
  for (std::size_t g = 0; g < groups; ++g) bands.t.push_back(t[(2 * g + 1) * t.size() / (2 * groups)]);
  bands.t.front() = t.front();
  bands.t.back() = t.back();
  bands.bands.push_back({"motion", envelope(positions.fine, groups, whole.factor)});
  std::vector<Differences> all;
  std::map<std::string, double> rounding;  // of the largest quantity of each unit: the others are computed from it
  for (std::size_t i = 0; i < channels.size(); ++i) {
    all.push_back(channel_differences(runs, static_cast<int>(i)));
    double& level = rounding[channels[i].unit];
    if (std::isfinite(all[i].rounding)) level = std::max(level, all[i].rounding);
  }
  for (std::size_t i = 0; i < channels.size(); ++i) {
    Differences& d = all[i];
    d.rounding = rounding[channels[i].unit];
    const ErrorEstimate e = estimate_error(d, runs.order, runs.ratio);
    const bool converged = e.kind == ConvergenceKind::kConverged || e.kind == ConvergenceKind::kRoundOff;
    c.outputs.push_back({channels[i].name, e.error, e.order, converged});
    bands.bands.push_back({channels[i].name, envelope(d.fine, groups, e.factor)});
  }
}

}  // namespace invar::verify
