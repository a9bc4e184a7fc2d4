// A model stepped by a method, with all that the steps leave: states, multipliers as the scheme solves for them. For
// quantities that no channel offers.
#pragma once

#include <memory>

#include "invar/simulate/simulation.h"
#include "invar/system/assembled_system.h"
#include "reproduce/recording.h"

namespace invar::reproduce {

class Steps {
 public:
  Steps(const std::string& model, const Settings& settings);

  std::vector<double> t;
  std::vector<State> states;
  std::vector<Vector> lambda;      // of the step that ends at states[i]; empty for i = 0
  std::vector<double> dissipated;  // energy taken out by the scheme in that step, by its own account [J]
  SimulationReport report;

  const AssembledSystem& system() const { return *system_; }

  std::vector<double> energy() const;
  // Euclidean norms of the constraints and of their rates at the nodes.
  std::vector<double> position_norm() const;
  std::vector<double> velocity_norm() const;
  // |G a + bias| for given accelerations at the nodes; as many values as accelerations.
  std::vector<double> acceleration_norm(const std::vector<Vector>& a) const;
  // M a = Q - U_q - G^T lambda.
  Vector acceleration(const State& s, const Vector& multipliers) const;
  // Accelerations and multipliers that satisfy the constraints.
  Vector consistent_acceleration(const State& s) const;
  // An acceleration projected onto the constraints with P = M, [Dopico2007] eq. (4).
  Vector projected_acceleration(const State& s, const Vector& a) const;

 private:
  Matrix mass(const State& s) const;

  std::shared_ptr<const Model> model_;
  std::unique_ptr<AssembledSystem> system_;
};

}  // namespace invar::reproduce
