#include "invar/testing/check_integrator.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "invar/core/max_abs.h"
#include "invar/system/momentum.h"

namespace invar {

namespace {

// Largest values along a run, all absolute, and the sizes they are compared with.
struct EnergyBooks {
  double energy_step = 0, energy_drift = 0, energy_rise = 0, linear = 0, angular = 0;
  double position = 0, velocity = 0, velocity_mid = 0;
  double energy_scale = 0, momentum_scale = 0, length = 0, speed = 0;
};

class IntegratorChecker {
 public:
  IntegratorChecker(const MechanicalSystem& system, const IntegratorFactory& make, const State& start,
                    const IntegratorCheckOptions& options)
      : system_(system), make_(make), start_(start), options_(options), lambda_(Vector::Zero(system.rows())) {}

  IntegratorCheckReport check() {
    report_.claimed = make_()->traits();
    measure_order();
    if (report_.ok) measure_symmetry();
    if (report_.ok) compare();
    return report_;
  }

 private:
  struct Energy {
    double T, U;
  };

  void violate(std::string text) {
    if (!report_.ok) return;
    report_.ok = false;
    report_.violation = std::move(text);
  }

  Energy calc_energy(const State& s) {
    system_.eval(s, lambda_, kEnergy, eval_);
    return {eval_.T, eval_.U};
  }

  void audit_constraints(const State& s) {
    system_.eval(s, lambda_, kPosition | kVelocity, eval_);
    audit_.position = std::max(audit_.position, max_abs(eval_.Phi));
    audit_.velocity = std::max(audit_.velocity, max_abs(eval_.Phi_dot));
    audit_.length = std::max({audit_.length, 1.0, max_abs(s.q)});
    audit_.speed = std::max(audit_.speed, max_abs(s.v));
  }

  // Coordinates at the multiples of the largest step, the start included; empty if a step fails.
  std::vector<Vector> run(int division, bool audit) {
    const auto integrator = make_();
    const double h = options_.step / division;
    State s = start_, next;
    std::vector<Vector> seen{s.q};
    const Energy first = calc_energy(s);
    const Momentum p0 = calc_momentum(system_, s.q, s.v);
    double E = first.T + first.U, drift = 0;
    if (audit) {
      audit_.energy_scale = first.T;
      audit_constraints(s);
    }
    for (int i = 1; i <= options_.steps * division; ++i) {
      const StepReport r = integrator->step(s, h, next);
      if (!r.status.ok() || !next.q.allFinite() || !next.v.allFinite()) {
        violate(fmt::format("step {} of size {:g} failed: {}", i, h,
                            r.status.ok() ? "it reports success, but its end is not finite" : r.status.message()));
        return {};
      }
      std::swap(s, next);
      s.t = start_.t + i * h;  // as the loop does
      if (i % division == 0) seen.push_back(s.q);
      if (!audit) continue;
      const Energy now = calc_energy(s);
      const double change = now.T + now.U - E - r.work_applied - r.work_drives + r.dissipated_physical;
      E = now.T + now.U;
      drift += change;
      audit_.energy_step = std::max(audit_.energy_step, std::abs(change));
      audit_.energy_rise = std::max(audit_.energy_rise, change);
      audit_.energy_drift = std::max(audit_.energy_drift, std::abs(drift));
      audit_.energy_scale = std::max(audit_.energy_scale, now.T + std::abs(now.U - first.U));
      const Momentum p = calc_momentum(system_, s.q, s.v);
      audit_.linear = std::max(audit_.linear, (p.linear - p0.linear).norm());
      audit_.angular = std::max(audit_.angular, (p.angular - p0.angular).norm());
      Vector Mv = Vector::Zero(s.q.size());
      add_product(system_.K_pattern(), calc_mass(system_, s), s.v, Mv);
      audit_.momentum_scale = std::max(audit_.momentum_scale, Mv.norm());
      audit_.velocity_mid = std::max(audit_.velocity_mid, r.velocity_mid_max);
      audit_constraints(s);
    }
    return seen;
  }

