// Section forces of a loaded cantilever against statics, offsets of sections against closed forms, and the frequencies of a
// pinned beam. ScalableLoads are so small that displacements are below 1e-5 of the length: theory of first order holds to that.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "benchmarks/equilibrium_model.h"

namespace invar {
namespace {

constexpr double kLength = 2;
constexpr double kLinear = 2e-5;  // relative: changes of geometry

std::string cantilever(const std::string& section, const std::string& more, int order = 3) {
  return fmt::format(
      "elements:\n  b: {{type: beam, start: clamped, from: [0, 0, 0], to: [2, 0, 0], elements: 4, order: {}, stations: "
      "{{q: 0.3}}, section: {{{}}}}}\n{}",
      order, section, more);
}

const std::string kPlain = "stiffness: [1e6, 4e5, 4e5, 900, 1200, 1500], mass: [2, 0.01, 0.02]";

// The force and the moment that the part beyond a section exerts on it, in section axes (here those of the world):
// N = F_x, V_2 = F_y, V_3 = F_z, T = T_x, M_2 = T_y - (L - x) F_z, M_3 = T_z + (L - x) F_y.
TEST(SectionForces, of_a_cantilever_are_those_of_statics_at_every_station_and_order) {
  const Vector3 F(0.02, 0.003, -0.004), T(0.005, 0.006, -0.007);
  for (const int order : {1, 2, 3}) {
    const EquilibriumModel m(
        cantilever(kPlain,
                   fmt::format("forces:\n  f: {{type: applied_force, on: b.end, force: [{}, {}, {}]}}\n"
                               "  t: {{type: applied_torque, on: b.end, torque: [{}, {}, {}]}}\n",
                               F[0], F[1], F[2], T[0], T[1], T[2]),
                   order));
    for (const auto& [station, s] :
         {std::pair<std::string, double>{"start", 0}, {"q", 0.3}, {"mid", 0.5}, {"end", 1}}) {
      const double arm = (1 - s) * kLength;
      const std::pair<const char*, double> expected[] = {{"force_1", F[0]},
                                                         {"shear_2", F[1]},
                                                         {"shear_3", F[2]},
                                                         {"torsion", T[0]},
                                                         {"moment_1", T[0]},
                                                         {"moment_2", T[1] - arm * F[2]},
                                                         {"moment_3", T[2] + arm * F[1]}};
      for (const auto& [channel, value] : expected)
        EXPECT_NEAR(m.channel("b." + station + "." + channel), value, kLinear * 0.02)
            << station << " " << channel << ", order " << order;
    }
  }
}

const std::string kOffset =
    "table: {{columns: [s, mass, EA, EI2, EI3, GA2, GA3, GJ, {}], rows: [[0, 3, 1e4, 50, 80, 1e4, 1e4, 40, {}]]}}";

// A force on the axis of the beam bends a section whose center of tension lies off it.
TEST(SectionOffsets, a_pull_beside_the_center_of_tension_stretches_and_bends) {
  const double P = 1e-3, c = 0.1;
  const EquilibriumModel m(cantilever(fmt::format(fmt::runtime(kOffset), "tension_3", c),
                                      "forces: {f: {type: applied_force, on: b.end, force: [1e-3, 0, 0]}}\n"));
  EXPECT_NEAR(m.channel("b.q.strain_1"), P / 1e4 + P * c * c / 50, 1e-4 * P / 1e4);
  EXPECT_NEAR(std::abs(m.channel("b.q.curvature_2")), P * c / 50, 1e-4 * P * c / 50);
  EXPECT_NEAR(m.channel("b.q.curvature_3"), 0, 1e-4 * P * c / 50);
  EXPECT_NEAR(m.channel("b.q.force_1"), P, 1e-4 * P);
}

// A cross force on the axis twists a section whose center of shear lies beside it: GJ k_1 = P c, towards the force.
TEST(SectionOffsets, a_cross_force_beside_the_center_of_shear_twists) {
  const double P = 1e-3, c = 0.05;
  const EquilibriumModel m(cantilever(fmt::format(fmt::runtime(kOffset), "shear_2", c),
                                      "forces: {f: {type: applied_force, on: b.end, force: [0, 0, 1e-3]}}\n"));
  EXPECT_NEAR(m.channel("b.q.curvature_1"), -P * c / 40, 1e-3 * P * c / 40);
  EXPECT_NEAR(m.channel("b.q.torsion"), 0, 1e-3 * P * c);  // about the axis nothing twists
}

// Weight beside the axis: torsion -m g c (L - x), shear force -m g (L - x).
TEST(SectionOffsets, weight_beside_the_axis_twists) {
  const double g = 1e-4, c = 0.05, m_g = 3 * g;
  const EquilibriumModel m("gravity: [0, 0, -1e-4]\n" +
                           cantilever(fmt::format(fmt::runtime(kOffset), "mass_2", c), ""));
  for (const auto& [station, s] : {std::pair<std::string, double>{"start", 0}, {"q", 0.3}, {"mid", 0.5}}) {
    const double beyond = (1 - s) * kLength;
    EXPECT_NEAR(m.channel("b." + station + ".torsion"), -m_g * c * beyond, 1e-3 * m_g * c * kLength) << station;
    EXPECT_NEAR(m.channel("b." + station + ".shear_3"), -m_g * beyond, 1e-3 * m_g * kLength) << station;
  }
}

// EI = m = L = 1 in one plane, 100 in the other: (k pi)^2 and 10 (k pi)^2; it spins freely about its axis.
TEST(BeamModes, APinnedBeamHasTheFrequenciesOfSines) {
  const ModesReport report = EquilibriumModel(R"(
elements:
  b: {type: beam, from: [0, 0, 0], to: [1, 0, 0], elements: 8,
    section: {stiffness: [1e7, 1e7, 1e7, 100, 1, 100], mass: [1, 1e-7, 1e-5]}}
joints:
  left: {type: spherical, between: [ground, b.start], at: [0, 0, 0]}
  right: {type: spherical, between: [ground, b.end], at: [1, 0, 0]}
)")
                                 .modes(4);
  EXPECT_EQ(report.rigid, 1);
  std::vector<double> w;
  for (const Mode& mode : report.modes)
    if (!mode.rigid) w.push_back(std::abs(mode.value));
  ASSERT_EQ(w.size(), 4u);
  const double pi2 = std::numbers::pi * std::numbers::pi, exact[] = {pi2, 4 * pi2, 9 * pi2, 10 * pi2};
  // Eight cubic elements: the third sine has 2.7 elements a half wave.
  for (int k = 0; k < 4; ++k) EXPECT_NEAR(w[static_cast<std::size_t>(k)], exact[k], 2e-4 * exact[k]) << k;
}

}  // namespace
}  // namespace invar
