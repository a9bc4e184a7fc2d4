#include "invar/plot/ticks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace invar::plot {

namespace {

// Up to here a logarithmic axis has labels at 2 and 5 too, and need not begin with a power of ten.
constexpr double kFewDecades = 1.8;
constexpr const char* kMinus = "\u2212";

std::string with_minus(std::string text) {
  if (!text.empty() && text[0] == '-') text.replace(0, 1, kMinus);
  return text;
}

// 1, 2 or 5 times a power of ten, at least `rough`.
double nice_step(double rough) {
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= rough * (1 - 1e-9)) return factor * power;
  return 10 * power;
}

std::string power_of_ten(int exponent) { return fmt::format("10^{{{}}}", with_minus(std::to_string(exponent))); }

}  // namespace

Ticks linear_ticks(double lo, double hi, bool fixed_lo, bool fixed_hi, int wanted) {
  if (!(hi > lo)) {
    const double half = lo == 0 ? 1 : 0.1 * std::abs(lo);
    if (!fixed_lo) lo -= half;
    hi = std::max(hi, lo + half);
  }
  const double span = hi - lo;
  Ticks ticks;
  ticks.min = fixed_lo ? lo : lo - 0.05 * span;
  ticks.max = fixed_hi ? hi : hi + 0.05 * span;
  const double step = nice_step((ticks.max - ticks.min) / std::max(1, wanted));
  const int decimals = std::max(0, static_cast<int>(-std::floor(std::log10(step) + 1e-9)));
  const double largest = std::max(std::abs(ticks.min), std::abs(ticks.max));
  const bool scientific = largest >= 1e5 || largest < 1e-3;
  const auto first = static_cast<long long>(std::ceil(ticks.min / step - 1e-9));
  const auto last = static_cast<long long>(std::floor(ticks.max / step + 1e-9));
  for (long long k = first; k <= last; ++k) {
    const double value = static_cast<double>(k) * step;
    ticks.major.push_back(value);
    ticks.labels.push_back(k == 0       ? "0"
                           : scientific ? number_text(value, 2)
                                        : with_minus(fmt::format("{:.{}f}", value, decimals)));
  }
  const int parts = std::abs(step / std::pow(10.0, std::floor(std::log10(step) + 1e-9)) - 2) < 0.1 ? 4 : 5;
  for (long long k = (first - 1) * parts; k <= (last + 1) * parts; ++k) {
    const double value = static_cast<double>(k) * step / parts;
    if (k % parts != 0 && value >= ticks.min && value <= ticks.max) ticks.minor.push_back(value);
  }
  return ticks;
}

Ticks log_ticks(double lo, double hi, bool fixed_lo, bool fixed_hi, int wanted) {
  Ticks ticks;
  if (!(lo > 0)) lo = hi > 0 ? hi * 1e-3 : 1e-3;
  if (!(hi > lo)) hi = 10 * lo;
  const double decades = std::log10(hi / lo);
  if (decades > kFewDecades) {
    ticks.min = fixed_lo ? lo : std::pow(10.0, std::floor(std::log10(lo) + 1e-6));
    ticks.max = fixed_hi ? hi : std::pow(10.0, std::ceil(std::log10(hi) - 1e-6));
  } else {
    ticks.min = fixed_lo ? lo : lo / std::pow(10.0, 0.05 * std::max(decades, 0.3));
    ticks.max = fixed_hi ? hi : hi * std::pow(10.0, 0.05 * std::max(decades, 0.3));
  }
  const int first = static_cast<int>(std::floor(std::log10(ticks.min) + 1e-6));
  const int last = static_cast<int>(std::ceil(std::log10(ticks.max) - 1e-6));
  const auto inside = [&](double v) { return v >= ticks.min * (1 - 1e-9) && v <= ticks.max * (1 + 1e-9); };
  const int stride = std::max(1, static_cast<int>(std::ceil(static_cast<double>(last - first) / std::max(1, wanted))));
  for (int e = first; e <= last; ++e) {
    const double power = std::pow(10.0, e);
    if (inside(power)) {
      if ((e - first) % stride == 0) {
        ticks.major.push_back(power);
        ticks.labels.push_back(e == 0 ? "1" : decades <= kFewDecades ? number_text(power, 1) : power_of_ten(e));
      } else {
        ticks.minor.push_back(power);
      }
    }
    if (stride > 1) continue;
    for (int k = 2; k <= 9; ++k) {
      const double value = k * power;
      if (!inside(value)) continue;
      // On less than two decades 2 and 5 get labels too.
      if (decades <= kFewDecades && (k == 2 || k == 5)) {
        ticks.major.push_back(value);
        ticks.labels.push_back(number_text(value, 1));
      } else {
        ticks.minor.push_back(value);
      }
    }
  }
  return ticks;
}

namespace {

std::string written(double value, int digits, bool all_digits) {
  if (!std::isfinite(value)) return value > 0 ? "\u221e" : value < 0 ? std::string(kMinus) + "\u221e" : "\u2013";
  if (value == 0) return "0";
  const double size = std::abs(value);
  if (size >= 1e-3 && size < 1e5) {
    digits = std::max(digits, static_cast<int>(std::floor(std::log10(size))) + 1);
    std::string text = all_digits ? fmt::format("{:#.{}g}", value, digits) : fmt::format("{:.{}g}", value, digits);
    if (text.back() == '.') text.pop_back();
    return with_minus(text);
  }
  const std::string text = fmt::format("{:.{}e}", value, digits - 1);
  const size_t e = text.find('e');
  std::string mantissa = text.substr(0, e);
  if (!all_digits && mantissa.find('.') != std::string::npos) {
    mantissa.resize(mantissa.find_last_not_of('0') + 1);
    if (mantissa.back() == '.') mantissa.pop_back();
  }
  std::string power = power_of_ten(std::stoi(text.substr(e + 1)));
  if (mantissa == "1") return power;
  return mantissa == "-1" ? kMinus + power : with_minus(fmt::format("{} \u00d7 {}", mantissa, power));
}

}  // namespace

std::string number_text(double value, int digits) { return written(value, digits, false); }
std::string measured_text(double value, int digits) { return written(value, digits, true); }

}  // namespace invar::plot
