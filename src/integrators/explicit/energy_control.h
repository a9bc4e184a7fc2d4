// Controls of the energy law psi = E - E0 - W = 0, one class each, within the right-hand side. To add one: a class and a
// line in the list of energy_control.cc.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "invar/integrators/explicit/motion.h"
#include "invar/integrators/explicit/options.h"

namespace invar {

class EnergyControl {
 public:
  virtual ~EnergyControl() = default;
  virtual bool needs_psi() const { return false; }
  virtual bool holds_terms() const { return false; }
  virtual bool depends_on_step() const { return false; }
  virtual void begin_step(double /*psi*/, double /*h*/) {}
  // Adds to s.q_dot and s.v_dot, which satisfy (M1) and (M2) so far.
  virtual void add(Stage&, const MechanicalSystem&, ConstrainedSolver&, bool /*held*/) {}
  // See Stabilization::highest_order, whose value is given.
  virtual int highest_order(int stabilized) const { return stabilized; }
};

// `limit`: largest rate times step that the integrator follows stably.
std::unique_ptr<EnergyControl> make_energy_control(const MechanicalSystem& system, const ExplicitOptions& options,
                                                   double limit);
std::vector<std::string> energy_control_names();

// Near rest the energy hardly depends on the velocity. No control within the right-hand side changes the velocity by more
// than this part of itself in a step; what is left of the error is corrected once the system moves again. This bounds
// the damage and does not remove it: see docs/theory/explicit.md on driven systems.
inline constexpr double kLargestChange = 0.02;

}  // namespace invar
