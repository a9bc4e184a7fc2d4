// Weave and capsize of the Whipple bicycle over speed against the published linear equations [Meijaard2007]: the nonlinear
// model with rolling discs, linearized about straight motion, must have their eigenvalues.
#include <gtest/gtest.h>

#include <algorithm>
#include <complex>

#include "benchmarks/equilibrium_model.h"
#include "oracles/data.h"
#include "paths.h"

namespace invar {
namespace {

std::vector<std::complex<double>> eigenvalues(double speed) {
  const auto model = load_model(source_path("models/bicycle.yaml"), {{"v0", std::to_string(speed)}, {"w0", "0"}});
  const ModesReport report = steady_modes(*model);
  EXPECT_TRUE(report.notes.empty()) << report.notes.front();
  EXPECT_EQ(report.rigid, 6);  // x, y, yaw, two wheel angles, forward speed
  std::vector<std::complex<double>> values;
  for (const Mode& mode : report.modes) {
    if (mode.rigid) continue;
    values.push_back(mode.value);
    if (mode.value.imag() != 0) values.push_back(std::conj(mode.value));
  }
  return values;
}

TEST(BicycleModes, EigenvaluesOverSpeedAreThoseOfTheBenchmark) {
  const auto data = oracles::read_data("iftomm_bicycle_whipple");
  for (const auto& [speed, list] : data["linear"]["eigenvalues_by_speed_re_im"].items()) {
    if (std::stod(speed) == 0) continue;  // at rest it is no steady motion but an equilibrium
    std::vector<std::complex<double>> found = eigenvalues(std::stod(speed));
    ASSERT_EQ(found.size(), 4u) << speed;
    for (const auto& pair : list) {
      const std::complex<double> expected(pair[0].get<double>(), pair[1].get<double>());
      const auto nearest = std::min_element(found.begin(), found.end(), [&](const auto& a, const auto& b) {
        return std::abs(a - expected) < std::abs(b - expected);
      });
      EXPECT_NEAR(std::abs(*nearest - expected), 0, 1e-9 * std::max(1.0, std::abs(expected)))
          << "speed " << speed << ", expected " << expected.real() << " + " << expected.imag() << "i";
    }
  }
}

}  // namespace
}  // namespace invar
