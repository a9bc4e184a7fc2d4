// Buckling: the verdict on stability changes at the critical load of a mesh, whatever the mesh, and beyond it the stable
// branch is found, on the side of the disturbance. References: Euler's loads, the elastica by elliptic integrals, Prandtl's
// load of a strip, Beck's load of a column under a following force.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "benchmarks/equilibrium_model.h"

namespace invar {
namespace {

constexpr double kPi = std::numbers::pi;

StaticOptions as_it_is() {
  StaticOptions options;
  options.accept_unstable = true;
  return options;
}

// Column of 1 m along x, EI = 1 in the plane and a thousand times that across it; EA L^2 / EI = 1e8, a strip of 0.35 mm.
std::string column(int euler_case, int elements, double P, double side = 0, int order = 3) {
  const char* start = euler_case == 2 ? "free" : "clamped";
  const char* joints[] = {
      "", "",
      "joints:\n  foot: {type: revolute, between: [ground, b.start], at: [0, 0, 0], axis: [0, 0, 1]}\n"
      "  guide: {type: point_on_line, between: [ground, b.end], at: [1, 0, 0], axis: [1, 0, 0]}\n",
      "joints:\n  guide: {type: point_on_line, between: [ground, b.end], at: [1, 0, 0], axis: [1, 0, 0]}\n",
      "joints:\n  guide: {type: prismatic, between: [ground, b.end], at: [1, 0, 0], axis: [1, 0, 0]}\n"};
  return fmt::format(R"(
elements:
  b: {{type: beam, start: {}, from: [0, 0, 0], to: [1, 0, 0], axis_2: [0, 1, 0], elements: {}, order: {},
    section: {{stiffness: [1e8, 1e8, 1e8, 1e3, 1e3, 1], mass: [1, 1e-4, 1e-4]}}}}
forces: {{load: {{type: applied_force, on: b.end, force: [{:.17g}, {:.17g}, 0]}}}}
{})",
                     start, elements, order, -P, side, joints[euler_case]);
}

double euler_load(int euler_case) {
  constexpr double kClampedPinned = 4.493409457909064;  // tan(x) = x
  const double x[] = {0, kPi / 2, kPi, kClampedPinned, 2 * kPi};
  return x[euler_case] * x[euler_case];
}

// Of the straight column, with elements of second order: the load where its lowest curvature vanishes, by secants from below, without the verdict.
double critical_load(int euler_case, int elements) {
  const auto lowest = [&](double P) {
    return EquilibriumModel(column(euler_case, elements, P, 0, 2), as_it_is()).found.report.point.stability.lowest;
  };
  double P0 = 0.8 * euler_load(euler_case), w0 = lowest(P0), P1 = 0.9 * euler_load(euler_case), w1 = lowest(P1);
  for (int i = 0; i < 8 && std::abs(P1 - P0) > 1e-8 * P1 && w1 != 0; ++i) {
    const double P2 = P1 - w1 * (P1 - P0) / (w1 - w0);
    P0 = P1, w0 = w1;
    P1 = P2, w1 = lowest(P1);
  }
  return P1;
}

TEST(Buckling, TheVerdictChangesAtTheCriticalLoadOfEveryMesh) {
  for (int euler_case = 1; euler_case <= 4; ++euler_case) {
    double last = 1e300;
    for (const int elements : {2, 4, 8, 16}) {
      const double P = critical_load(euler_case, elements), exact = euler_load(euler_case);
      const std::string where = fmt::format("case {}, {} elements, P = {:.9g}", euler_case, elements, P);
      const auto kind = [&](double load) {
        return EquilibriumModel(column(euler_case, elements, load, 0, 2), as_it_is()).found.report.point.stability.kind;
      };
      // Where the lowest curvature is 5e-4 of its value without a load: that much is known on every mesh.
      EXPECT_EQ(kind((1 - 5e-4) * P), Stability::kStable) << where;
      EXPECT_EQ(kind((1 + 5e-4) * P), Stability::kUnstable) << where;
      // The load converges to Euler's with the fourth power of the length of an element, until the load is known no better.
      const double error = std::abs(P / exact - 1);
      if (elements >= 8) {
        EXPECT_LT(error, std::max(0.1 * last, 3e-5)) << where;
      }
      last = error;
    }
    EXPECT_LT(last, 5e-4) << euler_case;
  }
}

// Clamped at one end, compressed at the other: with K(k) = L sqrt(P/EI) the slope of the tip is 2 asin(k),
//   y/L = 2 k/K(k),    x/L = 2 E(k)/K(k) - 1.
TEST(Buckling, ACompressedCantileverIsTheElasticaOnTheSideOfTheDisturbance) {
  for (const double over : {1.01, 1.1, 2.0})
    for (const double side : {1e-7, -1e-7, 1e-4})
      for (const int elements : {4, 8}) {
        const double P = over * kPi * kPi / 4, a = std::sqrt(P);
        double low = 0, high = 1 - 1e-12;
        for (int i = 0; i < 200; ++i) {
          const double k = 0.5 * (low + high);
          (std::comp_ellint_1(k) < a ? low : high) = k;
        }
        const double k = 0.5 * (low + high), y = 2 * k / a, x = 2 * std::comp_ellint_2(k) / a - 1;
        const EquilibriumModel m(column(1, elements, P, side));
        const std::string where = fmt::format("{} of the load, side {}, {} elements", over, side, elements);
        EXPECT_EQ(m.found.report.point.stability.kind, Stability::kStable) << where;
        // The side force moves the tip by about side / (2 P (over - 1)), a mesh of four elements by less than 1e-3.
        const double allowed = std::abs(side) / (over - 1) + (elements == 4 ? 1e-3 : 1e-4);
        EXPECT_NEAR(m.channel("b.end.position.y"), side > 0 ? y : -y, allowed) << where;
        EXPECT_NEAR(m.channel("b.end.position.x"), x, 2 * allowed) << where;
      }
}

TEST(Buckling, AColumnWithoutADisturbanceLeavesItsUnstableLine) {
  for (const int elements : {2, 8, 16}) {
    const double P = 1.05 * kPi * kPi / 4;
    const EquilibriumModel m(column(1, elements, P));
    EXPECT_EQ(m.found.report.point.stability.kind, Stability::kStable) << elements;
    EXPECT_GT(std::abs(m.channel("b.end.position.y")), 0.2) << elements;
    EXPECT_EQ(m.found.report.left_unstable, 1) << elements;
  }
}

// Strip on edge, clamped, with a load at its tip: Prandtl's load 4.0126 sqrt(EI GJ)/L^2, here with the torsion of a thin
// rectangle. 0.54271 N for 0.5 mm times 50 mm of steel.
std::string strip(int elements, double P, double side = 0) {
  return fmt::format(R"(
elements:
  beam: {{type: beam, from: [0, 0, 0], to: [1, 0, 0], axis_2: [0, 1, 0], start: clamped, elements: {},
    section: {{shape: rectangle, width: 0.0005, height: 0.05, E: 2.1e11, nu: 0.3, rho: 7850}}}}
forces: {{tip: {{type: applied_force, on: beam.end, force: [0, {:.17g}, {:.17g}]}}}}
)",
                     elements, side, -P);
}

