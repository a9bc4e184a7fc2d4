// Large deflections of beams against exact and published values (tests/data/beam_*.json).
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "benchmarks/equilibrium_model.h"
#include "invar/equilibrium/arc_length.h"
#include "invar/math/rotation.h"
#include "oracles/data.h"

namespace invar {
namespace {

// Cantilever of 10 m, EI = 100, under an end moment of `turns` full circles.
std::string rollup(int order, int elements, double turns, double EA = 1e4) {
  return fmt::format(R"(
elements:
  b: {{type: beam, start: clamped, from: [0, 0, 0], to: [10, 0, 0], elements: {}, order: {},
    section: {{stiffness: [{}, {}, {}, 100, 100, 100], mass: [1, 0.01, 0.01]}}}}
forces: {{moment: {{type: applied_torque, on: b.end, torque: [0, 0, {:.17g}]}}}}
)",
                     elements, order, EA, EA, EA, turns * 2 * std::numbers::pi * 100 / 10);
}

double rollup_error(int order, int elements, double EA, int& iterations) {
  const EquilibriumModel m(rollup(order, elements, 1, EA), load_steps(10));
  iterations = m.found.report.iterations;
  return m.vector("b.end.position").norm() / 10;  // the tip comes back to the clamp
}

TEST(BeamStatics, ACantileverRollsUpIntoACircleWithTheOrderOfItsElements) {
  struct BeamStaticsCase {
    int order, elements;
    double expected_order;
  };
  for (const BeamStaticsCase& c : {BeamStaticsCase{1, 32, 2}, {2, 8, 4}, {2, 16, 4}, {3, 8, 4}}) {
    int iterations = 0;
    const double coarse = rollup_error(c.order, c.elements, 1e4, iterations);
    const double fine = rollup_error(c.order, 2 * c.elements, 1e4, iterations);
    EXPECT_GT(std::log2(coarse / fine), c.expected_order - 0.3)
        << "order " << c.order << ", " << c.elements << " elements: " << coarse << ", " << fine;
    RecordProperty(fmt::format("error_{}_{}", c.order, c.elements), fmt::format("{:.3e}", coarse));
  }
}

// The limits of docs/theory/beams.md: 45 degrees an element cost 0.07 % of the length, 90 degrees 3 %.
TEST(BeamStatics, TheErrorGrowsWithTheRotationOfAnElement) {
  int iterations = 0;
  EXPECT_NEAR(rollup_error(3, 8, 1e4, iterations), 7.0e-4, 0.5e-4);
  EXPECT_NEAR(rollup_error(3, 4, 1e4, iterations), 2.9e-2, 0.1e-2);
}

TEST(BeamStatics, NeitherTheResultNorTheIterationsDependOnTheAxialStiffness) {
  for (const auto& [order, elements] : {std::pair{1, 32}, {2, 16}, {3, 8}}) {
    int soft = 0, stiff = 0;
    const double at_soft = rollup_error(order, elements, 1e4, soft),
                 at_stiff = rollup_error(order, elements, 1e8, stiff);
    EXPECT_NEAR(at_stiff, at_soft, 0.02 * at_soft) << order;
    // Linear elements take more where they are stiff: 126 and 85 over ten load steps.
    EXPECT_LE(std::abs(stiff - soft), order == 1 ? 45 : 5) << order;
    EXPECT_LE(soft, 10 * 9) << "7 to 8 iterations a load step, of them one or two to reach rounding; order " << order;
  }
}

TEST(BeamStatics, PartsOfTheCircleAreExact) {
  const auto values = oracles::read_data("beam_rollup")["exact_values"];
  for (const auto& [turns, exact] : values.items()) {
    const EquilibriumModel m(rollup(3, 24, std::stod(turns)), load_steps(5 + static_cast<int>(10 * std::stod(turns))));
    // 7e-4 of the length at 45 degrees an element (above), falling with the fourth power; twice that for all parts.
    const double degrees = 360 * std::stod(turns) / 24, bound = 2 * 7e-3 * std::pow(degrees / 45, 4);
    EXPECT_NEAR(m.channel("b.end.position.x"), exact[0].get<double>(), bound) << turns;
    EXPECT_NEAR(m.channel("b.end.position.y"), exact[1].get<double>(), bound) << turns;
  }
}

std::string bend(int elements, double P, const Matrix3& R = Matrix3::Identity()) {
  const Vector3 center = R * Vector3(100, 0, 0), axis = R * Vector3(0, 1, 0), force = R * Vector3(0, P, 0);
  const auto list = [](const Vector3& x) { return fmt::format("[{:.17g}, {:.17g}, {:.17g}]", x[0], x[1], x[2]); };
  return fmt::format(R"(
elements:
  b: {{type: beam, start: clamped, from: [0, 0, 0], arc: {{center: {}, axis: {}, angle: 45*deg}}, elements: {},
    section: {{stiffness: [1e7, 5e6, 5e6, 1e7/12, 1e7/12, 1e7/12], mass: [1, 0.1, 0.1]}}}}
forces: {{load: {{type: applied_force, on: b.end, force: {}}}}}
)",
                     list(center), list(axis), elements, list(force));
}

