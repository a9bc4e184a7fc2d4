// Assembly is Gauss-Newton for the nearest point of the constraint surface: min |dq|^2 such that Phi + Phi_q dq = 0,
// repeated, with step halving where the residual would grow.
#include "invar/solve/initial_conditions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "invar/core/max_abs.h"
#include "invar/solve/acceleration.h"
#include "invar/system/residual_measure.h"

namespace invar {

namespace {

constexpr int kMaxIterations = 60;
// Residuals of rows, relative to their entries times the coordinates:
constexpr double kNothingLeft = 1e-15;  // nothing left to assemble
constexpr double kFloor = 1e-12;        // may be rounding
constexpr double kAssembled = 1e-9;     // above this the model cannot be assembled
constexpr double kMoved = 1e-12;        // changes of coordinates and velocities below, relative to them, are rounding
constexpr double kVelocitiesMet = 1e-7;
constexpr double kLongestMove = 0.5;  // of the size of the coordinates, in one iteration

double max_abs(const Vector& x, int& at) {
  at = -1;
  return x.size() ? x.cwiseAbs().maxCoeff(&at) : 0.0;
}

// Names of the joints with the largest residuals, e.g. `"loop" (x: 0.12), "crank" (length: 0.03)`.
std::string worst_owners(const Layout& layout, const Vector& residual) {
  std::vector<int> order(residual.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int a, int b) { return std::abs(residual[a]) > std::abs(residual[b]); });
  std::vector<std::string> owners;
  std::string text;
  for (const int r : order) {
    const RowInfo& row = layout.row(r);
    if (owners.size() == 3 || std::abs(residual[r]) < 0.05 * std::abs(residual[order[0]])) break;
    if (std::find(owners.begin(), owners.end(), row.owner) != owners.end()) continue;
    owners.push_back(row.owner);
    text += fmt::format("{}\"{}\" ({}: {:.2g})", text.empty() ? "" : ", ", row.owner, row.label, std::abs(residual[r]));
  }
  return text;
}

}  // namespace

InitialConditionsReport assemble_positions(const MechanicalSystem& system, State& s) {
  InitialConditionsReport report;
  const SparsePattern& K = system.K_pattern();
  const auto kkt = make_kkt_solver(system, KktForm::kFull);
  Vector W = Vector::Zero(K.nonzeros()), lambda = Vector::Zero(system.rows()), eps, dq, dl;
  for (int i = 0; i < system.coordinates(); ++i) W[K.position(i, i)] = 1;
  const Vector zero = Vector::Zero(system.coordinates()), v = s.v, q_given = s.q;
  PointEval eval;
  system.eval(At(s).with_v(v), lambda, kPosition, eval);
  double residual = max_abs(eval.Phi, report.worst_row);
  report.position_residual_before = residual;
  Vector c = eval.Phi, q_try;
  ResidualMeasure measure(system);
  const auto measure_at = [&](const Vector& q) {
    measure.begin();
    measure.add_position(q);
    measure.finish(0);
    return measure.measure_positions(c);
  };
  system.eval(At(s).with_v(v), lambda, kVelocity, eval);
  measure.set_constraints(eval.G);
  double size = measure_at(s.q);
  for (; report.iterations < kMaxIterations && size > kNothingLeft; ++report.iterations) {
    system.eval(At(s).with_v(v), lambda, kVelocity, eval);
    measure.set_constraints(eval.G);
    calc_regularization(system, W, eval.G, kRegularization, eps);
    if (!kkt->factor(W, eval.G, eval.G, eps)) break;
    kkt->solve(zero, c, dq, dl);
    // Large corrections are cut: far from the surface the linearization means little.
    const double largest = measure.measure_change(dq);
    if (!std::isfinite(largest)) break;
    double factor = largest > kLongestMove ? kLongestMove / largest : 1.0;
    bool better = false;
    for (int halving = 0; halving < 12; ++halving, factor *= 0.5) {
      q_try = s.q + factor * dq;
      system.eval(At(s).with_v(v).with_q(q_try), lambda, kPosition, eval);
      if (eval.Phi.norm() < c.norm()) {
        better = true;
        break;
      }
    }
    if (!better) break;
    s.q = q_try;
    const double before = size;
    c = eval.Phi;
    residual = max_abs(c, report.worst_row);
    size = measure_at(s.q);
    if (size > 0.5 * before && size < kFloor) break;
  }
  report.position_residual = residual;
  report.position_moved = max_abs(s.q - q_given, report.position_moved_coordinate);
  report.positions_changed = measure.measure_change(s.q - q_given) > kMoved;
  if (!(size <= kAssembled)) {
    report.status = {StatusCode::kNotConverged,
                     fmt::format("the parts cannot be assembled: residual {:.2g} remains, largest in {}", residual,
                                 worst_owners(system.layout(), c))};
  }
  return report;
}

InitialConditionsReport solve_initial_conditions(const MechanicalSystem& system, State& s) {
  InitialConditionsReport report = assemble_positions(system, s);
  if (!report.status.ok()) return report;
  system.start_internals(s);
  const Vector v_given = s.v, lambda = Vector::Zero(system.rows());
  PointEval eval;
  system.eval(s, lambda, kVelocity, eval);
  report.velocity_residual_before = max_abs(eval.Phi_dot);
  const Vector before = eval.Phi_dot;
  AccelerationSolver solver(system);
  if (report.velocity_residual_before > 0 && !solver.project_velocity(s, s.v)) {
    report.status = {StatusCode::kSingular, "while projecting the initial velocities"};
    return report;
  }
  system.eval(s, lambda, kVelocity, eval);
  int worst_row = -1;
  report.velocity_residual = max_abs(eval.Phi_dot, worst_row);
  report.velocity_moved = max_abs(s.v - v_given, report.velocity_moved_coordinate);
  ResidualMeasure measure(system);
  measure.set_constraints(eval.G);
  measure.begin();
  measure.add_motion(s.v);
  measure.add_motion(v_given);
  measure.add_row_terms(before);
  measure.finish(0);
  report.velocities_changed = measure.measure_motion(s.v - v_given).size > kMoved;
  if (!(measure.measure_rows(eval.Phi_dot).size <= kVelocitiesMet)) {
    report.worst_row = worst_row;
    report.status = {StatusCode::kNotConverged,
                     fmt::format("no velocity satisfies all constraints: residual {:.2g} remains, largest in {}",
                                 report.velocity_residual, worst_owners(system.layout(), eval.Phi_dot))};
  }
  return report;
}

std::string InitialConditionsReport::summary(const Layout& layout) const {
  std::string text;
  if (positions_changed)
    text += fmt::format("positions assembled in {} iterations: residual {:.1e} -> {:.1e}, largest move {:.3g} in {}",
                        iterations, position_residual_before, position_residual, position_moved,
                        layout.coordinate_name(position_moved_coordinate));
  if (velocities_changed)
    text += fmt::format("{}velocities projected: residual {:.1e} -> {:.1e}, largest change {:.3g} in {}",
                        text.empty() ? "" : "; ", velocity_residual_before, velocity_residual, velocity_moved,
                        layout.coordinate_name(velocity_moved_coordinate));
  return text;
}

}  // namespace invar