TEST(Buckling, AStripOnEdgeBucklesAtPrandtlsLoadWithEveryMesh) {
  for (const int elements : {4, 8, 16}) {
    const auto kind = [&](double P) {
      return EquilibriumModel(strip(elements, P), as_it_is()).found.report.point.stability.kind;
    };
    EXPECT_EQ(kind(0.5424), Stability::kStable) << elements;
    EXPECT_EQ(kind(0.5433), Stability::kUnstable) << elements;
    const EquilibriumModel beyond(strip(elements, 0.545));
    EXPECT_EQ(beyond.found.report.point.stability.kind, Stability::kStable) << elements;
    EXPECT_GT(std::abs(beyond.channel("beam.end.displacement.y")), 0.05) << elements;
  }
}

TEST(Buckling, ABuckledStripLiesOnTheSideOfTheForce) {
  for (const double side : {1e-3, -1e-3, 1e-5, -1e-6})
    for (const double P : {0.56, 0.7}) {
      const EquilibriumModel m(strip(4, P, side));
      const std::string where = fmt::format("P = {}, side = {}", P, side);
      EXPECT_EQ(m.found.report.point.stability.kind, Stability::kStable) << where;
      EXPECT_GT(m.channel("beam.end.displacement.y") * (side > 0 ? 1 : -1), 0.1) << where;
      if (std::abs(side) < 1e-4 || P > 0.6) continue;  // load steps lose small disturbances and long ways
      // The same branch as by load steps, which follow it from the unloaded strip.
      const EquilibriumModel path(strip(4, P, side), load_steps(20));
      EXPECT_NEAR(m.channel("beam.end.displacement.y"), path.channel("beam.end.displacement.y"), 1e-5) << where;
    }
}

// Beck's column: the load turns with the tip and does no work that an energy could count. It never diverges; two modes meet
// at P L^2/EI = 20.0510 and flutter. Rotary inertia (1e-4 here) hardly counts.
TEST(Buckling, AColumnUnderAFollowingForceFluttersAtBecksLoad) {
  for (const int elements : {4, 8}) {
    const auto kind = [&](double P) {
      const std::string text = fmt::format(R"(
elements:
  b: {{type: beam, start: clamped, from: [0, 0, 0], to: [1, 0, 0], axis_2: [0, 1, 0], elements: {},
    section: {{stiffness: [1e7, 1e7, 1e7, 1e3, 1e3, 1], mass: [1, 1e-6, 1e-6]}}}}
forces: {{load: {{type: applied_force, on: b.end, axes: body, force: [{:.17g}, 0, 0]}}}}
)",
                                           elements, -P);
      return EquilibriumModel(text, as_it_is()).found.report.point.stability.kind;
    };
    EXPECT_EQ(kind(19.9), Stability::kStable) << elements;
    EXPECT_EQ(kind(20.2), Stability::kUnstable) << elements;
  }
}

}  // namespace
}  // namespace invar
