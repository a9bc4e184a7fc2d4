// The abstract of [Bauchau2003] taken literally: constraints satisfied exactly at the displacement and the velocity level, with the
// method `em` on the three examples of sec. 6, beside EP.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "oracles/free_rigid_body.h"
#include "oracles/universal_joint.h"
#include "reproduce/examples/list.h"
#include "reproduce/figures.h"
#include "reproduce/measure.h"

namespace invar::reproduce {

namespace {

using plot::Symbol;

constexpr const char *kBody = "bauchau_rigid_body", *kJoint = "bauchau_universal_joint",
                     *kTurbine = "bauchau_wind_turbine";
constexpr double kTurn = 2 * std::numbers::pi;

// Largest errors over a run: displacements (directors), velocities, multipliers of the steps at their middles.
struct BothLevelsErrors {
  double displacement = 0, velocity = 0, multiplier = 0;
};

struct BothLevelsOrders {
  std::vector<double> h, displacement, velocity, multiplier;
  void add(double step, const BothLevelsErrors& e) {
    h.push_back(step);
    displacement.push_back(e.displacement);
    velocity.push_back(e.velocity);
    multiplier.push_back(e.multiplier);
  }
};

template <class Exact, class Multiplier>
BothLevelsErrors calc_errors(const Recording& run, const Exact& exact, const std::string& channel, double h,
                             const Multiplier& multiplier) {
  BothLevelsErrors e;
  const char* axes[] = {".x", ".y", ".z"};
  for (size_t k = 1; k < run.size(); ++k) {
    const auto s = exact.state(run.t()[k]);
    for (int i = 0; i < 3; ++i) {
      const auto see = [&](double& largest, const std::string& name, double value) {
        largest = std::max(largest, std::abs(run.column(name + axes[i])[k] - value));
      };
      see(e.displacement, "body.e1", static_cast<double>(s.R(i, 0)));
      see(e.velocity, "body.omega", static_cast<double>(s.omega[i]));
    }
    e.multiplier = std::max(e.multiplier, std::abs(run.column(channel)[k] -
                                                   static_cast<double>(multiplier(exact.state(run.t()[k] - h / 2)))));
  }
  return e;
}

Recording run_body(const std::string& method, double h) {
  Settings s{.method = method, .step = h, .end = 2};
  s.outputs = {"body.e1", "body.omega", "body.lambda_raw.e1e1"};
  return record(kBody, s);
}
Recording run_joint(const std::string& method, int steps) {
  Settings s{.method = method, .step = kTurn / steps, .end = kTurn};
  s.outputs = {"body.e1", "body.omega", "joint.lambda_raw"};
  return record(kJoint, s);
}
Recording run_turbine(const std::string& method) {
  Settings s{.method = method, .step = 0.005, .end = 1};
  s.outputs = {"rotor.speed"};
  return record(kTurbine, s);
}

BothLevelsOrders body_orders(const std::string& method) {
  const oracles::FreeRigidBody exact;
  BothLevelsOrders orders;
  for (const double h : {0.0125, 0.00625, 0.003125, 0.0015625})
    orders.add(h, calc_errors(run_body(method, h), exact, "body.lambda_raw.e1e1", h,
                              [](const auto& s) { return s.lambda[0]; }));
  return orders;
}
BothLevelsOrders joint_orders(const std::string& method) {
  const oracles::UniversalJoint exact;
  BothLevelsOrders orders;
  for (const int steps : {400, 800, 1600, 3200})
    orders.add(kTurn / steps, calc_errors(run_joint(method, steps), exact, "joint.lambda_raw", kTurn / steps,
                                          [](const auto& s) { return s.lambda; }));
  return orders;
}

Figure make_figure(const std::string& key, const std::string& what, const BothLevelsOrders& em,
                   const BothLevelsOrders& ep) {
  Figure f{key, "", what + ": largest errors over the step, em and EP; multipliers as the schemes solve for them.", {}};
  f.chart.title = "errors over step size";
  f.chart.panel_height = 260;
  auto& p =
      f.chart.add_panel("", {.label = "*h* (s)", .log = true, .key = "h"}, {.label = "largest error", .log = true});
  const auto add = [&](const char* name, const char* series, const BothLevelsOrders& o, const std::vector<double>& y,
                       int color, Symbol marker) {
    p.add({.name = name, .key = series, .x = o.h, .y = y, .color = color, .marker = marker});
  };
  add("*e*_{1}, em", "em_e1", em, em.displacement, 0, Symbol::kCircle);
  add("*\u03c9* (rad/s), em", "em_omega", em, em.velocity, 0, Symbol::kSquare);
  add("*\u03bb*, em", "em_lambda", em, em.multiplier, 0, Symbol::kTriangle);
  add("*\u03bb*, EP", "ep_lambda", ep, ep.multiplier, 1, Symbol::kTriangle);
  add_slope(p, em.h, em.h.back(), em.displacement.back() * 0.4, 2);
  add_slope(p, ep.h, ep.h.back(), ep.multiplier.back() * 2.2, 1);
  return f;
}

ExampleReport run() {
  const BothLevelsOrders body = body_orders("em"), body_ep = body_orders("ep"), joint = joint_orders("em"),
                         joint_ep = joint_orders("ep");
  struct Row {
    const char* name;
    Recording em, ep;
  };
  const Row rows[] = {{"rigid body, sec. 6.1", run_body("em", 0.0125), run_body("ep", 0.0125)},
                      {"universal joint, sec. 6.2", run_joint("em", 400), run_joint("ep", 400)},
                      {"wind turbine, sec. 6.3, 1 s", run_turbine("em"), run_turbine("ep")}};
  ExampleReport report;
  report.settings = {
      {"method", "em: discrete gradients with multipliers for positions and velocities at the same instants"},
      {"examples", "data and starts of secs. 6.1 to 6.3; turbine with the steps of Fig. 9"}};
  report.notes = {
      "EP satisfies velocity constraints in the mean of a step. em is not a method of the paper: it shows what the "
      "first "
      "sentence of the abstract means if both levels are taken at the same instant."};
  report.command = Settings{.method = "em", .step = 0.0125, .end = 2}.command(kBody);
  report.figures = {make_figure("rigid_body", "Rigid body", body, body_ep),
                    make_figure("universal_joint", "Driven universal joint", joint, joint_ep)};
  PageTable table{"levels",
                  "",
                  "Largest residuals at the nodes relative to what is summed in them, and of the energy balance.",
                  {"example", "method", "positions", "velocities", "energy", "iterations per step"},
                  {}};
  double position = 0, velocity = 0, energy = 0, smallest_ep = 1;
  for (const Row& row : rows)
    for (const Recording* r : {&row.em, &row.ep}) {
      const Certificate& c = r->certificate;
      const double p = c.constraint_position_relative_max.value_or(NAN),
                   v = c.constraint_velocity_relative_max.value_or(NAN),
                   e = c.energy_balance_error_max.value_or(NAN) / c.energy_scale;
      table.rows.push_back(
          {row.name, r == &row.em ? "em" : "EP", fmt::format("{:.1e}", p), fmt::format("{:.1e}", v),
           fmt::format("{:.1e}", e),
           fmt::format("{:.1f}", static_cast<double>(c.newton_iterations) / static_cast<double>(c.steps))});
      if (r == &row.ep) {
        smallest_ep = std::min(smallest_ep, v);
        continue;
      }
      position = std::max(position, p);
      velocity = std::max(velocity, v);
      energy = std::max(energy, e);
    }
  report.tables.push_back(std::move(table));
  report.claims.push_back(
      {.key = "both_levels",
       .says = "The algorithm exactly satisfies the constraints at the displacement and velocity levels.",
       .where = "abstract",
       .printed = {below("em: largest relative residual of positions at the nodes", position, 1e-11),
                   below("em: largest relative residual of velocities at the nodes", velocity, 1e-11)},
       .evidence = {above("EP: smallest of the three largest residuals of velocities at the nodes", smallest_ep,
                          1e-11)},
       .comment = "Holds at the same instants with em. EP holds velocities in the mean of a step."});
  report.claims.push_back({.key = "energy",
                           .says = "The work done by the constraint forces vanishes, and the energy is preserved.",
                           .where = "abstract",
                           .printed = {below("em: largest error of the balance over the energy", energy, 1e-11)}});
  report.claims.push_back(
      {.key = "orders",
       .says = "Identical convergence rates are observed for the displacements, velocities, and Lagrange multipliers.",
       .where = "abstract, secs. 6.1 and 6.2",
       .printed = {near("rigid body: order of *e*_{1}", fine_order(body.h, body.displacement), 2, 0.05),
                   near("order of *\u03c9*", fine_order(body.h, body.velocity), 2, 0.05),
                   near("order of *\u03bb*_{11} of the steps", fine_order(body.h, body.multiplier), 2, 0.05),
                   near("universal joint: order of *e*_{1}", fine_order(joint.h, joint.displacement), 2, 0.05),
                   near("order of *\u03c9*", fine_order(joint.h, joint.velocity), 2, 0.05),
                   near("order of *\u03bb* of the steps", fine_order(joint.h, joint.multiplier), 2, 0.05)},
       .evidence = {near("EP: order of *\u03bb*_{11} of the steps", fine_order(body_ep.h, body_ep.multiplier), 1, 0.3)},
       .comment = "Taken at the middles of the steps, as the schemes solve for them."});
  return report;
}

}  // namespace

Example bauchau2003_both_levels() {
  return {"bauchau2003", "both_levels", "The abstract, literally: both levels at the same instants", run};
}

}  // namespace invar::reproduce