  void measure_order() {
    const auto coarse = run(1, true), middle = run(2, false), fine = run(4, false);
    if (!report_.ok) return;
    for (int i = 1; i <= options_.steps; ++i) {
      if (options_.reference) {
        const Vector exact = options_.reference(start_.t + i * options_.step);
        report_.coarse_error = std::max(report_.coarse_error, max_abs(middle[i] - exact));
        report_.fine_error = std::max(report_.fine_error, max_abs(fine[i] - exact));
      } else {
        report_.coarse_error = std::max(report_.coarse_error, max_abs(coarse[i] - middle[i]));
        report_.fine_error = std::max(report_.fine_error, max_abs(middle[i] - fine[i]));
      }
    }
    report_.order = std::log2(report_.coarse_error / report_.fine_error);
    const auto relative = [](double value, double scale) { return scale > 0 ? value / scale : value; };
    report_.energy_step = relative(audit_.energy_step, audit_.energy_scale);
    report_.energy_drift = relative(audit_.energy_drift, audit_.energy_scale);
    report_.energy_rise = relative(audit_.energy_rise, audit_.energy_scale);
    const MomentumConservation kept = find_momentum_conservation(system_, start_);
    if (kept.linear) report_.linear_momentum = relative(audit_.linear, audit_.momentum_scale);
    if (kept.angular) report_.angular_momentum = relative(audit_.angular, audit_.momentum_scale * audit_.length);
    report_.position = audit_.position / audit_.length;
    report_.velocity = relative(audit_.velocity, audit_.speed);
    report_.velocity_mid = relative(audit_.velocity_mid, audit_.speed);
  }

  // There and back by two integrators, so that nothing is remembered.
  void measure_symmetry() {
    if (!report_.claimed.symmetric) return;
    State there, back;
    const StepReport out = make_()->step(start_, options_.step, there);
    const StepReport home = out.status.ok() ? make_()->step(there, -options_.step, back) : out;
    if (!home.status.ok()) return violate("the way back with -h failed: " + home.status.message());
    report_.symmetry = std::max(max_abs(back.q - start_.q) / audit_.length, max_abs(back.v - start_.v) / audit_.speed);
  }

  void claim(bool claimed, double measured, const char* what) {
    if (claimed && !(measured <= options_.rounding))
      violate(fmt::format("claims {}, but measures {:.2e} > {:.0e} (relative)", what, measured, options_.rounding));
  }

  void compare() {
    const Traits& t = report_.claimed;
    const double floor = 100 * 2.2e-16 * audit_.length;
    if (report_.fine_error < floor && report_.coarse_error < floor) {
      // Exact up to rounding: no order can be measured, and none is missed.
    } else if (report_.fine_error < floor) {
      violate(fmt::format("the order cannot be measured: the difference {:.1e} is rounding; take larger steps",
                          report_.fine_error));
    } else if (!(std::abs(report_.order - t.order) <= options_.order_tolerance)) {
      violate(fmt::format("claims order {}, but measures {:.2f}: {} {:.2e} and {:.2e} with the steps {:g}, {:g}, {:g}",
                          t.order, report_.order, options_.reference ? "errors" : "differences", report_.coarse_error,
                          report_.fine_error, options_.step, options_.step / 2, options_.step / 4));
    }
    claim(t.conserves_energy, report_.energy_step, "to conserve the energy in each step");
    claim(t.conserves_energy, report_.energy_drift, "to conserve the energy");
    claim(t.dissipates, report_.energy_rise, "that energy never rises by itself");
    claim(t.conserves_momentum, report_.linear_momentum, "to conserve the linear momentum");
    claim(t.conserves_momentum && !has_planar_frames(), report_.angular_momentum, "to conserve the angular momentum");
    claim(t.position_exact, report_.position, "position constraints exact at step ends");
    claim(t.velocity_exact, report_.velocity, "velocity constraints exact at step ends");
    claim(t.velocity_mid_exact, report_.velocity_mid, "velocity constraints exact in the mean of a step");
    claim(t.symmetric, report_.symmetry, "that a step back with -h returns to the start");
  }

  // See Traits::conserves_momentum.
  bool has_planar_frames() const {
    const auto& nodes = system_.layout().nodes();
    return std::any_of(nodes.begin(), nodes.end(), [](const Node& n) { return n.kind == NodeKind::kFrame2; });
  }

  const MechanicalSystem& system_;
  const IntegratorFactory& make_;
  const State& start_;
  const IntegratorCheckOptions& options_;
  const Vector lambda_;
  PointEval eval_;
  EnergyBooks audit_;
  IntegratorCheckReport report_;
};

}  // namespace

std::string IntegratorCheckReport::summary() const {
  return fmt::format(
      "order {:.3f} ({:.1e}, {:.1e}), energy {:.1e} a step, {:.1e} in sum, rise {:.1e}, momentum {:.1e} linear, {:.1e} "
      "angular, "
      "residual {:.1e} of positions, {:.1e} of velocities, {:.1e} in the mean, symmetry {:.1e}",
      order, coarse_error, fine_error, energy_step, energy_drift, energy_rise, linear_momentum, angular_momentum,
      position, velocity, velocity_mid, symmetry);
}

IntegratorCheckReport check_integrator(const MechanicalSystem& system, const IntegratorFactory& make,
                                       const State& start, const IntegratorCheckOptions& options) {
  return IntegratorChecker(system, make, start, options).check();
}

}  // namespace invar