TEST(BeamStatics, TheBendOf45DegreesHasTheConvergedDisplacements) {
  const auto expected = oracles::read_data("beam_bathe45")["converged_true_arc"]["ks=1 GA=5e6"];
  for (const auto& [P, values] : expected.items()) {
    const EquilibriumModel m(bend(16, std::stod(P)), load_steps(4));
    const Vector3 u = m.vector("b.end.displacement");
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(u[i], values[i].get<double>(), 2e-4) << P << ", component " << i;
  }
  // The error falls with the fourth power: 4 elements 1.6e-2, 32 elements 3.4e-6.
  const Vector3 fine = EquilibriumModel(bend(32, 600), load_steps(4)).vector("b.end.displacement");
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(fine[i], expected["600.0"][i].get<double>(), 5e-6) << i;
}

TEST(BeamStatics, ARotatedModelDeflectsAlikeAndThePathOfTheLoadDoesNotMatter) {
  const Vector3 plain = EquilibriumModel(bend(4, 600), load_steps(4)).vector("b.end.displacement");
  const Matrix3 R = Eigen::AngleAxisd(1.1, Vector3(1, -2, 0.5).normalized()).toRotationMatrix();
  const Vector3 turned = EquilibriumModel(bend(4, 600, R), load_steps(4)).vector("b.end.displacement");
  EXPECT_NEAR((R.transpose() * turned - plain).norm() / 100, 0, 1e-12);
  const Vector3 other = EquilibriumModel(bend(4, 600), load_steps(7)).vector("b.end.displacement");
  EXPECT_NEAR((other - plain).norm() / 100, 0, 1e-12);
  // From the other side: the load was -450, in another direction.
  EquilibriumModel reversed(bend(4, -450), load_steps(4)), m(bend(4, 600), load_steps(4));
  State from = m.model->initial;
  from.q = reversed.found.state.q;
  StaticOptions options;
  const StaticReport report = solve_static(*m.problem, from, options);
  ASSERT_TRUE(report.status.ok()) << report.status.message();
  EXPECT_NEAR((report.point.q - m.found.state.q).cwiseAbs().maxCoeff() / 100, 0, 1e-12);
}

// Deflection of the end of a straight cantilever along x.
Vector3 cantilever(double length, const std::string& stiffness, const std::string& load, int elements = 16) {
  const EquilibriumModel m(fmt::format(R"(
elements:
  b: {{type: beam, start: clamped, from: [0, 0, 0], to: [{:.17g}, 0, 0], elements: {}, axis_2: [0, 1, 0],
    section: {{stiffness: {}, mass: [1, 0.1, 0.1]}}}}
forces: {{load: {{{}}}}}
)",
                                       length, elements, stiffness, load),
                           load_steps(4));
  return m.vector("b.end.displacement");
}

// The three cantilevers of the data file; its values come from a boundary value problem solved to 12 digits and agree with all
// published ones.
TEST(BeamStatics, AThickCantileverHasThePublishedDeflection) {
  const auto item = oracles::read_data("beam_static_cantilevers")["items"][0];  // Geradin and Cardona
  const Vector3 u =
      cantilever(5,
                 fmt::format("[{0}, {1}, {1}, {2}, {3}, {3}]", item["EA"].get<double>(), item["GA"].get<double>(),
                             item["GJ"].get<double>(), item["EI"].get<double>()),
                 "type: applied_force, on: b.end, force: [0, 0, -6e5]");
  EXPECT_NEAR(u[0], item["own"][0].get<double>(), 1e-6);
  EXPECT_NEAR(u[2], item["own"][2].get<double>(), 1e-6);
}

TEST(BeamStatics, AThickCantileverInThePlaneHasThePublishedDeflection) {
  const auto item = oracles::read_data("beam_static_cantilevers")["items"][1];  // Nachbagauer 2011
  const double E = item["E"].get<double>(), nu = item["nu"].get<double>(), h = item["h"].get<double>(),
               w = item["w"].get<double>(), G = E / (2 * (1 + nu)), shear = 10 * (1 + nu) / (12 + 11 * nu);
  const std::string stiffness = fmt::format("[{0:.17g}, {1:.17g}, {1:.17g}, {2:.17g}, {2:.17g}, {3:.17g}]", E * h * w,
                                            shear * G * h * w, E * h * w * w * w / 12, E * w * h * h * h / 12);
  const auto own = item["own"], published = item["published_1024_elements"];
  const Vector3 u = cantilever(2, stiffness, "type: applied_force, on: b.end, force: [0, 6.25e7, 0]", 64);
  for (int i = 0; i < 2; ++i) {
    EXPECT_NEAR(u[i], own[i].get<double>(), 2e-9) << i;
    EXPECT_NEAR(u[i], published[i].get<double>(), 3e-7) << i;  // what 1024 linear elements leave
  }
}

