// Modes of the Iltis at 20 m/s: the program against minimal coordinates (reference/oracles/iltis_modes.h), and these
// against the modes that the source of the data lists, with what that source assumes.
#include <gtest/gtest.h>

#include <algorithm>
#include <complex>
#include <fstream>
#include <iterator>
#include <regex>

#include "benchmarks/equilibrium_model.h"
#include "benchmarks/model_run.h"
#include "oracles/data.h"
#include "oracles/iltis_modes.h"

namespace invar::benchmarks {
namespace {

using Values = std::vector<std::complex<double>>;

std::complex<double> nearest(const Values& values, std::complex<double> to) {
  return *std::min_element(values.begin(), values.end(),
                           [&](const auto& a, const auto& b) { return std::abs(a - to) < std::abs(b - to); });
}

Values listed() {
  Values out;
  const auto data = oracles::read_data("iltis_model");
  for (const auto& pair : data.at("modes_robotran_re_im"))
    out.emplace_back(pair[0].get<double>(), pair[1].get<double>());
  return out;
}

Values program_modes(const std::string& text) {
  const auto model = load_model_text(std::regex_replace(text, std::regex("\n  speed: 10 "), "\n  speed: 20 "));
  const ModesReport report = steady_modes(*model);
  Values out;
  for (const Mode& mode : report.modes)
    if (!mode.rigid) out.emplace_back(mode.value.real(), std::abs(mode.value.imag()));
  return out;
}

std::string iltis_text() {
  std::ifstream file(model_path("iltis"));
  return {std::istreambuf_iterator<char>(file), {}};
}

// All nine to the four digits that are printed.
TEST(IltisModes, listed_by_the_source_are_those_of_dampers_that_pull_with_stiffness_times_length) {
  using Damper = oracles::IltisAssumptions::Damper;
  const Values found = oracles::calc_iltis_modes({.damper = Damper::kTimesLength, .lateral = true});
  for (const auto& expected : listed()) {
    const auto value = nearest(found, expected);
    const auto digit = [](double x) {
      return std::max(5.1e-4, 0.51 * std::pow(10.0, std::floor(std::log10(std::abs(x) + 1e-9)) - 3));
    };
    EXPECT_NEAR(value.real(), expected.real(), digit(expected.real()));
    EXPECT_NEAR(value.imag(), expected.imag(), digit(expected.imag()));
  }
}

// The same with the force that the law of the damper has at the equilibrium and its slope there: the body modes rise.
TEST(IltisModes, with_the_slope_of_the_damper_law_have_stiffer_body_modes) {
  using Damper = oracles::IltisAssumptions::Damper;
  const Values source = oracles::calc_iltis_modes({.damper = Damper::kTimesLength, .lateral = true}),
               right = oracles::calc_iltis_modes({.damper = Damper::kTangent, .lateral = true});
  EXPECT_NEAR(nearest(source, {-5.4, 9.3}).imag(), 9.258, 6e-4);
  EXPECT_NEAR(nearest(right, {-5.0, 11.4}).imag(), 11.357, 2e-3);  // bounce, 23 % higher
  EXPECT_NEAR(nearest(source, {-4.0, 8.1}).imag(), 8.064, 6e-4);
  EXPECT_NEAR(nearest(right, {-3.7, 9.5}).imag(), 9.5, 0.05);  // pitch, 18 % higher
}

// Without lateral forces the program and the oracle describe the same vehicle.
TEST(IltisModes, of_the_program_are_those_in_minimal_coordinates) {
  const std::string text = std::regex_replace(iltis_text(), std::regex("\n    calspan: \\{[^}]*\\}"), "");
  const Values found = program_modes(text), expected = oracles::calc_iltis_modes({});
  int compared = 0;
  for (const auto& value : expected) {
    if (std::abs(value) < 1) continue;  // place, heading and their rates
    EXPECT_LT(std::abs(nearest(found, value) - value), 1e-4 * std::abs(value))
        << value.real() << " + " << value.imag() << "i";
    ++compared;
  }
  EXPECT_GE(compared, 7);
}

// With the tyres of the model, beside minimal coordinates without lateral forces: these hardly touch bounce, pitch and wheel hop.
TEST(IltisModes, of_the_model_keep_bounce_pitch_roll_and_wheel_hop_with_its_tyres) {
  const Values found = program_modes(iltis_text()), plain = oracles::calc_iltis_modes({});
  int compared = 0;
  for (const auto& value : plain) {
    if (value.imag() < 5) continue;
    // Roll moves the wheels sideways, and the tyres resist: it becomes faster by a tenth.
    const bool roll = value.imag() < 1.5 * std::abs(value.real());
    EXPECT_LT(std::abs(nearest(found, value) - value), (roll ? 0.15 : 0.05) * std::abs(value))
        << value.real() << " + " << value.imag() << "i";
    ++compared;
  }
  EXPECT_EQ(compared, 7);
  // Side slip and yaw, which need the tyres: a vehicle on two axles with the cornering stiffnesses of the Calspan model at
  // these loads (83.3 and 80.3 kN/rad an axle, trail 0.066 m, 1513 kg, 2020 kg m^2) has -4.7 +- 2.6i; it does not roll.
  EXPECT_LT(std::abs(nearest(found, {-4.7, 2.6}) - std::complex<double>(-4.7, 2.6)), 0.3 * 5.4);
}

}  // namespace
}  // namespace invar::benchmarks
