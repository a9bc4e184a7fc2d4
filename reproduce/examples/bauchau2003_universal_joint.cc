// [Bauchau2003] sec. 6.2: rigid body on a driven universal joint, EP; figs. 6, 7.
#include <cmath>
#include <numbers>

#include "oracles/universal_joint.h"
#include "reproduce/examples/list.h"
#include "reproduce/figures.h"
#include "reproduce/measure.h"

namespace invar::reproduce {

namespace {

using plot::Dash;
using plot::Symbol;

constexpr const char* kModel = "bauchau_universal_joint";
constexpr double kTurn = 2 * std::numbers::pi;  // Omega = 1 rad/s

Settings settings(int steps) {
  Settings s{.step = kTurn / steps, .end = kTurn, .state = true};
  s.outputs = {"body.e1",      "body.e3",          "body.omega",         "body.conformal",
               "joint.lambda", "joint.lambda_raw", "joint.drive_torque", "work.drives"};
  return s;
}

struct UniversalJointErrors {
  double omega = 0, lambda = 0, lambda_raw = 0, torque = 0;
};

UniversalJointErrors errors(const Recording& run, const oracles::UniversalJoint& exact, double h) {
  UniversalJointErrors e;
  const char* axes[] = {".x", ".y", ".z"};
  const auto see = [](double& largest, double value, oracles::Real reference) {
    largest = std::max(largest, std::abs(value - static_cast<double>(reference)));
  };
  for (size_t k = 0; k < run.size(); ++k) {
    const auto s = exact.state(run.t()[k]);
    for (int i = 0; i < 3; ++i) see(e.omega, run.column(std::string("body.omega") + axes[i])[k], s.omega[i]);
    see(e.lambda, run.column("joint.lambda")[k], s.lambda);
    see(e.torque, run.column("joint.drive_torque")[k], s.drive_torque);
    if (k > 0) see(e.lambda_raw, run.column("joint.lambda_raw")[k], exact.state(run.t()[k] - h / 2).lambda);
  }
  return e;
}

// Largest |E_f - E_i - lambda_m e3_m.(d1_f - d1_i)| over the steps, eqs. (20), (21).
double work_balance(const Recording& run) {
  double largest = 0;
  const auto& E = run.column("energy.total");
  for (size_t k = 1; k < run.size(); ++k) {
    const double t0 = run.t()[k - 1], t1 = run.t()[k];
    const Vector3 turn(std::cos(t1) - std::cos(t0), 0, std::sin(t0) - std::sin(t1));
    const auto e3 = [&](size_t i) {
      return Vector3(run.column("body.e3.x")[i], run.column("body.e3.y")[i], run.column("body.e3.z")[i]);
    };
    const double work = run.column("joint.lambda_raw")[k] * (e3(k) + e3(k - 1)).dot(turn) / 2;
    largest = std::max(largest, std::abs(E[k] - E[k - 1] - work));
  }
  return largest;
}

ExampleReport run() {
  const oracles::UniversalJoint exact;
  const Settings main = settings(400);
  const Recording ep = record(kModel, main);
  const Certificate& c = ep.certificate;
  std::vector<double> tau = ep.t();
  for (double& t : tau) t /= kTurn;

  std::vector<double> h, e_omega, e_lambda, e_raw, e_torque;
  for (const int steps : {200, 400, 800, 1600, 3200}) {
    const UniversalJointErrors e = errors(record(kModel, settings(steps)), exact, kTurn / steps);
    h.push_back(kTurn / steps);
    e_omega.push_back(e.omega);
    e_lambda.push_back(e.lambda);
    e_raw.push_back(e.lambda_raw);
    e_torque.push_back(e.torque);
  }

  ExampleReport report;
  report.settings = {{"mass", "1.8 kg, center (0.1, \u22120.4, 0.3) m from the joint"},
                     {"inertia", "(1.1, 0.6, 0.9), (0.012, \u22120.015, 0.023) kg m^{2} about the joint"},
                     {"drive", "*\u03a9* = 1 rad/s, one turn in 400 steps"},
                     {"gravity", "9.81 m/s^{2}"}};
  report.notes = {
      "The paper leaves open: orientation at the start (here *R* = I), angular velocity at the start (here (0, 1, 0) "
      "rad/s; the paper speaks of \u201cits initial unit value\u201d), the direction of gravity (here along "
      "\u2212*i*_{2}, "
      "the shaft is vertical).",
      "Eq. (44) has the potential of gravity with the wrong sign for a vector that points down; eq. (45) is right."};
  report.command = main.command(kModel);

  Figure f6{"fig6",
            "Fig. 6",
            "Conformal rotation vector (it jumps where it is rescaled) and angular velocity over *\u03c4* = "
            "*\u03a9t*/2\u03c0. "
            "Broad grey: exact motion in minimal coordinates.",
            {}};
  f6.chart.title = "conformal rotation vector and angular velocity over time";
  const std::array<std::string, 3> names{"along *i*_{1}", "along *i*_{2}", "along *i*_{3}"};
  auto& conformal =
      f6.chart.add_panel("", {.label = "*\u03c4*", .key = "tau"}, {.label = "conformal rotation vector"}, "c");
  add_components(conformal, tau, ep, {"body.conformal.x", "body.conformal.y", "body.conformal.z"}, names,
                 {"x", "y", "z"});
  auto& omega = f6.chart.add_panel("", {.label = "*\u03c4*", .key = "tau"}, {.label = "*\u03c9* (rad/s)"}, "omega");
  std::vector<double> exact_lambda, exact_torque;
  std::array<std::vector<double>, 3> exact_omega;
  for (const double t : ep.t()) {
    const auto s = exact.state(t);
    exact_lambda.push_back(static_cast<double>(s.lambda));
    exact_torque.push_back(static_cast<double>(s.drive_torque));
    for (int i = 0; i < 3; ++i) exact_omega[i].push_back(static_cast<double>(s.omega[i]));
  }
  const char* keys[] = {"exact_x", "exact_y", "exact_z"};
  for (int i = 0; i < 3; ++i)
    omega.add({.name = i == 0 ? "exact" : "",
               .key = keys[i],
               .x = tau,
               .y = exact_omega[i],
               .color = plot::kGuide,
               .width = 4});
  add_components(omega, tau, ep, {"body.omega.x", "body.omega.y", "body.omega.z"}, names, {"x", "y", "z"});

  Figure f7{"fig7", "Fig. 7", "Multiplier of the joint and torque of the drive. Broad grey: exact.", {}};
  f7.chart.title = "multiplier and driving torque over time";
  auto& lambda = f7.chart.add_panel("", {.label = "*\u03c4*", .key = "tau"}, {.label = "*\u03bb* (N m)"});
  lambda.add({.name = "exact", .key = "lambda_exact", .x = tau, .y = exact_lambda, .color = plot::kGuide, .width = 4});
  lambda.add({.name = "EP", .key = "lambda", .x = tau, .y = ep.column("joint.lambda"), .color = 0});
  auto& torque = f7.chart.add_panel("", {.label = "*\u03c4*", .key = "tau"}, {.label = "torque (N m)"});
  torque.add({.name = "exact", .key = "torque_exact", .x = tau, .y = exact_torque, .color = plot::kGuide, .width = 4});
  torque.add({.name = "EP", .key = "torque", .x = tau, .y = ep.column("joint.drive_torque"), .color = 0});

  Figure order{"convergence", "", "Ours: largest error over the turn against the exact motion.", {}};
  order.chart.title = "error over step size";
  order.chart.panel_height = 260;
  auto& p =
      order.chart.add_panel("", {.label = "*h* (s)", .log = true, .key = "h"}, {.label = "largest error", .log = true});
  p.add({.name = "*\u03c9* (rad/s)", .key = "omega", .x = h, .y = e_omega, .marker = Symbol::kSquare});
  p.add({.name = "*\u03bb* at nodes (N m)",
         .key = "lambda_nodes",
         .x = h,
         .y = e_lambda,
         .color = 0,
         .marker = Symbol::kTriangle});
  p.add({.name = "torque (N m)", .key = "torque", .x = h, .y = e_torque, .color = 2, .marker = Symbol::kDiamond});
  p.add({.name = "*\u03bb* of the step (N m)",
         .key = "lambda_step",
         .x = h,
         .y = e_raw,
         .color = 1,
         .dash = Dash::kDashed,
         .marker = Symbol::kTriangle});
  add_slope(p, h, h.back(), e_omega.back() * 0.5, 2);
  report.figures = {std::move(f6), std::move(f7), std::move(order)};

  const auto& w = ep.column("body.omega.x");
  double speed_max = 0;
  for (size_t k = 0; k < ep.size(); ++k)
    speed_max = std::max(speed_max, Vector3(w[k], ep.column("body.omega.y")[k], ep.column("body.omega.z")[k]).norm());
  report.claims.push_back(
      {.key = "work",
       .says = "The forces of rheonomic constraints do work; energy changes by exactly this work.",
       .where = "eqs. (20), (21)",
       .printed = {below("largest |\u0394*E* \u2212 *\u03bb*_{m} *e*_{3m}\u00b7\u0394*d*_{1}| of a step",
                         work_balance(ep), 1e-12, "J"),
                   below("the same summed over the run", c.energy_balance_error_max.value_or(NAN), 1e-11, "J")},
       .evidence = {above("largest work of the drive", max_abs(ep.column("work.drives")), 0.5, "J")}});
  report.claims.push_back(
      {.key = "position",
       .says = "The constraint is satisfied at the displacement and the velocity level.",
       .where = "eq. (18)",
       .printed = {below("largest |*C*| at the nodes", c.constraint_position_max.value_or(NAN), 1e-13),
                   below("largest |*\u010a*_{m}| at the middle of the steps",
                         c.constraint_velocity_mid_max.value_or(NAN), 1e-11, "1/s")}});
  std::vector<double> raw(ep.column("joint.lambda_raw").begin() + 1, ep.column("joint.lambda_raw").end());
  report.claims.push_back(
      {.key = "smooth",
       .says = "The computation is stable and all predicted quantities present smooth time histories.",
       .where = "sec. 6.2, Fig. 7",
       .printed = {below("third difference of *\u03bb* of the steps, relative to its range", roughness(raw), kVisible),
                   below("the same for *\u03bb* at the nodes", roughness(ep.column("joint.lambda")), kVisible),
                   below("the same for *\u03c9*_{1}", roughness(w), kVisible)}});
  report.claims.push_back(
      {.key = "speed",
       .says = "The angular velocity rapidly increases from its initial unit value.",
       .where = "Fig. 6",
       .printed = {near("|*\u03c9*| at the start", std::abs(ep.column("body.omega.y")[0]), 1, 1e-12, "rad/s"),
                   above("largest |*\u03c9*|", speed_max, 2, "rad/s")}});
  report.claims.push_back({.key = "motion",
                           .says = "Second order accurate for displacements and velocities.",
                           .where = "introduction",
                           .printed = {near("order of *\u03c9*", fine_order(h, e_omega), 2, 0.1)}});
  report.claims.push_back(
      {.key = "multipliers",
       .says = "Second order accurate for Lagrange multipliers.",
       .where = "introduction",
       .expected = ClaimVerdict::kHoldsWithRemedy,
       .printed = {near("order of *\u03bb* of the steps", fine_order(h, e_raw), 2, 0.1)},
       .remedy = {near("order of *\u03bb* recomputed at the nodes", fine_order(h, e_lambda), 2, 0.1),
                  near("order of the torque from it", fine_order(h, e_torque), 2, 0.1)},
       .evidence = {below("order of *\u03bb* of the steps", fine_order(h, e_raw), 1.6)},
       .comment =
           "As with the free body: a zigzag of first order, here smaller, so that it takes over at small steps only."});
  return report;
}

}  // namespace

Example bauchau2003_universal_joint() {
  return {"bauchau2003", "universal_joint", "Rigid body on a driven universal joint (sec. 6.2)", run};
}

}  // namespace invar::reproduce