TEST(BeamStatics, ACantileverBentAndTwistedByEndMomentsHasThePublishedDeflection) {
  const auto item = oracles::read_data("beam_static_cantilevers")["items"][2];  // Nachbagauer 2013
  const double E = item["E"].get<double>(), nu = item["nu"].get<double>(), h = item["h_y"].get<double>(),
               w = item["w_z"].get<double>(), G = E / (2 * (1 + nu)), A = h * w;
  const double Iy = h * w * w * w / 12, Iz = w * h * h * h / 12, ky = item["shear_factors"][0].get<double>(),
               kz = item["shear_factors"][1].get<double>(), kt = item["torsion_factor"].get<double>();
  const std::string stiffness = fmt::format("[{:.17g}, {:.17g}, {:.17g}, {:.17g}, {:.17g}, {:.17g}]", E * A, ky * G * A,
                                            kz * G * A, kt * G * (Iy + Iz), E * Iy, E * Iz);
  const Vector3 u = cantilever(2, stiffness, "type: applied_torque, on: b.end, torque: [5e5, 2e6, 0]");
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(u[i], item["own"][i].get<double>(), 1e-10) << i;
}

// Inextensible elastica under a transverse dead load at its end, by elliptic integrals: with a = sqrt(P L^2/EI) and k from
// K(k) - F(phi, k) = a, sin(phi) = 1/(k sqrt(2)),
//   sine of the slope of the tip s = 2 k^2 - 1,   x/L = sqrt(2 s)/a,   y/L = 1 - 2 (E(k) - E(phi, k))/a.
TEST(BeamStatics, ASlenderCantileverIsTheElastica) {
  for (const double load : {1.0, 4.0, 16.0}) {
    const double a = std::sqrt(load), half = std::sqrt(0.5);
    double low = half, high = 1 - 1e-12;  // K - F grows with k
    for (int i = 0; i < 200; ++i) {
      const double k = 0.5 * (low + high), phi = std::asin(half / k);
      (std::comp_ellint_1(k) - std::ellint_1(k, phi) < a ? low : high) = k;
    }
    const double k = 0.5 * (low + high), phi = std::asin(half / k), s = 2 * k * k - 1;
    const double x = std::sqrt(2 * s) / a, y = 1 - 2 * (std::comp_ellint_2(k) - std::ellint_2(k, phi)) / a;
    const Vector3 u = cantilever(1, "[1e9, 1e9, 1e9, 1, 1, 1]",
                                 fmt::format("type: applied_force, on: b.end, force: [0, {}, 0]", load), 32);
    EXPECT_NEAR(1 + u[0], x, 1e-6) << load;
    EXPECT_NEAR(u[1], y, 1e-6) << load;
  }
}

// Lee's frame: column and beam of 120, hinged at both far ends, loaded at a fifth of the beam. EI = 1.44e7, EA = 4.32e7.
TEST(BeamStatics, LeesFrameSnapsThroughAtItsLimitLoads) {
  const auto model = load_model_text(R"(
elements:
  column: {type: beam, from: [0, 0, 0], to: [0, 120, 0], elements: 8,
    section: &s {stiffness: [4.32e7, 2.16e7, 2.16e7, 1e7, 1.44e7, 1.44e7], mass: [1, 1, 1]}}
  near: {type: beam, start: column.end, to: [24, 120, 0], elements: 2, section: *s}
  far: {type: beam, start: near.end, to: [120, 120, 0], elements: 8, section: *s}
joints:
  foot: {type: revolute, between: [ground, column.start], at: [0, 0, 0], axis: [0, 0, 1]}
  wall: {type: revolute, between: [ground, far.end], at: [120, 120, 0], axis: [0, 0, 1]}
forces: {load: {type: applied_force, on: near.end, force: [0, -1e4, 0]}}
)");
  const AssembledSystem system(model->assembly);
  EquilibriumProblem problem(system, 0);
  ArcLengthOptions options;
  options.to = 3;
  options.step = 0.02;
  options.longest = 0.06;
  const StaticReport report = follow_arc(problem, model->initial, options);
  ASSERT_TRUE(report.status.ok()) << report.status.message();
  ASSERT_EQ(report.limit_points.size(), 2u);
  // The same frame as a boundary value problem: the equations of the planar beam with stretch and shear, integrated from foot
  // to wall with unknown slope and force at the foot, its solutions followed by arc length. 1.85491 and -0.94008; without
  // stretch and shear 1.85590 and -0.94217 (P L^2/EI = 18.559 and -9.4217).
  EXPECT_NEAR(calc_limit_factor(report.path, report.limit_points[0]), 1.85491, 5e-4);
  EXPECT_NEAR(calc_limit_factor(report.path, report.limit_points[1]), -0.94008, 5e-4);
}

}  // namespace
}  // namespace invar
