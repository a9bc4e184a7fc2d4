// [Dopico2007] numerical simulations I: spherical compound pendulum with the plain augmented Lagrangian and with
// formulations A (projections) and B (conserving); figs. 2 to 6.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "oracles/compound_pendulum.h"
#include "reproduce/examples/list.h"
#include "reproduce/measure.h"
#include "reproduce/steps.h"

namespace invar::reproduce {

namespace {

constexpr const char* kModel = "dopico_compound_pendulum";
constexpr double kStep = 0.025, kEnd = 5;

Settings settings(const std::string& method, double end = kEnd, double h = kStep) {
  Settings s{.method = method, .step = h, .end = end};
  if (method != "ep") s.options = {{"penalty", "4e7"}};  // 1e7 of the paper: our row r.r/2 - l^2/2 is half of its row
  return s;
}

// Accelerations that the schemes carry, recovered from states and multipliers.
// Formulation A with P = M: the multipliers it reports are those of the projected accelerations, M a = Q - G^T lambda.
std::vector<Vector> projected_accelerations(const Steps& run) {
  std::vector<Vector> a{run.consistent_acceleration(run.states[0])};
  for (size_t i = 1; i < run.states.size(); ++i) a.push_back(run.acceleration(run.states[i], run.lambda[i]));
  return a;
}

// Conserving rule: (a_{n+1} + a_n)/2 = (v_{n+1} - v_n)/h, eq. (8), from a consistent start.
std::vector<Vector> midpoint_accelerations(const Steps& run, double h) {
  std::vector<Vector> a{run.consistent_acceleration(run.states[0])};
  for (size_t i = 0; i + 1 < run.states.size(); ++i)
    a.emplace_back(2 / h * (run.states[i + 1].v - run.states[i].v) - a[i]);
  return a;
}

// A + B with the second projection of the paper: the accelerations of B in the middle of the steps, projected. No step of
// the method sees them.
std::vector<Vector> projected_midpoint_accelerations(const Steps& run, double h) {
  std::vector<Vector> a{run.consistent_acceleration(run.states[0])};
  for (size_t i = 0; i + 1 < run.states.size(); ++i)
    a.push_back(run.projected_acceleration(run.states[i + 1], 1 / h * (run.states[i + 1].v - run.states[i].v)));
  return a;
}

// Largest distance of the second particle from its exact place.
double position_error(const Steps& run, const oracles::CompoundPendulum& exact) {
  double largest = run.report.status.ok() ? 0 : NAN;
  for (const State& s : run.states) {
    const auto e = exact.state(s.t);
    largest = std::max(largest, (s.q.tail<3>() - e.r2.cast<double>()).norm());
  }
  return largest;
}

double least(const std::vector<double>& values) { return *std::min_element(values.begin(), values.end()); }
double sum(const std::vector<double>& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

double largest_rise(const std::vector<double>& energy) {
  double rise = 0;
  for (size_t i = 1; i < energy.size(); ++i) rise = std::max(rise, energy[i] - energy[i - 1]);
  return rise;
}

struct PendulumCurve {
  std::string name, key;
  int color;
  const std::vector<double>*t, *y;
};

Figure figure(const std::string& key, const std::string& number, const std::string& caption, const std::string& label,
              bool log, const std::vector<PendulumCurve>& curves) {
  Figure f{key, number, caption, {}};
  f.chart.title = caption;
  auto& p = f.chart.add_panel("", {.label = "*t* (s)", .key = "t"}, {.label = label, .log = log});
  for (const PendulumCurve& c : curves) {
    std::vector<double> t = *c.t;
    t.resize(std::min(t.size(), c.y->size()));
    p.add({.name = c.name, .key = c.key, .x = std::move(t), .y = *c.y, .color = c.color});
  }
  return f;
}

// The table of docs/theory/augmented-lagrangian.md.
DocBlock documented(const Steps& plain, const Steps& a, const Steps& b, const Steps& both) {
  const auto at = [](const Steps& run, const std::vector<double>& values, double t) {
    return values[static_cast<size_t>(std::lower_bound(run.t.begin(), run.t.end(), t - 1e-9) - run.t.begin())];
  };
  const std::vector<double> rate = plain.velocity_norm(), energy = plain.energy();
  std::string rows = fmt::format(
      "| | velocity residual | energy, start {:.3f} J |\n|---|---|---|\n"
      "| `al` | {:.1g} at 3 s, {:.2g} at 5 s, {:.2g} at 6 s, failure at {:.1f} s | {:.2f} J at 5 s, {:.3g} J at 6 s "
      "|\n",
      energy[0], at(plain, rate, 3), at(plain, rate, 5), at(plain, rate, 6), plain.t.back(), at(plain, energy, 5),
      at(plain, energy, 6));
  const auto once = [](const char* penalty) {
    Settings s = settings("al_projection");
    s.options = {{"penalty", penalty}, {"projection_iterations", "1"}};
    return s;
  };
  const Steps one(kModel, once("4e7")), stronger(kModel, once("4e8"));
  rows +=
      fmt::format("| `al_projection`, one solve, alpha = 4e7 (the paper's 1e7) | {:.1e} (4e8: {:.1e}) | {:.4f} J |\n",
                  max_abs(one.velocity_norm()), max_abs(stronger.velocity_norm()), one.energy().back());
  rows += fmt::format("| `al_projection` | {:.0e} | {:.4f} J, of which projections took {:.4f} J |\n",
                      max_abs(a.velocity_norm()), a.energy().back(), sum(a.dissipated));
  rows += fmt::format("| `al_conserving` | {:.0e} | to {:.0e} J |\n", max_abs(b.velocity_norm()),
                      max_abs(drift(b.energy())));
  const auto loss = [](double h) {
    const Steps run(kModel, settings("al_conserving_projection", kEnd, h));
    return run.energy().front() - run.energy().back();
  };
  rows += fmt::format(
      "| `al_conserving_projection` | {:.0e} | {:.4f} J; loss {:.1e}, {:.1e}, {:.1e} J with h, h/2, h/4 |\n",
      max_abs(both.velocity_norm()), both.energy().back(), loss(kStep), loss(kStep / 2), loss(kStep / 4));
  return {"docs/theory/augmented-lagrangian.md", "pendulum", rows};
}

ExampleReport run() {
  const oracles::CompoundPendulum exact;
  const Steps plain(kModel, settings("al")), a(kModel, settings("al_projection")), b(kModel, settings("al_conserving")),
      both(kModel, settings("al_conserving_projection")), ep(kModel, settings("ep"));
  Settings mass = settings("al_projection");
  mass.options.emplace_back("projection_matrix", "mass");
  const Steps a_mass(kModel, mass);
  const std::vector<double> plain_energy = plain.energy(), a_energy = a.energy(), b_energy = b.energy(),
                            both_energy = both.energy();
  const std::vector<double> plain_velocity = plain.velocity_norm(), a_velocity = a.velocity_norm(),
                            b_velocity = b.velocity_norm(), both_velocity = both.velocity_norm();
  const std::vector<double> a_acceleration = a_mass.acceleration_norm(projected_accelerations(a_mass)),
                            b_acceleration = b.acceleration_norm(midpoint_accelerations(b, kStep)),
                            both_acceleration = both.acceleration_norm(projected_midpoint_accelerations(both, kStep));
  const Steps plain_long(kModel, settings("al", 60)), a_long(kModel, settings("al_projection", 60)),
      b_long(kModel, settings("al_conserving", 60));
  const std::vector<double> plain_long_energy = plain_long.energy(), a_long_energy = a_long.energy(),
                            b_long_energy = b_long.energy();

  ExampleReport report;
  report.settings = {
      {"pendulum", "*m*_{1} = *m*_{2} = 1 kg, *l*_{1} = *l*_{2} = 1 m, massless rod, *g* = 9.81 m/s^{2}"},
      {"start", "*\u03c6*_{1} = 0, *\u03c6*_{2} = \u03c0/2, rates 0.5 and 0 rad/s"},
      {"coordinates", "(*r*_{1}, *r*_{2}), *\u03a6* = (length of *r*_{1}; *r*_{2} \u2212 2*r*_{1})"},
      {"scheme", "*h* = 25 ms, 5 s, penalty 10^{7}"}};
  report.notes = {
      "The paper leaves open which angle is which: here *\u03c6*_{1} is the azimuth, *\u03c6*_{2} the angle from the "
      "downward "
      "vertical. The zero level of the energy is the pivot.",
      "Eq. (4) as printed has \u03a6_{t}; it needs its rate.",
      "Formulation A projects with Newton\u2019s matrix, repeated until round-off. Accelerations in Fig. 5 are those "
      "the "
      "schemes carry, recovered from positions, velocities and multipliers; there A projects with *P* = *M*.",
      "A + B projects velocities alone: the acceleration is no state of B, and no step sees it. For Fig. 5 the "
      "accelerations of "
      "its steps are projected afterwards, as the paper\u2019s combination does; the motion is the same."};
  report.command = settings("al_projection").command(kModel);

  report.figures.push_back(figure("fig2", "Fig. 2", "Plain augmented Lagrangian: rates of the constraints drift off.",
                                  "|d*\u03a6*/d*t*|", false,
                                  {{"trapezoidal rule", "plain", 1, &plain.t, &plain_velocity}}));
  report.figures.push_back(figure("fig3", "Fig. 3", "Plain augmented Lagrangian: total energy.", "*E* (J)", false,
                                  {{"trapezoidal rule", "plain", 1, &plain.t, &plain_energy}}));
  report.figures.push_back(figure("fig4", "Fig. 4", "Rates of the constraints at the nodes.", "|d*\u03a6*/d*t*|", true,
                                  {{"A (projections)", "a", 0, &a.t, &a_velocity},
                                   {"B (conserving)", "b", 2, &b.t, &b_velocity},
                                   {"A + B", "both", 3, &both.t, &both_velocity}}));
  report.figures.push_back(figure("fig5", "Fig. 5", "Second derivatives of the constraints.",
                                  "|d^{2}*\u03a6*/d*t*^{2}|", true,
                                  {{"A (projections)", "a", 0, &a.t, &a_acceleration},
                                   {"B (conserving)", "b", 2, &b.t, &b_acceleration},
                                   {"A + B, projected afterwards", "both", 3, &both.t, &both_acceleration}}));
  report.figures.push_back(figure("fig6", "Fig. 6", "Total energy.", "*E* (J)", false,
                                  {{"A (projections)", "a", 0, &a.t, &a_energy},
                                   {"B (conserving)", "b", 2, &b.t, &b_energy},
                                   {"A + B", "both", 3, &both.t, &both_energy}}));
  report.figures.push_back(
      figure("long", "", "Ours: the same over 60 s; the plain method has left the frame for good after six seconds.",
             "*E* (J)", false,
             {{"plain", "plain", 1, &plain_long.t, &plain_long_energy},
              {"A (projections)", "a", 0, &a_long.t, &a_long_energy},
              {"B (conserving)", "b", 2, &b_long.t, &b_long_energy}}));
  // The plain method leaves this frame after six seconds.
  report.figures.back().chart.panels[0].y.min = -1;
  report.figures.back().chart.panels[0].y.max = 2;

  const auto energy_error = [](const std::vector<double>& energy) { return max_abs(drift(energy)); };
  const auto head = [](const std::vector<double>& values, size_t n) {
    return std::vector<double>(values.begin(), values.begin() + std::min(n, values.size()));
  };
  const auto completed = [](const Steps& run) { return run.report.status.ok() ? run.t.back() : NAN; };
  double difference = 0;
  for (size_t i = 0; i < std::min(b.states.size(), ep.states.size()); ++i)
    difference = std::max(difference, (b.states[i].q - ep.states[i].q).cwiseAbs().maxCoeff());

  report.claims.push_back(
      {.key = "drift",
       .says = "The plain augmented Lagrangian shows the drift-off effect of the velocity constraints.",
       .where = "Fig. 2",
       .printed = {above("largest |d*\u03a6*/d*t*| over 5 s, over that of the first second",
                         max_abs(plain_velocity) / max_abs(head(plain_velocity, 40)), 3)}});
  report.claims.push_back(
      {.key = "growth",
       .says = "Its total energy is significantly affected, and grows in an uncontrolled manner.",
       .where = "Fig. 3",
       .printed = {above("energy gained within 5 s",
                         *std::max_element(plain_energy.begin(), plain_energy.end()) - plain_energy[0], 0.5, "J")}});
  report.claims.push_back({.key = "position",
                           .says = "Both formulations achieve the exact fulfillment of the position constraints.",
                           .where = "formulations A, B",
                           .printed = {below("largest |*\u03a6*|, A", max_abs(a.position_norm()), 1e-12, "m^{2}"),
                                       below("largest |*\u03a6*|, B", max_abs(b.position_norm()), 1e-12, "m^{2}")}});
  report.claims.push_back(
      {.key = "velocity",
       .says = "The scheme with projections fulfills better the constraints at velocity level.",
       .where = "Fig. 4",
       .printed = {below("largest |d*\u03a6*/d*t*|, A over B", max_abs(a_velocity) / max_abs(b_velocity), 1e-3)},
       .evidence = {above("largest |d*\u03a6*/d*t*|, B", max_abs(b_velocity), 1e-4)}});
  report.claims.push_back({.key = "acceleration",
                           .says = "The scheme with projections fulfills better the constraints at acceleration level.",
                           .where = "Fig. 5",
                           .printed = {below("largest |d^{2}*\u03a6*/d*t*^{2}|, A over B",
                                             max_abs(a_acceleration) / max_abs(b_acceleration), 1e-3)}});
  report.claims.push_back(
      {.key = "energy",
       .says = "The conserving scheme achieves the exact conservation of the total energy.",
       .where = "Fig. 6",
       .printed = {below("largest |*E* \u2212 *E*_{0}|, B", energy_error(b_energy), 1e-10, "J")},
       .evidence = {above("the same, A", energy_error(a_energy), 1e-3, "J"),
                    below("largest difference of a coordinate between B and the EP scheme of [Bauchau2003]", difference,
                          1e-9, "m")},
       .comment = "Converged, B is the EP scheme of [Bauchau2003]."});
  report.claims.push_back(
      {.key = "dissipative",
       .says =
           "A correct choice of the projection matrix guarantees the energy-dissipative character of the projections.",
       .where = "formulation A",
       .printed = {below("largest energy put in by a projection with *P* = *M*", -least(a_mass.dissipated), 1e-12,
                         "J")},
       .evidence = {above("energy taken out by all projections with *P* = *M*", sum(a_mass.dissipated), 1e-4, "J"),
                    above("largest rise of the energy in a step of A", largest_rise(a_energy), 1e-3, "J")},
       .comment =
           "The projections only take energy out. The energy of A still rises and falls with the swing, because the "
           "trapezoidal rule itself does not conserve it."});
  report.claims.push_back(
      {.key = "stabilized",
       .says = "Both schemes provide an adequate stabilization of the equations.",
       .where = "Figs. 4 to 6",
       .printed = {near("time reached, A", completed(a_long), 60, 1e-6, "s"),
                   near("time reached, B", completed(b_long), 60, 1e-6, "s"),
                   below("largest energy gained in 60 s, A",
                         *std::max_element(a_long_energy.begin(), a_long_energy.end()) - a_long_energy[0], 1e-6, "J"),
                   below("the same, B",
                         *std::max_element(b_long_energy.begin(), b_long_energy.end()) - b_long_energy[0], 1e-6, "J")},
       .evidence = {above("the same, plain",
                          *std::max_element(plain_long_energy.begin(), plain_long_energy.end()) - plain_long_energy[0],
                          10, "J")}});
  report.claims.push_back(
      {.key = "combined",
       .says = "The combination of the conserving scheme with projections brings together the advantages of both.",
       .where = "conclusions",
       .printed = {below("largest |d*\u03a6*/d*t*|, A + B over B", max_abs(both_velocity) / max_abs(b_velocity), 1e-3),
                   below("largest |*E* \u2212 *E*_{0}|, A + B over A",
                         energy_error(both_energy) / energy_error(a_energy), 1),
                   below("largest error of *r*_{2}, A + B over A",
                         position_error(both, exact) / position_error(a, exact), 1)},
       .evidence = {above("largest |*E* \u2212 *E*_{0}|, A + B", energy_error(both_energy), 1e-6, "J")},
       .comment =
           "The projection takes energy out, so that A + B no longer conserves it exactly, but loses less than A."});
  report.docs.push_back(documented(plain_long, a, b, both));
  return report;
}

}  // namespace

Example dopico2007_compound_pendulum() {
  return {"dopico2007", "compound_pendulum", "Spherical compound pendulum (numerical simulations I)", run};
}

}  // namespace invar::reproduce
