// Accuracy of positions through singular positions, over the whole run: a micrometre on mechanisms a metre in size.
#include <gtest/gtest.h>

#include "benchmarks/oracle_error.h"
#include "oracles/n_four_bar.h"
#include "oracles/slider_crank.h"

namespace invar::benchmarks {
namespace {

const Settings kImplicit{.method = "ep", .options = {{"order", "4"}}, .every = 0.1};
const Settings kExplicit{.method = "explicit", .options = {{"integrator", "dop853"}}, .every = 0.1};

TEST(Micrometre, is_kept_by_four_hundred_windows_for_ten_seconds) {
  const oracles::NFourBar oracle(400);
  const auto error = [&](Settings s) {
    s.set = {{"N", "400"}};
    s.end = 10;
    const RecordedRun run = run_model("n_four_bar", s);
    EXPECT_TRUE(run.certificate.completed()) << run.certificate.message;
    EXPECT_LT(*run.certificate.energy_balance_error_max, 1e-11 * run.certificate.energy_scale);
    return std::max(max_error(run, "tip.position.x", [&](double t) { return value(oracle.state(t).x); }),
                    max_error(run, "tip.position.y", [&](double t) { return value(oracle.state(t).y); }));
  };
  Settings ep = kImplicit, dop853 = kExplicit;
  ep.step = 0.0125;
  EXPECT_LT(error(ep), 1e-6);
  dop853.tolerance = 1e-8;
  EXPECT_LT(error(dop853), 1e-6);
}

TEST(Micrometre, is_kept_by_the_slider_crank_for_a_hundred_seconds) {
  const oracles::SliderCrank oracle;
  const auto error = [&](Settings s) {
    const RecordedRun run = run_model("braun_slider_crank", s);
    EXPECT_TRUE(run.certificate.completed()) << run.certificate.message;
    EXPECT_LT(*run.certificate.energy_balance_error_max, 1e-11 * run.certificate.energy_scale);
    return max_error(run, "slider.position.x", [&](double t) { return value(oracle.state(t).slider); });
  };
  Settings ep = kImplicit, dop853 = kExplicit;
  ep.step = 0.0025;
  EXPECT_LT(error(ep), 1e-6);
  dop853.tolerance = 1e-9;
  EXPECT_LT(error(dop853), 1e-6);
}

}  // namespace
}  // namespace invar::benchmarks
