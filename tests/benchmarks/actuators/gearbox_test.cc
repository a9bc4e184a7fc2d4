// models/planetary_gearbox.yaml against the equations of the speeds of motor (m), sun (s), carrier (c) and ring (r) in minimal coordinates.
// A planet turns by -(rs/rp) (phi_s - phi_c) against the carrier, and all meshes with the ring have the gap
// e = rr (phi_r - phi_c) + rs (phi_s - phi_c).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "benchmarks/model_run.h"
#include "oracles/ode.h"

namespace invar::benchmarks {
namespace {

using oracles::Real, oracles::VecX;

constexpr Real kRs = 0.048L, kRp = 0.036L, kRr = 0.12L;

struct Bristle {
  Real friction, rate;
};
Bristle bristle(Real stiffness, Real capacity, Real z, Real slip) {
  const Real damping = stiffness / 1000, f = std::clamp(stiffness * z + damping * slip, -capacity, capacity);
  return {f, (f - stiffness * z) / damping};
}

// Speeds m, s, c, r; gap; deflections of clutch and brake.
void calc_gearbox(Real t, const VecX& y, VecX& dy) {
  const Real wm = y(0), ws = y(1), wc = y(2), wr = y(3), e = y(4);
  const Real e_dot = kRr * (wr - wc) + kRs * (ws - wc);
  const Bristle clutch = bristle(2e4L, 90 * std::clamp((t - 0.05L) / 0.1L, Real(0), Real(1)), y(5), wm - ws);
  const Bristle hold = bristle(1e5L, 600, y(6), wr);
  const Real b = 2e-4L, d = std::abs(e) - b, side = e > 0 ? 1 : -1;
  const Real F = d > 0 ? 3 * side * 2e6L * d * std::max(Real(0), 1 + 3 * side * e_dot) : Real(0);
  // T = Js ws^2/2 + (Jc + 3 m a^2) wc^2/2 + 3 Jp (wc - n (ws - wc))^2/2
  const Real a = kRs + kRp, n = kRs / kRp, Jp = 3e-4L;
  const Real Mss = 4e-3L + 3 * Jp * n * n, Msc = -3 * Jp * n * (1 + n),
             Mcc = 0.3L + 3 * 0.4L * a * a + 3 * Jp * (1 + n) * (1 + n);
  const Real Qs = clutch.friction - F * kRs, Qc = F * (kRr + kRs) - 0.02L * wc * std::abs(wc);
  const Real det = Mss * Mcc - Msc * Msc;
  dy(0) = (60 * (1 - wm / 300) - clutch.friction) / 0.05L;
  dy(1) = (Mcc * Qs - Msc * Qc) / det;
  dy(2) = (Mss * Qc - Msc * Qs) / det;
  dy(3) = (-F * kRr - hold.friction) / 0.03L;
  dy(4) = e_dot;
  dy(5) = clutch.rate;
  dy(6) = hold.rate;
}

VecX gearbox_at(double t) {
  VecX start = VecX::Zero(7);
  start(0) = 150;
  return oracles::integrate(calc_gearbox, 0, start, t,
                            {.method = oracles::OdeMethod::kExtrapolation, .tolerance = 1e-11L, .first_step = 1e-5L});
}

double gearbox_error(const Settings& settings, const VecX& exact) {
  const RecordedRun run = run_model("planetary_gearbox", settings);
  EXPECT_EQ(run.certificate.status, "completed") << run.certificate.message;
  double worst = 0;
  const char* names[] = {"motor.omega", "sun.omega", "carrier.omega"};
  for (int i = 0; i < 3; ++i) worst = std::max(worst, std::abs(run.last(names[i]) - static_cast<double>(exact(i))));
  return std::max(worst, std::abs(run.last("ring_mesh_1.gap") - static_cast<double>(exact(4))) * 1e4);
}

TEST(PlanetaryGearbox, follows_the_equations_of_its_speeds) {
  const double end = 0.4;
  const VecX exact = gearbox_at(end);
  ASSERT_GT(exact(2), 5) << "the load turns";
  for (const char* method : {"ep", "em"}) {
    const double coarse = gearbox_error({.method = method, .step = 1e-4, .end = end}, exact),
                 fine = gearbox_error({.method = method, .step = 2.5e-5, .end = end}, exact);
    EXPECT_LT(fine, 2e-2) << method;
    EXPECT_LT(fine, 0.5 * coarse) << method << " " << coarse;
  }
  EXPECT_LT(gearbox_error({.method = "explicit", .step = 2.5e-5, .end = end}, exact), 1e-3);
}

// In the end the clutch sticks and the flanks are closed: the carrier has rs/(rs + rr) of the motor's speed, and the torques balance.
TEST(PlanetaryGearbox, settles_at_the_speed_where_motor_and_load_agree) {
  const RecordedRun run = run_model("planetary_gearbox", {.step = 2e-4, .end = 4});
  const double ratio = 0.048 / 0.168;
  // 60 (1 - w/300) = drag (ratio w)^2 ratio
  const double k = 0.02 * ratio * ratio * ratio, w = (-0.2 + std::sqrt(0.04 + 4 * k * 60)) / (2 * k);
  EXPECT_NEAR(run.last("motor.omega"), w, 1e-2 * w);
  EXPECT_NEAR(run.last("carrier.omega"), ratio * run.last("motor.omega"), 1e-3 * run.last("carrier.omega"));
  EXPECT_NEAR(run.last("ring.omega"), 0, 1e-2);
  EXPECT_GT(std::abs(run.last("ring_mesh_1.gap")), 2e-4) << "the flanks are closed";
}

TEST(PlanetaryGearbox, balances_its_energy) {
  for (const char* method : {"ep", "em", "ed"}) {
    const RecordedRun run = run_model("planetary_gearbox", {.method = method, .end = 0.2});
    EXPECT_EQ(run.certificate.status, "completed") << method << run.certificate.message;
    EXPECT_LT(run.certificate.energy_balance_error_max, 1e-11 * run.certificate.energy_scale) << method;
    EXPECT_GT(run.certificate.dissipated_physical, 10) << method;
  }
}

}  // namespace
}  // namespace invar::benchmarks
