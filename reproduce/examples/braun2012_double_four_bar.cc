// [Braun2012] sec. 4.2: double four-bar linkage, 1000 s through its singular positions, Runge-Kutta 4; figs. 6, 7.
#include <cmath>
#include <numbers>

#include "oracles/n_four_bar.h"
#include "reproduce/examples/braun2012_variants.h"
#include "reproduce/examples/list.h"
#include "reproduce/measure.h"
#include "reproduce/minimal.h"

namespace invar::reproduce {

namespace {

using namespace braun2012;

constexpr const char* kModel = "braun_double_four_bar";
constexpr double kEnd = 1000, kStep = 0.01, kEvery = 0.02, kGravity = 9.81;

Settings settings(Variant variant) {
  Settings s{.method = "explicit", .options = options(variant), .step = kStep, .end = kEnd, .every = kEvery};
  s.outputs = {"joint_3.position"};
  return s;
}

Motion constrained(Variant variant) {
  const Recording run = record(kModel, settings(variant));
  Motion m;
  m.t = run.t();
  m.x = run.column("joint_3.position.x");
  m.y = run.column("joint_3.position.y");
  m.position = run.column("constraint.position");
  m.velocity = run.column("constraint.velocity");
  m.energy = drift(run.column("energy.total"));
  m.status = run.certificate.status;
  return m;
}

// theta'' + (7 g/6 l) cos(theta) = 0 with the same scheme.
Motion unconstrained() {
  const double ratio = 7 * kGravity / 6;
  const AngleMotion a = runge_kutta_4([&](double theta, double) { return -ratio * std::cos(theta); },
                                      std::numbers::pi / 2, -1, kStep, kEnd);
  // Three cranks and two couplers: moment of inertia 3 m l^2, potential 7/2 m g l sin(theta).
  const auto energy = [&](size_t i) {
    return 1.5 * a.thetadot[i] * a.thetadot[i] + 3.5 * kGravity * std::sin(a.theta[i]);
  };
  Motion m;
  const auto stride = static_cast<size_t>(std::lround(kEvery / kStep));
  for (size_t i = 0; i < a.t.size(); i += stride) {
    m.t.push_back(a.t[i]);
    m.x.push_back(2 + std::cos(a.theta[i]));
    m.y.push_back(std::sin(a.theta[i]));
    m.energy.push_back(energy(i) - energy(0));
  }
  return m;
}

Figure figure_6(const Motions& motions, const oracles::NFourBar& exact) {
  Figure f{"fig6", "Fig. 6", "Coordinates of joint 3 over the last 10 s of 1000, *h* = 0.01 s.", {}};
  f.chart.title = "coordinates of joint 3 over time";
  for (const bool vertical : {false, true}) {
    auto& p = f.chart.add_panel("", {.label = "*t* (s)", .key = "t"},
                                {.label = vertical ? "*y*_{3} (m)" : "*x*_{3} (m)"}, vertical ? "y3" : "x3");
    plot::Series reference{.name = vertical ? "" : "exact", .key = "exact", .color = plot::kGuide, .width = 4};
    reference.x = motions[kProposed].t;
    reference.y = motions[kProposed].x;
    cut(reference.x, reference.y, kEnd - 10 - 1e-9, kEnd + 1e-9);
    for (size_t i = 0; i < reference.x.size(); ++i) {
      const auto s = exact.state(reference.x[i]);
      reference.y[i] = static_cast<double>(vertical ? s.y : s.x + 2);
    }
    p.add(std::move(reference));
    for (const Variant v : {kProposed, kNoEnergy, kBaumgarte, kUnconstrained}) {
      plot::Series s{.name = vertical ? "" : name_of(v),
                     .key = key_of(v),
                     .x = motions[v].t,
                     .y = vertical ? motions[v].y : motions[v].x,
                     .color = color_of(v),
                     .width = 1.2};
      cut(s.x, s.y, kEnd - 10 - 1e-9, kEnd + 1e-9);
      p.add(std::move(s));
    }
  }
  return f;
}

ExampleReport run() {
  const oracles::NFourBar exact(2);
  Motions motions;
  for (const Variant v : kVariants) {
    motions[v] = v == kUnconstrained ? unconstrained() : constrained(v);
    Motion& m = motions[v];
    for (size_t i = 0; i < m.t.size(); ++i) {
      const auto s = exact.state(m.t[i]);
      m.error.push_back(std::hypot(m.x[i] - static_cast<double>(s.x) - 2, m.y[i] - static_cast<double>(s.y)));
    }
  }
  const Motion &proposed = motions[kProposed], &no_energy = motions[kNoEnergy], &after = motions[kAfterStep];
  const auto error = [&](Variant v) { return max_abs(motions[v].error); };

  ExampleReport report;
  report.settings = {{"links", "five uniform rods, *l* = 1 m, *m* = 1 kg"},
                     {"start", "upright, joints moving with 1 m/s along *x*"},
                     {"scheme", "Runge\u2013Kutta 4, 1000 s, *h* = 0.01 s"},
                     {"Baumgarte", "2/*h* and 1/*h*^{2}, Ascher, Chin, Reich (the paper\u2019s [42])"}};
  report.notes = {
      "Whenever all rods are in line, twice a turn, the five constraints have rank three. Singular values below "
      "10^{\u22126} "
      "of the largest count as zero."};
  report.command = settings(kProposed).command(kModel);
  report.figures.push_back(figure_6(motions, exact));
  report.figures.push_back(
      {"fig7", "Fig. 7",
       "Violations of the constraints, of their rates and of the energy, and distance of joint 3 from its "
       "exact place; the largest within each 5 s.",
       violations_chart(motions, "*\u03b5*_{3} (m)", 5)});

  report.claims.push_back(
      {.key = "only_energy",
       .says = "During such a long simulation only the energetically corrected constrained integration is accurate.",
       .where = "Fig. 6",
       .printed = {below("largest *\u03b5*_{3}, proposed", error(kProposed), 0.1, "m"),
                   above("the same without energy correction", error(kNoEnergy), 0.5, "m"),
                   above("the same, Baumgarte", error(kBaumgarte), 0.5, "m")}});
  report.claims.push_back(
      {.key = "unconstrained",
       .says = "Only the energetically corrected integration is accurate: the unconstrained formulation with the same "
               "scheme, "
               "shown beside it, is not.",
       .where = "Fig. 6",
       .expected = ClaimVerdict::kDoesNotHold,
       .printed = {above("largest *\u03b5*_{3}, unconstrained", error(kUnconstrained), 0.5, "m")},
       .evidence = {below("the same", error(kUnconstrained), 0.1, "m"),
                    below("largest *\u03b5*_{3}, proposed over unconstrained", error(kProposed) / error(kUnconstrained),
                          1)},
       .comment = "For *\u03b8\u0308* = \u2212(7*g*/6*l*) cos *\u03b8*, the paper\u2019s unconstrained equation, "
                  "Runge\u2013Kutta 4 "
                  "with this step stays within a few centimetres. The proposed method is still more accurate."});
  report.claims.push_back(
      {.key = "constraints",
       .says = "The kinematic constraints are steadily maintained.",
       .where = "Fig. 7(a), (b)",
       .printed = {below("largest |*\u03a6*_{q}|, proposed", max_abs(proposed.position), 1e-6),
                   below("largest |*\u03a6*_{q}| after 500 s over that before",
                         growth(proposed, proposed.position, 500), 1.5),
                   below("the same for |d*\u03a6*_{q}/d*t*|", growth(proposed, proposed.velocity, 500), 1.5)},
       .evidence = {below("largest |*\u03a6*_{q}|, applied after the step", max_abs(after.position), 1e-12)}});
  report.claims.push_back(
      {.key = "energy",
       .says = "The energy drift is prevented.",
       .where = "Fig. 7(c)",
       .printed = {below(
           "change of the mean of *\u03a6*_{e} from the first to the last tenth, over that without energy correction",
           trend(proposed.energy) / trend(no_energy.energy), 0.05)},
       .evidence = {below("largest |*\u03a6*_{e}|, applied after the step", max_abs(after.energy), 1e-11, "J")}});
  report.claims.push_back(
      {.key = "singularities",
       .says = "The solution remains accurate despite the long time and the movement through kinematic singularities.",
       .where = "Fig. 7(d)",
       .printed = {near("time reached", proposed.t.back(), kEnd, 1e-6, "s"),
                   below("largest *\u03b5*_{3}", error(kProposed), 0.1, "m")}});
  return report;
}

}  // namespace

Example braun2012_double_four_bar() {
  return {"braun2012", "double_four_bar", "Double four-bar linkage (sec. 4.2)", run};
}

}  // namespace invar::reproduce
