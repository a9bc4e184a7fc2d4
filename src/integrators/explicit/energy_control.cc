#include "invar/integrators/explicit/energy_control.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "invar/solve/linear_solver.h"

namespace invar {

namespace {

// Of psi' at the stage without control: v . M v' + U_q . q' + H' - P, with the change of J where the mass varies.
double calc_psi_dot(Stage& s, const MechanicalSystem& system) {
  s.Mx.setZero(s.v.size());
  add_product(system.K_pattern(), *s.M, s.v, s.Mx);
  const double psi_dot = s.Mx.dot(s.v_dot) + s.eval.U_q.dot(s.q_dot) + s.eval.stored_rate - s.power;
  return system.has_variable_mass() ? psi_dot + s.eval.J_q.dot(s.q_dot) + s.eval.J_t : psi_dot;
}

// The energy as one more constraint, psi' = -eta psi [Yoon] eqs. (9), (12). With d psi/dv = M v (not psi_q, as printed
// beside M^-1) its direction M^-1 (d psi/dv)^T is the velocity itself.
class Multiplier final : public EnergyControl {
 public:
  explicit Multiplier(double eta) : eta_(eta) {}
  bool needs_psi() const override { return true; }
  void add(Stage& s, const MechanicalSystem& system, ConstrainedSolver&, bool) override {
    const double mu = calc_psi_dot(s, system) + eta_ * s.psi, vMv = s.Mx.dot(s.v);
    if (!(vMv > 0)) return;
    const double largest = kLargestChange / std::abs(s.h);
    s.v_dot -= std::clamp(mu / vMv, -largest, largest) * s.v;
  }
  // psi' contains the power of the feedback, and with it another 1/h.
  int highest_order(int stabilized) const override { return stabilized == 2 ? 1 : stabilized; }

 private:
  double eta_;
};

// The negative gradient of psi^2, in the metric of the mass: v' -= 2 rho psi v [Yoon] eqs. (17), (23), and with rho_q > 0
// also q' -= 2 rho_q psi M^-1 U_q, eq. (13). The energy error decays with the rate 2 rho v.Mv + 2 rho_q U_q.M^-1 U_q; gains
// are lowered where this is faster than half of what the integrator can follow.
class GradientDescent final : public EnergyControl {
 public:
  GradientDescent(const MechanicalSystem& system, double rho, double rho_q, double limit)
      : rho_(rho), rho_q_(rho_q), limit_(0.5 * limit) {
    if (rho_q == 0) return;
    mass_ = make_linear_solver(system.K_pattern());
    if (!system.has_variable_mass()) mass_->factor(calc_invertible_mass(system, system.M(), 1));
  }
  bool needs_psi() const override { return true; }
  void add(Stage& s, const MechanicalSystem& system, ConstrainedSolver&, bool) override {
    s.Mx.setZero(s.v.size());
    add_product(system.K_pattern(), *s.M, s.v, s.Mx);
    double rate = 2 * rho_ * s.Mx.dot(s.v);
    if (mass_) {
      if (system.has_variable_mass()) mass_->factor(calc_invertible_mass(system, *s.M, 1));
      s.x = s.eval.U_q;
      if (system.has_variable_mass()) s.x += s.eval.J_q;
      slope_ = s.x;
      mass_->solve(s.x);
      rate += 2 * rho_q_ * s.x.dot(slope_);
    }
    const double factor = 2 * s.psi * std::min(1.0, limit_ / std::max(rate * std::abs(s.h), 1e-300));
    s.v_dot -= rho_ * factor * s.v;
    if (mass_) s.q_dot -= rho_q_ * factor * s.x;
  }

 private:
  double rho_, rho_q_, limit_;
  Vector slope_;  // of the energy with respect to q
  std::unique_ptr<LinearSolver> mass_;
};

// [Braun2012] eq. (20), regrouped: with x = R^-1 N_v R^-T A_e^T, the part of the velocity that the constraints leave free,
//   v' = v'_c + x rho/(x.Mx),   rho = b_e - psi_n/h - A_e v'_c,
// A_e = (M v)^T (d/dv, not d/da as printed) and b_e = P - U_q . q' with the corrected q' of eq. (16). psi_n is taken at
// the start of the step and held over its stages.
class BraunHoldEnergy final : public EnergyControl {
 public:
  bool holds_terms() const override { return true; }
  bool depends_on_step() const override { return true; }
  void begin_step(double psi, double h) override { Delta_e_ = psi / h; }
  void add(Stage& s, const MechanicalSystem& system, ConstrainedSolver& solver, bool held) override {
    const double rho = -calc_psi_dot(s, system) - (held ? Delta_e_ : 0.0);
    s.c.setZero(system.rows());
    solver.solve(s.Mx, s.c, s.x, s.l);
    const double xMx = s.Mx.dot(s.x);  // x is a projection of v, so that v.Mx = x.Mx
    if (!(xMx > 0)) return;
    const double largest = kLargestChange / std::abs(s.h);
    s.v_dot += std::clamp(rho / xMx, -largest, largest) * s.x;
  }

 private:
  double Delta_e_ = 0;
};

struct EnergyControlEntry {
  const char* name;
  std::function<std::unique_ptr<EnergyControl>(const MechanicalSystem&, const ExplicitOptions&, double limit)> make;
};

const std::vector<EnergyControlEntry>& energy_controls() {
  static const std::vector<EnergyControlEntry> all = {
      {"none", [](const auto&, const auto&, double) { return std::make_unique<EnergyControl>(); }},
      {"multiplier", [](const auto&, const auto& o, double) { return std::make_unique<Multiplier>(o.eta); }},
      {"steepest_descent",
       [](const auto& system, const auto& o, double limit) {
         return std::make_unique<GradientDescent>(system, o.rho, o.rho_q.value_or(o.rho), limit);
       }},
      {"velocity_gradient", [](const auto& system, const auto& o,
                               double limit) { return std::make_unique<GradientDescent>(system, o.rho, 0, limit); }},
      {"braun",
       [](const auto&, const auto& o, double) -> std::unique_ptr<EnergyControl> {
         if (o.post) return std::make_unique<EnergyControl>();  // see step_correction.h
         return std::make_unique<BraunHoldEnergy>();
       }},
  };
  return all;
}

}  // namespace

std::unique_ptr<EnergyControl> make_energy_control(const MechanicalSystem& system, const ExplicitOptions& options,
                                                   double limit) {
  for (const auto& e : energy_controls())
    if (options.energy == e.name) return e.make(system, options, limit);
  return nullptr;
}

std::vector<std::string> energy_control_names() {
  std::vector<std::string> names;
  for (const auto& e : energy_controls()) names.emplace_back(e.name);
  return names;
}

}  // namespace invar
